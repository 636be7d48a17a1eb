// Is stochastic rounding what it says: up with the probability of the discarded fraction, and never for exact values?
#include "softfloat/add.hpp"
#include "softfloat/convert.hpp"
#include "softfloat/div.hpp"
#include "support.hpp"

namespace ulplab::test {
namespace {

TEST(Stochastic, of_all_random_values_exactly_the_discarded_fraction_goes_up) {
  // E4M3 keeps 3 bits of the trailing significand, so f16 has 7 more: f = k / 128, and of 2^n random values k 2^n / 128 go up
  for (Code a = 0x3c00; a < 0x4000; ++a) {
    const Code low = convert(binary16, a, fp8_e4m3, rounding_to(Rounding::toward_zero)).code;
    for (const int n : {7, 8, 10}) {
      int ups = 0;
      for (std::uint32_t r = 0; r < (1u << n); ++r) ups += convert(binary16, a, fp8_e4m3, stochastic(n, r)).code == low + 1 ? 1 : 0;
      ASSERT_EQ(ups, static_cast<int>(a & 0x7f) << (n - 7)) << text_of(binary16, a) << ", " << n << " random bits";
    }
  }
}

TEST(Stochastic, fewer_random_bits_than_discarded_ones_use_the_top_of_the_fraction) {
  for (Code a = 0x3c00; a < 0x3c80; ++a) {  // f = k / 128 with 3 random bits: floor(8 f) of 8 go up
    int ups = 0;
    for (std::uint32_t r = 0; r < 8; ++r) ups += convert(binary16, a, fp8_e4m3, stochastic(3, r)).code == 0x39 ? 1 : 0;
    ASSERT_EQ(ups, static_cast<int>((a & 0x7f) / 16)) << text_of(binary16, a);
  }
}

TEST(Stochastic, f32_to_bf16_is_adding_the_random_bits_to_the_low_half_and_truncating) {  // shared/data/README.md, sr16
  CodeSource codes(binary32, 16);
  Failures failures;
  for (int i = 0; i < 200000; ++i) {
    const Code a = i % 2 == 0 ? codes.structured() : codes.any();
    const auto r = static_cast<std::uint32_t>(codes.bits() & 0xffff);
    if (exact::decode(binary32, a).kind != exact::Kind::number) continue;
    const Context c = stochastic(16, r);
    failures.compare(bfloat16, {((a & 0x7fffffff) + r) >> 16 | (a >> 31 << 15), {}}, {convert(binary32, a, bfloat16, c).code, {}}, c,
                     binary32, {a}, "f32 to bf16");
  }
}

TEST(Stochastic, exact_values_never_move) {
  Failures failures;
  for (Code a = 0; a < 0x10000; ++a)
    for (const std::uint32_t r : {0u, 0xffffu}) {
      if (exact::decode(bfloat16, a).nan()) continue;
      const Context c = stochastic(16, r);
      failures.compare(binary32, {a << 16, {}}, convert(bfloat16, a, binary32, c), c, bfloat16, {a}, "bf16 to f32");
      failures.compare(bfloat16, {a, {}}, convert(binary32, a << 16, bfloat16, c), c, binary32, {a << 16}, "f32 to bf16");
    }
}

TEST(Stochastic, bits_above_the_width_do_not_count) {
  for (std::uint32_t r = 0; r < 256; ++r)
    ASSERT_EQ(div(binary16, 0x3c00, 0x4200, stochastic(8, r)).code, div(binary16, 0x3c00, 0x4200, stochastic(8, r | 0xabcdef00)).code);
}

TEST(Stochastic, both_signs_round_alike) {  // the magnitude moves away from zero or does not
  for (std::uint32_t r = 0; r < 65536; r += 257)
    ASSERT_EQ(div(binary16, 0x3c00, 0x4200, stochastic(16, r)).code | 0x8000, div(binary16, 0xbc00, 0x4200, stochastic(16, r)).code);
}

}  // namespace
}  // namespace ulplab::test
