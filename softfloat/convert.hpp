// A number of one format in another, rounded once, always.
#pragma once

#include "softfloat/round.hpp"

namespace ulplab {

/// `code` of format `from` in format `to`. A NaN keeps sign and top payload bits where the NaN rule says so. Infinity goes
/// to infinity; where `to` has none, or the context saturates, to what stands in for it, with invalid: there is no such
/// number. Flags: invalid, overflow, underflow, inexact. IEEE 754-2019, 5.4.2.
template <class Observer = Silent>
ULPLAB_HD constexpr Rounded convert(const Format& from, Code code, const Format& to, const Context& c = {}, Observer observe = {}) {
  const Unpacked a = unpack(from, code, c);
  detail::tell_operand(observe, from, code, a);
  if (a.nan()) {
    const bool signals = a.kind == Class::signaling_nan || !to.has_nan();
    return detail::tell_special(observe, to, "the operand is NaN",
                                {carry_nan(from, code, to, c.nan), signals ? Flags(Flag::invalid) : Flags()});
  }
  const bool negative = a.negative && (to.is_signed || c.negatives != Negatives::magnitude);
  if (negative && !a.zero() && !to.is_signed)
    return detail::tell_special(observe, to, "negative number in an unsigned format", invalid_operation(to, c));
  if (a.infinite()) {
    const bool exact = to.has_infinity() && c.overflow == Overflow::ieee;
    return detail::tell_special(observe, to, "the operand is infinite",
                                {infinity_or_substitute(to, negative, c.overflow), exact ? Flags() : Flags(Flag::invalid)});
  }
  if (a.zero()) return detail::tell_special(observe, to, "the operand is zero", rounded_zero(to, negative));
  return round_pack(to, c, negative, a.exponent, a.significand, Discarded::nothing, observe);
}

}  // namespace ulplab
