// Is the judge right? The oracle against numbers from specifications, against its own other way of finding neighbours, and
// against MPFR's text.
#include <gtest/gtest.h>
#include <mpfr.h>

#include <cstring>
#include <random>
#include <stdexcept>
#include <string>

#include "softfloat/exact/oracle.hpp"
#include "softfloat/formats.hpp"

namespace ulplab::exact {
namespace {

Context towards(Rounding rounding, Tininess tininess = Tininess::after) {
  Context c;
  c.rounding = rounding;
  c.tininess = tininess;
  return c;
}

Exact number(const Rational& x) {
  return {x < 0, abs(Integer(numerator(x))), denominator(x), 0};
}

TEST(Decode, values_of_codes_are_those_of_the_specifications) {
  EXPECT_EQ(value_of(binary16, 0b0'01111'0000000000), 1);
  EXPECT_EQ(value_of(binary16, 0b1'10000'1000000000), -3);
  EXPECT_EQ(value_of(binary16, 0b0'00000'0000000001), power_of_two(-24));
  EXPECT_EQ(value_of(binary16, 0b0'11110'1111111111), 65504);
  EXPECT_EQ(value_of(bfloat16, 0x0001), power_of_two(-133));
  EXPECT_EQ(value_of(binary64, 0x7fefffffffffffff), power_of_two(1024) - power_of_two(971));
  EXPECT_EQ(value_of(fp8_e4m3, 0b0'1111'110), 448);       // OCP OFP8, table 1
  EXPECT_EQ(value_of(fp8_e4m3, 0b0'0000'001), power_of_two(-9));
  EXPECT_EQ(value_of(fp8_e5m2, 0b0'11110'11), 57344);
  EXPECT_EQ(value_of(fp8_e4m3fnuz, 0b0'1111'111), 240);   // arXiv:2206.02915, table 2
  EXPECT_EQ(value_of(fp6_e3m2, 0b0'111'11), 28);          // OCP MX, table 4
  EXPECT_EQ(value_of(fp6_e2m3, 0b0'00'001), Rational(1, 8));
  EXPECT_EQ(value_of(fp4_e2m1, 0b0'00'1), Rational(1, 2));
  EXPECT_EQ(value_of(scale_e8m0, 0), power_of_two(-127));
  EXPECT_EQ(value_of(scale_e8m0, 254), power_of_two(127));
}

TEST(Decode, specials_are_where_each_format_has_them) {
  EXPECT_EQ(decode(binary16, 0x7c00).kind, Kind::infinity);
  EXPECT_EQ(decode(binary16, 0x7c01).kind, Kind::signaling_nan);
  EXPECT_EQ(decode(binary16, 0xfe00).kind, Kind::quiet_nan);
  EXPECT_EQ(decode(fp8_e4m3, 0x7f).kind, Kind::quiet_nan);
  EXPECT_EQ(decode(fp8_e4m3, 0x78).kind, Kind::number);
  EXPECT_EQ(decode(fp8_e4m3fnuz, 0x80).kind, Kind::quiet_nan);
  EXPECT_EQ(decode(fp8_e4m3fnuz, 0x7f).kind, Kind::number);
  EXPECT_EQ(decode(fp6_e3m2, 0x1f).kind, Kind::number);
  EXPECT_EQ(decode(scale_e8m0, 0xff).kind, Kind::quiet_nan);
}

TEST(NumberLine, numbers_round_to_themselves_and_midpoints_to_even) {
  for (const NamedFormat& named : named_formats) {
    const Format& f = named.format;
    if (f.width() > 16) continue;
    const Oracle oracle(f);
    for (Code a = 0; a <= oracle.line().largest_code(); ++a) {
      const Outcome here = oracle.number(number(value_of(f, a)));
      ASSERT_EQ(oracle.answer(here, towards(Rounding::nearest_even)), (Rounded{a, {}})) << named.name << " " << a;
      if (a == oracle.line().largest_code()) continue;
      const Rational middle = (value_of(f, a) + value_of(f, a + 1)) / 2;
      const Code even = f.precision == 1 ? a + 1 : a + (a & 1);
      const Outcome tie = oracle.number(number(middle));
      ASSERT_EQ(oracle.answer(tie, towards(Rounding::nearest_even)).code, even) << named.name << " " << a;
      ASSERT_EQ(oracle.answer(tie, towards(Rounding::nearest_away)).code, a + 1) << named.name << " " << a;
      ASSERT_EQ(oracle.answer(tie, towards(Rounding::toward_zero)).code, a) << named.name << " " << a;
      ASSERT_EQ(oracle.answer(tie, towards(Rounding::up)).code, a + 1) << named.name << " " << a;
      ASSERT_TRUE(oracle.answer(tie, towards(Rounding::down)).flags.has(Flag::inexact));
    }
  }
}

TEST(NumberLine, overflow_begins_at_the_midpoint_to_the_number_after_the_largest) {
  struct Row { Format format; int tie; Code largest; Code beyond; bool tie_overflows; };
  const Row rows[] = {{binary16, 65520, 0x7bff, 0x7c00, true},
                      {fp8_e5m2, 61440, 0x7b, 0x7c, true},
                      {fp8_e4m3, 464, 0x7e, 0x7f, false},   // 448 = 1.110: even
                      {fp8_e4m3fnuz, 248, 0x7f, 0x80, true},
                      {fp6_e3m2, 30, 0x1f, 0x1f, true},
                      {fp4_e2m1, 7, 0x7, 0x7, true}};
  for (const Row& row : rows) {
    const Oracle oracle(row.format);
    const auto nearest = [&](const Rational& x) { return oracle.answer(oracle.number(number(x)), towards(Rounding::nearest_even)); };
    const Rational little = power_of_two(-60);
    const Rounded over{row.beyond, Flag::overflow | Flag::inexact};
    EXPECT_EQ(nearest(row.tie - little), (Rounded{row.largest, Flag::inexact})) << row.tie;
    EXPECT_EQ(nearest(row.tie), row.tie_overflows ? over : (Rounded{row.largest, Flag::inexact})) << row.tie;
    EXPECT_EQ(nearest(row.tie + little), over) << row.tie;
  }
}

TEST(NumberLine, tininess_after_rounding_looks_at_p_bits_and_an_unbounded_exponent) {
  // between 2^-14 - 2^-26 (the midpoint in 11 bits) and 2^-14 the result is 2^-14 and not tiny after rounding
  const Oracle oracle(binary16);
  const Rational normal = power_of_two(-14);
  const auto flags = [&](const Rational& x, Tininess t) { return oracle.answer(oracle.number(number(x)), towards(Rounding::nearest_even, t)).flags; };
  EXPECT_EQ(flags(normal - power_of_two(-26), Tininess::after), Flags(Flag::inexact));  // the tie goes to even, 2^-14
  EXPECT_EQ(flags(normal - power_of_two(-26), Tininess::before), Flag::underflow | Flag::inexact);
  EXPECT_EQ(flags(normal - power_of_two(-26) - power_of_two(-40), Tininess::after), Flag::underflow | Flag::inexact);
  EXPECT_EQ(flags(normal, Tininess::before), Flags());
  EXPECT_EQ(flags(normal - power_of_two(-24), Tininess::before), Flags());  // exact subnormals raise nothing
}

/// The list and the division are two ways to the same neighbours: a format of 16 bits and a wider one with its numbers in it.
TEST(NumberLine, searching_the_list_and_computing_the_neighbours_agree) {
  Format wide = binary16;
  wide.exponent_bits = 8;  // 19 bits: computed; the same numbers from 2^-14 to 65504
  wide.bias = 15;
  const Oracle listed(binary16), computed(wide);
  std::mt19937_64 random(3);
  for (int i = 0; i < 50000; ++i) {
    const Exact x{(random() & 1) != 0, Integer(random() >> (random() % 60)) + 1, Integer(random() >> (random() % 60)) + 1,
                  static_cast<int>(random() % 20) - 10, i % 2 == 0};
    const Located a = listed.number(x).at;
    const Located b = computed.number(x).at;
    if (a.beyond || a.high_is_beyond) continue;
    for (const Rounding r : {Rounding::nearest_even, Rounding::nearest_away, Rounding::up, Rounding::down, Rounding::to_odd}) {
      const Rounded ra = listed.round(a, towards(r));
      const Rounded rb = computed.round(b, towards(r));
      ASSERT_EQ(value_of(binary16, ra.code), value_of(wide, rb.code));
      ASSERT_EQ(ra.flags, rb.flags);
    }
  }
}

TEST(NumberLine, what_is_no_format_has_none) {
  EXPECT_THROW(NumberLine(Format{}), std::invalid_argument) << "its list of numbers would be endless";
}

TEST(Oracle, roots_are_compared_by_squaring) {
  const Oracle oracle(binary64);
  EXPECT_EQ(oracle.answer(oracle.sqrt(0x4000000000000000), {}).code, 0x3ff6a09e667f3bcdu);   // sqrt 2
  EXPECT_EQ(oracle.answer(oracle.rsqrt(0x4000000000000000), {}).code, 0x3fe6a09e667f3bcdu);  // 1 / sqrt 2
  EXPECT_EQ(oracle.answer(oracle.sqrt(0x4010000000000000), {}), (Rounded{0x4000000000000000, {}}));
}

TEST(Oracle, decimal_text_read_by_MPFR_rounds_alike) {
  const Oracle oracle(binary32);
  mpfr_t x;
  mpfr_init2(x, 24);
  std::mt19937_64 random(9);
  for (int i = 0; i < 20000; ++i) {
    const std::uint64_t digits = random();
    const int exponent = static_cast<int>(random() % 40) - 30;
    const std::string text = std::to_string(digits) + "e" + std::to_string(exponent);
    Integer ten = 1;
    for (int k = 0; k < std::abs(exponent); ++k) ten *= 10;
    const Exact exact = exponent >= 0 ? Exact{false, digits * ten, 1, 0} : Exact{false, digits, ten, 0};
    mpfr_set_str(x, text.c_str(), 10, MPFR_RNDN);
    const float want = mpfr_get_flt(x, MPFR_RNDN);
    std::uint32_t bits;
    std::memcpy(&bits, &want, sizeof bits);
    ASSERT_EQ(oracle.answer(oracle.number(exact), {}).code, bits) << text;
  }
  mpfr_clear(x);
}

}  // namespace
}  // namespace ulplab::exact
