// The random numbers are the same on every machine: golden values, and the law they follow.
#include <gtest/gtest.h>

#include <cmath>

#include "gpu/kernels/normal.hpp"
#include "softfloat/formats.hpp"

namespace ulplab::gpu {
namespace {

TEST(Random, PhiloxGivesThePublishedAnswers) {
  struct Row {
    PhiloxBlock counter;
    std::uint64_t key;
    PhiloxBlock want;
  };
  // Random123 1.14, tests/kat_vectors, philox4x32 10
  const Row rows[] = {
      {{{0, 0, 0, 0}}, 0, {{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}}},
      {{{0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff}}, 0xffffffffffffffff, {{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}}},
      {{{0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}}, 0x299f31d0a4093822, {{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}}},
  };
  for (const Row& row : rows) {
    const PhiloxBlock got = philox4x32_10(row.counter, row.key);
    for (int i = 0; i < 4; ++i) EXPECT_EQ(got.word[i], row.want.word[i]) << "word " << i;
  }
}

TEST(Random, AnElementDoesNotDependOnWhoAskedBefore) {
  Draws once(7, 3, 1000);
  const std::uint64_t first = once.next(), second = once.next(), third = once.next();
  Draws again(7, 3, 1000);
  EXPECT_EQ(again.next(), first);
  EXPECT_EQ(again.next(), second);
  EXPECT_EQ(again.next(), third);
  EXPECT_EQ(random_at(7, 3, 1000), first);
  EXPECT_NE(random_at(7, 3, 1001), first);
  EXPECT_NE(random_at(7, 4, 1000), first);
  EXPECT_NE(random_at(8, 3, 1000), first);
}

TEST(Random, ExpTwoIsExactToFiftyFiveBits) {
  EXPECT_EQ(exp2_fixed(0), std::uint64_t{1} << 62);
  for (std::uint64_t i = 1; i < 4096; ++i) {
    const std::uint64_t fraction = i << 36;
    const long double want = std::exp2l(static_cast<long double>(i) / 4096) * 0x1p62L;
    EXPECT_NEAR(static_cast<double>((static_cast<long double>(exp2_fixed(fraction)) - want) / 0x1p62L), 0, 0x1p-55);
  }
}

TEST(Random, DeviatesFollowTheNormalLaw) {
  constexpr int n = 200000;
  double sum = 0, squares = 0, fourth = 0;
  int beyond_one = 0, beyond_two = 0, beyond_three = 0, negative = 0;
  for (int i = 0; i < n; ++i) {
    Draws draws(1, 0, static_cast<std::uint64_t>(i));
    const NormalDeviate z = normal_deviate(draws);
    const double x = static_cast<double>(z.whole) + std::ldexp(static_cast<double>(z.fraction), -64);
    sum += z.negative ? -x : x;
    squares += x * x;
    fourth += x * x * x * x;
    negative += z.negative;
    beyond_one += x > 1;
    beyond_two += x > 2;
    beyond_three += x > 3;
  }
  // Six standard errors each; the seed is fixed, so that the test does not depend on luck.
  EXPECT_NEAR(sum / n, 0, 6 / std::sqrt(n));
  EXPECT_NEAR(squares / n, 1, 6 * std::sqrt(2.0 / n));
  EXPECT_NEAR(fourth / n, 3, 6 * std::sqrt(96.0 / n));
  const auto share = [&](int count, double p) { EXPECT_NEAR(count / double{n}, p, 6 * std::sqrt(p * (1 - p) / n)); };
  share(negative, 0.5);
  share(beyond_one, 0.31731050786291415);
  share(beyond_two, 0.04550026389635842);
  share(beyond_three, 0.0026997960632601866);
}

TEST(Random, LogNormalHasRoomUpToItsLimits) {
  // A larger sigma moves each draw further to the side on which it is; a product that wrapped around would not keep it.
  constexpr std::int64_t largest = (std::int64_t{1} << 26) - 1;
  constexpr Code one = 0x3FF0000000000000;
  for (std::uint64_t i = 0; i < 2000; ++i) {
    const auto magnitude = [&](std::int64_t sigma) { return LogNormal{0, sigma}(binary64, 1, 0, i) & ~binary64.sign_mask(); };
    EXPECT_EQ(magnitude(largest) > one, magnitude(65536) > one) << i;
  }
}

TEST(Random, LogNormalGradientsHaveGoldenCodes) {
  constexpr LogNormal law{-22 * 65536, 4 * 65536};
  static_assert(law(binary32, 1, 0, 0) != 0);
  // from a second implementation, in Python with integers of any size
  const Code golden[] = {0xb5d2b39a, 0x37aee064, 0xb7842f86, 0x33074f03};
  for (std::uint64_t i = 0; i < 4; ++i) EXPECT_EQ(law(binary32, 1, 0, i), golden[i]) << std::hex << law(binary32, 1, 0, i);
}

}  // namespace
}  // namespace ulplab::gpu
