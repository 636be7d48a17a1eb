#include "lab/eval/fields.hpp"

#include <array>
#include <charconv>

#include "lab/eval/evaluator.hpp"
#include "softfloat/names.hpp"

namespace ulplab::lab {
namespace {

constexpr std::array<std::string_view, 4> order_words{"<", "=", ">", "unordered"};

/// The class names of IEEE 754-2019, 5.7.2, without the sign, which the caller of `class` sees in the code.
constexpr std::array<std::string_view, 6> class_words{"zero", "subnormal", "normal", "infinity", "quietNaN", "signalingNaN"};

std::string quoted(std::string_view text) { return "'" + std::string(text) + "'"; }

}  // namespace

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (std::size_t begin = 0;;) {
    const std::size_t end = text.find(separator, begin);
    parts.push_back(text.substr(begin, end - begin));
    if (end == std::string_view::npos) return parts;
    begin = end + 1;
  }
}

Code read_hex_digits(std::string_view text, int width) {
  Code code = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), code, 16);
  if (error != std::errc{} || end != text.data() + text.size() || text.front() == '-')
    throw BadField{quoted(text) + " is not a hexadecimal number of at most 64 bits"};
  if (width < 64 && (code >> width) != 0) throw BadField{quoted(text) + " has more than " + std::to_string(width) + " bits"};
  return code;
}

Code read_code(std::string_view text, int width) {
  if (!text.starts_with("0x") && !text.starts_with("0X")) throw BadField{quoted(text) + " is not a code: write it as 0x and hexadecimal digits"};
  return read_hex_digits(text.substr(2), width);
}

Code read_operand(std::string_view text, const verify::Slot& slot) {
  const int width = verify::width_of(slot);
  const IntegerType* type = std::get_if<IntegerType>(&slot);
  if (type == nullptr || text.starts_with("0x") || text.starts_with("0X")) return read_code(text, width);
  const bool negative = text.starts_with('-');
  const std::string_view digits = negative ? text.substr(1) : text;
  std::uint64_t magnitude = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), magnitude);
  if (digits.empty() || error != std::errc{} || end != digits.data() + digits.size() ||
      magnitude > (negative ? type->min_magnitude() : type->max()))
    throw BadField{quoted(text) + " is not an integer of type " + verify::name_of(*type)};
  return (negative ? ~magnitude + 1 : magnitude) & type->mask();
}

std::uint32_t read_random_bits(std::string_view text, int width) { return static_cast<std::uint32_t>(read_code(text, width)); }

std::string hex_code(Code code, int width) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string s = "0x";
  for (int i = (width + 3) / 4 - 1; i >= 0; --i) s += digits[(code >> (4 * i)) & 15];
  return s;
}

std::string write_result(Code code, const verify::Slot& slot) {
  if (const Format* f = std::get_if<Format>(&slot)) return hex_code(code, f->width());
  if (const IntegerType* type = std::get_if<IntegerType>(&slot)) {
    const bool negative = type->is_signed && ((code >> (type->width - 1)) & 1) != 0;
    const std::uint64_t magnitude = (negative ? ~code + 1 : code) & type->mask();
    return (negative ? "-" : "") + std::to_string(magnitude);
  }
  switch (std::get<verify::Word>(slot)) {
    case verify::Word::order:      return std::string(order_words[code]);
    case verify::Word::truth:      return std::to_string(code);
    case verify::Word::class_name: return std::string(class_words[code]);
  }
  return {};
}

}  // namespace ulplab::lab
