// a * b + c, rounded once.
#pragma once

#include "softfloat/add.hpp"

namespace ulplab {
namespace detail {

/// a, b, d finite and not zero. The product has up to 2p bits and d has p; both are brought to the same height, two bits
/// below the top of Wide, and the one with the smaller exponent moves right, leaving a sticky bit. Two low bits of the
/// product are then zero (2p + 4 <= width), so a move by one place is exact; a move by two or more cancels at most one bit,
/// and the sticky bit stays far below the last kept one.
template <class Wide, class Observer>
ULPLAB_HD constexpr Rounded fma_numbers(const Format& f, const Unpacked& a, const Unpacked& b, const Unpacked& d, const Context& c,
                                        Observer& observe) {
  constexpr int top = bits_of<Wide> - 3;
  const bool product_negative = a.negative != b.negative;
  Wide product = static_cast<Wide>(a.significand) * b.significand;
  Wide addend = d.significand;
  const int product_up = top - highest_bit(product);
  const int addend_up = top - highest_bit(addend);
  product <<= product_up;
  addend <<= addend_up;
  const int product_exponent = a.exponent + b.exponent - product_up;
  const int addend_exponent = d.exponent - addend_up;
  const int distance = product_exponent - addend_exponent;
  if constexpr (Observer::records) {
    Step s;
    s.kind = StepKind::align;
    s.format = f;
    s.number = d;
    s.shift = distance;
    s.wide = static_cast<Wide>(a.significand) * b.significand;
    s.negative = product_negative;
    s.exponent = a.exponent + b.exponent;
    observe(s);
  }
  if (distance >= 0)
    addend = shift_right_sticky(addend, distance);
  else
    product = shift_right_sticky(product, -distance);
  const int exponent = distance >= 0 ? product_exponent : addend_exponent;
  if (product_negative == d.negative)
    return round_pack(f, c, d.negative, exponent, static_cast<Wide>(product + addend), Discarded::nothing, observe);
  if (product == addend)
    return tell_special(observe, f, "product and addend cancel exactly", rounded_zero(f, cancelled_zero_is_negative(c.rounding)));
  const bool product_larger = product > addend;
  const Wide difference = product_larger ? product - addend : addend - product;
  return round_pack(f, c, product_larger ? product_negative : d.negative, exponent, difference, Discarded::nothing, observe);
}

}  // namespace detail

/// a * b + d with one rounding. Flags: invalid (infinity * 0, infinity - infinity, signaling NaN; infinity * 0 + quiet NaN
/// where the context says so), overflow, underflow, inexact. IEEE 754-2019, 5.4.1 and 7.2.
template <class Observer = Silent>
ULPLAB_HD constexpr Rounded fma(const Format& f, Code x, Code y, Code z, const Context& c = {}, Observer observe = {}) {
  const Unpacked a = unpack(f, x, c);
  const Unpacked b = unpack(f, y, c);
  const Unpacked d = unpack(f, z, c);
  detail::tell_operand(observe, f, x, a);
  detail::tell_operand(observe, f, y, b);
  detail::tell_operand(observe, f, z, d);
  const bool infinity_times_zero = (a.infinite() && b.zero()) || (a.zero() && b.infinite());
  if (a.nan() || b.nan() || d.nan()) {
    Rounded r = nan_of(f, {x, a.kind}, {y, b.kind}, {z, d.kind}, c.nan);
    if (infinity_times_zero && d.kind == Class::quiet_nan && c.infinity_times_zero_plus_nan_is_invalid) {
      r.flags |= Flag::invalid;
      if (c.nan == NanRule::arm) r.code = new_nan(f, c.nan);  // Arm ARM, FPMulAdd: the default NaN then
    }
    return detail::tell_special(observe, f, "an operand is NaN", r);
  }
  if (infinity_times_zero) return detail::tell_special(observe, f, "infinity times zero", invalid_operation(f, c));
  const bool product_negative = a.negative != b.negative;
  const bool product_infinite = a.infinite() || b.infinite();
  if (product_infinite && d.infinite() && product_negative != d.negative)
    return detail::tell_special(observe, f, "infinity minus infinity", invalid_operation(f, c));
  if (product_infinite || d.infinite()) {
    const bool negative = product_infinite ? product_negative : d.negative;
    return detail::tell_special(observe, f, "an operand is infinite", {infinity_or_substitute(f, negative, Overflow::ieee), {}});
  }
  const bool product_zero = a.zero() || b.zero();
  if (product_zero && d.zero()) {
    const bool negative = product_negative == d.negative ? d.negative : cancelled_zero_is_negative(c.rounding);
    return detail::tell_special(observe, f, "product and addend are zero", rounded_zero(f, negative));
  }
  if (product_zero) return round_pack(f, c, d.negative, d.exponent, d.significand, Discarded::nothing, observe);
  if (d.zero())
    return round_pack(f, c, product_negative, a.exponent + b.exponent, static_cast<uint128>(a.significand) * b.significand,
                      Discarded::nothing, observe);
  return f.precision <= 24 ? detail::fma_numbers<std::uint64_t>(f, a, b, d, c, observe)
                           : detail::fma_numbers<uint128>(f, a, b, d, c, observe);
}

}  // namespace ulplab
