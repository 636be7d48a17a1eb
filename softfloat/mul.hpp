// a * b, rounded once.
#pragma once

#include "softfloat/round.hpp"

namespace ulplab {

/// a * b. The product of two significands is exact in 2p bits. Flags: invalid (infinity * 0, signaling NaN), overflow,
/// underflow, inexact. IEEE 754-2019, 5.4.1.
template <class Observer = Silent>
ULPLAB_HD constexpr Rounded mul(const Format& f, Code x, Code y, const Context& c = {}, Observer observe = {}) {
  const Unpacked a = unpack(f, x, c);
  const Unpacked b = unpack(f, y, c);
  detail::tell_operand(observe, f, x, a);
  detail::tell_operand(observe, f, y, b);
  if (a.nan() || b.nan())
    return detail::tell_special(observe, f, "an operand is NaN", nan_of(f, {x, a.kind}, {y, b.kind}, c.nan));
  const bool negative = a.negative != b.negative;
  if ((a.infinite() && b.zero()) || (a.zero() && b.infinite()))
    return detail::tell_special(observe, f, "infinity times zero", invalid_operation(f, c));
  if (a.infinite() || b.infinite())
    return detail::tell_special(observe, f, "an operand is infinite", {infinity_or_substitute(f, negative, Overflow::ieee), {}});
  if (a.zero() || b.zero()) return detail::tell_special(observe, f, "an operand is zero", rounded_zero(f, negative));
  const int exponent = a.exponent + b.exponent;
  if (2 * f.precision <= 64)
    return round_pack(f, c, negative, exponent, a.significand * b.significand, Discarded::nothing, observe);
  return round_pack(f, c, negative, exponent, static_cast<uint128>(a.significand) * b.significand, Discarded::nothing, observe);
}

}  // namespace ulplab
