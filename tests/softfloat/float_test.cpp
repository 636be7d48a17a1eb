// Does Float behave as a number type should?
#include "softfloat/float.hpp"

#include <gtest/gtest.h>

#include <sstream>
#include <unordered_set>

#include "softfloat/eigen.hpp"
#include "softfloat/fmt.hpp"
#include "softfloat/literals.hpp"

namespace ulplab {
namespace {

using namespace literals;
using Half = Float<binary16>;
using Brain = Float<bfloat16>;

static_assert((0.1_fp16).code() == 0x2e66);
static_assert((0.1_fp16 + 0.2_fp16).code() == 0x34cc && (0.3_fp16).code() == 0x34cd);  // not equal in FP16
static_assert(0.1_fp32 + 0.2_fp32 == 0.3_fp32);                                          // equal in FP32
static_assert((65519.99999999999999_fp16).code() == 0x7bff);
static_assert((0x1p-24_fp16).code() == 0x0001);
static_assert(sizeof(Half) == 2 && sizeof(Float<fp8_e4m3>) == 1 && sizeof(Float<tf32>) == 4);

TEST(Float, literals_are_rounded_once_from_the_digits_that_stand_there) {
  EXPECT_EQ((1.00048828125000000000000000000000000001_fp16).code(), 0x3c01);  // a double would have lost the last digit
  EXPECT_EQ((1.0000000596046447753906251_fp32).code(), 0x3f800001u);
  EXPECT_EQ((464_e4m3).code(), 0x7e);
}

TEST(Float, compound_operators_do_what_the_plain_ones_do) {
  Half x = 3_fp16;
  x += 1_fp16;
  EXPECT_EQ(x, 4_fp16);
  x -= 1_fp16;
  EXPECT_EQ(x, 3_fp16);
  x *= 2_fp16;
  EXPECT_EQ(x, 6_fp16);
  x /= 4_fp16;
  EXPECT_EQ(x, 1.5_fp16);
  EXPECT_EQ(-x, Half(-1.5));
  EXPECT_EQ(+x, x);
}

TEST(Float, comparisons_know_signed_zeros_and_nan) {
  const Half nan = std::numeric_limits<Half>::quiet_NaN();
  EXPECT_TRUE(Half(0) == -Half(0));
  EXPECT_FALSE(nan == nan);
  EXPECT_FALSE(nan < nan || nan > nan || nan <= nan || nan >= nan);
  EXPECT_TRUE((nan <=> nan) == std::partial_ordering::unordered);
  EXPECT_TRUE((1_fp16 <=> 2_fp16) == std::partial_ordering::less);
  EXPECT_TRUE(isnan(nan) && !isinf(nan) && !isfinite(nan));
}

TEST(Float, converts_to_and_from_native_types_for_every_half_code) {
  for (unsigned code = 0; code < 0x10000; ++code) {
    const Half x = Half::from_code(code);
    if (isnan(x)) continue;
    EXPECT_EQ(Half(static_cast<float>(x)).code(), code);
    EXPECT_EQ(Half(static_cast<double>(x)).code(), code);
    EXPECT_EQ(Half(Float<binary32>(x)).code(), code);
  }
  EXPECT_EQ(static_cast<int>(Half(-2.75)), -2);
  EXPECT_EQ(static_cast<unsigned char>(Half(300)), 255);
  EXPECT_EQ(Half(static_cast<std::int64_t>(-2049)).code(), 0xe800);
  EXPECT_TRUE(static_cast<bool>(Half(0.5)));
}

TEST(Float, limits_agree_with_the_built_in_types_where_there_are_any) {
  using S = std::numeric_limits<Float<binary32>>;
  using N = std::numeric_limits<float>;
  EXPECT_EQ(S::digits, N::digits);
  EXPECT_EQ(S::digits10, N::digits10);
  EXPECT_EQ(S::max_digits10, N::max_digits10);
  EXPECT_EQ(S::min_exponent, N::min_exponent);
  EXPECT_EQ(S::max_exponent, N::max_exponent);
  EXPECT_EQ(S::min_exponent10, N::min_exponent10);
  EXPECT_EQ(S::max_exponent10, N::max_exponent10);
  EXPECT_EQ(static_cast<float>(S::max()), N::max());
  EXPECT_EQ(static_cast<float>(S::min()), N::min());
  EXPECT_EQ(static_cast<float>(S::lowest()), N::lowest());
  EXPECT_EQ(static_cast<float>(S::denorm_min()), N::denorm_min());
  EXPECT_EQ(static_cast<float>(S::epsilon()), N::epsilon());
  EXPECT_EQ(static_cast<float>(S::infinity()), N::infinity());
  using D = std::numeric_limits<Float<binary64>>;
  using M = std::numeric_limits<double>;
  EXPECT_EQ(D::digits10, M::digits10);
  EXPECT_EQ(D::max_digits10, M::max_digits10);
  EXPECT_EQ(D::min_exponent10, M::min_exponent10);
  EXPECT_EQ(D::max_exponent10, M::max_exponent10);
  EXPECT_EQ(std::numeric_limits<Float<fp8_e4m3>>::max_exponent10, 2);  // 448
  EXPECT_EQ(std::numeric_limits<Float<fp4_e2m1>>::max_exponent10, 0);  // 6
}

TEST(Float, equal_numbers_have_equal_hashes) {
  std::unordered_set<Half> set{Half(0), -Half(0), Half(1)};
  EXPECT_EQ(set.size(), 2u);
}

TEST(Float, prints_the_shortest_text_that_reads_back) {
  std::ostringstream out;
  out << 0.1_fp16 << ' ' << Half(65504) << ' ' << -Half(0);
  EXPECT_EQ(out.str(), "0.1 65500 -0");
  EXPECT_EQ(fmt::format("[{:>6}]", 0.5_bf16), "[   0.5]");
}

TEST(Float, an_eigen_product_in_bfloat16_rounds_every_step_in_bfloat16) {
  using Matrix = Eigen::Matrix<Brain, Eigen::Dynamic, Eigen::Dynamic>;
  constexpr int n = 12;
  Matrix a(n, n);
  Matrix b(n, n);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      a(i, j) = Brain(1.0 + 0.37 * i - 0.11 * j);
      b(i, j) = Brain(0.2 * i * j - 1.7);
    }
  // Coefficient by coefficient the order is that of the index, so every bit is known.
  const Matrix lazy = a.lazyProduct(b);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      Brain sum = a(i, 0) * b(0, j);
      for (int k = 1; k < n; ++k) sum += a(i, k) * b(k, j);
      EXPECT_EQ(lazy(i, j).code(), sum.code()) << i << "," << j;
    }
  // The blocked product may add in another order: on integers small enough every order is exact.
  Matrix u(40, 40);
  Matrix v(40, 40);
  for (int i = 0; i < 40; ++i)
    for (int j = 0; j < 40; ++j) {
      u(i, j) = Brain((i + j) % 3);
      v(i, j) = Brain((i * j) % 2);
    }
  const Matrix product = u * v;
  for (int i = 0; i < 40; ++i)
    for (int j = 0; j < 40; ++j) {
      int sum = 0;
      for (int k = 0; k < 40; ++k) sum += ((i + k) % 3) * ((k * j) % 2);
      EXPECT_EQ(static_cast<int>(product(i, j)), sum);
    }
}

TEST(Float, one_eighth_bit_of_bfloat16_is_lost_in_a_product_and_not_in_binary32) {
  Eigen::Matrix<Brain, 1, 2> row;
  row << Brain(256), Brain(1);
  Eigen::Matrix<Brain, 2, 1> column;
  column << Brain(1), Brain(1);
  EXPECT_EQ((row * column)(0, 0), Brain(256));  // 257 is a tie, and goes to the even 256
}

}  // namespace
}  // namespace ulplab
