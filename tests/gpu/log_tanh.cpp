// log, tanh and the sigmoid of our own: how far off they are, judged by MPFR, and that machines agree on their bits.
#include <gtest/gtest.h>
#include <mpfr.h>

#include <bit>
#include <cmath>

#include "gpu/backends/native_arithmetic.hpp"
#include "gpu/kernels/log.hpp"
#include "gpu/kernels/soft.hpp"
#include "gpu/kernels/tanh.hpp"
#include "softfloat/formats.hpp"

namespace ulplab::gpu {
namespace {

template <class F>
float in_float(float x) {
  Binary32 a;
  return F{}(a, x);
}

using Function = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t);

int sigmoid(mpfr_ptr y, mpfr_srcptr x, mpfr_rnd_t direction) {
  mpfr_neg(y, x, direction);
  mpfr_exp(y, y, direction);
  mpfr_add_ui(y, y, 1, direction);
  return mpfr_ui_div(y, 1, y, direction);
}

/// f(x) to 53 bits by MPFR: 29 more than the results that it judges have.
class Judge {
 public:
  explicit Judge(Function f) : f_(f) { mpfr_inits2(53, x_, y_, nullptr); }
  ~Judge() { mpfr_clears(x_, y_, nullptr); }
  Judge(const Judge&) = delete;
  Judge& operator=(const Judge&) = delete;

  double truth(double x) {
    mpfr_set_d(x_, x, MPFR_RNDN);
    f_(y_, x_, MPFR_RNDN);
    return mpfr_get_d(y_, MPFR_RNDN);
  }
  /// The distance of a binary32 result from the truth, in ulps of the truth.
  double ulps_off(float x, float got) {
    const double t = truth(x);
    if (t == 0) return got == 0 ? 0 : INFINITY;
    return std::fabs(got - t) / std::ldexp(1.0, std::max(std::ilogb(t), -126) - 23);
  }

 private:
  Function f_;
  mpfr_t x_, y_;
};

/// The largest error over the codes first, first + step, … before `end`.
template <class F>
double worst(Function truth, std::uint32_t first, std::uint32_t end, std::uint32_t step) {
  Judge judge(truth);
  double largest = 0;
  for (std::uint64_t code = first; code < end; code += step) {
    const float x = std::bit_cast<float>(static_cast<std::uint32_t>(code));
    const double off = judge.ulps_off(x, in_float<F>(x));
    if (!(off <= largest)) largest = std::isnan(off) ? INFINITY : off;
  }
  return largest;
}

constexpr std::uint32_t infinity = 0x7f800000;

TEST(Log, OfFloatIsWithinOneUlp) {
  const double all = worst<Log>(mpfr_log, 1, infinity, 19997);
  const double near_one = worst<Log>(mpfr_log, 0x3f000000, 0x40000000, 397);
  const double subnormal = worst<Log>(mpfr_log, 1, 0x00800000, 397);
  EXPECT_LT(std::max({all, near_one, subnormal}), 1.0);
  EXPECT_GT(all, 0.5) << "a sweep that found no rounding swept nothing";
}
TEST(Log, ExhaustiveOfEveryPositiveFloatIsWithinOneUlp) { EXPECT_LT(worst<Log>(mpfr_log, 1, infinity, 1), 1.0); }

TEST(Log, OfDoubleIsWithinOneUlp) {
  Binary64 a;
  long double largest = 0;
  for (double x = 0x1p-1074; x < 0x1p1023; x *= x < 0.5 || x > 2 ? 1.9137 : 1.000137) {
    const long double truth = std::log(static_cast<long double>(x));
    const long double ulp = std::ldexp(1.0L, std::ilogb(truth) - 52);
    largest = std::max(largest, std::fabs(static_cast<long double>(Log{}(a, x)) - truth) / ulp);
  }
  EXPECT_LT(largest, 1.0L);
}

TEST(Log, SpecialCases) {
  EXPECT_EQ(in_float<Log>(0.0f), -INFINITY);
  EXPECT_EQ(in_float<Log>(-0.0f), -INFINITY);
  EXPECT_EQ(in_float<Log>(INFINITY), INFINITY);
  EXPECT_EQ(std::bit_cast<std::uint32_t>(in_float<Log>(1.0f)), 0u);
  for (const float x : {-0x1p-149f, -1.0f, -INFINITY, NAN}) EXPECT_TRUE(std::isnan(in_float<Log>(x))) << x;
}

TEST(Log, FlagsAreThoseOfZeroAndOfNegativeNumbers) {
  const auto flags = [](Code x) {
    Soft<binary32> a;
    Log{}(a, x);
    return a.raised;
  };
  EXPECT_TRUE(flags(0x00000000).has(Flag::divide_by_zero));
  EXPECT_TRUE(flags(0xbf800000).has(Flag::invalid));
  EXPECT_FALSE(flags(0x40000000).has(Flag::divide_by_zero));
  EXPECT_FALSE(flags(0x40000000).has(Flag::invalid));
}

TEST(Tanh, OfFloatIsWithinOneAndAHalfUlp) {
  const double all = worst<Tanh>(mpfr_tanh, 1, infinity, 19997);
  const double curve = worst<Tanh>(mpfr_tanh, 0x39000000, 0x41800000, 997);
  EXPECT_LT(std::max(all, curve), 1.5);
  EXPECT_GT(curve, 0.5) << "a sweep that found no rounding swept nothing";
}
TEST(Tanh, ExhaustiveOfEveryPositiveFloatIsWithinOneAndAHalfUlp) { EXPECT_LT(worst<Tanh>(mpfr_tanh, 1, infinity, 1), 1.5); }

TEST(Tanh, OfDoubleIsWithinOneAndAHalfUlp) {
  Binary64 a;
  long double largest = 0;
  for (double x = 1e-9; x < 30; x = x < 1e-3 ? x * 1.01 : x + 1.37e-4) {
    const long double truth = std::tanh(static_cast<long double>(x));
    const long double ulp = std::ldexp(1.0L, std::ilogb(truth) - 52);
    largest = std::max(largest, std::fabs(static_cast<long double>(Tanh{}(a, x)) - truth) / ulp);
  }
  EXPECT_LT(largest, 1.5L);
}

TEST(Tanh, IsOddAndItsEndsAreOne) {
  for (std::uint32_t code = 0; code <= infinity; code += 65521) {
    const std::uint32_t positive = std::bit_cast<std::uint32_t>(in_float<Tanh>(std::bit_cast<float>(code)));
    const std::uint32_t negative = std::bit_cast<std::uint32_t>(in_float<Tanh>(std::bit_cast<float>(code | 0x80000000)));
    ASSERT_EQ(negative, positive | 0x80000000) << std::hex << code;
  }
  EXPECT_EQ(in_float<Tanh>(INFINITY), 1.0f);
  EXPECT_EQ(in_float<Tanh>(-INFINITY), -1.0f);
  EXPECT_EQ(in_float<Tanh>(9.1f), 1.0f);
  EXPECT_EQ(in_float<Tanh>(0x1p-149f), 0x1p-149f);
  EXPECT_TRUE(std::isnan(in_float<Tanh>(NAN)));
}

TEST(Sigmoid, OfFloatIsWithinThreeUlps) {
  const double positive = worst<Sigmoid>(sigmoid, 0x30000000, infinity, 19997);
  const double negative = worst<Sigmoid>(sigmoid, 0xb0000000, 0xc2b00000, 1997);  // down to -88
  EXPECT_LT(std::max(positive, negative), 3.0);
  EXPECT_GT(negative, 0.5) << "a sweep that found no rounding swept nothing";
}

TEST(Sigmoid, EndsAreZeroAndOne) {
  EXPECT_EQ(in_float<Sigmoid>(0.0f), 0.5f);
  EXPECT_EQ(in_float<Sigmoid>(INFINITY), 1.0f);
  EXPECT_EQ(in_float<Sigmoid>(-INFINITY), 0.0f);
  EXPECT_TRUE(std::isnan(in_float<Sigmoid>(NAN)));
}

template <class F>
class OfOurIntegers : public testing::Test {};
using Functions = testing::Types<Log, Tanh, Sigmoid>;
TYPED_TEST_SUITE(OfOurIntegers, Functions);

TYPED_TEST(OfOurIntegers, HaveTheBitsOfTheCpu) {
  Soft<binary32> soft;
  SoftAny any{AnyFormat{binary64}};
  Binary64 wide;
  for (std::uint32_t code = 0; code < 0xff800000; code += 65521) {
    if ((code & 0x7fffffff) > infinity) continue;
    const float x = std::bit_cast<float>(code);
    const float y = in_float<TypeParam>(x);
    const Code got = TypeParam{}(soft, code);
    if (std::isnan(y)) {
      ASSERT_TRUE(is_nan(binary32, got)) << x;
      continue;
    }
    ASSERT_EQ(got, std::bit_cast<std::uint32_t>(y)) << x;
    const Code twice = std::bit_cast<std::uint64_t>(static_cast<double>(x));
    ASSERT_EQ(TypeParam{}(any, twice), std::bit_cast<std::uint64_t>(TypeParam{}(wide, static_cast<double>(x)))) << x;
  }
}

}  // namespace
}  // namespace ulplab::gpu
