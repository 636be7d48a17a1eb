// What do we need from the compiler that differs between host, device and constant evaluation?
//
// Everything in softfloat/ is `ULPLAB_HD constexpr`: the same source runs in a static_assert, on the CPU and in a CUDA
// kernel. <bit> is avoided on purpose: with nvcc 13 and libstdc++ 12, std::countl_zero silently becomes a constant on the
// device when relaxed constexpr is switched on, and does not compile when it is off.
#pragma once

#include <cstdint>

#if defined(__CUDACC__)
#define ULPLAB_HD __host__ __device__
#else
#define ULPLAB_HD
#endif

namespace ulplab {

__extension__ typedef unsigned __int128 uint128;  // __extension__: no -Wpedantic warning for the one non-standard type

/// Number of zero bits above the highest one bit. Precondition: x != 0.
ULPLAB_HD constexpr int leading_zeros(std::uint64_t x) {
#if defined(__CUDA_ARCH__)
  return __clzll(static_cast<long long>(x));
#else
  return __builtin_clzll(x);
#endif
}

ULPLAB_HD constexpr int leading_zeros(uint128 x) {
  const auto high = static_cast<std::uint64_t>(x >> 64);
  return high != 0 ? leading_zeros(high) : 64 + leading_zeros(static_cast<std::uint64_t>(x));
}

/// The width in bits of an unsigned working type.
template <class Wide>
inline constexpr int bits_of = static_cast<int>(sizeof(Wide) * 8);

/// Position of the highest one bit: floor(log2 x). Precondition: x != 0.
template <class Wide>
ULPLAB_HD constexpr int highest_bit(Wide x) {
  return bits_of<Wide> - 1 - leading_zeros(x);
}

/// x >> n for any n >= 0; everything is shifted out from the type's width on (the plain operator is undefined there).
template <class Wide>
ULPLAB_HD constexpr Wide shift_right(Wide x, int n) {
  return n >= bits_of<Wide> ? Wide{0} : static_cast<Wide>(x >> n);
}

/// The low n bits of x, 0 <= n.
template <class Wide>
ULPLAB_HD constexpr Wide low_bits(Wide x, int n) {
  return n >= bits_of<Wide> ? x : static_cast<Wide>(x & ((Wide{1} << n) - 1));
}

/// x >> n, with a one in the lowest bit if any one bit was shifted out ("sticky"). The result is then strictly between the
/// same two even numbers as the exact quotient, which is all that a later rounding asks.
template <class Wide>
ULPLAB_HD constexpr Wide shift_right_sticky(Wide x, int n) {
  return static_cast<Wide>(shift_right(x, n) | (low_bits(x, n) != 0 ? Wide{1} : Wide{0}));
}

}  // namespace ulplab
