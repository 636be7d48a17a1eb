// e^x of our own: how far off it is, and that machines agree on its bits.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>

#include "gpu/backends/native_arithmetic.hpp"
#include "gpu/kernels/exp.hpp"
#include "gpu/kernels/soft.hpp"
#include "softfloat/formats.hpp"

namespace ulplab::gpu {
namespace {

float exp_of(float x) {
  Binary32 a;
  return Exp{}(a, x, exp_terms(24));
}

TEST(Exp, OfFloatIsWithinOneUlp) {
  double worst = 0;
  for (std::uint32_t code = 0x30000000; code < 0x43000000; code += 97)  // 2^-31 to 128
    for (const float x : {std::bit_cast<float>(code), -std::bit_cast<float>(code)}) {
      const double truth = std::exp(static_cast<double>(x));
      const float got = exp_of(x);
      if (truth > 0x1.fffffefp127) {
        ASSERT_EQ(got, INFINITY) << x;
        continue;
      }
      const double ulp = std::ldexp(1.0, std::max(std::ilogb(truth), -126) - 23);
      worst = std::max(worst, std::fabs(got - truth) / ulp);
    }
  EXPECT_LT(worst, 1.0);
  EXPECT_GT(worst, 0.5) << "a sweep that found no rounding swept nothing";
}

TEST(Exp, OfDoubleIsWithinOneUlp) {
  Binary64 a;
  long double worst = 0;
  for (double x = -740; x < 709; x += 0.01371) {
    const long double truth = std::exp(static_cast<long double>(x));
    const long double ulp = std::ldexp(1.0L, std::max(std::ilogb(truth), -1022) - 52);
    worst = std::max(worst, std::fabs(static_cast<long double>(Exp{}(a, x, exp_terms(53))) - truth) / ulp);
  }
  EXPECT_LT(worst, 1.0L);
}

TEST(Exp, EndsAreZeroAndInfinityAndNaNStaysOne) {
  EXPECT_EQ(exp_of(-INFINITY), 0.0f);
  EXPECT_EQ(exp_of(INFINITY), INFINITY);
  EXPECT_EQ(exp_of(-104.0f), 0.0f);
  EXPECT_EQ(exp_of(-103.9f), 0x1p-149f);
  EXPECT_EQ(exp_of(88.8f), INFINITY);
  EXPECT_EQ(exp_of(0.0f), 1.0f);
  EXPECT_TRUE(std::isnan(exp_of(NAN)));
}

TEST(Exp, OurIntegersAndTheCpuAgree) {
  Soft<binary32> soft;
  for (std::uint32_t code = 0; code < 0xff800000; code += 65521) {
    if ((code & 0x7fffffff) > 0x7f800000) continue;
    const Code got = Exp{}(soft, code, exp_terms(24));
    ASSERT_EQ(got, std::bit_cast<std::uint32_t>(exp_of(std::bit_cast<float>(code)))) << std::hex << code;
  }
}

TEST(Native, NearestIntegerIsThatOfTheStandardLibrary) {
  Binary32 f;
  Binary64 d;
  for (std::uint32_t code = 0; code < 0x7f800000; code += 7919)
    for (const float x : {std::bit_cast<float>(code), -std::bit_cast<float>(code)}) {
      ASSERT_EQ(std::bit_cast<std::uint32_t>(f.nearest_integer(x)), std::bit_cast<std::uint32_t>(std::nearbyint(x))) << x;
      ASSERT_EQ(std::bit_cast<std::uint64_t>(d.nearest_integer(x)), std::bit_cast<std::uint64_t>(std::nearbyint(static_cast<double>(x)))) << x;
    }
  for (const double x : {0x1p52 - 0.5, 0x1p52 + 1, 0x1.fffffffffffffp51, 4503599627370495.5}) EXPECT_EQ(d.nearest_integer(x), std::nearbyint(x));
}

}  // namespace
}  // namespace ulplab::gpu
