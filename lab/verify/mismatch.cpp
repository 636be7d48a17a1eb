#include "lab/verify/mismatch.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "lab/eval/fields.hpp"
#include "lab/inspect/codes.hpp"
#include "softfloat/names.hpp"

namespace ulplab::lab {
namespace {

__extension__ typedef __int128 Wide;  // differences of 64-bit codes take 65 bits

Wide place_of(const Format& f, Code code) {
  const auto magnitude = static_cast<Wide>(magnitude_of(f, code));
  return f.is_signed && sign_of(f, code) ? -magnitude : magnitude;
}

Wide place_of(const IntegerType& type, Code code) {
  const auto value = static_cast<Wide>(code & type.mask());
  const bool negative = type.is_signed && ((code >> (type.width - 1)) & 1) != 0;
  return negative ? value - (Wide{1} << type.width) : value;
}

std::string decimal_of(Wide value) {
  const bool negative = value < 0;
  if (negative) value = -value;
  std::string digits;
  do digits += static_cast<char>('0' + static_cast<int>(value % 10));
  while ((value /= 10) != 0);
  if (negative) digits += '-';
  std::reverse(digits.begin(), digits.end());
  return digits;
}

/// What both commands say about the check.
std::string check_words(const verify::CheckResult& row) { return fmt::format("{} --rounding {}", row.kind, row.mode); }

}  // namespace

std::string hex_of(const verify::Slot& slot, Code code) {
  return fmt::format("0x{:0{}x}", code, (verify::width_of(slot) + 3) / 4);
}

std::string input_of(const verify::Kind& kind, const verify::Operands& operands) {
  std::string text;
  for (std::size_t k = 0; k < kind.operands.size(); ++k) text += (k == 0 ? "" : ",") + hex_of(kind.operands[k], operands[k]);
  return text;
}

std::string fields_of(const verify::Slot& slot, Code code) {
  const Format* f = std::get_if<Format>(&slot);
  return f != nullptr ? bits_text(*f, code).substr(2) : "";  // without 0b
}

Cell value_of(const verify::Slot& slot, Code code) {
  if (const Format* f = std::get_if<Format>(&slot)) return Number{*f, code};
  const IntegerType* type = std::get_if<IntegerType>(&slot);
  const std::string written = write_result(code, slot);
  return type != nullptr ? Cell{Exact{written}} : Cell{written};
}

std::string class_of_code(const verify::Slot& slot, Code code) {
  const Format* f = std::get_if<Format>(&slot);
  return f != nullptr ? std::string(name_of(class_of(*f, code))) : "";
}

std::optional<std::string> distance_of(const verify::Kind& kind, const verify::Mismatch& m) {
  if (!m.incident.empty() || !m.got_known) return std::nullopt;
  if (const IntegerType* type = std::get_if<IntegerType>(&kind.result))
    return decimal_of(place_of(*type, m.got) - place_of(*type, m.expected));
  const Format* f = std::get_if<Format>(&kind.result);
  if (f == nullptr || is_nan(*f, m.expected) || is_nan(*f, m.got)) return std::nullopt;
  return decimal_of(place_of(*f, m.got) - place_of(*f, m.expected));
}

std::string sentence_of(const verify::Kind& kind, const verify::Mismatch& m) {
  const bool flags = m.flags_compared && m.incident.empty();
  const auto answer = [&](Code code, Flags raised) {
    return hex_of(kind.result, code) + (flags ? " (" + name_of(raised, " ") + ')' : "");
  };
  const std::string got = !m.incident.empty() ? m.incident
                          : m.got_known       ? "got " + answer(m.got, m.got_flags)
                                              : "got another result";
  return fmt::format("{}: expected {}, {}", input_of(kind, m.operands), answer(m.expected, m.expected_flags), got);
}

std::string eval_command(const verify::CheckResult& row, const verify::Kind& kind, const verify::Mismatch& m) {
  return fmt::format("echo {} | ulplab eval {}{}", input_of(kind, m.operands), check_words(row),
                     row.machine == "ieee" ? "" : " --context " + row.machine);
}

std::string verify_command(const verify::Session& session, const verify::CheckResult& row, const verify::Kind& kind,
                           const verify::Mismatch& m) {
  return fmt::format("ulplab verify {}{} --against {} --context {}{} --input {}", check_words(row),
                     session.with == "soft" ? "" : " --with " + shell_word(session.with), shell_word(session.against),
                     row.machine, row.flags_compared ? " --flags" : "", input_of(kind, m.operands));
}

std::string shell_word(std::string_view word) {
  const auto harmless = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view("_-./:,+=@%").find(c) != std::string_view::npos;
  };
  if (!word.empty() && std::all_of(word.begin(), word.end(), harmless)) return std::string(word);
  std::string quoted = "'";
  for (const char c : word) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

}  // namespace ulplab::lab
