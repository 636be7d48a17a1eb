// float and double as the kernels' arithmetic, on the host and on a device.
//
// What the compiler makes of + - * / is IEEE 754: SSE2 or NEON here, the device's own instructions there. The build forbids
// contraction on both sides (-ffp-contract=off, -fmad=false).
#pragma once

#include <cmath>

#include "softfloat/format.hpp"

namespace ulplab::gpu {

template <class T, class Bits>
struct Native {
  using Value = T;
  ULPLAB_HD static T in(Code code) { return __builtin_bit_cast(T, static_cast<Bits>(code)); }
  ULPLAB_HD static Code out(T x) { return __builtin_bit_cast(Bits, x); }

  ULPLAB_HD T zero() { return 0; }
  ULPLAB_HD T add(T x, T y) { return x + y; }
  ULPLAB_HD T sub(T x, T y) { return x - y; }
  ULPLAB_HD T mul(T x, T y) { return x * y; }
  ULPLAB_HD T div(T x, T y) { return x / y; }
  ULPLAB_HD bool less(T x, T y) { return x < y; }
  ULPLAB_HD bool equal(T x, T y) { return x == y; }
  ULPLAB_HD T abs(T x) { return std::fabs(x); }
  ULPLAB_HD T constant(std::int64_t m, int exponent) { return std::ldexp(static_cast<T>(m), exponent); }
  ULPLAB_HD T nearest_integer(T x) { return std::nearbyint(x); }
  ULPLAB_HD T scale(T x, T n) { return std::ldexp(x, static_cast<int>(n)); }
  ULPLAB_HD std::int64_t exponent_bound() const { return sizeof(T) == 4 ? 127 + 24 : 1023 + 53; }

  /// A number of another arithmetic, which says what it is as a float or a double.
  template <class Other>
  ULPLAB_HD T from(Other&, typename Other::Value x) {
    return static_cast<T>(Other::widened(x));
  }
  ULPLAB_HD static T widened(T x) { return x; }
};

using Binary32 = Native<float, std::uint32_t>;
using Binary64 = Native<double, std::uint64_t>;

}  // namespace ulplab::gpu
