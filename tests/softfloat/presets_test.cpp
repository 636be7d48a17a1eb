// Does each named machine choose its NaNs, its tininess and its integers as its source says?
#include "softfloat/presets.hpp"

#include <gtest/gtest.h>


#include "softfloat/integer.hpp"
#include "softfloat/operations.hpp"

namespace ulplab {
namespace {

Context context_of(std::string_view machine, Use use, const Format& from = binary16, const Format& to = binary16) {
  const Preset* p = find_preset(machine, use, from, to);
  EXPECT_NE(p, nullptr) << machine;
  return p->context;
}
Context arithmetic(std::string_view machine) { return context_of(machine, Use::arithmetic); }

TEST(Presets, every_machine_of_the_plan_is_there_and_has_a_source) {
  for (const std::string_view name : {"ieee", "x86_sse", "x86_f16c", "x86_avx512_fp16", "x86_avx512_bf16", "cuda", "cuda_satfinite", "arm", "arm_default_nan", "riscv"})
    EXPECT_TRUE(has_preset(name)) << name;
  EXPECT_FALSE(has_preset("vax"));
  for (const Preset& p : presets) {
    EXPECT_FALSE(p.what.empty()) << p.machine;
    EXPECT_FALSE(p.source.empty()) << p.machine;
  }
}

TEST(Presets, every_machine_answers_every_use) {
  for (const Preset& p : presets)
    for (const Use use : {Use::arithmetic, Use::conversion, Use::to_integer}) EXPECT_NE(find_preset(p.machine, use, binary32, binary16), nullptr) << p.machine;
}

/// Operands and the NaN that a + b gives: quiet 0x7e01, signaling 0x7d02, negative quiet 0xfe03.
struct Row {
  std::string_view machine;
  Code a, b, sum;
};

TEST(Presets, choose_among_two_nans) {
  const Row rows[] = {
      {"ieee", 0x7e01, 0x7d02, 0x7e01},    {"ieee", 0x7d02, 0x7e01, 0x7f02},            // first, quieted
      {"ieee", 0x3c00, 0xfe03, 0xfe03},    {"x86_sse", 0x7e01, 0x7d02, 0x7e01},         // Intel SDM, table 4-7
      {"x86_sse", 0x7d02, 0x7e01, 0x7f02}, {"arm", 0x7e01, 0x7d02, 0x7f02},             // FPProcessNaNs: signaling first
      {"arm", 0x7e01, 0xfe03, 0x7e01},     {"arm_default_nan", 0xfe03, 0x3c00, 0x7e00}, // FPDefaultNaN
      {"riscv", 0xfe03, 0x3c00, 0x7e00},   {"cuda", 0xfe03, 0x3c00, 0x7fff},
  };
  for (const Row& r : rows) {
    const Rounded got = add(binary16, r.a, r.b, arithmetic(r.machine));
    EXPECT_EQ(got.code, r.sum) << r.machine << std::hex << " 0x" << r.a << " + 0x" << r.b << " got 0x" << got.code;
    EXPECT_EQ(got.flags.has(Flag::invalid), r.a == 0x7d02 || r.b == 0x7d02) << r.machine;
  }
}

TEST(Presets, make_a_new_nan) {
  const std::pair<std::string_view, Code> rows[] = {{"ieee", 0x7e00}, {"x86_sse", 0xfe00}, {"x86_f16c", 0xfe00}, {"arm", 0x7e00}, {"arm_default_nan", 0x7e00}, {"riscv", 0x7e00}, {"cuda", 0x7fff}};
  for (const auto& [machine, nan] : rows) EXPECT_EQ(sub(binary16, 0x7c00, 0x7c00, arithmetic(machine)).code, nan) << machine;
}

TEST(Presets, arm_looks_at_the_addend_of_an_fma_first) {
  EXPECT_EQ(fma(binary16, 0x7e01, 0x7e02, 0x7e03, arithmetic("arm")).code, 0x7e03u);
  EXPECT_EQ(fma(binary16, 0x7e01, 0x7e02, 0x7e03, arithmetic("ieee")).code, 0x7e01u);
  EXPECT_EQ(fma(binary16, 0x7d01, 0x7e02, 0x7e03, arithmetic("arm")).code, 0x7f01u);
}

TEST(Presets, infinity_times_zero_plus_a_quiet_nan) {
  struct Case {
    std::string_view machine;
    Code code;
    bool invalid;
  };
  for (const Case& c : {Case{"ieee", 0x7e55, true}, Case{"x86_sse", 0x7e55, false}, Case{"arm", 0x7e00, true}, Case{"arm_default_nan", 0x7e00, true},
                        Case{"riscv", 0x7e00, true}, Case{"cuda", 0x7fff, false}}) {
    const Rounded r = fma(binary16, 0x7c00, 0x0000, 0x7e55, arithmetic(c.machine));
    EXPECT_EQ(r.code, c.code) << c.machine;
    EXPECT_EQ(r.flags.has(Flag::invalid), c.invalid) << c.machine;
  }
}

TEST(Presets, tininess_is_before_rounding_on_arm_and_after_elsewhere) {
  for (const std::string_view machine : {"ieee", "x86_sse", "arm", "arm_default_nan", "riscv"}) {
    const bool arm = machine.starts_with("arm");
    EXPECT_EQ(mul(binary16, 0x03ff, 0x3c01, arithmetic(machine)).flags.has(Flag::underflow), arm) << machine;
  }
}

TEST(Presets, integers_that_do_not_exist) {
  struct Case {
    std::string_view machine;
    Code code;
    IntegerType type;
    std::uint64_t bits;
  };
  constexpr IntegerType i32{32, true};
  constexpr IntegerType u32{32, false};
  constexpr IntegerType i64{64, true};
  for (const Case& c : {Case{"ieee", 0x7e00, i32, 0}, Case{"ieee", 0xfc00, i32, 0x80000000}, Case{"ieee", 0x7c00, u32, 0xffffffff},
                        Case{"x86_sse", 0x7c00, i32, 0x80000000}, Case{"x86_sse", 0x7e00, u32, 0xffffffff}, Case{"riscv", 0x7e00, i32, 0x7fffffff},
                        Case{"riscv", 0xfe00, u32, 0xffffffff}, Case{"cuda", 0x7e00, i32, 0}, Case{"cuda", 0x7e00, i64, 0x8000000000000000}, Case{"arm", 0x7e00, i64, 0}})
    EXPECT_EQ(to_integer(binary16, c.code, c.type, context_of(c.machine, Use::to_integer)).bits, c.bits) << c.machine << std::hex << " 0x" << c.code;
}

TEST(Presets, cuda_conversions_treat_nans_by_their_source_format) {
  const auto converted = [](std::string_view machine, const Format& from, Code code, const Format& to) {
    return convert(from, code, to, context_of(machine, Use::conversion, from, to)).code;
  };
  EXPECT_EQ(converted("cuda", binary32, 0xffc00001, binary16), 0x7fffu);             // __float2half
  EXPECT_EQ(converted("cuda", binary16, 0xfe01, binary32), 0x7fffffffu);             // __half2float
  EXPECT_EQ(converted("cuda", bfloat16, 0xffc1, binary32), 0xffc10000u);             // __bfloat162float
  EXPECT_EQ(converted("cuda", bfloat16, 0x7f81, binary32), 0x7f810000u);             // signaling stays signaling
  EXPECT_EQ(converted("cuda", binary64, 0xfff8000000000000, fp8_e5m2), 0xfeu);       // __nv_cvt_double_to_fp8
  EXPECT_EQ(converted("cuda", binary32, 0xffc00000, fp8_e5m2), 0x7fu);               // __nv_cvt_float_to_fp8
  EXPECT_EQ(converted("cuda", binary32, 0xffc00000, fp4_e2m1), 0x7u);                // NaN becomes +6
  EXPECT_EQ(converted("cuda_satfinite", binary32, 0x7f800000, fp8_e5m2), 0x7bu);
  EXPECT_EQ(converted("cuda_satfinite", binary32, 0xff800000, fp8_e4m3), 0xfeu);
  EXPECT_EQ(converted("cuda", binary32, 0x7f800000, fp8_e5m2), 0x7cu);
}

TEST(Presets, avx512_bf16_flushes_both_ends_and_knows_one_direction) {
  const Preset* p = find_preset("x86_avx512_bf16", Use::conversion, binary32, bfloat16);
  ASSERT_NE(p, nullptr);
  EXPECT_EQ(p->only, Rounding::nearest_even);
  EXPECT_EQ(convert(binary32, 0x00408000, bfloat16, p->context).code, 0u);
  EXPECT_EQ(convert(binary32, 0x807fffff, bfloat16, p->context).code, 0x8000u);
  EXPECT_EQ(convert(binary32, 0x3f808000, bfloat16, p->context).code, 0x3f80u);
}

}  // namespace
}  // namespace ulplab
