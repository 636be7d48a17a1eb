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
  /// To nearest, ties to even: beyond 2^trailing_bits a sum has no room for a fraction. No call and no branch, so that
  /// compilers make vectors of it; the sign of zero is kept.
  ULPLAB_HD T nearest_integer(T x) {
    constexpr T no_fraction = sizeof(T) == 4 ? T(0x1p23) : T(0x1p52);
    const T shift = std::copysign(no_fraction, x);
    const T rounded = std::copysign((x + shift) - shift, x);
    return std::fabs(x) < no_fraction ? rounded : x;
  }
  ULPLAB_HD T power_of_two(T n) {
    constexpr int bias = sizeof(T) == 4 ? 127 : 1023, trailing_bits = sizeof(T) == 4 ? 23 : 52;
    const auto biased = static_cast<Bits>(static_cast<std::int32_t>(n == n ? n : T(0)) + bias);
    return __builtin_bit_cast(T, static_cast<Bits>(biased << trailing_bits));
  }
  ULPLAB_HD T exponent(T x) {
    constexpr int bias = sizeof(T) == 4 ? 127 : 1023, trailing_bits = sizeof(T) == 4 ? 23 : 52;
    const Bits biased = static_cast<Bits>(out(std::fabs(x))) >> trailing_bits;
    return static_cast<T>(static_cast<std::int32_t>(biased) - bias);
  }
  ULPLAB_HD int precision() const { return sizeof(T) == 4 ? 24 : 53; }
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
