// What number does a code stand for?
#pragma once

#include "softfloat/context.hpp"

namespace ulplab {

enum class Class : std::uint8_t { zero, subnormal, normal, infinity, quiet_nan, signaling_nan };

ULPLAB_HD constexpr Code magnitude_of(const Format& f, Code code) { return code & f.magnitude_mask(); }
ULPLAB_HD constexpr bool sign_of(const Format& f, Code code) { return (code & f.sign_mask()) != 0; }

ULPLAB_HD constexpr bool is_nan(const Format& f, Code code) {
  switch (f.specials) {
    case Specials::ieee:              return magnitude_of(f, code) > f.infinity();
    case Specials::all_ones_nan:      return magnitude_of(f, code) == f.magnitude_mask();
    case Specials::negative_zero_nan: return (code & f.code_mask()) == f.sign_mask();
    default:                          return false;
  }
}

/// The bit of the trailing significand that marks a NaN as quiet: its first (IEEE 754-2019, 6.2.1).
ULPLAB_HD constexpr Code quiet_bit(const Format& f) { return Code{1} << (f.trailing_bits() - 1); }

ULPLAB_HD constexpr bool is_signaling_nan(const Format& f, Code code) {
  return f.specials == Specials::ieee && is_nan(f, code) && (code & quiet_bit(f)) == 0;
}
ULPLAB_HD constexpr bool is_infinity(const Format& f, Code code) {
  return f.has_infinity() && magnitude_of(f, code) == f.infinity();
}
ULPLAB_HD constexpr bool is_zero(const Format& f, Code code) {
  if (!f.has_zero || is_nan(f, code)) return false;
  return f.subnormals ? magnitude_of(f, code) == 0 : magnitude_of(f, code) < f.min_normal();
}
/// is_subnormal(0) is false.
ULPLAB_HD constexpr bool is_subnormal(const Format& f, Code code) {
  return f.has_zero && f.subnormals && magnitude_of(f, code) != 0 && magnitude_of(f, code) < f.min_normal();
}
ULPLAB_HD constexpr bool is_finite(const Format& f, Code code) { return !is_nan(f, code) && !is_infinity(f, code); }

ULPLAB_HD constexpr Class class_of(const Format& f, Code code) {
  if (is_nan(f, code)) return is_signaling_nan(f, code) ? Class::signaling_nan : Class::quiet_nan;
  if (is_infinity(f, code)) return Class::infinity;
  if (is_zero(f, code)) return Class::zero;
  return is_subnormal(f, code) ? Class::subnormal : Class::normal;
}

/// A code taken apart. For zero, subnormal and normal numbers the value is (-1)^negative * significand * 2^exponent, with
/// 2^(p-1) <= significand < 2^p unless it is zero: subnormals arrive normalised, so that no operation treats them apart.
struct Unpacked {
  Class kind = Class::zero;
  bool negative = false;
  int exponent = 0;
  std::uint64_t significand = 0;

  ULPLAB_HD constexpr bool nan() const { return kind == Class::quiet_nan || kind == Class::signaling_nan; }
  ULPLAB_HD constexpr bool infinite() const { return kind == Class::infinity; }
  ULPLAB_HD constexpr bool zero() const { return kind == Class::zero; }
  ULPLAB_HD constexpr bool finite_nonzero() const { return kind == Class::normal || kind == Class::subnormal; }
};

ULPLAB_HD constexpr Unpacked unpack(const Format& f, Code code) {
  Unpacked u;
  u.kind = class_of(f, code);
  u.negative = sign_of(f, code);
  if (!u.finite_nonzero()) return u;
  const auto field = static_cast<int>(magnitude_of(f, code) >> f.trailing_bits());
  u.significand = code & f.trailing_mask();
  if (u.kind == Class::normal) {
    u.significand |= Code{1} << f.trailing_bits();
    u.exponent = field - f.bias - f.trailing_bits();
  } else {
    const int shift = f.trailing_bits() - highest_bit(u.significand);
    u.significand <<= shift;
    u.exponent = f.emin() - f.trailing_bits() - shift;
  }
  return u;
}

/// unpack for an operand: where the context flushes inputs, a subnormal arrives as a zero of its sign.
ULPLAB_HD constexpr Unpacked unpack(const Format& f, Code code, const Context& c) {
  Unpacked u = unpack(f, code);
  if (u.kind == Class::subnormal && c.flushes_inputs()) {
    u.kind = Class::zero;
    u.significand = 0;
    u.exponent = 0;
  }
  return u;
}

}  // namespace ulplab
