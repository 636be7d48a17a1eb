// The IEEE remainder: a - b * n, where n is the integer nearest a / b, ties to even.
#pragma once

#include "softfloat/round.hpp"

namespace ulplab {

/// remainder(a, b). Always exact. A zero result has the sign of a. Flags: invalid (a infinite, b zero, signaling NaN).
/// IEEE 754-2019, 5.3.1.
template <class Observer = Silent>
ULPLAB_HD constexpr Rounded remainder(const Format& f, Code x, Code y, const Context& c = {}, Observer observe = {}) {
  const Unpacked a = unpack(f, x, c);
  const Unpacked b = unpack(f, y, c);
  detail::tell_operand(observe, f, x, a);
  detail::tell_operand(observe, f, y, b);
  if (a.nan() || b.nan())
    return detail::tell_special(observe, f, "an operand is NaN", nan_of(f, {x, a.kind}, {y, b.kind}, c.nan));
  if (a.infinite()) return detail::tell_special(observe, f, "remainder of infinity", invalid_operation(f, c));
  if (b.zero()) return detail::tell_special(observe, f, "remainder by zero", invalid_operation(f, c));
  if (a.zero()) return detail::tell_special(observe, f, "the dividend is zero", rounded_zero(f, a.negative));
  if (b.infinite() || a.exponent < b.exponent - 1)  // |a| < |b| / 2: n = 0
    return round_pack(f, c, a.negative, a.exponent, a.significand, Discarded::nothing, observe);

  // Long division in units of 2^exponent. Only the lowest bit of the quotient matters, for the tie.
  int exponent = b.exponent;
  uint128 rest = a.significand;
  uint128 divisor = b.significand;
  bool quotient_odd = false;
  if (a.exponent < b.exponent) {  // by one: the unit is that of a
    exponent = a.exponent;
    divisor <<= 1;
  } else {
    quotient_odd = ((rest / divisor) & 1) != 0;
    rest %= divisor;
    for (int left = a.exponent - b.exponent; left > 0;) {
      const int step = left < 64 ? left : 64;
      rest <<= step;
      quotient_odd = ((rest / divisor) & 1) != 0;
      rest %= divisor;
      left -= step;
    }
  }
  const bool up = 2 * rest > divisor || (2 * rest == divisor && quotient_odd);
  if (up) rest = divisor - rest;
  if (rest == 0) return detail::tell_special(observe, f, "it divides exactly", rounded_zero(f, a.negative));
  return round_pack(f, c, a.negative != up, exponent, rest, Discarded::nothing, observe);
}

}  // namespace ulplab
