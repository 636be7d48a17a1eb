#include "gpu/verify/pipe_line.hpp"

#include <algorithm>
#include <charconv>
#include <vector>

#include "softfloat/names.hpp"

namespace ulplab::verify {
namespace {

constexpr std::string_view orders[] = {"<", "=", ">", "unordered"};
constexpr std::string_view truths[] = {"0", "1"};
/// The class names of IEEE 754-2019, 5.7.2, without the sign.
constexpr std::string_view classes[] = {"zero", "subnormal", "normal", "infinity", "quietNaN", "signalingNaN"};

/// As many as a code of the slot can have.
int digits_of(const Slot& slot) { return (width_of(slot) + 3) / 4; }

void write_hex(Code code, int count, std::string_view digits, std::string& text) {
  for (int i = count - 1; i >= 0; --i) text += digits[(code >> (4 * i)) & 15];
}

std::optional<Code> read_hex(std::string_view text, int width) {
  Code code = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), code, 16);
  if (text.empty() || text.front() == '-' || error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  if (width < 64 && (code >> width) != 0) return std::nullopt;
  return code;
}

/// A decimal integer as its bits.
std::optional<Code> read_integer(std::string_view text, IntegerType type) {
  const bool negative = text.starts_with('-');
  if (negative) text.remove_prefix(1);
  std::uint64_t magnitude = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), magnitude);
  if (text.empty() || error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  if (magnitude > (negative ? type.min_magnitude() : type.max())) return std::nullopt;
  return (negative ? ~magnitude + 1 : magnitude) & type.mask();
}

std::optional<Code> read_result(std::string_view text, const Slot& slot) {
  if (const Word* word = std::get_if<Word>(&slot)) {
    const std::span<const std::string_view> words = words_of(*word);
    const auto found = std::find(words.begin(), words.end(), text);
    if (found == words.end()) return std::nullopt;
    return static_cast<Code>(found - words.begin());
  }
  if (text.starts_with("0x") || text.starts_with("0X")) return read_hex(text.substr(2), width_of(slot));
  if (const IntegerType* type = std::get_if<IntegerType>(&slot)) return read_integer(text, *type);
  return std::nullopt;
}

/// `none`, `-`, or names with ; between. `underflow(before)` is underflow where tininess is judged before rounding.
std::optional<std::uint8_t> read_flags(std::string_view text, Tininess tininess) {
  if (text == "none" || text == "-") return std::uint8_t{0};
  unsigned bits = 0;
  for (std::size_t at = 0; at != std::string_view::npos;) {
    const std::size_t end = text.find(';', at);
    const std::string_view name = text.substr(at, end - at);
    at = end == std::string_view::npos ? end : end + 1;
    if (name == "underflow(before)") {
      bits |= tininess == Tininess::before ? static_cast<unsigned>(Flag::underflow) : 0;
      continue;
    }
    unsigned bit = 0;
    for (const Flag f : {Flag::invalid, Flag::divide_by_zero, Flag::overflow, Flag::underflow, Flag::inexact})
      if (name == name_of(Flags(f))) bit = static_cast<unsigned>(f);
    if (bit == 0) return std::nullopt;
    bits |= bit;
  }
  return static_cast<std::uint8_t>(bits);
}

/// For a sentence: without what a terminal could take for a command.
std::string quoted(std::string_view line) {
  std::string text = "'";
  for (const char c : line.substr(0, 80)) text += c >= ' ' && c < 0x7f ? c : '?';
  return text + (line.size() > 80 ? "…'" : "'");
}

std::vector<std::string_view> words(std::string_view line) {
  std::vector<std::string_view> all;
  for (std::size_t at = 0; (at = line.find_first_not_of(" \t", at)) != std::string_view::npos;) {
    const std::size_t end = std::min(line.find_first_of(" \t", at), line.size());
    all.push_back(line.substr(at, end - at));
    at = end;
  }
  return all;
}

}  // namespace

std::span<const std::string_view> words_of(Word word) {
  switch (word) {
    case Word::order:      return orders;
    case Word::truth:      return truths;
    case Word::class_name: return classes;
  }
  return {};
}

void PipeLanguage::write(const Operands& operands, std::string& text) const {
  const std::vector<Slot>& slots = check_.kind.operands;
  for (std::size_t k = 0; k < slots.size(); ++k) {
    if (k > 0) text += testfloat_ ? ' ' : ',';
    if (!testfloat_) text += "0x";
    write_hex(operands[k], digits_of(slots[k]), testfloat_ ? "0123456789ABCDEF" : "0123456789abcdef", text);
  }
  text += '\n';
}

std::variant<PipeAnswer, std::string> PipeLanguage::read(const Operands& operands, std::string_view line) const {
  while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.remove_suffix(1);
  return testfloat_ ? read_testfloat(operands, line) : read_eval(line);
}

std::variant<PipeAnswer, std::string> PipeLanguage::read_eval(std::string_view line) const {
  const std::size_t tab = line.find('\t');
  const std::optional<Code> code = read_result(line.substr(0, tab), check_.kind.result);
  if (!code) return "answered " + quoted(line) + ", which is no result of " + check_.kind.name;
  PipeAnswer answer{*code, std::nullopt};
  if (tab == std::string_view::npos) return answer;
  answer.flags = read_flags(line.substr(tab + 1), check_.context.tininess);
  if (!answer.flags) return "answered " + quoted(line) + ": behind the tab stand no flags";
  return answer;
}

std::variant<PipeAnswer, std::string> PipeLanguage::read_testfloat(const Operands& operands, std::string_view line) const {
  const std::vector<Slot>& slots = check_.kind.operands;
  const std::vector<std::string_view> fields = words(line);
  if (fields.size() != slots.size() + 1 && fields.size() != slots.size() + 2)
    return "answered " + quoted(line) + ": that should be the operands, the result, and perhaps two digits of flags";
  for (std::size_t k = 0; k < slots.size(); ++k)
    if (read_hex(fields[k], width_of(slots[k])) != operands[k]) return "answered " + quoted(line) + ", which is another case";
  const std::optional<Code> code = read_hex(fields[slots.size()], width_of(check_.kind.result));
  if (!code) return "answered " + quoted(line) + ", which has no result of " + check_.kind.name;
  PipeAnswer answer{*code, std::nullopt};
  if (fields.size() == slots.size() + 1) return answer;
  const std::optional<Code> flags = read_hex(fields.back(), 5);
  if (!flags) return "answered " + quoted(line) + ": the last word is no flags";
  answer.flags = static_cast<std::uint8_t>(*flags);
  return answer;
}

}  // namespace ulplab::verify
