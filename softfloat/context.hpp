// What does an operation need to know besides its operands, and what does it answer besides the result?
//
// There is no global state. Rounding direction, NaN rule, tininess and flushing are arguments; the flags come back with
// the code. A named machine (softfloat/presets.hpp) is nothing but a table of contexts.
#pragma once

#include "softfloat/format.hpp"

namespace ulplab {

/// Rounding-direction attributes. The first five are IEEE 754-2019 clause 4.3; to_odd is Boldo & Melquiond 2008;
/// stochastic takes its random bits from the Context.
enum class Rounding : std::uint8_t { nearest_even, nearest_away, toward_zero, up, down, to_odd, stochastic };

/// When is a result tiny (IEEE 754-2019, 7.5)? before: its exact value is below 2^emin. after: it still is when rounded to
/// the format's precision as if the exponent range were unbounded.
enum class Tininess : std::uint8_t { before, after };

/// Which NaN comes out.
enum class NanRule : std::uint8_t {
  first_operand,      ///< the first operand that is a NaN, quieted, its sign and top payload bits kept; a new NaN is the positive default
  first_operand_x86,  ///< the same, but a new NaN is negative ("real indefinite", Intel SDM vol. 1, 4.8.3.7)
  arm,                ///< signaling NaNs before quiet ones, and fma looks at the addend first (Arm ARM, FPProcessNaNs3)
  default_nan,        ///< always the positive quiet NaN with an empty payload (RISC-V; Arm with FPCR.DN)
  all_ones,           ///< always the positive NaN of all ones, 0x7fff (CUDA)
  sign_only,          ///< the default NaN with the sign of the operand (Eigen's conversions to half and bfloat16)
  unchanged           ///< conversions: sign and payload as they are, signaling or not (CUDA's __bfloat162float is a shift)
};

enum class Subnormals : std::uint8_t { keep, flush_inputs, flush_results, flush_both };

/// What becomes of a finite result that is too large.
enum class Overflow : std::uint8_t {
  ieee,      ///< infinity or the largest finite number, by direction; where a format has no infinity its NaN, where it has neither its largest number
  saturate,  ///< always the largest finite number, and infinite operands of a conversion too
  to_nan     ///< as ieee, but NaN wherever that would deliver infinity; infinite operands of a conversion too
};

/// What a conversion to integer answers when there is no such integer. All raise invalid.
enum class IntegerRule : std::uint8_t {
  saturate,    ///< the nearest integer there is; NaN gives 0 (IEEE 754 leaves it open; Arm, WebAssembly, Rust)
  indefinite,  ///< 0x80...0 (x86 signed), all ones (x86 AVX-512 unsigned)
  nan_is_max,  ///< the nearest integer there is; NaN gives the largest (RISC-V F extension, table 11.4)
  cuda,        ///< the nearest integer there is; NaN gives 0, but 0x8000000000000000 for 64 bits (CUDA math API, __half2ll_rz)
  nan_is_high_bit  ///< the nearest integer there is; NaN gives 0x80...0 (CUDA from binary64: PTX ISA, cvt, integer notes)
};

/// What a conversion between formats makes of a negative number where the target has no sign (E8M0). Arithmetic in such a format
/// always answers invalid.
enum class Negatives : std::uint8_t {
  invalid,    ///< NaN, and invalid is raised
  magnitude   ///< the sign is dropped before anything is rounded (CUDA, cvt.ue8m0x2)
};

/// The five exceptions of IEEE 754-2019 clause 7, as bits in Berkeley TestFloat's order.
enum class Flag : std::uint8_t { inexact = 1, underflow = 2, overflow = 4, divide_by_zero = 8, invalid = 16 };

struct Flags {
  std::uint8_t bits = 0;

  constexpr Flags() = default;
  ULPLAB_HD constexpr Flags(Flag flag) : bits(static_cast<std::uint8_t>(flag)) {}
  ULPLAB_HD constexpr explicit Flags(int raw) : bits(static_cast<std::uint8_t>(raw)) {}
  ULPLAB_HD constexpr bool has(Flag flag) const { return (bits & static_cast<std::uint8_t>(flag)) != 0; }
  ULPLAB_HD constexpr Flags& operator|=(Flags other) { bits = static_cast<std::uint8_t>(bits | other.bits); return *this; }
  ULPLAB_HD friend constexpr Flags operator|(Flags a, Flags b) { return Flags(a.bits | b.bits); }
  ULPLAB_HD friend constexpr bool operator==(Flags a, Flags b) { return a.bits == b.bits; }
};
ULPLAB_HD constexpr Flags operator|(Flag a, Flag b) { return Flags(a) | Flags(b); }

/// What every operation returns: arithmetic is total.
struct Rounded {
  Code code = 0;
  Flags flags;
  ULPLAB_HD friend constexpr bool operator==(const Rounded& a, const Rounded& b) { return a.code == b.code && a.flags == b.flags; }
};

/// Most random bits that stochastic rounding takes.
inline constexpr int max_random_width = 32;

struct Context {
  Rounding rounding = Rounding::nearest_even;
  Tininess tininess = Tininess::after;
  NanRule nan = NanRule::first_operand;
  Subnormals subnormals = Subnormals::keep;
  Overflow overflow = Overflow::ieee;
  IntegerRule integers = IntegerRule::saturate;
  Negatives negatives = Negatives::invalid;
  bool infinity_times_zero_plus_nan_is_invalid = true;  ///< fma(infinity, 0, quiet NaN): IEEE 754-2019, 7.2 c leaves it open
  std::uint32_t random_bits = 0;                        ///< for stochastic: the low random_width bits count
  std::uint8_t random_width = 16;                       ///< 1 to 32

  ULPLAB_HD constexpr bool flushes_inputs() const {
    return subnormals == Subnormals::flush_inputs || subnormals == Subnormals::flush_both;
  }
  ULPLAB_HD constexpr bool flushes_results() const {
    return subnormals == Subnormals::flush_results || subnormals == Subnormals::flush_both;
  }
};

/// The default context with another rounding direction: `rounding_to(Rounding::up)`.
ULPLAB_HD constexpr Context rounding_to(Rounding rounding) {
  Context c;
  c.rounding = rounding;
  return c;
}

}  // namespace ulplab
