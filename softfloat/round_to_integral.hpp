// The integer near a, in the same format.
#pragma once

#include "softfloat/round.hpp"

namespace ulplab {

/// What becomes of a fraction in an operation to integers: exact ones raise inexact, the others are silent.
enum class Exactness : std::uint8_t { quiet, signals_inexact };

namespace detail {

/// Hands on every step but the result, which is not complete yet.
template <class Observer>
struct AllButResult {
  static constexpr bool records = Observer::records;
  Observer* observe;
  ULPLAB_HD constexpr void operator()(const Step& s) const {
    if (s.kind != StepKind::result) (*observe)(s);
  }
};

}  // namespace detail

/// a rounded to an integer in the direction of the context; a result of zero has the sign of a. In formats whose largest
/// number is below the next integer (precision greater than emax) that may overflow. Flags: invalid (signaling NaN), and
/// inexact where asked. IEEE 754-2019, 5.3.1 and 5.9.
template <class Observer = Silent>
ULPLAB_HD constexpr Rounded round_to_integral(const Format& f, Code x, const Context& c = {},
                                              Exactness exactness = Exactness::signals_inexact, Observer observe = {}) {
  const Unpacked a = unpack(f, x, c);
  detail::tell_operand(observe, f, x, a);
  if (a.nan()) return detail::tell_special(observe, f, "the operand is NaN", nan_of(f, {x, a.kind}, c.nan));
  if (a.infinite()) return detail::tell_special(observe, f, "the operand is infinite", {x, {}});
  if (a.zero()) return detail::tell_special(observe, f, "the operand is zero", rounded_zero(f, a.negative));
  if (a.exponent >= 0) return round_pack(f, c, a.negative, a.exponent, a.significand, Discarded::nothing, observe);
  const detail::Cut cut = detail::cut(c, a.negative, a.significand, Discarded::nothing, -a.exponent);
  const std::uint64_t integer = cut.kept + (cut.away ? 1 : 0);
  if constexpr (Observer::records) {
    Step s;
    s.format = f;
    s.kind = StepKind::discard;
    s.kept = cut.kept;
    s.shift = -a.exponent;
    s.wide = low_bits(a.significand, -a.exponent);
    s.discarded = cut.discarded;
    observe(s);
    s.kind = StepKind::decide;
    s.negative = a.negative;
    s.rounding = c.rounding;
    s.away = cut.away;
    observe(s);
  }
  detail::AllButResult<Observer> observe_most{&observe};
  Rounded r = integer == 0 ? rounded_zero(f, a.negative)
                           : round_pack(f, c, a.negative, 0, integer, Discarded::nothing, observe_most);
  if (cut.discarded != Discarded::nothing && exactness == Exactness::signals_inexact) r.flags |= Flag::inexact;
  return detail::tell_result(observe, f, r);
}

}  // namespace ulplab
