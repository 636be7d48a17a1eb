#include "lab/eval/rounding_column.hpp"

#include <charconv>

#include "softfloat/names.hpp"

namespace ulplab::lab {

std::optional<RoundingColumn> parse_rounding_column(std::string_view text) {
  RoundingColumn column;
  if (text == "-" || text.empty()) return column;
  if (text.ends_with("+sat")) {
    column.overflow = Overflow::saturate;
    text.remove_suffix(4);
  } else if (text.ends_with("+nan")) {
    column.overflow = Overflow::to_nan;
    text.remove_suffix(4);
  }
  if (const std::optional<Rounding> r = find_rounding(text)) {
    column.rounding = *r;
    return column;
  }
  if (!text.starts_with("sr")) return std::nullopt;
  text.remove_prefix(2);
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), column.random_width);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  if (column.random_width < 1 || column.random_width > max_random_width) return std::nullopt;
  column.rounding = Rounding::stochastic;
  return column;
}

Context with(const RoundingColumn& column, Context c, const Format& result) {
  c.rounding = column.rounding;
  c.random_width = static_cast<std::uint8_t>(column.random_width);
  if (column.overflow == Overflow::saturate) c.overflow = Overflow::saturate;
  if (column.overflow == Overflow::to_nan && !result.has_infinity()) c.overflow = Overflow::to_nan;
  return c;
}

}  // namespace ulplab::lab
