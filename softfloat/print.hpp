// How does a person read a code?
//
//     binary16 0x2e66     exact       0.0999755859375      what the code is, all of it
//                         shortest    1e-1, 0.1            the fewest digits that read back as this code
//                         hex float   0x1.998p-4           the bits
//                         4 digits    9.998e-2             rounded, for tables
//
// The shortest text is not the value: 65504 in binary16 prints as 6.55e4. Infinity and NaN print as inf, -inf and nan.
#pragma once

#include <string>

#include "softfloat/big_unsigned.hpp"
#include "softfloat/ulp.hpp"

namespace ulplab {
namespace detail {

/// A finite number in its unit in the last place: significand * 2^exponent, 2^exponent its ulp.
struct InUlps {
  std::uint64_t significand;
  int exponent;
};
ULPLAB_HD constexpr InUlps in_ulps(const Format& f, Code code) {
  const Unpacked u = unpack(f, code);
  const int exponent = ulp_exponent(f, code);
  return {u.significand >> (u.zero() ? 0 : exponent - u.exponent), exponent};
}

/// The word for a code that is no finite number; nullptr if it is one.
constexpr const char* word_of(const Format& f, Code code) {
  if (is_nan(f, code)) return "nan";
  if (is_infinity(f, code)) return sign_of(f, code) ? "-inf" : "inf";
  return nullptr;
}

inline std::string sign_text(bool negative) { return negative ? "-" : ""; }

/// The decimal digits of an integer, "" for zero.
inline std::string digits_of(BigUnsigned integer) {
  constexpr std::uint64_t chunk = 10'000'000'000'000'000'000u;  // 10^19
  std::string reversed;
  while (!integer.zero()) {
    std::uint64_t part = integer.divide(chunk);
    for (int i = 0; i < 19 && !(integer.zero() && part == 0); ++i, part /= 10)
      reversed.push_back(static_cast<char>('0' + part % 10));
  }
  return {reversed.rbegin(), reversed.rend()};
}

/// integer / 10^decimals without exponent: at least one digit before the point, no zeros at the end behind it, and no point
/// if nothing is behind it.
inline std::string fixed_point(const BigUnsigned& integer, int decimals) {
  std::string digits = digits_of(integer);
  const auto behind = static_cast<std::size_t>(decimals);
  if (digits.size() <= behind) digits.insert(0, behind + 1 - digits.size(), '0');
  if (behind == 0) return digits;
  digits.insert(digits.size() - behind, 1, '.');
  digits.erase(digits.find_last_not_of('0') + 1);
  if (digits.back() == '.') digits.pop_back();
  return digits;
}

/// digits d1 d2 d3 as `d1.d2d3e±x`, without a plus sign.
inline std::string scientific(const std::string& digits, int exponent) {
  std::string text(1, digits.front());
  if (digits.size() > 1) text.append(".").append(digits, 1);
  return text.append("e").append(std::to_string(exponent));
}

/// The same number without exponent where that is easy to read: from 1e-5 on, and up to 7 digits before the point or as
/// many as are known.
inline std::string plain(const std::string& digits, int exponent) {
  const auto count = static_cast<int>(digits.size());
  if (exponent < -5 || exponent >= (count > 7 ? count : 7)) return scientific(digits, exponent);
  if (exponent < 0) return std::string("0.").append(static_cast<std::size_t>(-1 - exponent), '0').append(digits);
  if (count <= exponent + 1) return digits + std::string(static_cast<std::size_t>(exponent + 1 - count), '0');
  const auto before = static_cast<std::size_t>(exponent + 1);
  return digits.substr(0, before) + "." + digits.substr(before);
}

/// A positive ratio numerator / denominator * 10^exponent, scaled to 1 <= numerator / denominator < 10, so that its decimal
/// digits come out one by one. Steele & White 1990; Knuth's division for each digit.
struct DigitSource {
  BigUnsigned numerator;
  BigUnsigned denominator;
  int exponent = 0;

  DigitSource(const BigUnsigned& n, const BigUnsigned& d) : numerator(n), denominator(d) {
    // floor(log10) from the bit lengths: log10(2) = 0.30103 = 78913 / 2^18, right or one off.
    exponent = static_cast<int>((std::int64_t{n.bit_length() - d.bit_length()} * 78913) >> 18);
    if (exponent > 0) denominator.multiply_power_of_ten(exponent);
    if (exponent < 0) numerator.multiply_power_of_ten(tens = -exponent);
    while (numerator.compare(denominator) < 0) {
      numerator.multiply_add(10, 0);
      ++tens;
      --exponent;
    }
    for (BigUnsigned ten_times = times_ten(denominator); numerator.compare(ten_times) >= 0; ten_times.multiply_add(10, 0)) {
      denominator = ten_times;
      ++exponent;
    }
    shift = (64 - denominator.bit_length() % 64) % 64;  // take_quotient wants full limbs
    denominator.shift_left(shift);
    numerator.shift_left(shift);
  }
  static BigUnsigned times_ten(BigUnsigned x) {
    x.multiply_add(10, 0);
    return x;
  }
  /// A number in the unit in which n was given, in the unit that the numerator has now.
  void scale(BigUnsigned& x) const {
    x.multiply_power_of_ten(tens);
    x.shift_left(shift);
  }

  /// The next digit; what is left is below one unit of it.
  char next() {
    const std::uint64_t digit = numerator.take_quotient(denominator);
    return static_cast<char>('0' + digit);
  }
  void to_next_place() { numerator.multiply_add(10, 0); }
  /// What is missing to the next digit.
  BigUnsigned missing() const {
    BigUnsigned m = denominator;
    m.subtract(numerator);
    return m;
  }
  /// Is the next decimal nearer than the prefix up to `digit`, or as near and even?
  bool rounds_up(char digit) const {
    const int half = numerator.compare(missing());
    return half > 0 || (half == 0 && digit % 2 != 0);  // '0' is even
  }

  int tens = 0;
  int shift = 0;
};

/// Digits and decimal exponent: d.ddd * 10^exponent.
struct Decimal {
  std::string digits;
  int exponent;
};

/// One unit of the last digit more.
inline Decimal next_decimal(Decimal d) {
  std::size_t i = d.digits.size();
  while (i > 0 && d.digits[i - 1] == '9') d.digits[--i] = '0';
  if (i > 0) {
    ++d.digits[i - 1];
    return d;
  }
  d.digits.front() = '1';
  ++d.exponent;
  return d;
}

/// numerator / denominator correctly rounded to so many significant digits, ties to even. Preconditions: both > 0, digits >= 1.
inline Decimal rounded_ratio(const BigUnsigned& numerator, const BigUnsigned& denominator, int digits) {
  DigitSource source(numerator, denominator);
  Decimal d{std::string(1, source.next()), source.exponent};
  for (int i = 1; i < digits; ++i) {
    source.to_next_place();
    d.digits.push_back(source.next());
  }
  return source.rounds_up(d.digits.back()) ? next_decimal(d) : d;
}

/// Removes zeros at the end, all but the first digit.
inline void drop_trailing_zeros(std::string& digits) {
  while (digits.size() > 1 && digits.back() == '0') digits.pop_back();
}

/// m * 2^exponent as numerator / denominator.
struct Ratio {
  BigUnsigned numerator;
  BigUnsigned denominator;
};
inline Ratio ratio(std::uint64_t m, int exponent) {
  Ratio r{BigUnsigned(m), BigUnsigned(1)};
  if (exponent >= 0) r.numerator.shift_left(exponent);
  if (exponent < 0) r.denominator.shift_left(-exponent);
  return r;
}

/// The numbers that read back as a code under nearest even lie between value - below and value + above, in units of
/// 2^(exponent of the ulp - 2); whether the ends belong to them, and whether they go on without end, rounding itself says.
struct Neighbourhood {
  std::uint64_t below, above;
  bool below_belongs, above_belongs;
  bool above_unbounded;
};
inline Neighbourhood neighbourhood(const Format& f, Code magnitude) {
  const auto [m, exponent] = in_ulps(f, magnitude);
  Silent silent;
  const auto reads_back = [&](uint128 quarters, int e) {
    return round_pack(f, Context{}, false, e, quarters, Discarded::nothing, silent).code == magnitude;
  };
  const uint128 quarters = uint128{m} * 4;
  Neighbourhood n{2, 2, false, false, false};
  if (magnitude == f.min_nonzero()) {
    n.below = m * 2;  // half of the way to zero, which is many ulps in a format without subnormals (without zero, every
                      // smaller number reads back; but a prefix of the digits is never less than half of the value)
  } else if (m == Code{1} << f.trailing_bits() && magnitude > f.min_normal()) {
    n.below = 1;  // the ulp halves below a power of two
  }
  n.below_belongs = reads_back(quarters - n.below, exponent - 2);
  n.above_belongs = reads_back(quarters + n.above, exponent - 2);
  n.above_unbounded = reads_back(1, 40000);
  return n;
}

/// The digits of shortest_decimal for a positive number.
///
/// Digit by digit: the numbers of n digits around the value are its n-digit prefix and the next one after that. If any
/// number of n digits reads back, one of these does, for they are nearest; the nearer of those that do is closest.
inline Decimal shortest_digits(const Format& f, Code magnitude) {
  const auto [m, exponent] = in_ulps(f, magnitude);
  const Neighbourhood n = neighbourhood(f, magnitude);
  Ratio value = ratio(m, exponent);
  value.numerator.shift_left(2);  // in quarters of an ulp, where the ends of the neighbourhood are integers
  value.denominator.shift_left(2);
  BigUnsigned below(n.below), above(n.above);
  if (exponent > 0) below.shift_left(exponent);
  if (exponent > 0) above.shift_left(exponent);

  DigitSource source(value.numerator, value.denominator);
  source.scale(below);
  source.scale(above);
  Decimal prefix{"", source.exponent};
  for (;; source.to_next_place(), below.multiply_add(10, 0), above.multiply_add(10, 0)) {
    prefix.digits.push_back(source.next());
    const BigUnsigned& rest = source.numerator;
    const int down = rest.compare(below);
    const int up = source.missing().compare(above);
    const bool prefix_reads_back = rest.zero() || down < 0 || (down == 0 && n.below_belongs);
    const bool next_reads_back = up < 0 || (up == 0 && n.above_belongs) || n.above_unbounded;
    if (!prefix_reads_back && !next_reads_back) continue;
    if (!next_reads_back) return prefix;
    if (!prefix_reads_back) return next_decimal(prefix);
    return source.rounds_up(prefix.digits.back()) ? next_decimal(prefix) : prefix;
  }
}

}  // namespace detail

/// The whole value without exponent: `0.0999755859375`, `65504`, `-0`.
inline std::string exact_decimal(const Format& f, Code code) {
  if (const char* word = detail::word_of(f, code)) return word;
  const auto [significand, exponent] = detail::in_ulps(f, code);
  BigUnsigned integer(significand);
  if (exponent >= 0) integer.shift_left(exponent);
  if (exponent < 0) integer.multiply_power_of_five(-exponent);  // m * 2^-k = m * 5^k / 10^k
  return detail::sign_text(sign_of(f, code)) + detail::fixed_point(integer, exponent < 0 ? -exponent : 0);
}

/// The fewest digits that read back as this code under nearest even with the format's own overflow rule, and the closest to
/// the value among these, as `d.ddde±x`: `6.55e4`, `1e-1`, `0e0`, `-0e0`.
inline std::string shortest_decimal(const Format& f, Code code) {
  if (const char* word = detail::word_of(f, code)) return word;
  const std::string sign = detail::sign_text(sign_of(f, code));
  if (is_zero(f, code)) return sign + "0e0";
  auto [digits, exponent] = detail::shortest_digits(f, magnitude_of(f, code));
  detail::drop_trailing_zeros(digits);
  return sign + detail::scientific(digits, exponent);
}

/// The digits of shortest_decimal, without exponent where that is easy to read: `0.1`, `65500`, `1.5e-7`, `3.4e38`, `-0`.
inline std::string plain_shortest(const Format& f, Code code) {
  if (const char* word = detail::word_of(f, code)) return word;
  const std::string sign = detail::sign_text(sign_of(f, code));
  if (is_zero(f, code)) return sign + "0";
  auto [digits, exponent] = detail::shortest_digits(f, magnitude_of(f, code));
  detail::drop_trailing_zeros(digits);
  return sign + detail::plain(digits, exponent);
}

/// The value correctly rounded, ties to even, to so many significant digits, zeros at the end kept: `9.998e-2`, `1.000e0`,
/// zero `0.000e0`. digits >= 1.
inline std::string decimal_scientific(const Format& f, Code code, int digits) {
  if (const char* word = detail::word_of(f, code)) return word;
  const std::string sign = detail::sign_text(sign_of(f, code));
  if (is_zero(f, code)) return sign + detail::scientific(std::string(static_cast<std::size_t>(digits), '0'), 0);
  const auto [significand, exponent] = detail::in_ulps(f, code);
  const detail::Ratio value = detail::ratio(significand, exponent);
  const auto [text, power] = detail::rounded_ratio(value.numerator, value.denominator, digits);
  return sign + detail::scientific(text, power);
}

/// The bits of the significand: `0x1.8p-3`, with a leading 1 for subnormal numbers too, no zeros at the end, zero `0x0p0`.
inline std::string hex_float(const Format& f, Code code) {
  if (const char* word = detail::word_of(f, code)) return word;
  const std::string sign = detail::sign_text(sign_of(f, code));
  if (is_zero(f, code)) return sign + "0x0p0";
  const Unpacked u = unpack(f, code);
  std::string text = sign + "0x1";
  std::uint64_t fraction = u.significand << (64 - f.trailing_bits() - 1) << 1;  // leading one shifted out
  for (bool first = true; fraction != 0; fraction <<= 4, first = false) {
    if (first) text.push_back('.');
    text.push_back("0123456789abcdef"[fraction >> 60]);
  }
  return text + "p" + std::to_string(u.exponent + f.trailing_bits());
}

}  // namespace ulplab
