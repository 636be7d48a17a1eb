// a / b, rounded once.
#pragma once

#include "softfloat/round.hpp"

namespace ulplab {
namespace detail {

/// Both finite and not zero. A quotient of p + 1 bits or more and whether a remainder is left decide every direction;
/// stochastic rounding asks for more bits, which a second division brings.
template <class Observer>
ULPLAB_HD constexpr Rounded divide_numbers(const Format& f, const Unpacked& a, const Unpacked& b, const Context& c, Observer& observe) {
  const bool negative = a.negative != b.negative;
  const int shift = f.precision + 2;
  const int exponent = a.exponent - b.exponent - shift;
  if (c.rounding != Rounding::stochastic && f.precision + shift <= 64) {
    const std::uint64_t dividend = a.significand << shift;
    const std::uint64_t quotient = dividend / b.significand;
    const bool rest = quotient * b.significand != dividend;
    return round_pack(f, c, negative, exponent, quotient, rest ? Discarded::below_half : Discarded::nothing, observe);
  }
  const uint128 dividend = static_cast<uint128>(a.significand) << shift;
  uint128 quotient = dividend / b.significand;
  uint128 rest = dividend % b.significand;
  if (c.rounding != Rounding::stochastic)
    return round_pack(f, c, negative, exponent, quotient, rest != 0 ? Discarded::below_half : Discarded::nothing, observe);
  const int more = max_random_width;
  rest <<= more;
  quotient = (quotient << more) | (rest / b.significand);
  rest %= b.significand;
  return round_pack(f, c, negative, exponent - more, quotient, rest != 0 ? Discarded::below_half : Discarded::nothing, observe);
}

}  // namespace detail

/// a / b. Flags: invalid (0 / 0, infinity / infinity, signaling NaN), divide_by_zero (finite / 0), overflow, underflow,
/// inexact. IEEE 754-2019, 5.4.1 and 7.3.
template <class Observer = Silent>
ULPLAB_HD constexpr Rounded div(const Format& f, Code x, Code y, const Context& c = {}, Observer observe = {}) {
  const Unpacked a = unpack(f, x, c);
  const Unpacked b = unpack(f, y, c);
  detail::tell_operand(observe, f, x, a);
  detail::tell_operand(observe, f, y, b);
  if (a.nan() || b.nan())
    return detail::tell_special(observe, f, "an operand is NaN", nan_of(f, {x, a.kind}, {y, b.kind}, c.nan));
  const bool negative = a.negative != b.negative;
  if (a.zero() && b.zero()) return detail::tell_special(observe, f, "zero divided by zero", invalid_operation(f, c));
  if (a.infinite() && b.infinite()) return detail::tell_special(observe, f, "infinity divided by infinity", invalid_operation(f, c));
  if (a.infinite())
    return detail::tell_special(observe, f, "the dividend is infinite", {infinity_or_substitute(f, negative, Overflow::ieee), {}});
  if (b.zero())
    return detail::tell_special(observe, f, "division by zero",
                                {infinity_or_substitute(f, negative, Overflow::ieee), Flag::divide_by_zero});
  if (a.zero() || b.infinite()) return detail::tell_special(observe, f, "the quotient is zero", rounded_zero(f, negative));
  return detail::divide_numbers(f, a, b, c, observe);
}

}  // namespace ulplab
