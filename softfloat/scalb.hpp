// Powers of two: a * 2^n, and the exponent of a.
#pragma once

#include "softfloat/integer.hpp"

namespace ulplab {

/// a * 2^n, rounded once. Flags: invalid (signaling NaN), overflow, underflow, inexact. IEEE 754-2019, 5.3.3 (scaleB).
template <class Observer = Silent>
ULPLAB_HD constexpr Rounded scalbn(const Format& f, Code x, std::int64_t n, const Context& c = {}, Observer observe = {}) {
  const Unpacked a = unpack(f, x, c);
  detail::tell_operand(observe, f, x, a);
  if (a.nan()) return detail::tell_special(observe, f, "the operand is NaN", nan_of(f, {x, a.kind}, c.nan));
  if (a.infinite()) return detail::tell_special(observe, f, "the operand is infinite", {x, {}});
  if (a.zero()) return detail::tell_special(observe, f, "the operand is zero", rounded_zero(f, a.negative));
  // Beyond this every format has over- or underflowed (format.hpp limits exponents), and the sum stays small.
  constexpr std::int64_t far = 8 * max_exponent_magnitude;
  const auto clamped = static_cast<int>(n < -far ? -far : n > far ? far : n);
  return round_pack(f, c, a.negative, a.exponent + clamped, a.significand, Discarded::nothing, observe);
}

/// 2 * a, rounded once, as the exercise floatScale2 of the Data Lab of "Computer Systems: A Programmer's Perspective" asks for
/// it: a NaN comes back as it is, signaling or not, without a flag.
ULPLAB_HD constexpr Rounded scale2(const Format& f, Code x, const Context& c = {}) {
  if (is_nan(f, x)) return {x, {}};
  return scalbn(f, x, 1, c);
}

/// floor(log2 |a|) of a finite number that is not zero.
ULPLAB_HD constexpr int exponent_of(const Format& f, Code a) { return unpack(f, a).exponent + f.trailing_bits(); }

/// floor(log2 |a|) as a number of the format, rounded where it does not fit. logb(infinity) is infinity; logb(0) is
/// -infinity with divide_by_zero. IEEE 754-2019, 5.3.3 (logB).
ULPLAB_HD constexpr Rounded logb(const Format& f, Code x, const Context& c = {}) {
  const Unpacked a = unpack(f, x, c);
  if (a.nan()) return nan_of(f, {x, a.kind}, c.nan);
  if (a.infinite()) return {f.infinity(), {}};
  if (a.zero() && !f.is_signed) return invalid_operation(f, c);  // -infinity is a negative number
  if (a.zero()) return {infinity_or_substitute(f, true, Overflow::ieee), Flag::divide_by_zero};
  const int e = a.exponent + f.trailing_bits();
  return from_integer(f, e < 0, static_cast<std::uint64_t>(e < 0 ? -e : e), c);
}

}  // namespace ulplab
