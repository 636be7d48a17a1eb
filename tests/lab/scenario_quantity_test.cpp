// Numbers in scenarios are exact, and written out exactly.
#include <gtest/gtest.h>

#include "gpu/backends/backend.hpp"
#include "gpu/kernels/random.hpp"
#include "lab/scenario/quantity.hpp"
#include "softfloat/formats.hpp"

namespace ulplab::lab {
namespace {

using exact::Rational;

TEST(Quantity, IsReadExactly) {
  const std::pair<const char*, Rational> rows[] = {
      {"0.1", Rational(1, 10)},      {"-2.50", Rational(-5, 2)},        {"1.5e-3", Rational(3, 2000)}, {"1E3", Rational(1000)},
      {"0x1.8p-1", Rational(3, 4)},  {"0x10", Rational(16)},            {"2^14", Rational(16384)},     {"-2^-3", Rational(-1, 8)},
      {".5", Rational(1, 2)},        {"+7", Rational(7)},               {"0", Rational(0)},            {"0e99999", Rational(0)},
      {"5.", Rational(5)},            {"0.0625", Rational(1, 16)},
      {"0x0.08", Rational(1, 32)},   {"0xfF", Rational(255)},          {"0.0", Rational(0)},
  };
  for (const auto& [text, want] : rows) {
    const QuantityResult r = read_quantity(text);
    ASSERT_TRUE(r.quantity) << text << ": " << r.problem;
    EXPECT_EQ(r.quantity->value, want) << text;
  }
  for (const char* text : {"", "x", "1x", "1e", "0x", "2^", "2^1.5", "--1", "1 2", "inf", "nan", "007", "1e20001", "2^99999", "0b1"})
    EXPECT_FALSE(read_quantity(text).quantity) << text;
}

TEST(Quantity, IsWrittenShortAndExact) {
  EXPECT_EQ(short_decimal(Rational(1, 3), 4), "0.3333");
  EXPECT_EQ(short_decimal(Rational(2, 3), 4), "0.6667");
  EXPECT_EQ(short_decimal(Rational(99996), 4), "100000");
  EXPECT_EQ(short_decimal(Rational(99999999), 4), "1e8");
  EXPECT_EQ(short_decimal(Rational(-1, 100000), 4), "-1e-5");
  EXPECT_EQ(short_decimal(Rational(958, 100000), 3), "0.00958");
  EXPECT_EQ(short_decimal(Rational(12345), 3), "12300");
  EXPECT_EQ(short_decimal(Rational(25, 10), 1), "2") << "ties to even";
  EXPECT_EQ(short_decimal(Rational(35, 10), 1), "4");
  EXPECT_EQ(short_decimal(Rational(0), 4), "0");
  EXPECT_EQ(short_decimal(exact::power_of_two(-1074), 5), "4.9407e-324");
  EXPECT_EQ(exact_text(Rational(1, 10)), "0.1");
  EXPECT_EQ(exact_text(Rational(-3, 8)), "-0.375");
  EXPECT_EQ(exact_text(Rational(1, 1024)), "0.0009765625");
  EXPECT_EQ(exact_text(Rational(100)), "100");
}

TEST(Quantity, IsRoundedOnceAsTextIs) {
  EXPECT_EQ(round_to(binary32, Rational(1, 10)).code, 0x3DCCCCCDu);
  EXPECT_EQ(round_to(binary16, Rational(-1, 3)).code, 0xB555u);
  EXPECT_EQ(round_to(binary16, Rational(65520)).code, 0x7C00u);
  EXPECT_EQ(round_to(binary16, Rational(65520)).flags, Flag::overflow | Flag::inexact);
  EXPECT_EQ(round_to(binary16, exact::power_of_two(-25)).code, 0u) << "a tie, to even";
  EXPECT_EQ(round_to(binary16, Rational(exact::power_of_two(-25) + exact::power_of_two(-2000))).code, 1u) << "just above the tie";
  for (const char* zero : {"-0", "-0.0e5", "-0x0p1"}) {
    EXPECT_EQ(round_to(binary16, *read_quantity(zero).quantity).code, 0x8000u) << zero;
    EXPECT_EQ(round_to(fp8_e5m2fnuz, *read_quantity(zero).quantity).code, 0u) << "a format without negative zero";
  }
  EXPECT_EQ(round_to(binary16, *read_quantity("0").quantity).code, 0u);
  EXPECT_EQ(round_to(fp8_e4m3, Rational(464)).code, 0x7Eu);
  EXPECT_EQ(round_to(fp8_e4m3, Rational(465)).code, 0x7Fu);
}

TEST(Quantity, PowersOfEAreRightToManyDigits) {
  // DLMF 4.2: e = 2.71828 18284 59045 23536 02874 71352 66249 77572 47093 69995 …
  EXPECT_EQ(short_decimal(exp_of(Rational(1)), 40), "2.718281828459045235360287471352662497757");
  EXPECT_EQ(exp_of(Rational(0)), 1);
  EXPECT_EQ(short_decimal(exp_of(Rational(1109, 100)) * exp_of(Rational(-1109, 100)), 40), "1");
  EXPECT_EQ(short_decimal(exp_of(Rational(1109375, 100000)), 6), "65758.9");  // shared/mixed-precision.md 5.3
  EXPECT_EQ(short_decimal(exp_of(Rational(12)), 7), "162754.8");
}

TEST(Exp, OurOwnKernelIsWithinOneUlp) {
  const gpu::Backend& soft = *gpu::find_backend("soft");
  for (const Format& f : {binary32, binary64}) {
    std::vector<Code> x;
    for (int i = 0; i < 400; ++i) {
      const auto draw = static_cast<std::int64_t>(gpu::random_at(1, 2, static_cast<std::uint64_t>(i)) >> 1);
      const Rational range = i % 2 == 0 ? Rational(1) : Rational(f == binary32 ? 87 : 700);
      x.push_back(round_to(f, (Rational(draw) * exact::power_of_two(-62) - 1) * range).code);
    }
    gpu::Lane lane;
    lane.kernel = gpu::Kernel::exp;
    lane.format = lane.wide = f;
    lane.inputs = x;
    const gpu::LaneResult r = soft.run(lane);
    Rational worst = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
      const Rational truth = exp_of(exact::value_of(f, x[i]));
      const Rational error = abs(exact::value_of(f, r.codes[i]) - truth) / ulp_at(f, truth);
      worst = std::max(worst, error);
    }
    EXPECT_LT(worst, 1) << short_decimal(worst, 4);
  }
}

TEST(Exp, EndsOfTheRange) {
  const gpu::Backend& soft = *gpu::find_backend("soft");
  const auto exp_in = [&](const Format& f, Code code) {
    gpu::Lane lane;
    lane.kernel = gpu::Kernel::exp;
    lane.format = f;
    lane.wide = binary32;
    lane.inputs = {&code, 1};
    return soft.run(lane).codes.at(0);
  };
  EXPECT_EQ(exp_in(binary32, 0), 0x3F800000u) << "e^0";
  EXPECT_EQ(exp_in(binary32, 0x7F800000), 0x7F800000u) << "e^inf";
  EXPECT_EQ(exp_in(binary32, 0xFF800000), 0u) << "e^-inf";
  EXPECT_EQ(exp_in(binary32, 0x7FC00000), 0x7FC00000u) << "e^NaN";
  EXPECT_EQ(exp_in(binary32, round_to(binary32, Rational(89)).code), 0x7F800000u);
  EXPECT_EQ(exp_in(binary32, round_to(binary32, Rational(-104)).code), 0u);
  EXPECT_EQ(exp_in(binary32, round_to(binary32, Rational(-103)).code), 1u) << "1.4e-45 is the smallest number";
  EXPECT_EQ(exp_in(binary16, 0x498B), 0x7BF7u) << "11.0859375 is the largest argument with a finite result: 65248";
  EXPECT_EQ(exp_in(binary16, 0x498C), 0x7C00u);
  EXPECT_EQ(exp_in(binary16, round_to(binary16, Rational(-17328125, 1000000)).code), 0x0001u);
  EXPECT_EQ(exp_in(binary16, round_to(binary16, Rational(-17328125, 1000000)).code + 1), 0x0000u);
}

}  // namespace
}  // namespace ulplab::lab
