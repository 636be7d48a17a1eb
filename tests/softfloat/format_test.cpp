// Which formats may a person write, and what does each limit say? What are the derived numbers of the named ones?
#include "softfloat/format.hpp"

#include "softfloat/formats.hpp"
#include "support.hpp"

namespace ulplab::test {
namespace {

struct Limit {
  Format format;
  const char* says;  ///< the beginning of the sentence; nullptr: nothing is wrong
};

const char* const bias_limit = "bias must put all exponents between -16383 and 16383";

const Limit limits[] = {
    //  w   p      bias  specials                     subn.  signed zero
    {{ 5,  11,      15}, nullptr},
    {{15,  49,   16383}, nullptr},
    {{ 2,  62,       1}, nullptr},  // 1 + 2 + 61 = 64 fits
    {{ 0,  11,      15}, "exponent bits must be between 1 and 15"},
    {{-3,  11,      15}, "exponent bits must be between 1 and 15"},
    {{16,  11,      15}, "exponent bits must be between 1 and 15"},
    {{ 5,   0,      15}, "precision must be between 1 and 62 bits"},
    {{ 5,  -1,      15}, "precision must be between 1 and 62 bits"},
    {{ 2,  63,       1}, "precision must be between 1 and 62 bits"},
    {{ 3,  62,       3}, "sign, exponent and trailing significand must fit in 64 bits"},
    {{15,  50,   16383}, "sign, exponent and trailing significand must fit in 64 bits"},
    {{15,  50,   16383, Specials::ieee,              true,  false, true}, nullptr},
    {{ 1,   1,       0, Specials::finite_only,       true,  false, true}, "a format needs at least 2 bits"},
    {{ 2,   1,       1, Specials::finite_only,       true,  false, true}, nullptr},
    {{ 1,   3,       0}, "specials 'ieee' reserve the largest exponent"},
    {{ 1,   3,       0, Specials::finite_only}, nullptr},
    {{ 4,   1,       7}, "specials 'ieee' need precision 2 or more"},
    {{ 4,   1,       7, Specials::all_ones_nan}, nullptr},
    {{ 4,   4,       8, Specials::negative_zero_nan, true,  false, true}, "specials 'negative_zero_nan' put NaN in place of -0"},
    {{ 4,   4,       8, Specials::negative_zero_nan, false, true,  false}, "specials 'negative_zero_nan' put NaN in place of -0"},
    {{ 8,   1,     127, Specials::all_ones_nan,      false, true,  false}, "a format without zero must be unsigned and without subnormals"},
    {{ 8,   1,     127, Specials::all_ones_nan,      true,  false, false}, "a format without zero must be unsigned and without subnormals"},
    {{ 8,   1,     127, Specials::all_ones_nan,      false, false, false}, nullptr},
    {{ 1,   1,       0, Specials::all_ones_nan}, "this format has no normal number"},
    {{ 1,   2,       0, Specials::all_ones_nan}, nullptr},
    {{ 5,  11,   40000}, bias_limit},
    {{ 5,  11,  -40000}, bias_limit},
    {{ 5,  11, -2147483647 - 1}, bias_limit},
    {{ 5,  11,  2147483647}, bias_limit},
    {{ 5,  11,   16384}, nullptr},
    {{ 5,  11,   16385}, bias_limit},
    {{ 5,  11,  -16353}, nullptr},  // emax = 30 + 16353
    {{ 5,  11,  -16354}, bias_limit},
    {{15,  11,   16382}, bias_limit},
    {{15,  11,   16384}, nullptr},
    {{15,  11,   16384, Specials::finite_only}, nullptr},
    {{15,  11,   16383, Specials::finite_only}, bias_limit},
};

TEST(Format, each_limit_is_checked_and_says_what_is_wrong) {
  for (const Limit& limit : limits) {
    const Format& f = limit.format;
    const std::string which = "w " + std::to_string(f.exponent_bits) + ", p " + std::to_string(f.precision) + ", bias " + std::to_string(f.bias);
    const char* problem = problem_of(f);
    if (limit.says == nullptr) {
      EXPECT_EQ(problem, nullptr) << which << ": " << (problem == nullptr ? "" : problem);
    } else if (problem == nullptr) {
      ADD_FAILURE() << which << " was accepted; expected: " << limit.says;
    } else {
      EXPECT_EQ(std::string(problem).rfind(limit.says, 0), 0u) << which << "\n  expected  " << limit.says << "\n  got       " << problem;
    }
  }
}

TEST(Format, every_format_with_a_name_can_be_used) {
  for (const NamedFormat& named : named_formats) EXPECT_EQ(problem_of(named.format), nullptr) << named.name;
  for (const TestFormat& invented : invented_formats()) EXPECT_EQ(problem_of(invented.format), nullptr) << invented.name;
}

TEST(Format, whatever_is_accepted_has_sane_derived_numbers) {
  std::uint64_t accepted = 0;
  for (int w = 1; w <= 6; ++w)
    for (int p = 1; p <= 5; ++p)
      for (const Specials specials : {Specials::ieee, Specials::all_ones_nan, Specials::negative_zero_nan, Specials::finite_only})
        for (int flags = 0; flags < 8; ++flags) {
          const Format f{w, p, default_bias(w), specials, (flags & 1) != 0, (flags & 2) != 0, (flags & 4) != 0};
          if (problem_of(f) != nullptr) continue;
          ++accepted;
          const exact::NumberLine line(f);
          ASSERT_EQ(f.max_finite(), line.largest_code());
          ASSERT_EQ(f.emin(), line.emin());
          ASSERT_EQ(exact::Integer(1) << (f.emin() - line.unit_exponent()), line.units_of(f.min_normal()));
          ASSERT_EQ(f.emax(), static_cast<int>(msb(line.largest())) + line.unit_exponent());
          ASSERT_GT(line.units_of(f.min_nonzero()), 0);
          if (f.min_nonzero() > 0) {
            ASSERT_EQ(line.units_of(f.min_nonzero() - 1), 0);
          }
          if (f.has_infinity()) {
            ASSERT_EQ(exact::decode(f, f.infinity()).kind, exact::Kind::infinity);
          }
        }
  EXPECT_GT(accepted, 100u);
}

/// OCP 8-bit Floating Point Specification 1.0 table 1, OCP MX 1.0 tables 1 to 5, IEEE 754-2019 table 3.5, arXiv:2206.02915 table 2.
struct Known {
  Format format;
  int width, emin, emax;
  Code max_finite, min_normal, min_nonzero;
};
const Known known[] = {
    {binary16,     16,   -14,   15, 0x7bff,             0x0400,             0x0001},
    {bfloat16,     16,  -126,  127, 0x7f7f,             0x0080,             0x0001},
    {tf32,         19,  -126,  127, 0x3fbff,            0x00400,            0x00001},
    {binary32,     32,  -126,  127, 0x7f7fffff,         0x00800000,         0x00000001},
    {binary64,     64, -1022, 1023, 0x7fefffffffffffff, 0x0010000000000000, 0x0000000000000001},
    {fp8_e4m3,      8,    -6,    8, 0x7e,               0x08,               0x01},
    {fp8_e5m2,      8,   -14,   15, 0x7b,               0x04,               0x01},
    {fp8_e4m3fnuz,  8,    -7,    7, 0x7f,               0x08,               0x01},
    {fp8_e5m2fnuz,  8,   -15,   15, 0x7f,               0x04,               0x01},
    {fp6_e3m2,      6,    -2,    4, 0x1f,               0x04,               0x01},
    {fp6_e2m3,      6,     0,    2, 0x1f,               0x08,               0x01},
    {fp4_e2m1,      4,     0,    2, 0x7,                0x2,                0x1},
    {scale_e8m0,    8,  -127,  127, 0xfe,               0x00,               0x00},
};
TEST(Format, derived_numbers_are_those_of_the_specifications) {
  for (const Known& k : known) {
    EXPECT_EQ(k.format.width(), k.width);
    EXPECT_EQ(k.format.emin(), k.emin);
    EXPECT_EQ(k.format.emax(), k.emax);
    EXPECT_EQ(k.format.max_finite(), k.max_finite);
    EXPECT_EQ(k.format.min_normal(), k.min_normal);
    EXPECT_EQ(k.format.min_nonzero(), k.min_nonzero);
  }
  EXPECT_EQ(exact::value_of(fp8_e4m3, 0x7e), 448);
  EXPECT_EQ(exact::value_of(fp8_e5m2, 0x7b), 57344);
  EXPECT_EQ(exact::value_of(fp8_e4m3fnuz, 0x7f), 240);
  EXPECT_EQ(exact::value_of(fp8_e5m2fnuz, 0x7f), 57344);
  EXPECT_EQ(exact::value_of(fp6_e3m2, 0x1f), 28);
  EXPECT_EQ(exact::value_of(fp6_e2m3, 0x1f), exact::Rational(15, 2));
  EXPECT_EQ(exact::value_of(fp4_e2m1, 0x7), 6);
  EXPECT_EQ(exact::value_of(binary16, 0x7bff), 65504);
}

}  // namespace
}  // namespace ulplab::test
