// The kernels compute what they say, and the machine's own instructions give the same bits.
#include <gtest/gtest.h>

#include <cfenv>
#include <cfloat>
#include <iostream>

#include "gpu/backends/backend.hpp"
#include "gpu/kernels/random.hpp"
#include "softfloat/names.hpp"
#include "softfloat/round.hpp"

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

namespace ulplab::gpu {
namespace {

const Backend& soft() { return *find_backend("soft"); }
const Backend& native() { return *find_backend("native"); }

/// 0.1 rounded to nearest, from the exact fraction: ten times the code's value is nearer to 1 than its neighbours'.
Code tenth(const Format& f) {
  const std::uint64_t digits = 0x6666666666666666;  // 0.4 = 0.0110 0110 … in binary
  Silent silent;
  return round_pack(f, Context{}, false, -66, digits, Discarded::below_half, silent).code;
}

LaneResult sum_of_tenths(const Backend& b, Kernel kernel, const Format& f, std::uint64_t n, Format wide = binary32) {
  const Code term = tenth(f);
  Lane lane;
  lane.kernel = kernel;
  lane.format = f;
  lane.wide = wide;
  lane.inputs = {&term, 1};
  lane.count = n;
  lane.every = n / 1000;
  lane.seed = 1;
  lane.context.random_width = 32;
  lane.context.nan = native().nan_rule(lane);
  EXPECT_TRUE(b.offers(lane).ready) << b.offers(lane).reason;
  return b.run(lane);
}

TEST(Sum, AMillionTenths) {
  struct Row {
    Kernel kernel;
    Format format;
    Code want;
    std::uint64_t last_change;  ///< 0: not asked
  };
  // shared/mixed-precision.md 5.2; the codes are those decimals in their format
  const Row rows[] = {
      {Kernel::sum_naive, binary32, 0x47C52F2C, 1000000},                             // 100958.34375
      {Kernel::sum_naive, binary16, 0x5C00, 2207},                                    // 256
      {Kernel::sum_naive, bfloat16, 0x4200, 276},                                     // 32
      {Kernel::sum_naive, tf32, (Code{8} + 127) << 10, 2207},                         // 256
      {Kernel::sum_naive, fp8_e4m3, 0x40, 17},                                        // 2
      {Kernel::sum_naive, fp8_e5m2, 0x3C, 9},                                         // 1
      {Kernel::sum_kahan, binary32, 0x47C35000, 0},                                   // 100000
      {Kernel::sum_kahan, bfloat16, 0x4600, 0},                                       // 8192
      {Kernel::sum_neumaier, binary16, 0x6000, 0},                                    // 512
      {Kernel::sum_neumaier, bfloat16, 0x4280, 0},                                    // 64
      {Kernel::sum_pairwise, binary16, 0x7C00, 0},                                    // infinity
  };
  for (const Row& row : rows) {
    const LaneResult r = sum_of_tenths(soft(), row.kernel, row.format, 1000000);
    EXPECT_EQ(r.codes.back(), row.want) << info_of(row.kernel).name << " in " << name_of(row.format);
    if (row.last_change != 0) { EXPECT_EQ(r.last_change, row.last_change) << name_of(row.format); }
  }
}

TEST(Sum, NativeAndSoftAgreeInEveryBit) {
  for (const Format& f : {binary64, binary32, binary16, bfloat16})
    for (const Kernel k : {Kernel::sum_naive, Kernel::sum_pairwise, Kernel::sum_kahan, Kernel::sum_neumaier, Kernel::sum_wide}) {
      const Format wide = f == binary32 || f == binary64 ? binary64 : binary32;
      Lane lane;
      lane.kernel = k;
      lane.format = f;
      lane.wide = wide;
      if (!native().offers(lane).ready) {
        std::cout << "not here: " << name_of(f) << ": " << native().offers(lane).reason << "\n";
        continue;
      }
      const LaneResult a = sum_of_tenths(soft(), k, f, 1000000, wide);
      const LaneResult b = sum_of_tenths(native(), k, f, 1000000, wide);
      EXPECT_EQ(a.codes, b.codes) << info_of(k).name << " in " << name_of(f);
      EXPECT_EQ(a.last_change, b.last_change) << info_of(k).name << " in " << name_of(f);
    }
}

TEST(Native, ComputesInTheDefaultEnvironmentAndLeavesTheCallers) {
  const Code operands[] = {1, 1, 0x3F800000, 0x33000001};  // the smallest subnormal twice; 1 + a bit more than half an ulp
  Lane lane;
  lane.kernel = Kernel::add;
  lane.format = binary32;
  lane.inputs = operands;
  if (!native().offers(lane).ready) GTEST_SKIP() << native().offers(lane).reason;
  std::fenv_t before;
  std::fegetenv(&before);
  std::fesetround(FE_DOWNWARD);
#if defined(__x86_64__)
  _mm_setcsr(_mm_getcsr() | 0x8040);  // FTZ and DAZ
  const unsigned asked = _mm_getcsr() & 0xffc0;
#endif
  const LaneResult r = native().run(lane);
  const int direction = std::fegetround();
#if defined(__x86_64__)
  const unsigned left = _mm_getcsr() & 0xffc0;
#endif
  std::fesetenv(&before);
  EXPECT_EQ(r.codes, soft().run(lane).codes);
  EXPECT_EQ(direction, FE_DOWNWARD);
#if defined(__x86_64__)
  EXPECT_EQ(left, asked);
#endif
}

TEST(Native, OffersFloatAndDoubleOnlyWhereTheyKeepTheirFormats) {
  for (const Format& f : {binary32, binary64}) {
    Lane lane;
    lane.kernel = Kernel::add;
    lane.format = f;
    EXPECT_EQ(native().offers(lane).ready, FLT_EVAL_METHOD == 0);
  }
}

/// Codes all over the format: uniformly drawn bits, so that subnormals, infinities and NaNs come along.
std::vector<Code> any_codes(const Format& f, std::size_t n, std::uint32_t stream) {
  std::vector<Code> codes(n);
  for (std::size_t i = 0; i < n; ++i) codes[i] = random_at(1, stream, i) & f.code_mask();
  return codes;
}

TEST(Elements, NativeAndSoftAgreeInEveryBit) {
  for (const Kernel k : {Kernel::add, Kernel::mul, Kernel::sum_equals, Kernel::exp, Kernel::scale_and_store})
    for (const Format& f : {binary64, binary32, binary16, bfloat16}) {
      Lane lane;
      lane.kernel = k;
      lane.format = f;
      lane.wide = f == binary64 ? binary64 : binary32;
      lane.context.nan = native().nan_rule(lane);
      const Availability offered = native().offers(lane);
      if (!offered.ready) {
        std::cout << "not here: " << info_of(k).name << " in " << name_of(f) << ": " << offered.reason << "\n";
        continue;
      }
      std::vector<Code> inputs = any_codes(k == Kernel::scale_and_store ? lane.wide : f, 300000, 5);
      if (k == Kernel::exp)  // half of them where e^x is an ordinary number
        for (std::size_t i = 0; i < inputs.size(); i += 2) {
          Silent silent;
          inputs[i] = round_pack(f, Context{}, (i & 2) != 0, -57, random_at(2, 9, i) >> 4 | 1, Discarded::nothing, silent).code;
        }
      if (k == Kernel::scale_and_store)
        for (std::size_t i = 1; i < inputs.size(); i += 2) inputs[i] = (lane.wide.infinity() >> 1) & ~lane.wide.trailing_mask();
      lane.inputs = inputs;
      const LaneResult a = soft().run(lane);
      const LaneResult b = native().run(lane);
      ASSERT_EQ(a.codes.size(), b.codes.size());
      const auto arity = static_cast<std::size_t>(info_of(k).arity);
      const auto results = static_cast<std::size_t>(info_of(k).results);
      std::size_t differ = 0;
      for (std::size_t i = 0; i < a.codes.size() && differ < 5; ++i) {
        std::size_t nans = 0;  // of two NaNs the first operand's comes out, and which one that is a compiler may choose
        if (k != Kernel::scale_and_store)
          for (std::size_t j = 0; j < arity; ++j) nans += is_nan(f, inputs[i / results * arity + j]) ? 1 : 0;
        if (nans > 1 || a.codes[i] == b.codes[i]) continue;
        ++differ;
        ADD_FAILURE() << info_of(k).name << " in " << name_of(f) << " at " << i << ": " << std::hex << a.codes[i] << " " << b.codes[i];
      }
    }
}

}  // namespace
}  // namespace ulplab::gpu
