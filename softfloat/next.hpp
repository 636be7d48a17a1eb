// The neighbours of a number.
#pragma once

#include "softfloat/compare.hpp"
#include "softfloat/nan.hpp"
#include "softfloat/round.hpp"

namespace ulplab {

/// The least number greater than a; of the largest one, infinity, and in formats without infinity itself; of the smallest
/// negative one, -0 where there is one. Flags: invalid for a signaling NaN. IEEE 754-2019, 5.3.1.
ULPLAB_HD constexpr Rounded next_up(const Format& f, Code a, const Context& c = {}) {
  const Class kind = class_of(f, a);
  if (kind == Class::quiet_nan || kind == Class::signaling_nan) return nan_of(f, {a, kind}, c.nan);
  const Code magnitude = magnitude_of(f, a);
  const Code top = f.has_infinity() ? f.infinity() : f.max_finite();
  if (kind == Class::zero) return {f.min_nonzero(), {}};
  if (sign_of(f, a)) return {magnitude == f.min_nonzero() ? zero_of(f, true) : f.sign_mask() | (magnitude - 1), {}};
  return {magnitude == top ? top : magnitude + 1, {}};
}

/// The greatest number less than a. In a format without zero the smallest number is its own. Flags as next_up.
ULPLAB_HD constexpr Rounded next_down(const Format& f, Code a, const Context& c = {}) {
  const Class kind = class_of(f, a);
  if (kind == Class::quiet_nan || kind == Class::signaling_nan) return nan_of(f, {a, kind}, c.nan);
  const Code magnitude = magnitude_of(f, a);
  const Code top = f.has_infinity() ? f.infinity() : f.max_finite();
  if (kind == Class::zero) return {f.is_signed ? f.sign_mask() | f.min_nonzero() : Code{0}, {}};
  if (sign_of(f, a)) return {f.sign_mask() | (magnitude == top ? top : magnitude + 1), {}};
  if (magnitude == f.min_nonzero()) return {f.has_zero ? zero_of(f, false) : magnitude, {}};
  return {magnitude - 1, {}};
}

/// The neighbour of a in the direction of b, as C's nextafter: b itself where they are equal. Flags: invalid for signaling NaNs.
ULPLAB_HD constexpr Rounded next_after(const Format& f, Code a, Code b, const Context& c = {}) {
  if (is_nan(f, a) || is_nan(f, b)) return nan_of(f, {a, class_of(f, a)}, {b, class_of(f, b)}, c.nan);
  switch (compare(f, a, b).order) {
    case Order::less:    return next_up(f, a, c);
    case Order::greater: return next_down(f, a, c);
    default:             return {b, {}};
  }
}

}  // namespace ulplab
