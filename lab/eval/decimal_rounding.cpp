#include "lab/eval/decimal_rounding.hpp"

namespace ulplab::lab {

std::string round_to_decimals(std::string_view text, int decimals) {
  const std::size_t point = text.find('.');
  if (point == std::string_view::npos) return std::string(text);  // an integer or a word
  const std::string_view tail = text.substr(point + 1);
  const auto keep = static_cast<std::size_t>(decimals);
  if (tail.size() <= keep) return std::string(text);
  std::string kept(text.substr(0, point + 1 + keep));
  const std::string_view rest = tail.substr(keep);
  const bool more_than_half = rest[0] > '5' || (rest[0] == '5' && rest.find_first_not_of('0', 1) != std::string_view::npos);
  const char last = keep == 0 ? kept[point - 1] : kept.back();
  const bool up = more_than_half || (rest[0] == '5' && (last - '0') % 2 != 0);
  std::size_t i = kept.size();
  bool carry = up;
  while (carry && i > 0) {
    char& digit = kept[--i];
    if (digit == '.') continue;
    if (digit == '-') break;
    carry = digit == '9';
    digit = carry ? '0' : static_cast<char>(digit + 1);
  }
  if (carry) kept.insert(kept.starts_with('-') ? 1 : 0, "1");
  if (kept.back() == '.') kept.pop_back();
  return kept;
}

}  // namespace ulplab::lab
