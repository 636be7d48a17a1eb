#include "lab/outputs/cell.hpp"

#include <fmt/format.h>

#include "lab/report/text.hpp"
#include "softfloat/names.hpp"
#include "softfloat/print.hpp"

namespace ulplab::lab {
namespace {

__extension__ typedef unsigned __int128 Wide;

template <class... Functions>
struct Overloaded : Functions... {
  using Functions::operator()...;
};
template <class... Functions>
Overloaded(Functions...) -> Overloaded<Functions...>;

/// A number as a person wants to read it: exactly where that is short (57344, not 6e4); else behind a ≈ the fewest digits that
/// mean it, but four where they would be too few to tell the value (≈5.96e-8, not 6e-8).
std::string readable(const Number& n) {
  constexpr std::size_t short_enough = 16;
  const std::string exact = exact_decimal(n.format, n.code);
  if (exact.size() <= short_enough) return exact;
  std::string four = decimal_scientific(n.format, n.code, 4);
  const std::size_t e = four.find('e');
  const std::size_t last = four.find_last_not_of("0.", e - 1);
  four.erase(last + 1, e - last - 1);
  const std::string shortest = shortest_decimal(n.format, n.code);
  const bool enough = shortest.size() >= four.size();
  return "≈" + (enough ? abbreviated(plain_shortest(n.format, n.code)) : four);
}

}  // namespace

std::string hex_code(const Number& n) {
  return fmt::format("0x{:0{}x}", n.code & n.format.code_mask(), (n.format.width() + 3) / 4);
}

std::string named_code(const Number& n) { return name_of(n.format) + ':' + hex_code(n); }

std::string percentage(std::uint64_t numerator, std::uint64_t denominator) {
  if (denominator == 0) return "–";
  const Wide scaled = Wide{numerator} * 10000;  // hundredths of a per cent
  Wide hundredths = scaled / denominator;
  const Wide twice_rest = 2 * (scaled % denominator);
  if (twice_rest > denominator || (twice_rest == denominator && hundredths % 2 == 1)) ++hundredths;
  if (hundredths == 0 && numerator != 0) return "<0.01 %";
  if (hundredths == 10000 && numerator < denominator) return ">99.99 %";
  const auto whole = static_cast<std::uint64_t>(hundredths / 100);
  const auto rest = static_cast<std::uint64_t>(hundredths % 100);
  return rest == 0 ? fmt::format("{} %", whole) : fmt::format("{}.{:02} %", whole, rest);
}

std::string abbreviated(const std::string& decimal, std::size_t most) {
  if (decimal.size() <= most) return decimal;
  // sign, digits without the point, exponent of the first digit
  std::size_t i = decimal[0] == '-' || decimal[0] == '+' ? 1 : 0;
  std::string digits;
  long exponent = -1;
  bool point = false;
  for (; i < decimal.size() && decimal[i] != 'e' && decimal[i] != 'E'; ++i) {
    const char c = decimal[i];
    if (c == '.' && !point) {
      point = true;
    } else if (c >= '0' && c <= '9') {
      if (!point) ++exponent;
      digits += c;
    } else {
      return decimal;  // no decimal: a text stays whole
    }
  }
  if (i < decimal.size()) {
    if (decimal.size() - i > 8) return decimal;
    const char* begin = decimal.c_str() + i + 1;
    char* end = nullptr;
    exponent += std::strtol(begin, &end, 10);
    if (end == begin || *end != '\0') return decimal;
  }
  const std::size_t zeros = digits.find_first_not_of('0');
  if (zeros == std::string::npos) return "0";
  digits.erase(0, zeros);
  exponent -= static_cast<long>(zeros);
  digits.erase(digits.find_last_not_of('0') + 1);

  const std::string sign = decimal[0] == '-' ? "-" : "";
  const std::string tail = exponent == 0 ? "" : fmt::format("e{}", exponent);
  const auto scientific = [&](std::string_view d, std::string_view mark) {
    return fmt::format("{}{}{}{}{}{}", sign, d.substr(0, 1), d.size() > 1 ? "." : "", d.substr(1), mark, tail);
  };
  if (const std::string whole = scientific(digits, ""); whole.size() <= most) return whole;
  return scientific(digits.substr(0, most / 2), "…");
}

std::string brief(const Cell& cell, bool as_code) {
  return std::visit(Overloaded{[](const Empty&) { return std::string(); },
                               [](const std::string& s) { return printable(s); },
                               [](std::int64_t n) { return grouped(std::to_string(n)); },
                               [](std::uint64_t n) { return grouped(std::to_string(n)); },
                               [&](const Number& n) { return as_code ? hex_code(n) : readable(n); },
                               [](const Exact& e) { return abbreviated(printable(e.decimal)); },
                               [](const Approximate& a) { return abbreviated(printable(a.decimal)); },
                               [](const Ratio& r) {
                                 return r.percent ? percentage(r.numerator, r.denominator)
                                                  : fmt::format("{}/{}", r.numerator, r.denominator);
                               },
                               [](const Absent&) { return std::string("–"); }},
                    cell);
}

std::string exact(const Cell& cell) {
  return std::visit(Overloaded{[](const Empty&) { return std::string(); },
                               [](const std::string& s) { return s; },
                               [](std::int64_t n) { return std::to_string(n); },
                               [](std::uint64_t n) { return std::to_string(n); },
                               [](const Number& n) { return exact_decimal(n.format, n.code); },
                               [](const Exact& e) { return e.decimal; },
                               [](const Approximate& a) { return a.decimal; },
                               [](const Ratio& r) { return fmt::format("{}/{}", r.numerator, r.denominator); },
                               [](const Absent&) { return std::string(); }},
                    cell);
}

bool is_numeric(const Cell& cell) {
  return !std::holds_alternative<std::string>(cell) && !std::holds_alternative<Empty>(cell) && !std::holds_alternative<Absent>(cell);
}

}  // namespace ulplab::lab
