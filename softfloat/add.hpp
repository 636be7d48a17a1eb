// a + b and a - b, rounded once.
#pragma once

#include "softfloat/round.hpp"

namespace ulplab {
namespace detail {

/// Both operands finite and not zero. They are placed high in Wide so that the smaller one can move to the exponent of the
/// larger; what leaves at the low end is kept as a sticky bit. With three or more bits of room this loses nothing that
/// matters: a far smaller operand (two places and more) cancels at most one bit, and a near one does not reach the end.
template <class Wide, class Observer>
ULPLAB_HD constexpr Rounded add_numbers(const Format& f, Unpacked a, Unpacked b, const Context& c, Observer& observe) {
  if (a.exponent < b.exponent || (a.exponent == b.exponent && a.significand < b.significand)) {
    const Unpacked t = a;
    a = b;
    b = t;
  }
  const int room = bits_of<Wide> - 2 - f.precision;
  const int distance = a.exponent - b.exponent;
  const Wide large = static_cast<Wide>(a.significand) << room;
  const Wide small = shift_right_sticky(static_cast<Wide>(static_cast<Wide>(b.significand) << room), distance);
  if constexpr (Observer::records) {
    Step s;
    s.kind = StepKind::align;
    s.format = f;
    s.number = b;
    s.shift = distance;
    s.exponent = a.exponent;
    observe(s);
  }
  const Wide sum = a.negative == b.negative ? large + small : large - small;
  if (sum == 0)
    return tell_special(observe, f, "the operands cancel exactly", rounded_zero(f, cancelled_zero_is_negative(c.rounding)));
  return round_pack(f, c, a.negative, a.exponent - room, sum, Discarded::nothing, observe);
}

template <class Observer>
ULPLAB_HD constexpr Rounded add_or_subtract(const Format& f, Code x, Code y, bool subtract, const Context& c, Observer& observe) {
  const Unpacked a = unpack(f, x, c);
  Unpacked b = unpack(f, y, c);
  tell_operand(observe, f, x, a);
  tell_operand(observe, f, y, b);
  if (a.nan() || b.nan())
    return tell_special(observe, f, "an operand is NaN", nan_of(f, {x, a.kind}, {y, b.kind}, c.nan));
  b.negative = b.negative != subtract;
  if (a.infinite() && b.infinite() && a.negative != b.negative)
    return tell_special(observe, f, "infinity minus infinity", invalid_operation(f, c));
  if (a.infinite() || b.infinite()) {
    const bool negative = a.infinite() ? a.negative : b.negative;
    if (negative && !f.is_signed) return tell_special(observe, f, "negative number in an unsigned format", invalid_operation(f, c));
    return tell_special(observe, f, "an operand is infinite", {infinity_or_substitute(f, negative, Overflow::ieee), {}});
  }
  if (a.zero() && b.zero()) {
    const bool negative = a.negative == b.negative ? a.negative : cancelled_zero_is_negative(c.rounding);
    return tell_special(observe, f, "both operands are zero", rounded_zero(f, negative));
  }
  if (a.zero() || b.zero()) {
    const Unpacked& only = a.zero() ? b : a;
    return round_pack(f, c, only.negative, only.exponent, only.significand, Discarded::nothing, observe);
  }
  // 24 bits of precision and 32 random bits fit in 64 with room to spare.
  return f.precision <= 24 ? add_numbers<std::uint64_t>(f, a, b, c, observe) : add_numbers<uint128>(f, a, b, c, observe);
}

}  // namespace detail

/// a + b. Flags: invalid (infinity - infinity, signaling NaN), overflow, underflow, inexact. IEEE 754-2019, 5.4.1.
template <class Observer = Silent>
ULPLAB_HD constexpr Rounded add(const Format& f, Code a, Code b, const Context& c = {}, Observer observe = {}) {
  return detail::add_or_subtract(f, a, b, false, c, observe);
}

/// a - b. The sign of b is turned, except where b is NaN. Flags as add.
template <class Observer = Silent>
ULPLAB_HD constexpr Rounded sub(const Format& f, Code a, Code b, const Context& c = {}, Observer observe = {}) {
  return detail::add_or_subtract(f, a, b, true, c, observe);
}

}  // namespace ulplab
