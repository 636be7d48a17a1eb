#include "lab/report/text.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

namespace ulplab::lab {
namespace {

constexpr char32_t no_character = 0xffffffff;

/// The character at the front of `text` and its length in bytes; no_character and 1 if the bytes are no UTF-8
/// (Unicode 15, table 3-7: no overlong form, no surrogate, nothing above U+10FFFF).
struct Decoded {
  char32_t character;
  std::size_t length;
};
Decoded decode(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned first = byte(0);
  if (first < 0x80) return {first, 1};
  const std::size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || text.size() < length) return {no_character, 1};
  char32_t c = first & (0x7fu >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0u) != 0x80u) return {no_character, 1};
    c = (c << 6) | (byte(i) & 0x3fu);
  }
  const bool overlong = (length == 3 && c < 0x800) || (length == 4 && c < 0x10000);
  if (overlong || c > 0x10ffff || (c >= 0xd800 && c <= 0xdfff)) return {no_character, 1};
  return {c, length};
}

struct Range {
  char32_t first, last;
};
// Unicode 15, EastAsianWidth.txt: W and F, joined into blocks; the few narrow characters inside are unassigned or rare.
constexpr std::array wide{
    Range{0x1100, 0x115f},   Range{0x231a, 0x231b},   Range{0x2329, 0x232a},   Range{0x23e9, 0x23ec},   Range{0x25fd, 0x25fe},
    Range{0x2614, 0x2615},   Range{0x2648, 0x2653},   Range{0x26aa, 0x26ab},   Range{0x26bd, 0x26be},   Range{0x2705, 0x2705},
    Range{0x270a, 0x270b},   Range{0x2728, 0x2728},   Range{0x274c, 0x274c},   Range{0x2753, 0x2755},   Range{0x2795, 0x2797},
    Range{0x2e80, 0x303e},   Range{0x3041, 0x33ff},   Range{0x3400, 0x4dbf},   Range{0x4e00, 0x9fff},   Range{0xa000, 0xa4cf},
    Range{0xa960, 0xa97f},   Range{0xac00, 0xd7a3},   Range{0xf900, 0xfaff},   Range{0xfe30, 0xfe6f},   Range{0xff00, 0xff60},
    Range{0xffe0, 0xffe6},   Range{0x16fe0, 0x18aff}, Range{0x1b000, 0x1b2ff}, Range{0x1f300, 0x1f64f}, Range{0x1f680, 0x1f6ff},
    Range{0x1f900, 0x1f9ff}, Range{0x20000, 0x3fffd},
};
// Combining marks and format characters that take no column.
constexpr std::array none{
    Range{0x0300, 0x036f}, Range{0x0483, 0x0489}, Range{0x0591, 0x05bd}, Range{0x0610, 0x061a}, Range{0x064b, 0x065f},
    Range{0x1ab0, 0x1aff}, Range{0x1dc0, 0x1dff}, Range{0x200b, 0x200f}, Range{0x20d0, 0x20ff}, Range{0xfe00, 0xfe0f},
    Range{0xfe20, 0xfe2f}, Range{0xe0100, 0xe01ef},
};

template <std::size_t n>
bool within(const std::array<Range, n>& ranges, char32_t c) {
  return std::any_of(ranges.begin(), ranges.end(), [c](const Range& r) { return r.first <= c && c <= r.last; });
}

std::size_t width_of(char32_t c) {
  if (c < 0x300) return 1;
  return within(none, c) ? 0 : within(wide, c) ? 2 : 1;
}

/// Control characters, and those that turn the direction of writing (U+202A…U+202E, U+2066…U+2069) or break lines.
bool is_harmful(char32_t c) {
  return c < 0x20 || (c >= 0x7f && c < 0xa0) || (c >= 0x202a && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069) || c == 0x2028 ||
         c == 0x2029;
}

void append_escaped(std::string& to, std::string_view bytes) {
  constexpr char digits[] = "0123456789abcdef";
  for (const char b : bytes) {
    const auto u = static_cast<unsigned char>(b);
    to += "\\x";
    to += digits[u >> 4];
    to += digits[u & 15];
  }
}

}  // namespace

std::string printable(std::string_view text, std::size_t most) {
  std::string s;
  std::size_t characters = 0;
  while (!text.empty()) {
    if (most != 0 && characters == most) return s + "…";
    const Decoded d = decode(text);
    if (d.character == no_character || is_harmful(d.character))
      append_escaped(s, text.substr(0, d.length));
    else
      s += text.substr(0, d.length);
    text.remove_prefix(d.length);
    ++characters;
  }
  return s;
}

std::size_t display_width(std::string_view text) {
  std::size_t width = 0;
  while (!text.empty()) {
    const Decoded d = decode(text);
    width += width_of(d.character == no_character ? U'?' : d.character);
    text.remove_prefix(d.length);
  }
  return width;
}

std::string pad_right(std::string_view text, std::size_t width) {
  const std::size_t w = display_width(text);
  std::string s(text);
  if (w < width) s.append(width - w, ' ');
  return s;
}

std::string pad_left(std::string_view text, std::size_t width) {
  const std::size_t w = display_width(text);
  return (w < width ? std::string(width - w, ' ') : std::string()).append(text);
}

std::vector<std::string> wrap(std::string_view text, std::size_t width) {
  width = std::max<std::size_t>(width, 2);  // a wide character needs two
  std::vector<std::string> lines;
  std::string line;
  std::size_t used = 0;
  const auto finish = [&] {
    while (!line.empty() && line.back() == ' ') line.pop_back();
    lines.push_back(std::move(line));
    line.clear();
    used = 0;
  };
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    std::string_view word = text.substr(0, end);
    const std::size_t w = display_width(word);
    if (used > 0 && used + w > width) finish();
    while (!word.empty()) {  // character by character, for the sake of words that are too long
      const Decoded d = decode(word);
      const std::size_t c = width_of(d.character == no_character ? U'?' : d.character);
      if (used + c > width) finish();
      line += word.substr(0, d.length);
      used += c;
      word.remove_prefix(d.length);
    }
    text.remove_prefix(end);
    while (!text.empty() && text.front() == ' ') {
      if (used > 0 && used < width) line += ' ', ++used;
      text.remove_prefix(1);
    }
  }
  if (!line.empty() || lines.empty()) finish();
  return lines;
}

std::string grouped(std::string_view digits) {
  const bool sign = !digits.empty() && digits[0] == '-';
  const std::string_view body = digits.substr(sign ? 1 : 0);
  if (body.size() < 5) return std::string(digits);
  std::string s(sign ? "-" : "");
  for (std::size_t i = 0; i < body.size(); ++i) {
    if (i > 0 && (body.size() - i) % 3 == 0) s += ' ';
    s += body[i];
  }
  return s;
}

}  // namespace ulplab::lab
