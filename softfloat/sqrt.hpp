// The square root of a, rounded once.
#pragma once

#include "softfloat/round.hpp"

namespace ulplab {
namespace detail {

/// floor(sqrt(n) * 2^k) with `digits` significant bits, and whether something is left.
struct Root {
  uint128 digits;
  int exponent;
  bool inexact;
};

/// Digit by digit, as on paper, in base 4: bring down a pair of bits, try the next bit of the root.
///
///     (2q + 1)^2 - (2q)^2 = 4q + 1:   the bit is one if the remainder has 4q + 1 to give
template <class Wide>
ULPLAB_HD constexpr Root root_digits(uint128 n, int digits) {
  int pair = highest_bit(n) / 2;
  const int first = pair;
  Wide root = 0;
  Wide rest = 0;
  for (int i = 0; i < digits; ++i, --pair) {
    const Wide next = pair >= 0 ? static_cast<Wide>((n >> (2 * pair)) & 3) : Wide{0};
    rest = static_cast<Wide>(rest << 2 | next);
    const Wide trial = static_cast<Wide>(root << 2 | 1);
    const bool one = rest >= trial;
    if (one) rest -= trial;
    root = static_cast<Wide>(root << 1 | (one ? 1 : 0));
  }
  const bool more = pair >= 0 && low_bits(n, 2 * pair + 2) != 0;
  return {root, first - (digits - 1), rest != 0 || more};
}

}  // namespace detail

/// sqrt(a). sqrt(-0) is -0. Flags: invalid (negative, signaling NaN), inexact. IEEE 754-2019, 5.4.1.
template <class Observer = Silent>
ULPLAB_HD constexpr Rounded sqrt(const Format& f, Code x, const Context& c = {}, Observer observe = {}) {
  const Unpacked a = unpack(f, x, c);
  detail::tell_operand(observe, f, x, a);
  if (a.nan()) return detail::tell_special(observe, f, "the operand is NaN", nan_of(f, {x, a.kind}, c.nan));
  if (a.zero()) return detail::tell_special(observe, f, "the root of zero is that zero", rounded_zero(f, a.negative));
  if (a.negative) return detail::tell_special(observe, f, "root of a negative number", invalid_operation(f, c));
  if (a.infinite()) return detail::tell_special(observe, f, "the operand is infinite", {f.infinity(), {}});
  const int odd = a.exponent & 1;
  const uint128 significand = static_cast<uint128>(a.significand) << odd;
  const int digits = f.precision + 2 + (c.rounding == Rounding::stochastic ? max_random_width : 0);
  const detail::Root root = digits <= 60 ? detail::root_digits<std::uint64_t>(significand, digits)
                                         : detail::root_digits<uint128>(significand, digits);
  const int exponent = (a.exponent - odd) / 2 + root.exponent;
  return round_pack(f, c, false, exponent, root.digits, root.inexact ? Discarded::below_half : Discarded::nothing, observe);
}

}  // namespace ulplab
