#include "lab/scenario/quantity.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "softfloat/parse.hpp"
#include "softfloat/round.hpp"

namespace ulplab::lab {
namespace {

using exact::Integer;
using exact::Rational;

/// Beyond it a number is certainly a slip, and its fraction would fill the memory.
constexpr int max_exponent = 20000;
/// Of a number's text. More digits than this are beyond every format too, and would take long to read.
constexpr std::size_t max_characters = 20000;

Integer power(unsigned base, unsigned n) { return boost::multiprecision::pow(Integer(base), n); }

/// floor(a / b) for b > 0.
Integer floor_of(const Rational& x) {
  const Integer n = boost::multiprecision::numerator(x), d = boost::multiprecision::denominator(x);
  Integer q = n / d;
  if (n < 0 && q * d != n) q -= 1;
  return q;
}

std::optional<int> small_integer(std::string_view text) {
  bool negative = false;
  if (!text.empty() && (text[0] == '-' || text[0] == '+')) {
    negative = text[0] == '-';
    text.remove_prefix(1);
  }
  if (text.empty() || text.size() > 6) return std::nullopt;
  int n = 0;
  for (const char c : text) {
    if (c < '0' || c > '9') return std::nullopt;
    n = n * 10 + (c - '0');
  }
  return negative ? -n : n;
}

/// The fraction of a text that softfloat's reader accepted as a finite number.
std::optional<Rational> fraction_of(std::string_view text) {
  bool negative = false;
  if (text[0] == '-' || text[0] == '+') {
    negative = text[0] == '-';
    text.remove_prefix(1);
  }
  const bool hexadecimal = text.size() > 1 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
  if (hexadecimal) text.remove_prefix(2);
  const std::size_t mark = text.find_first_of(hexadecimal ? "pP" : "eE");
  int exponent = 0;
  if (mark != std::string_view::npos) {
    const std::optional<int> e = small_integer(text.substr(mark + 1));
    if (!e) return std::nullopt;
    exponent = *e;
    text = text.substr(0, mark);
  }
  const std::size_t point = std::min(text.find('.'), text.size());
  const int after_point = point == text.size() ? 0 : static_cast<int>(text.size() - point) - 1;
  std::string all(text);
  std::erase(all, '.');
  all.erase(0, std::min(all.find_first_not_of('0'), all.size()));  // Integer takes a leading 0 for octal
  const Integer digits = all.empty() ? Integer(0) : Integer(hexadecimal ? "0x" + all : all);
  exponent -= hexadecimal ? 4 * after_point : after_point;
  if (exponent > max_exponent || exponent < -max_exponent) return digits == 0 ? std::optional<Rational>(0) : std::nullopt;
  const Integer scale = power(hexadecimal ? 2 : 10, static_cast<unsigned>(exponent < 0 ? -exponent : exponent));
  const Rational x = exponent < 0 ? Rational(digits, scale) : Rational(digits * scale);
  return negative ? Rational(-x) : x;
}

}  // namespace

QuantityResult read_quantity(std::string_view text) {
  const auto wrong = [](std::string problem, std::string hint = "") { return QuantityResult{std::nullopt, std::move(problem), std::move(hint)}; };
  if (text.size() > max_characters)
    return wrong(fmt::format("a number of {} characters is beyond every format", text.size()), fmt::format("{} are the most", max_characters));
  const std::string written(text);
  if (text.empty()) return wrong("a number is missing here", "write a number such as 0.1, 1.5e-7, 0x1p-14 or 2^14");
  const bool negative = text[0] == '-';
  std::string_view magnitude = text;
  if (negative || text[0] == '+') magnitude.remove_prefix(1);

  if (magnitude.starts_with("2^")) {
    const std::optional<int> n = small_integer(magnitude.substr(2));
    if (!n) return wrong(fmt::format("'{}' is not a power of two", text), "write 2^14 or 2^-24");
    if (*n > max_exponent || *n < -max_exponent) return wrong(fmt::format("'{}' is beyond every format", text), "exponents go to 20000");
    const Rational x = exact::power_of_two(*n);
    return {Quantity{written, negative ? Rational(-x) : x}, "", ""};
  }
  if (magnitude.size() > 1 && magnitude[0] == '0' && magnitude[1] >= '0' && magnitude[1] <= '9')
    return wrong(fmt::format("'{}' begins with a zero, and YAML readers do not agree whether that is octal", text), "leave the zero out");
  const Parsed parsed = parse(binary64, text);
  if (!parsed.ok) return wrong(fmt::format("'{}' is not a number: {}", text, parsed.problem), "numbers look like 0.1, 1.5e-7, 0x1p-14 or 2^14");
  const bool letters = detail::lower_case(magnitude[0]) == 'i' || detail::lower_case(magnitude[0]) == 'n' || detail::lower_case(magnitude[0]) == 's';
  if (letters) return wrong(fmt::format("'{}' is not a finite number", text), "write a finite number");
  const std::optional<Rational> x = fraction_of(text);
  if (!x) return wrong(fmt::format("'{}' is beyond every format", text), "exponents go to 20000");
  return {Quantity{written, *x}, "", ""};
}

Rounded round_to(const Format& f, const Rational& x, const Context& c) {
  if (x == 0) return rounded_zero(f, false);
  const Rational magnitude = abs(x);
  // 126 bits or more, and whether something is left: enough for every direction and 32 random bits.
  const int shift = 126 - floor_log2(magnitude);
  const Rational scaled = magnitude * exact::power_of_two(shift);
  const Integer whole = floor_of(scaled);
  Silent silent;
  return round_pack(f, c, x < 0, -shift, static_cast<uint128>(whole), Rational(whole) == scaled ? Discarded::nothing : Discarded::below_half, silent);
}

Rounded round_to(const Format& f, const Quantity& q, const Context& c) {
  if (q.value == 0) return rounded_zero(f, q.text.starts_with('-'));  // a fraction has no -0
  return round_to(f, q.value, c);
}

Value value_of_code(const Format& f, Code code) {
  const exact::Decoded d = exact::decode(f, code);
  if (d.nan()) return NotNumber::nan;
  if (d.infinite()) return d.negative ? NotNumber::minus_infinity : NotNumber::plus_infinity;
  return exact::value_of(d);
}

int floor_log2(const Rational& x) {
  const Integer n = abs(boost::multiprecision::numerator(x)), d = boost::multiprecision::denominator(x);
  int e = static_cast<int>(msb(n)) - static_cast<int>(msb(d));
  if (exact::power_of_two(e) > abs(x)) --e;
  return e;
}

Rational ulp_at(const Format& f, const Rational& x) {
  const int quantum = x == 0 ? f.smallest_quantum_exponent() : std::max(floor_log2(x) - (f.precision - 1), f.smallest_quantum_exponent());
  return exact::power_of_two(quantum);
}

std::string exact_text(const Rational& x) {
  Integer d = boost::multiprecision::denominator(x);
  unsigned twos = 0, fives = 0;
  for (; d % 2 == 0; ++twos) d /= 2;
  for (; d % 5 == 0; ++fives) d /= 5;
  if (d != 1) return short_decimal(x, 20);
  const unsigned places = std::max(twos, fives);
  const Integer n = abs(boost::multiprecision::numerator(x)) * power(10, places) / boost::multiprecision::denominator(x);
  std::string digits = n.str();
  if (places > 0) {
    if (digits.size() <= places) digits.insert(0, places + 1 - digits.size(), '0');
    digits.insert(digits.size() - places, ".");
  }
  return (x < 0 ? "-" : "") + digits;
}

std::string short_decimal(const Rational& x, int digits) {
  if (x == 0) return "0";
  const Rational magnitude = abs(x);
  // 10^e <= |x| < 10^(e+1), from an estimate that is one off at most
  int e = static_cast<int>(static_cast<long long>(floor_log2(magnitude)) * 30103 / 100000);
  const auto ten = [](int n) {
    const Integer p = power(10, static_cast<unsigned>(n < 0 ? -n : n));
    return n < 0 ? Rational(Integer(1), p) : Rational(p);
  };
  while (ten(e) > magnitude) --e;
  while (ten(e + 1) <= magnitude) ++e;
  const Rational scaled = magnitude * ten(digits - 1 - e);
  Integer rounded = floor_of(scaled + Rational(1, 2));
  if (Rational(rounded) - scaled == Rational(1, 2) && rounded % 2 != 0) rounded -= 1;
  std::string s = rounded.str();
  if (static_cast<int>(s.size()) > digits) {  // 9999.6 became 10000
    ++e;
    s.pop_back();
  }
  while (s.size() > 1 && s.back() == '0') s.pop_back();
  const std::string sign = x < 0 ? "-" : "";
  if (e < -4 || e >= std::max(digits, 7)) {
    if (s.size() > 1) s.insert(1, ".");
    return fmt::format("{}{}e{}", sign, s, e);
  }
  if (e < 0) return sign + "0." + std::string(static_cast<std::size_t>(-e - 1), '0') + s;
  const auto whole = static_cast<std::size_t>(e) + 1;
  if (s.size() <= whole) return sign + s + std::string(whole - s.size(), '0');
  return sign + s.substr(0, whole) + "." + s.substr(whole);
}

Rational exp_of(const Rational& x, int bits) {
  // e^x = (e^(x / 2^k))^(2^k), each in fixed point with guard bits for k squarings and the size of the result.
  const int magnitude = x == 0 ? 0 : floor_log2(x) + 1;
  const int k = std::max(0, magnitude + 8);
  const int guard = bits + 2 * k + 64 + (magnitude > 0 ? (2 << magnitude) : 0);
  const Integer one = Integer(1) << guard;
  const Integer r = floor_of(x * exact::power_of_two(guard - k));
  Integer term = one, sum = one;
  for (int n = 1; term != 0 && term != -1; ++n) {
    term = term * r / (one * n);
    sum += term;
  }
  for (int i = 0; i < k; ++i) sum = sum * sum >> guard;
  return Rational(sum) * exact::power_of_two(-guard);
}

}  // namespace ulplab::lab
