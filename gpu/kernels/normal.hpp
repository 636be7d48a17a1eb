// How does one draw from the normal law without a logarithm, a cosine, or any floating-point operation?
//
// By asking for nothing but comparisons of uniform numbers: Karney, "Sampling exactly from the normal distribution", ACM
// TOMS 42 (2016), algorithm N. What comes out is a fixed-point number with 64 bits after the point, the same on every
// machine. (A pair of uniform numbers equal in all 64 bits would be compared wrongly: once in 2^64.)
#pragma once

#include "gpu/kernels/random.hpp"
#include "softfloat/round.hpp"

namespace ulplab::gpu {

/// (-1)^negative * (whole + fraction / 2^64).
struct NormalDeviate {
  bool negative = false;
  std::uint64_t whole = 0;
  std::uint64_t fraction = 0;
};

namespace detail {

/// True with probability exp(-1/2). In a run 1/2 > u1 > u2 > … of length n, P(length >= n) = (1/2)^n / n!, so
/// P(n even) = 1 - 1/2 + (1/2)^2/2! - … (von Neumann 1951).
ULPLAB_HD constexpr bool one_in_root_e(Draws& draws) {
  std::uint64_t last = std::uint64_t{1} << 63;
  bool even = true;
  for (std::uint64_t u = draws.next(); u < last; u = draws.next()) {
    last = u;
    even = !even;
  }
  return even;
}

/// True with probability exp(-x (2k + x) / (2k + 2)), x = fraction / 2^64: the same run below x, in which each link also
/// has to win with probability (2k + x) / (2k + 2).
ULPLAB_HD constexpr bool one_in_exp(Draws& draws, std::uint64_t k, std::uint64_t fraction) {
  std::uint64_t last = fraction;
  bool even = true;
  for (;;) {
    const std::uint64_t z = draws.next();
    if (z >= last) return even;
    const uint128 r = static_cast<uint128>(draws.next()) * (2 * k + 2);
    if (r >= (static_cast<uint128>(2 * k) << 64 | fraction)) return even;
    last = z;
    even = !even;
  }
}

}  // namespace detail

/// One number of the normal law with mean 0 and standard deviation 1.
ULPLAB_HD constexpr NormalDeviate normal_deviate(Draws& draws) {
  for (;;) {
    std::uint64_t k = 0;  // N1: k with probability proportional to exp(-k/2)
    while (detail::one_in_root_e(draws)) ++k;
    bool accept = true;  // N2: kept with probability exp(-k(k-1)/2); together exp(-k^2/2)
    for (std::uint64_t i = 0; accept && k > 1 && i < k * (k - 1); ++i) accept = detail::one_in_root_e(draws);
    if (!accept) continue;
    const std::uint64_t x = draws.next();  // N3
    for (std::uint64_t i = 0; accept && i <= k; ++i) accept = detail::one_in_exp(draws, k, x);  // N4: exp(-x(2k+x)/2)
    if (!accept) continue;
    return {(draws.next() >> 63) != 0, k, x};
  }
}

namespace detail {

/// 2^(2^-i) for i = 1…48 with 62 bits after the point, each the integer square root of the one before, so that there is
/// no constant here that a reader has to believe. Each is at most a few units of 2^-62 too small.
struct RootsOfTwo {
  std::uint64_t root[49] = {};

  constexpr RootsOfTwo() {
    uint128 before = uint128{2} << 62;
    for (int i = 1; i < 49; ++i) {
      const uint128 square = before << 62;
      uint128 r = 0;
      for (int bit = 63; bit >= 0; --bit) {
        const uint128 trial = r | uint128{1} << bit;
        if (trial * trial <= square) r = trial;
      }
      root[i] = static_cast<std::uint64_t>(r);
      before = r;
    }
  }
};
}  // namespace detail

/// 2^(fraction / 2^48) for 0 <= fraction < 2^48, with 62 bits after the point, off by less than 2^-55.
ULPLAB_HD constexpr std::uint64_t exp2_fixed(std::uint64_t fraction) {
  constexpr detail::RootsOfTwo table{};  // inside, so that a device has it too
  std::uint64_t product = std::uint64_t{1} << 62;
  for (int i = 1; i <= 48; ++i)
    if ((fraction >> (48 - i) & 1) != 0)
      product = static_cast<std::uint64_t>(static_cast<uint128>(product) * table.root[i] >> 62);
  return product;
}

/// Numbers whose magnitude has a normally distributed logarithm: log2 |g| ~ N(mean, sigma), signs by coin. Mean and sigma
/// are in units of 2^-16: `LogNormal{-22 * 65536, 4 * 65536}`; |mean| < 2^30, 0 <= sigma < 2^26, so
/// that mean + sigma * z fits for |z| < 16, and larger z do not occur (once in 10^56).
struct LogNormal {
  std::int64_t mean = 0;
  std::int64_t sigma = 0;

  /// Element `index` of the sequence, rounded to format f.
  ULPLAB_HD constexpr Code operator()(const Format& f, std::uint64_t seed, std::uint32_t stream, std::uint64_t index) const {
    Draws draws(seed, stream, index);
    const NormalDeviate z = normal_deviate(draws);
    const bool negative = (draws.next() >> 63) != 0;
    // sigma * z in units of 2^-48: sigma has 16 bits after the point, z is cut to 32.
    const auto z32 = static_cast<std::int64_t>(z.whole << 32 | z.fraction >> 32);
    const std::int64_t spread = sigma * z32;
    const std::int64_t log2 = (mean << 32) + (z.negative ? -spread : spread);
    const std::uint64_t fraction = static_cast<std::uint64_t>(log2) & ((std::uint64_t{1} << 48) - 1);
    const auto exponent = static_cast<int>(log2 >> 48);
    Silent silent;
    return round_pack(f, Context{}, negative, exponent - 62, exp2_fixed(fraction), Discarded::nothing, silent).code;
  }
};

}  // namespace ulplab::gpu
