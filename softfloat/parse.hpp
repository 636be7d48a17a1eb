// Which number does a text mean, and which code is that?
//
//     number      [+|-] ( decimal | hexadecimal | inf | infinity | nan | snan )          letters in any case
//     decimal     digits with at most one point, at least one digit; then [e [+|-] digits]      -1.5e-7   .5   5.
//     hexadecimal 0x, hexadecimal digits likewise; then [p [+|-] decimal digits]                0x1.8p-3  0x.8 0x1F
//
// The whole text is the number: no blanks, no separators, no suffix. The exact value is rounded once, however many digits
// there are; there is no other number format in the path. IEEE 754-2019, 5.12.
#pragma once

#include <string_view>

#include "softfloat/big_unsigned.hpp"
#include "softfloat/convert.hpp"
#include "softfloat/formats.hpp"

namespace ulplab {

/// What came of a text. If not ok: `position` is where the text stops being a number, counted in bytes from 0 (the length
/// if something is missing at the end), and `problem` a sentence: what is wrong, what to write instead.
struct Parsed {
  bool ok = false;
  Rounded value{};
  int position = 0;
  const char* problem = nullptr;
};

/// What came of a code written as a text. As Parsed.
struct ParsedCode {
  bool ok = false;
  Code code = 0;
  int position = 0;
  const char* problem = nullptr;
};

namespace detail {

enum class TextKind : std::uint8_t { malformed, number, infinity, quiet_nan, signaling_nan };

/// What a text says, before any rounding. A number is (-1)^negative * digits * 10^exponent, or 2^exponent if hexadecimal,
/// where `digits` runs from the first to the last digit that is not zero (empty for zero; a point in it does not count).
struct NumberText {
  TextKind kind = TextKind::malformed;
  bool negative = false;
  bool hexadecimal = false;
  std::string_view digits{};
  std::int64_t digit_count = 0;
  std::int64_t exponent = 0;
  std::size_t position = 0;
  const char* problem = nullptr;
};

constexpr char lower_case(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

/// The value of a digit; -1 if c is none in this base.
constexpr int digit_value(char c, int base) {
  const char l = lower_case(c);
  const int value = c >= '0' && c <= '9' ? c - '0' : l >= 'a' && l <= 'f' ? l - 'a' + 10 : base;
  return value < base ? value : -1;
}

/// `word` is in lower case.
constexpr bool is_word(std::string_view text, std::string_view word) {
  if (text.size() != word.size()) return false;
  for (std::size_t i = 0; i < text.size(); ++i)
    if (lower_case(text[i]) != word[i]) return false;
  return true;
}

/// Why `c` cannot stand where a number goes on, or ends.
constexpr const char* stray_character(char c, bool hexadecimal, bool after_exponent) {
  const char l = lower_case(c);
  if (static_cast<unsigned char>(c) >= 0x80)
    return "this is not a plain ASCII character (a minus sign or a digit copied from a document?): type it again, as - or 0 to 9";
  if (c == ' ' || c == '\t' || c == '\n' || c == '\r') return "there is a blank in or beside the number: remove it";
  if (c == ',') return "a comma is not part of a number: write a point before the fraction, and no separators between digits";
  if (c == '_' || c == '\'') return "separators between digits are not part of a number: write the digits without them";
  if (c == '.')
    return after_exponent ? "an exponent is a whole number: write it without a point" : "there is a second point: write one point, before the fraction";
  if (l == 'p' && !hexadecimal) return "an exponent with p belongs to hexadecimal numbers: write 0x1.8p-3, or 1.5e-3 with e";
  if (hexadecimal && (c == '-' || c == '+')) return "the exponent of a hexadecimal number is written with p (e is a digit): write 0x1.8p-3";
  return "this character does not belong to a number: end the number before it, as in -1.5e-7 or 0x1.8p-3";
}

/// Reads a text by the grammar above.
constexpr NumberText read_number(std::string_view text) {
  NumberText n;
  std::size_t i = 0;
  const auto fail = [&n](std::size_t position, const char* problem) {
    n.kind = TextKind::malformed;
    n.position = position;
    n.problem = problem;
    return n;
  };
  if (text.empty()) return fail(0, "the text is empty: write a number, such as 0.1, 1e-7, 0x1.8p-3, inf or nan");

  if (text[0] == '-' || text[0] == '+') {
    n.negative = text[0] == '-';
    i = 1;
    if (i == text.size()) return fail(i, "there is only a sign: write a number after it, such as -0.1");
    if (text[i] == '-' || text[i] == '+') return fail(i, "there is a second sign: write one");
  }
  const std::string_view rest = text.substr(i);
  if (lower_case(rest[0]) >= 'a' && lower_case(rest[0]) <= 'z') {
    n.kind = is_word(rest, "inf") || is_word(rest, "infinity") ? TextKind::infinity
             : is_word(rest, "nan")                            ? TextKind::quiet_nan
             : is_word(rest, "snan")                           ? TextKind::signaling_nan
                                                               : TextKind::malformed;
    if (n.kind != TextKind::malformed) return n;
    return fail(i, "this is not a number: write digits, such as 0.1, 1e-7 or 0x1.8p-3, or one of the words inf, infinity, nan, snan");
  }
  if (rest.size() >= 2 && rest[0] == '0' && lower_case(rest[1]) == 'x') {
    n.hexadecimal = true;
    i += 2;
  }

  // The digits. Digit j is worth base^(before_point - 1 - j).
  const int base = n.hexadecimal ? 16 : 10;
  std::int64_t read = 0, before_point = 0, first = 0, last = 0;
  std::size_t begin = 0, end = 0;
  bool point = false;
  for (; i < text.size(); ++i) {
    if (text[i] == '.' && !point) {
      point = true;
      before_point = read;
      continue;
    }
    const int value = digit_value(text[i], base);
    if (value < 0) break;
    if (value != 0) {
      if (end == 0) {
        first = read;
        begin = i;
      }
      last = read;
      end = i + 1;
    }
    ++read;
  }
  if (!point) before_point = read;
  if (read == 0) {
    if (i < text.size() && lower_case(text[i]) != (n.hexadecimal ? 'p' : 'e'))
      return fail(i, stray_character(text[i], n.hexadecimal, false));
    return n.hexadecimal ? fail(i, "there are no digits after 0x: write hexadecimal digits, such as 0x1.8p-3")
                         : fail(i, "there are no digits: write at least one before or after the point");
  }

  // The exponent. Beyond 10^17 it only matters that it is huge: a text with digits to make up for it would not fit in memory.
  std::int64_t exponent = 0;
  bool has_exponent = false;
  if (i < text.size() && lower_case(text[i]) == (n.hexadecimal ? 'p' : 'e')) {
    has_exponent = true;
    ++i;
    const bool negative = i < text.size() && text[i] == '-';
    if (i < text.size() && (text[i] == '-' || text[i] == '+')) ++i;
    const std::size_t exponent_start = i;
    for (; i < text.size() && digit_value(text[i], 10) >= 0; ++i)
      if (exponent < 100'000'000'000'000'000) exponent = exponent * 10 + digit_value(text[i], 10);
    if (i == exponent_start)
      return fail(i, n.hexadecimal ? "the exponent has no digits: write it as in 0x1.8p-3, or leave out the p"
                                   : "the exponent has no digits: write it as in 1.5e-7, or leave out the e");
    if (negative) exponent = -exponent;
  }
  if (i < text.size()) return fail(i, stray_character(text[i], n.hexadecimal, has_exponent));

  n.kind = TextKind::number;
  if (end == 0) return n;
  n.digits = text.substr(begin, end - begin);
  n.digit_count = last - first + 1;
  n.exponent = (before_point - 1 - last) * (n.hexadecimal ? 4 : 1) + exponent;
  return n;
}

/// The leading bits of a magnitude: bits * 2^exponent, and more if `more`. At least 121 bits if there is more.
struct LeadingBits {
  uint128 bits;
  int exponent;
  bool more;
};

/// As many digits of a decimal text as can matter (big_unsigned.hpp).
inline constexpr int max_digits = 11600;

/// Magnitudes beyond all formats: every one of them is rounded alike.
inline constexpr LeadingBits too_large{1, 40000, false};
inline constexpr LeadingBits too_small{1, -40000, false};

/// Precondition: kind is number, and it is hexadecimal and not zero.
constexpr LeadingBits leading_bits_of_hexadecimal(const NumberText& n) {
  constexpr std::int64_t most = 31;
  const std::int64_t used = n.digit_count < most ? n.digit_count : most;
  LeadingBits r{0, 0, n.digit_count > used};
  const std::int64_t exponent = n.exponent + 4 * (n.digit_count - used);
  if (exponent > too_large.exponent) return too_large;
  if (exponent < too_small.exponent - 4 * most) return too_small;
  r.exponent = static_cast<int>(exponent);
  std::int64_t taken = 0;
  for (const char c : n.digits) {
    if (c == '.') continue;
    if (taken++ == used) break;
    r.bits = r.bits * 16 + static_cast<unsigned>(digit_value(c, 16));
  }
  return r;
}

/// The first `count` digits of a decimal text as an integer.
constexpr BigUnsigned integer_of_digits(std::string_view digits, std::int64_t count) {
  BigUnsigned integer;
  std::uint64_t chunk = 0, scale = 1;
  for (const char c : digits) {
    if (c == '.') continue;
    if (count-- == 0) break;
    chunk = chunk * 10 + static_cast<std::uint64_t>(c - '0');
    scale *= 10;
    if (scale == 10'000'000'000'000'000'000u) {
      integer.multiply_add(scale, chunk);
      chunk = 0;
      scale = 1;
    }
  }
  if (scale != 1) integer.multiply_add(scale, chunk);
  return integer;
}

/// numerator / 5^k * 2^exponent, to 127 or 128 bits: two limbs of quotient by long division.
constexpr LeadingBits leading_bits_of_quotient(BigUnsigned& numerator, int k, int exponent) {
  BigUnsigned divisor(1);
  divisor.multiply_power_of_five(k);
  // Shift both so that the divisor fills its limbs and the first quotient q has 2^62 < q < 2^64.
  int up_divisor = (64 - divisor.bit_length() % 64) % 64;
  int up_numerator = divisor.bit_length() + up_divisor + 63 - numerator.bit_length();
  while (up_numerator < 0) {
    up_divisor += 64;
    up_numerator += 64;
  }
  divisor.shift_left(up_divisor);
  numerator.shift_left(up_numerator);
  const std::uint64_t high = numerator.take_quotient(divisor);
  numerator.shift_left(64);
  const std::uint64_t low = numerator.take_quotient(divisor);
  return {(uint128{high} << 64) | low, exponent + up_divisor - up_numerator - 64, !numerator.zero()};
}

/// Precondition: kind is number, and it is decimal and not zero.
constexpr LeadingBits leading_bits_of_decimal(const NumberText& n) {
  // 10^(size - 1) <= value < 10^size. Formats end below 2^16384 < 10^4933, and no border is below 2^-16477 > 10^-4961.
  const std::int64_t size = n.digit_count + n.exponent;
  if (size > 4933) return too_large;
  if (size < -4960) return too_small;
  const std::int64_t used = n.digit_count < max_digits ? n.digit_count : max_digits;
  const bool dropped = n.digit_count > used;  // the last digit is not zero
  const auto exponent = static_cast<int>(n.exponent + (n.digit_count - used));
  BigUnsigned integer = integer_of_digits(n.digits, used);
  if (exponent < 0) {
    LeadingBits r = leading_bits_of_quotient(integer, -exponent, exponent);
    r.more = r.more || dropped;
    return r;
  }
  integer.multiply_power_of_five(exponent);
  const BigUnsigned::Top top = integer.top();
  return {top.bits, top.exponent + exponent, top.more || dropped};
}

/// A NaN or infinity by its word is that of binary64, converted. A signaling NaN stays one where the format has them.
template <class Observer>
constexpr Rounded special_of(const Format& f, const NumberText& n, const Context& c, Observer& observe) {
  const Code sign = n.negative ? binary64.sign_mask() : Code{0};
  if (n.kind == TextKind::infinity) return convert(binary64, sign | binary64.infinity(), f, c, observe);
  const Code quiet = quiet_bit(binary64);
  if (n.kind == TextKind::quiet_nan) return convert(binary64, sign | binary64.infinity() | quiet, f, c, observe);
  if (f.specials == Specials::ieee && f.trailing_bits() > 1) {
    const Code code = (n.negative ? f.sign_mask() : Code{0}) | f.infinity() | (quiet_bit(f) >> 1);
    return tell_special(observe, f, "the text is a signaling NaN", {code, {}});
  }
  return convert(binary64, sign | binary64.infinity() | (quiet >> 1), f, c, observe);
}

}  // namespace detail

/// The code of format f nearest to a text in the direction of the context, correctly rounded once from the exact value.
///
/// Flags: overflow, underflow, inexact, as for a conversion from a format that holds every number; invalid for a negative
/// number in an unsigned format, for infinity where f has none, for NaN where f has none, and for snan where f has no
/// signaling NaN. Malformed text: see Parsed. Time is linear in the length of the text. IEEE 754-2019, 5.12.
template <class Observer = Silent>
constexpr Parsed parse(const Format& f, std::string_view text, const Context& c = {}, Observer observe = {}) {
  const detail::NumberText n = detail::read_number(text);
  if (n.kind == detail::TextKind::malformed) return {false, {}, static_cast<int>(n.position), n.problem};
  if (n.kind != detail::TextKind::number) return {true, detail::special_of(f, n, c, observe), 0, nullptr};
  if (n.digits.empty()) return {true, detail::tell_special(observe, f, "the text is zero", rounded_zero(f, n.negative)), 0, nullptr};
  const detail::LeadingBits v = n.hexadecimal ? detail::leading_bits_of_hexadecimal(n) : detail::leading_bits_of_decimal(n);
  const Discarded below = v.more ? Discarded::below_half : Discarded::nothing;  // a stand-in for any: bits enough lie above it
  return {true, round_pack(f, c, n.negative, v.exponent, v.bits, below, observe), 0, nullptr};
}

/// A code written as bits: `0x3c00`, or `0b0'01111'0000000000` with ' between fields as one likes. Leading zeros may be
/// left out; a code of more than `width` bits is a problem. As Parsed.
constexpr ParsedCode parse_code(std::string_view text, int width = 64) {
  const auto fail = [](std::size_t position, const char* problem) {
    return ParsedCode{false, 0, static_cast<int>(position), problem};
  };
  if (text.empty()) return fail(0, "the text is empty: write a code, such as 0x3c00");
  const char letter = text.size() >= 2 && text[0] == '0' ? detail::lower_case(text[1]) : '\0';
  if (letter != 'x' && letter != 'b') return fail(0, "a code starts with 0x or 0b: write it as in 0x3c00 or 0b0'01111'0000000000");
  const int base = letter == 'x' ? 16 : 2;
  Code code = 0;
  bool any = false;
  for (std::size_t i = 2; i < text.size(); ++i) {
    if (text[i] == '\'' && any && i + 1 < text.size()) continue;
    const int value = detail::digit_value(text[i], base);
    if (value < 0) {
      return fail(i, base == 16 ? "this is not a hexadecimal digit: write the code as in 0x3c00"
                                : "this is not a binary digit: write the code as in 0b0'01111'0000000000");
    }
    const uint128 next = uint128{code} * static_cast<unsigned>(base) + static_cast<unsigned>(value);
    if (shift_right(next, width) != 0) return fail(i, "the code has more bits than the format: write fewer digits");
    code = static_cast<Code>(next);
    any = true;
  }
  if (!any) return fail(text.size(), "there are no digits: write the code as in 0x3c00");
  return {true, code, 0, nullptr};
}

}  // namespace ulplab
