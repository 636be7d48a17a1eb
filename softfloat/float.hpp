// How does one calculate with a format as with a built-in type?
//
//     using Half = Float<binary16>;
//     Half sum = Half(0.1) + Half(0.2);      // rounds to nearest, ties to even; flags are dropped
//
// The friendly face of the operations, for lessons, for Eigen and for code that should look like code. Who wants another
// direction or the flags calls the operation itself on code(). Literals such as 0.1_fp16 are in softfloat/literals.hpp.
#pragma once

#include <compare>
#include <concepts>
#include <functional>
#include <limits>
#include <type_traits>

#include "softfloat/formats.hpp"
#include "softfloat/native.hpp"
#include "softfloat/operations.hpp"

namespace ulplab {

/// A format with which one can calculate. E8M0 is not one: it has no zero and no sign (see problem_of in operations.hpp).
template <Format F>
concept Arithmetic_format = problem_of(F) == nullptr && F.has_zero;

namespace detail {

template <int Width>
using smallest_code = std::conditional_t<
    Width <= 8, std::uint8_t,
    std::conditional_t<Width <= 16, std::uint16_t, std::conditional_t<Width <= 32, std::uint32_t, std::uint64_t>>>;

}  // namespace detail

template <Format F>
  requires(problem_of(F) == nullptr)
class Float {
 public:
  using Bits = detail::smallest_code<F.width()>;
  static constexpr Format format = F;

  /// Zero (in E8M0 the smallest number).
  constexpr Float() = default;

  ULPLAB_HD static constexpr Float from_code(Code code) {
    Float x;
    x.bits_ = static_cast<Bits>(code & F.code_mask());
    return x;
  }
  ULPLAB_HD constexpr Bits code() const { return bits_; }

  /// Rounded to nearest, ties to even.
  template <std::integral T>
  ULPLAB_HD explicit constexpr Float(T value)
      : bits_(static_cast<Bits>(from_integer(F, IntegerType{static_cast<int>(sizeof(T) * 8), std::is_signed_v<T>},
                                             static_cast<std::uint64_t>(value)).code)) {}
  /// From float and double: rounded once. The double 0.1 is not one tenth: 0.1_fp16 is nearest to that.
  template <std::floating_point T>
  ULPLAB_HD explicit constexpr Float(T value)
      : bits_(static_cast<Bits>(convert(detail::Native<T>::format, __builtin_bit_cast(typename detail::Native<T>::Bits, value), F).code)) {}
  /// From another format: rounded once.
  template <Format G>
    requires(!(G == F))
  ULPLAB_HD explicit constexpr Float(Float<G> other) : bits_(static_cast<Bits>(convert(G, other.code(), F).code)) {}

  /// To float and double: rounded once (exact from every narrower format).
  template <std::floating_point T>
  ULPLAB_HD explicit constexpr operator T() const {
    using Native = detail::Native<T>;
    return __builtin_bit_cast(T, static_cast<typename Native::Bits>(convert(F, bits_, Native::format).code));
  }
  /// To an integer: toward zero as C does it, saturating; NaN is 0.
  template <std::integral T>
  ULPLAB_HD explicit constexpr operator T() const {
    if constexpr (std::same_as<T, bool>) return !is_zero(F, bits_);
    return static_cast<T>(to_integer(F, bits_, IntegerType{static_cast<int>(sizeof(T) * 8), std::is_signed_v<T>},
                                     rounding_to(Rounding::toward_zero)).bits);
  }

  ULPLAB_HD constexpr Float operator+() const { return *this; }
  ULPLAB_HD constexpr Float operator-() const
    requires(F.is_signed)
  {
    if (!F.has_negative_zero() && (is_zero(F, bits_) || is_nan(F, bits_))) return *this;
    return from_code(bits_ ^ F.sign_mask());
  }

  ULPLAB_HD friend constexpr Float operator+(Float a, Float b) requires Arithmetic_format<F> { return from_code(add(F, a.bits_, b.bits_).code); }
  ULPLAB_HD friend constexpr Float operator-(Float a, Float b) requires Arithmetic_format<F> { return from_code(sub(F, a.bits_, b.bits_).code); }
  ULPLAB_HD friend constexpr Float operator*(Float a, Float b) requires Arithmetic_format<F> { return from_code(mul(F, a.bits_, b.bits_).code); }
  ULPLAB_HD friend constexpr Float operator/(Float a, Float b) requires Arithmetic_format<F> { return from_code(div(F, a.bits_, b.bits_).code); }
  ULPLAB_HD constexpr Float& operator+=(Float b) requires Arithmetic_format<F> { return *this = *this + b; }
  ULPLAB_HD constexpr Float& operator-=(Float b) requires Arithmetic_format<F> { return *this = *this - b; }
  ULPLAB_HD constexpr Float& operator*=(Float b) requires Arithmetic_format<F> { return *this = *this * b; }
  ULPLAB_HD constexpr Float& operator/=(Float b) requires Arithmetic_format<F> { return *this = *this / b; }

  /// -0 equals +0, and NaN equals nothing.
  ULPLAB_HD friend constexpr bool operator==(Float a, Float b) { return compare(F, a.bits_, b.bits_).order == Order::equal; }
  ULPLAB_HD friend constexpr bool operator<(Float a, Float b) { return compare(F, a.bits_, b.bits_).order == Order::less; }
  ULPLAB_HD friend constexpr bool operator>(Float a, Float b) { return b < a; }
  ULPLAB_HD friend constexpr bool operator<=(Float a, Float b) { return a < b || a == b; }
  ULPLAB_HD friend constexpr bool operator>=(Float a, Float b) { return b <= a; }
  friend constexpr std::partial_ordering operator<=>(Float a, Float b) {
    switch (compare(F, a.bits_, b.bits_).order) {
      case Order::less:    return std::partial_ordering::less;
      case Order::equal:   return std::partial_ordering::equivalent;
      case Order::greater: return std::partial_ordering::greater;
      default:             return std::partial_ordering::unordered;
    }
  }

  // Found by argument-dependent look-up, as generic code (Eigen's for instance) expects it.
  ULPLAB_HD friend constexpr Float fma(Float a, Float b, Float c) requires Arithmetic_format<F> { return from_code(ulplab::fma(F, a.bits_, b.bits_, c.bits_).code); }
  ULPLAB_HD friend constexpr Float sqrt(Float a) requires Arithmetic_format<F> { return from_code(ulplab::sqrt(F, a.bits_).code); }
  ULPLAB_HD friend constexpr Float abs(Float a) { return ulplab::is_nan(F, a.bits_) && !F.has_negative_zero() ? a : from_code(a.bits_ & F.magnitude_mask()); }
  ULPLAB_HD friend constexpr bool isnan(Float a) { return ulplab::is_nan(F, a.bits_); }
  ULPLAB_HD friend constexpr bool isinf(Float a) { return ulplab::is_infinity(F, a.bits_); }
  ULPLAB_HD friend constexpr bool isfinite(Float a) { return ulplab::is_finite(F, a.bits_); }
  ULPLAB_HD friend constexpr bool signbit(Float a) { return ulplab::sign_of(F, a.bits_); }

 private:
  Bits bits_ = 0;
};

namespace detail {

/// 2^exponent, or the next larger number there is.
constexpr Code power_of_two(const Format& f, int exponent) {
  Silent silent;
  return round_pack(f, rounding_to(Rounding::up), false, exponent, std::uint64_t{1}, Discarded::nothing, silent).code;
}
/// floor(n * log10(2)), for |n| up to 2^15: log10(2) = 0.30102999566398…
constexpr int floor_log10_of_two_to(int n) {
  const std::int64_t scaled = static_cast<std::int64_t>(n) * 30102999566;
  constexpr std::int64_t one = 100000000000;
  return static_cast<int>(scaled >= 0 ? scaled / one : -((-scaled + one - 1) / one));
}

/// floor(log10 of the largest number), which is (2 - 2^(1-p)) * 2^emax: a little below 2^(emax+1). Only among small numbers
/// can a power of ten lie between these two, and there it is checked in integers.
constexpr int floor_log10_of_max(const Format& f) {
  const int guess = floor_log10_of_two_to(f.emax() + 1);
  if (guess < 0 || guess > 18 || f.emax() > 62) return guess;
  std::uint64_t ten = 1;
  for (int i = 0; i < guess; ++i) ten *= 10;
  const IntegerResult largest = to_integer(f, f.max_finite(), IntegerType{64, false}, rounding_to(Rounding::toward_zero));
  return largest.bits >= ten ? guess : guess - 1;
}

}  // namespace detail
}  // namespace ulplab

template <ulplab::Format F>
struct std::numeric_limits<ulplab::Float<F>> {
 private:
  using T = ulplab::Float<F>;

 public:
  static constexpr bool is_specialized = true;
  static constexpr bool is_signed = F.is_signed;
  static constexpr bool is_integer = false;
  static constexpr bool is_exact = false;
  static constexpr bool has_infinity = F.has_infinity();
  static constexpr bool has_quiet_NaN = F.has_nan();
  static constexpr bool has_signaling_NaN = F.specials == ulplab::Specials::ieee && F.precision > 2;
  static constexpr std::float_denorm_style has_denorm = F.subnormals ? std::denorm_present : std::denorm_absent;
  static constexpr bool has_denorm_loss = false;
  static constexpr std::float_round_style round_style = std::round_to_nearest;
  static constexpr bool is_iec559 = F == ulplab::binary16 || F == ulplab::binary32 || F == ulplab::binary64;
  static constexpr bool is_bounded = true;
  static constexpr bool is_modulo = false;
  static constexpr int radix = 2;
  static constexpr int digits = F.precision;
  static constexpr int digits10 = ulplab::detail::floor_log10_of_two_to(F.precision - 1);
  static constexpr int max_digits10 = 2 + ulplab::detail::floor_log10_of_two_to(F.precision);
  static constexpr int min_exponent = F.emin() + 1;
  static constexpr int max_exponent = F.emax() + 1;
  static constexpr int min_exponent10 = ulplab::detail::floor_log10_of_two_to(F.emin()) + (F.emin() == 0 ? 0 : 1);
  static constexpr int max_exponent10 = ulplab::detail::floor_log10_of_max(F);
  static constexpr bool traps = false;
  static constexpr bool tinyness_before = false;

  static constexpr T min() { return T::from_code(F.min_normal()); }
  static constexpr T max() { return T::from_code(F.max_finite()); }
  static constexpr T lowest() { return T::from_code(F.is_signed ? F.sign_mask() | F.max_finite() : F.has_zero ? 0 : F.min_normal()); }
  static constexpr T epsilon() { return T::from_code(ulplab::detail::power_of_two(F, 1 - F.precision)); }
  static constexpr T round_error() { return T::from_code(ulplab::detail::power_of_two(F, -1)); }
  static constexpr T denorm_min() { return T::from_code(F.min_nonzero()); }
  static constexpr T infinity() { return T::from_code(has_infinity ? F.infinity() : 0); }
  static constexpr T quiet_NaN() { return T::from_code(has_quiet_NaN ? ulplab::new_nan(F, ulplab::NanRule::first_operand) : 0); }
  static constexpr T signaling_NaN() { return T::from_code(has_signaling_NaN ? F.infinity() + 1 : 0); }
};

/// Equal numbers have equal hashes: both zeros have one.
template <ulplab::Format F>
struct std::hash<ulplab::Float<F>> {
  std::size_t operator()(ulplab::Float<F> x) const noexcept {
    return std::hash<ulplab::Code>{}(ulplab::is_zero(F, x.code()) ? 0 : x.code());
  }
};
