// What is a floating-point format?
//
// A format is data: how many exponent bits, how many bits of precision, where the exponent starts, and what the odd codes
// mean. The same struct is a run-time value and a template argument, so there is one truth.
//
//     binary16:   0b s eeeee tttttttttt      value = (-1)^s * 2^(e - bias) * 1.tttttttttt     (e > 0)
//                    1   5       10          value = (-1)^s * 2^(1 - bias) * 0.tttttttttt     (e = 0: zero, subnormal)
//
// The words are those of IEEE Std 754-2019 (docs/glossary.md): precision counts the leading bit, the trailing significand
// is what is stored of it.
#pragma once

#include "softfloat/portability.hpp"

namespace ulplab {

/// The bits of a number, in the low width() bits.
using Code = std::uint64_t;

/// What the codes at the end of the range mean.
enum class Specials : std::uint8_t {
  ieee,               ///< exponent field all ones: infinity if the trailing significand is zero, else NaN
  all_ones_nan,       ///< only the code whose exponent and trailing bits are all ones is NaN, one per sign; no infinity (OCP E4M3)
  negative_zero_nan,  ///< the code that would be -0 is the only NaN; no infinity, no negative zero (FNUZ)
  finite_only         ///< every code is a number (OCP FP6, FP4)
};

/// A binary floating-point format of at most 64 bits. Aggregate and structural: usable as a template argument.
/// Construct freely, then ask `problem_of(format)` before use if the numbers come from a person.
struct Format {
  int exponent_bits;                    ///< w
  int precision;                        ///< p, counts the implicit leading bit
  int bias;                             ///< exponent = field - bias; 2^(w-1) - 1 unless the format says otherwise
  Specials specials = Specials::ieee;   ///< see above
  bool subnormals = true;               ///< false: exponent field 0 is zero, whatever the trailing bits
  bool is_signed = true;                ///< false: no sign bit (E8M0)
  bool has_zero = true;                 ///< false: exponent field 0 is an ordinary exponent (E8M0)

  friend constexpr bool operator==(const Format&, const Format&) = default;

  ULPLAB_HD constexpr int trailing_bits() const { return precision - 1; }
  ULPLAB_HD constexpr int width() const { return (is_signed ? 1 : 0) + exponent_bits + trailing_bits(); }

  /// Largest value of the exponent field and of the trailing field: all ones.
  ULPLAB_HD constexpr Code exponent_mask() const { return (Code{1} << exponent_bits) - 1; }
  ULPLAB_HD constexpr Code trailing_mask() const { return (Code{1} << trailing_bits()) - 1; }
  /// Exponent and trailing bits: everything but the sign.
  ULPLAB_HD constexpr Code magnitude_mask() const { return (exponent_mask() << trailing_bits()) | trailing_mask(); }
  ULPLAB_HD constexpr Code sign_mask() const { return is_signed ? Code{1} << (exponent_bits + trailing_bits()) : Code{0}; }
  ULPLAB_HD constexpr Code code_mask() const { return sign_mask() | magnitude_mask(); }

  ULPLAB_HD constexpr bool has_infinity() const { return specials == Specials::ieee; }
  ULPLAB_HD constexpr bool has_nan() const { return specials != Specials::finite_only; }
  ULPLAB_HD constexpr bool has_negative_zero() const {
    return is_signed && has_zero && specials != Specials::negative_zero_nan;
  }

  /// Magnitude of the code of the largest finite number.
  ULPLAB_HD constexpr Code max_finite() const {
    switch (specials) {
      case Specials::ieee:         return ((exponent_mask() - 1) << trailing_bits()) | trailing_mask();
      case Specials::all_ones_nan: return magnitude_mask() - 1;
      default:                     return magnitude_mask();
    }
  }
  /// Magnitude of the code of the smallest nonzero number.
  ULPLAB_HD constexpr Code min_nonzero() const {
    return !has_zero ? Code{0} : subnormals && trailing_bits() > 0 ? Code{1} : min_normal();
  }
  /// Magnitude of the code of the smallest normal number, 2^emin.
  ULPLAB_HD constexpr Code min_normal() const { return has_zero ? Code{1} << trailing_bits() : Code{0}; }
  /// The code of +infinity. Precondition: has_infinity().
  ULPLAB_HD constexpr Code infinity() const { return exponent_mask() << trailing_bits(); }

  /// Exponent of the smallest normal number and of the largest finite number.
  ULPLAB_HD constexpr int emin() const { return (has_zero ? 1 : 0) - bias; }
  ULPLAB_HD constexpr int emax() const { return static_cast<int>(max_finite() >> trailing_bits()) - bias; }
  /// Exponent of the smallest distance between two numbers: of the smallest subnormal, if there are any.
  ULPLAB_HD constexpr int smallest_quantum_exponent() const { return subnormals ? emin() - trailing_bits() : emin(); }
};

/// The limits of a format that a person may write. The exponent range stays within that of binary128, so that text
/// conversion works in a fixed amount of memory; 62 bits of precision keep a product within 128 bits.
inline constexpr int max_exponent_bits = 15;
inline constexpr int max_precision = 62;
inline constexpr int max_exponent_magnitude = 16383;

/// nullptr if the format can be used, else a sentence that says which limit is broken and how to mend it.
constexpr const char* problem_of(const Format& f) {
  if (f.exponent_bits < 1 || f.exponent_bits > max_exponent_bits) return "exponent bits must be between 1 and 15";
  if (f.precision < 1 || f.precision > max_precision)
    return "precision must be between 1 and 62 bits (it counts the implicit leading bit)";
  if (f.width() < 2) return "a format needs at least 2 bits";
  if (f.width() > 64) return "sign, exponent and trailing significand must fit in 64 bits: use fewer exponent bits or less precision";
  if (f.bias < -2 * max_exponent_magnitude || f.bias > 2 * max_exponent_magnitude)
    return "bias must put all exponents between -16383 and 16383: use the default bias 2^(exponent bits - 1) - 1";
  if (f.specials == Specials::ieee && f.exponent_bits < 2)
    return "specials 'ieee' reserve the largest exponent, so they need at least 2 exponent bits: use more, or 'finite_only'";
  if (f.specials == Specials::ieee && f.precision < 2)
    return "specials 'ieee' need precision 2 or more to tell NaN from infinity: use more, or 'all_ones_nan'";
  if (f.specials == Specials::negative_zero_nan && (!f.is_signed || !f.has_zero))
    return "specials 'negative_zero_nan' put NaN in place of -0, so the format must be signed and have a zero";
  if (!f.has_zero && (f.is_signed || f.subnormals))
    return "a format without zero must be unsigned and without subnormals (like E8M0)";
  if (f.has_zero && f.max_finite() < f.min_normal())
    return "this format has no normal number: use more exponent bits or other specials";
  if (f.emin() < -max_exponent_magnitude || f.emax() > max_exponent_magnitude)
    return "bias must put all exponents between -16383 and 16383: use another bias, or fewer exponent bits";
  return nullptr;
}

/// The bias that IEEE 754 gives w exponent bits: 2^(w-1) - 1.
ULPLAB_HD constexpr int default_bias(int exponent_bits) { return (1 << (exponent_bits - 1)) - 1; }

/// A signed format with IEEE specials, subnormals and the default bias: `ieee_format(5, 11)` is binary16.
ULPLAB_HD constexpr Format ieee_format(int exponent_bits, int precision) {
  return Format{exponent_bits, precision, default_bias(exponent_bits)};
}

}  // namespace ulplab
