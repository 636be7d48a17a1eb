// By how much did a conversion from text change the number?
//
// Exactly, as a decimal, and in ulps of the result. Positive: the code is larger than what the text says.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "softfloat/parse.hpp"
#include "softfloat/print.hpp"

namespace ulplab {

/// value of the code - value of the text.
struct ConversionError {
  std::string exact;  ///< `0.000048828125`, `-0.25`, `0`; longer than asked for: `4.8828125…e-5`, digits cut off at the …
  std::string ulps;   ///< in ulps of the code, correctly rounded to 4 significant digits: `0.2`, `-0.4096`, `1.5e-9`, `0`
};

namespace detail {

/// An exact difference, negative or not, of numbers that are integers / 10^decimals.
struct Difference {
  bool negative = false;
  BigUnsigned magnitude;
};
inline Difference difference(bool a_negative, const BigUnsigned& a, bool b_negative, const BigUnsigned& b) {
  if (a_negative != b_negative) {
    Difference d{a_negative, a};
    d.magnitude.add(b);
    return d;
  }
  const bool a_larger = a.compare(b) >= 0;
  Difference d{a_larger ? a_negative : !a_negative, a_larger ? a : b};
  d.magnitude.subtract(a_larger ? b : a);
  return d;
}

/// Most bits of an exact decimal: what BigUnsigned holds, less room for the division by the ulp.
inline constexpr std::int64_t max_exact_bits = BigUnsigned::capacity_bits - 512;

inline BigUnsigned integer_of_hexadecimal_digits(std::string_view digits) {
  BigUnsigned integer;
  for (const char c : digits)
    if (c != '.') integer.multiply_add(16, static_cast<std::uint64_t>(digit_value(c, 16)));
  return integer;
}

}  // namespace detail

/// The error of `code` as a reading of `text`. Nothing if the code is no finite number, if the text is none or malformed, or
/// if the exact difference has more than about 11000 digits before and behind the point together.
/// `longest`: of more characters than this, only 40 digits are written, with … where the rest was.
inline std::optional<ConversionError> conversion_error(const Format& f, Code code, std::string_view text, std::size_t longest = 1200) {
  const detail::NumberText n = detail::read_number(text);
  if (n.kind != detail::TextKind::number || !is_finite(f, code)) return std::nullopt;
  const auto [significand, ulp_exponent] = detail::in_ulps(f, code);

  // Both as integers / 10^decimals. A number with binary exponent -k has k decimals.
  std::int64_t decimals = ulp_exponent < 0 ? -ulp_exponent : 0;
  if (-n.exponent > decimals && !n.digits.empty()) decimals = -n.exponent;
  const std::int64_t up = n.digits.empty() ? 0 : n.exponent > 0 ? n.exponent : 0;  // each at most 4 bits
  if (n.digit_count * 4 + up * 4 + decimals * 10 / 3 > detail::max_exact_bits) return std::nullopt;
  if (decimals * 10 / 3 + 64 + (ulp_exponent > 0 ? ulp_exponent : 0) > detail::max_exact_bits) return std::nullopt;
  const auto power = static_cast<int>(decimals);
  const auto as_decimal = [power](BigUnsigned& integer, int binary_exponent) {  // integer * 2^binary_exponent * 10^power
    integer.multiply_power_of_five(power);
    integer.shift_left(power + binary_exponent);
  };

  BigUnsigned written;
  if (!n.digits.empty()) {
    const auto exponent = static_cast<int>(n.exponent);
    if (n.hexadecimal) {
      written = detail::integer_of_hexadecimal_digits(n.digits);
      as_decimal(written, exponent);
    } else {
      written = detail::integer_of_digits(n.digits, n.digit_count);
      written.multiply_power_of_ten(power + exponent);
    }
  }
  BigUnsigned stored(significand);
  as_decimal(stored, ulp_exponent);
  const detail::Difference error = detail::difference(sign_of(f, code), stored, n.negative, written);
  if (error.magnitude.zero()) return ConversionError{"0", "0"};

  const std::string sign = detail::sign_text(error.negative);
  std::string exact = sign + detail::fixed_point(error.magnitude, power);
  if (exact.size() > longest) {
    std::string digits = detail::digits_of(error.magnitude);
    const int exponent = static_cast<int>(digits.size()) - 1 - power;
    detail::drop_trailing_zeros(digits);
    exact = sign + detail::scientific(digits.size() > 40 ? digits.substr(0, 40) + "…" : digits, exponent);
  }
  BigUnsigned ulp(1);
  as_decimal(ulp, ulp_exponent);
  auto [digits, exponent] = detail::rounded_ratio(error.magnitude, ulp, 4);
  detail::drop_trailing_zeros(digits);
  return ConversionError{exact, sign + detail::plain(digits, exponent)};
}

}  // namespace ulplab
