// 1 / sqrt(a), rounded once.
#pragma once

#include "softfloat/round.hpp"

namespace ulplab {
namespace detail {

/// 256 bits with just what the recurrence below asks for: for formats too wide to do it in 128.
struct Uint256 {
  uint128 high = 0;
  uint128 low = 0;

  constexpr Uint256() = default;
  ULPLAB_HD constexpr explicit Uint256(uint128 x) : low(x) {}
  ULPLAB_HD constexpr Uint256(uint128 h, uint128 l) : high(h), low(l) {}
  ULPLAB_HD constexpr Uint256 operator<<(int n) const { return {(high << n) | (low >> (128 - n)), low << n}; }  // 0 < n < 128
  ULPLAB_HD constexpr Uint256 operator+(const Uint256& o) const { return {high + o.high + (low + o.low < low ? 1 : 0), low + o.low}; }
  ULPLAB_HD constexpr Uint256 operator-(const Uint256& o) const { return {high - o.high - (low < o.low ? 1 : 0), low - o.low}; }
  ULPLAB_HD constexpr bool operator>=(const Uint256& o) const { return high != o.high ? high > o.high : low >= o.low; }
  ULPLAB_HD constexpr bool is_zero() const { return high == 0 && low == 0; }
};
ULPLAB_HD constexpr bool is_zero(uint128 x) { return x == 0; }
ULPLAB_HD constexpr bool is_zero(const Uint256& x) { return x.is_zero(); }

/// q = floor(2^(steps + j) / sqrt(m)) with j = floor(log2(m) / 2), and whether a remainder is left.
struct ReciprocalRoot {
  uint128 digits;
  bool inexact;
};

/// Bit by bit. Kept true in every step:  rest = 4^(i + j) - q^2 m >= 0  and  product = q m.
///
///     (2q + 1)^2 m - (2q)^2 m = (4q + 1) m = 4 product + m:   the next bit is one if 4 rest has that to give
template <class Wide>
ULPLAB_HD constexpr ReciprocalRoot reciprocal_root(uint128 m, int steps) {
  const uint128 power = uint128{1} << (highest_bit(m) & ~1);  // 4^j <= m
  const Wide wide_m{m};
  uint128 q = m == power ? 1 : 0;
  Wide rest{m == power ? 0 : power};
  Wide product{m == power ? m : 0};
  for (int i = 0; i < steps; ++i) {
    rest = rest << 2;
    const Wide trial = (product << 2) + wide_m;
    const bool one = rest >= trial;
    if (one) rest = rest - trial;
    product = one ? (product << 1) + wide_m : product << 1;
    q = q << 1 | (one ? 1 : 0);
  }
  return {q, !is_zero(rest)};
}

}  // namespace detail

/// 1 / sqrt(a), correctly rounded. rsqrt of a zero is the infinity of its sign, with divide_by_zero; of +infinity, +0.
/// Flags: invalid (negative, signaling NaN), divide_by_zero, inexact, and in formats of little range overflow and
/// underflow. IEEE 754-2019, 9.2 (rSqrt).
template <class Observer = Silent>
ULPLAB_HD constexpr Rounded rsqrt(const Format& f, Code x, const Context& c = {}, Observer observe = {}) {
  const Unpacked a = unpack(f, x, c);
  detail::tell_operand(observe, f, x, a);
  if (a.nan()) return detail::tell_special(observe, f, "the operand is NaN", nan_of(f, {x, a.kind}, c.nan));
  if (a.zero())
    return detail::tell_special(observe, f, "division by the root of zero",
                                {infinity_or_substitute(f, a.negative, Overflow::ieee), Flag::divide_by_zero});
  if (a.negative) return detail::tell_special(observe, f, "root of a negative number", invalid_operation(f, c));
  if (a.infinite()) return detail::tell_special(observe, f, "one over infinity", rounded_zero(f, false));
  const int odd = a.exponent & 1;
  const uint128 m = static_cast<uint128>(a.significand) << odd;
  const int steps = f.precision + 2 + (c.rounding == Rounding::stochastic ? max_random_width : 0);
  // rest < (2q + 1) m, taken times 4: steps + bits of m + 4 bits
  const detail::ReciprocalRoot root = steps + highest_bit(m) + 5 <= 128 ? detail::reciprocal_root<uint128>(m, steps)
                                                                        : detail::reciprocal_root<detail::Uint256>(m, steps);
  const int exponent = -(a.exponent - odd) / 2 - highest_bit(m) / 2 - steps;
  return round_pack(f, c, false, exponent, root.digits, root.inexact ? Discarded::below_half : Discarded::nothing, observe);
}

}  // namespace ulplab
