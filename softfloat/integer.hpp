// Numbers to and from integers of 8 to 64 bits.
#pragma once

#include "softfloat/round_to_integral.hpp"

namespace ulplab {

/// An integer type: `IntegerType{32, true}` is int32_t.
struct IntegerType {
  int width;       ///< 1 to 64
  bool is_signed;  ///< two's complement

  ULPLAB_HD constexpr std::uint64_t mask() const { return ~std::uint64_t{0} >> (64 - width); }
  ULPLAB_HD constexpr std::uint64_t max() const { return is_signed ? mask() >> 1 : mask(); }
  /// Magnitude of the smallest one: 2^(width-1), or 0.
  ULPLAB_HD constexpr std::uint64_t min_magnitude() const { return is_signed ? std::uint64_t{1} << (width - 1) : 0; }
};

/// An integer as its bits (two's complement in the low bits, zero above) and the flags.
struct IntegerResult {
  std::uint64_t bits = 0;
  Flags flags;
};

namespace detail {

/// What a conversion to integer answers when the number is NaN, infinite or out of range.
ULPLAB_HD constexpr IntegerResult no_such_integer(IntegerType type, bool nan, bool negative, IntegerRule rule) {
  std::uint64_t bits = negative ? (~type.min_magnitude() + 1) & type.mask() : type.max();
  if (nan) {
    bits = 0;
    if (rule == IntegerRule::nan_is_max) bits = type.max();
    if (rule == IntegerRule::nan_is_high_bit || (rule == IntegerRule::cuda && type.width == 64)) bits = std::uint64_t{1} << (type.width - 1);
  }
  if (rule == IntegerRule::indefinite) bits = type.is_signed ? type.min_magnitude() : type.mask();
  return {bits, Flag::invalid};
}

}  // namespace detail

/// `code` as an integer, rounded in the direction of the context. Flags: invalid (NaN, infinity, out of range; then the
/// context's integer rule answers and inexact is not raised), and inexact where asked. IEEE 754-2019, 5.8.
ULPLAB_HD constexpr IntegerResult to_integer(const Format& f, Code code, IntegerType type, const Context& c = {},
                                             Exactness exactness = Exactness::signals_inexact) {
  const Unpacked a = unpack(f, code, c);
  if (a.zero()) return {};
  const int e = a.exponent + f.trailing_bits();  // 2^e <= |a| < 2^(e+1)
  if (a.nan() || a.infinite() || e > 64) return detail::no_such_integer(type, a.nan(), a.negative, c.integers);
  const detail::Cut cut = a.exponent >= 0 ? detail::Cut{0, Discarded::nothing, false}
                                          : detail::cut(c, a.negative, a.significand, Discarded::nothing, -a.exponent);
  const uint128 magnitude = a.exponent >= 0 ? static_cast<uint128>(a.significand) << a.exponent
                                            : static_cast<uint128>(cut.kept) + (cut.away ? 1 : 0);
  if (magnitude > (a.negative ? type.min_magnitude() : type.max()))
    return detail::no_such_integer(type, false, a.negative, c.integers);
  const auto bits = static_cast<std::uint64_t>(magnitude);
  const bool inexact = cut.discarded != Discarded::nothing && exactness == Exactness::signals_inexact;
  return {(a.negative ? ~bits + 1 : bits) & type.mask(), inexact ? Flags(Flag::inexact) : Flags()};
}

/// (-1)^negative * magnitude in format `to`. Zero becomes +0. Flags: overflow, underflow (in formats that begin above one),
/// inexact; invalid for a negative number in an unsigned format. IEEE 754-2019, 5.4.1 (convertFromInt).
template <class Observer = Silent>
ULPLAB_HD constexpr Rounded from_integer(const Format& to, bool negative, std::uint64_t magnitude, const Context& c = {},
                                         Observer observe = {}) {
  if (magnitude == 0) return detail::tell_special(observe, to, "the integer is zero", rounded_zero(to, false));
  return round_pack(to, c, negative, 0, magnitude, Discarded::nothing, observe);
}

/// The integer of type `type` whose bits are `bits`, in format `to`.
template <class Observer = Silent>
ULPLAB_HD constexpr Rounded from_integer(const Format& to, IntegerType type, std::uint64_t bits, const Context& c = {},
                                         Observer observe = {}) {
  const bool negative = type.is_signed && ((bits >> (type.width - 1)) & 1) != 0;
  const std::uint64_t magnitude = (negative ? ~bits + 1 : bits) & type.mask();
  return from_integer(to, negative, magnitude, c, observe);
}

}  // namespace ulplab
