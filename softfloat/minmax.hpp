// The smaller and the larger of two numbers, as IEEE 754-2019 9.6 has them.
#pragma once

#include "softfloat/compare.hpp"
#include "softfloat/nan.hpp"

namespace ulplab {

enum class Extremum : std::uint8_t { minimum, maximum, minimum_number, maximum_number };

/// minimum and maximum answer NaN if an operand is; the Number forms answer the other operand then. -0 is smaller than +0.
/// Flags: invalid for signaling NaNs.
ULPLAB_HD constexpr Rounded min_max(const Format& f, Extremum which, Code a, Code b, const Context& c = {}) {
  const bool number_form = which == Extremum::minimum_number || which == Extremum::maximum_number;
  const Class ka = class_of(f, a);
  const Class kb = class_of(f, b);
  const bool na = is_nan(f, a);
  const bool nb = is_nan(f, b);
  if (na || nb) {
    const Rounded nan = nan_of(f, {a, ka}, {b, kb}, c.nan);
    if (number_form && na != nb) return {na ? b : a, nan.flags};
    return nan;
  }
  const bool want_less = which == Extremum::minimum || which == Extremum::minimum_number;
  return {(total_order(f, a, b) == Order::less) == want_less ? a : b, {}};
}

}  // namespace ulplab
