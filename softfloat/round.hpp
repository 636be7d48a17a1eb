// How does an exact result become a code?
//
// round_pack is THE place that rounds. Every operation computes exactly in integers and comes here once.
#pragma once

#include "softfloat/nan.hpp"
#include "softfloat/steps.hpp"

namespace ulplab {

/// The infinity of a format, or what stands in for it: its NaN, or its largest number.
ULPLAB_HD constexpr Code infinity_or_substitute(const Format& f, bool negative, Overflow overflow) {
  const Code sign = negative ? f.sign_mask() : Code{0};
  if (overflow == Overflow::saturate) return sign | f.max_finite();
  if (f.has_infinity() && overflow == Overflow::ieee) return sign | f.infinity();
  if (!f.has_nan()) return sign | f.max_finite();
  if (f.specials == Specials::negative_zero_nan) return f.sign_mask();
  return f.has_infinity() ? sign | f.infinity() | quiet_bit(f) : sign | f.magnitude_mask();
}

/// The zero of a sign; in a format without negative zero, zero; in one without any (E8M0), the smallest number.
ULPLAB_HD constexpr Code zero_of(const Format& f, bool negative) {
  return negative && f.has_negative_zero() ? f.sign_mask() : Code{0};
}

/// An exact zero as the result of an operation. A format without zero has only its smallest number to offer.
ULPLAB_HD constexpr Rounded rounded_zero(const Format& f, bool negative) {
  return {zero_of(f, negative), f.has_zero ? Flags() : Flag::underflow | Flag::inexact};
}

/// The sign of an exact zero sum of operands with different signs (IEEE 754-2019, 6.3).
ULPLAB_HD constexpr bool cancelled_zero_is_negative(Rounding rounding) { return rounding == Rounding::down; }

namespace detail {

/// fraction compared with one half of the last kept bit. `rest` holds the `shift` bits below it, `below` what lies below those.
template <class Wide>
ULPLAB_HD constexpr Discarded compare_with_half(Wide rest, int shift, Discarded below) {
  if (shift == 0) return below;
  if (shift > bits_of<Wide>) return rest == 0 && below == Discarded::nothing ? Discarded::nothing : Discarded::below_half;
  const Wide half = Wide{1} << (shift - 1);
  if (rest == 0) return below == Discarded::nothing ? Discarded::nothing : Discarded::below_half;
  if (rest < half) return Discarded::below_half;
  return rest == half && below == Discarded::nothing ? Discarded::half : Discarded::above_half;
}

/// Stochastic rounding: |x| = (k + f) quanta becomes k + 1 exactly when f + r / 2^n >= 1, that is when
/// floor(f * 2^n) + r >= 2^n, for r is an integer. f is rest / 2^shift, of which the top n bits are taken.
template <class Wide>
ULPLAB_HD constexpr bool stochastic_away(Wide rest, int shift, const Context& c) {
  const int n = c.random_width;
  const Wide top = n <= shift ? shift_right(rest, shift - n) : static_cast<Wide>(rest << (n - shift));
  const std::uint64_t random = c.random_bits & ((std::uint64_t{1} << n) - 1);
  return static_cast<std::uint64_t>(top) + random >= (std::uint64_t{1} << n);
}

/// Is one added to the magnitude of the kept bits?
///
///                    nothing   below_half   half           above_half
///     nearest_even   no        no           if kept odd    yes
///     nearest_away   no        no           yes            yes
///     toward_zero    no        no           no             no
///     up / down      no        if the sign points that way
///     to_odd         no        if kept even (it becomes odd)
template <class Wide>
ULPLAB_HD constexpr bool rounds_away(const Context& c, bool negative, bool kept_odd, Discarded discarded, Wide rest, int shift) {
  if (discarded == Discarded::nothing) return false;
  switch (c.rounding) {
    case Rounding::nearest_even: return discarded == Discarded::above_half || (discarded == Discarded::half && kept_odd);
    case Rounding::nearest_away: return discarded >= Discarded::half;
    case Rounding::toward_zero:  return false;
    case Rounding::up:           return !negative;
    case Rounding::down:         return negative;
    case Rounding::to_odd:       return !kept_odd;
    case Rounding::stochastic:   return stochastic_away(rest, shift, c);
  }
  return false;
}

/// A significand cut at a bit: floor(significand / 2^shift), what went, and whether the magnitude goes up by one.
struct Cut {
  std::uint64_t kept;
  Discarded discarded;
  bool away;
};

template <class Wide>
ULPLAB_HD constexpr Cut cut(const Context& c, bool negative, Wide significand, Discarded below, int shift) {
  if (shift <= 0) {  // room to spare: nothing is lost (callers with a `below` bring at least p bits, so that shift is 0 then)
    const auto kept = static_cast<std::uint64_t>(significand << -shift);
    return {kept, below, rounds_away(c, negative, (kept & 1) != 0, below, Wide{0}, 0)};
  }
  const auto kept = static_cast<std::uint64_t>(shift_right(significand, shift));
  const Wide rest = low_bits(significand, shift);
  const Discarded discarded = compare_with_half(rest, shift, below);
  return {kept, discarded, rounds_away(c, negative, (kept & 1) != 0, discarded, rest, shift)};
}

/// Does an overflow deliver infinity (or its substitute) rather than the largest finite number? IEEE 754-2019, 7.4.
ULPLAB_HD constexpr bool overflows_to_infinity(Rounding rounding, bool negative) {
  switch (rounding) {
    case Rounding::toward_zero:
    case Rounding::to_odd: return false;
    case Rounding::up:     return !negative;
    case Rounding::down:   return negative;
    default:               return true;
  }
}

}  // namespace detail

/// The code nearest to (-1)^negative * (significand + below) * 2^exponent in the direction of the context, and the flags
/// overflow, underflow and inexact.
///
/// significand != 0. `below` says what lies below its last bit; where it is not `nothing`, the significand has at least
/// p + 1 bits, and for stochastic rounding p + random_width. Wide is std::uint64_t or uint128.
///
/// An unsigned format takes a negative number as an invalid operation.
template <class Wide, class Observer>
ULPLAB_HD constexpr Rounded round_pack(const Format& f, const Context& c, bool negative, int exponent, Wide significand,
                                       Discarded below, Observer& observe) {
  const int t = f.trailing_bits();
  if (negative && !f.is_signed)
    return detail::tell_special(observe, f, "negative number in an unsigned format", invalid_operation(f, c));
  if constexpr (Observer::records) {
    Step s;
    s.kind = StepKind::exact;
    s.format = f;
    s.negative = negative;
    s.exponent = exponent;
    s.wide = significand;
    s.discarded = below;
    observe(s);
  }

  // 2^e <= |value| < 2^(e+1). Tiny numbers are rounded to multiples of the smallest quantum instead of to p bits.
  const int e = exponent + highest_bit(significand);
  const bool tiny_before = e < f.emin();
  const int quantum = tiny_before ? f.smallest_quantum_exponent() : e - t;
  const detail::Cut to_format = detail::cut(c, negative, significand, below, quantum - exponent);
  bool tiny = tiny_before;
  if (tiny && c.tininess == Tininess::after && e == f.emin() - 1) {
    const detail::Cut unbounded = detail::cut(c, negative, significand, below, e - t - exponent);
    tiny = unbounded.kept + (unbounded.away ? 1 : 0) < (std::uint64_t{2} << t);
  }
  const bool inexact = to_format.discarded != Discarded::nothing;

  if constexpr (Observer::records) {
    Step s;
    s.format = f;
    s.exponent = quantum;
    s.kind = StepKind::range;
    if (tiny_before) observe(s);
    s.kind = StepKind::discard;
    s.kept = to_format.kept;
    s.shift = quantum - exponent;
    s.wide = s.shift > 0 ? low_bits(significand, s.shift) : Wide{0};
    s.discarded = to_format.discarded;
    observe(s);
    s.kind = StepKind::decide;
    s.negative = negative;
    s.rounding = c.rounding;
    s.away = to_format.away;
    observe(s);
  }

  const Code sign = negative ? f.sign_mask() : Code{0};
  if (tiny && c.flushes_results()) {
    if constexpr (Observer::records) {
      Step s;
      s.kind = StepKind::flush;
      s.format = f;
      observe(s);
    }
    return detail::tell_result(observe, f, {zero_of(f, negative), Flag::underflow | Flag::inexact});
  }

  // Magnitudes of codes are ordered like numbers, and a carry out of the trailing bits steps the exponent field:
  // (field - 1) * 2^t + kept, where kept brings its leading bit along, is right for normal numbers, for subnormals
  // (field 1, no leading bit) and for a carry into the next binade alike.
  const std::uint64_t kept = to_format.kept + (to_format.away ? 1 : 0);
  const int field = (tiny_before ? f.emin() : e) + f.bias;
  Code magnitude = 0;
  if (tiny_before && !f.subnormals) {
    magnitude = kept == 0 ? Code{0} : f.min_normal();
  } else {
    magnitude = (static_cast<Code>(static_cast<std::int64_t>(field) - 1) << t) + kept;
  }
  // A carry beyond the last field is seen in kept and not in magnitude: 64 bits without a sign have no room for it there.
  const int field_after_carry = field + static_cast<int>(kept >> f.precision);
  const bool beyond = field_after_carry > static_cast<int>(f.exponent_mask()) || magnitude > f.max_finite();
  if (beyond && !tiny_before) {
    const bool to_infinity = c.overflow != Overflow::saturate && detail::overflows_to_infinity(c.rounding, negative);
    const Code code = to_infinity ? infinity_or_substitute(f, negative, c.overflow) : sign | f.max_finite();
    if constexpr (Observer::records) {
      Step s;
      s.kind = StepKind::overflow;
      s.format = f;
      s.negative = negative;
      s.code = code;
      observe(s);
    }
    return detail::tell_result(observe, f, {code, Flag::overflow | Flag::inexact});
  }
  Flags flags;
  if (inexact) flags |= Flag::inexact;
  if (tiny && inexact) flags |= Flag::underflow;
  const Code code = magnitude == 0 && f.has_zero ? zero_of(f, negative) : sign | magnitude;
  return detail::tell_result(observe, f, {code, flags});
}

}  // namespace ulplab
