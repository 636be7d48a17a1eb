// How far apart are the numbers here?
#pragma once

#include "softfloat/round.hpp"

namespace ulplab {

/// The ulp of a finite number is 2^ulp_exponent: one unit in its last place, the distance to the next number away from zero
/// (and, but at a power of two, to the one towards zero). Zero has that of the smallest number. Precondition: a is finite.
ULPLAB_HD constexpr int ulp_exponent(const Format& f, Code a) {
  if (is_zero(f, a) || is_subnormal(f, a)) return f.smallest_quantum_exponent();
  return unpack(f, a).exponent;
}

/// The ulp as a number of the format; of infinity, infinity; of NaN, that NaN. Where it is smaller than the smallest number
/// (formats without subnormals), the smallest number. Flags: invalid for a signaling NaN.
ULPLAB_HD constexpr Rounded ulp(const Format& f, Code a, const Context& c = {}) {
  if (is_nan(f, a)) return nan_of(f, {a, class_of(f, a)}, c.nan);
  if (is_infinity(f, a)) return {f.infinity(), {}};
  Silent silent;
  return {round_pack(f, rounding_to(Rounding::up), false, ulp_exponent(f, a), std::uint64_t{1}, Discarded::nothing, silent).code, {}};
}

}  // namespace ulplab
