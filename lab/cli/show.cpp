// ulplab show: what becomes of a value in each format?
#include "lab/inspect/show.hpp"

#include <fmt/format.h>

#include "lab/cli/commands.hpp"
#include "lab/cli/words.hpp"
#include "lab/inspect/codes.hpp"
#include "lab/outputs/outputs.hpp"
#include "lab/report/text.hpp"
#include "softfloat/names.hpp"
#include "softfloat/print.hpp"

namespace ulplab::lab {
namespace {

/// The fields of a code in their colours: sign, exponent, trailing significand.
std::string coloured_bits(const Shown& s, const Terminal& terminal) {
  if (!terminal.colour()) return s.bits;
  constexpr Ink with_sign[] = {Ink::sign, Ink::exponent, Ink::fraction};
  std::string out = "0b";
  std::size_t field = s.format.is_signed ? 0 : 1;
  for (std::size_t begin = 2;;) {
    const std::size_t end = s.bits.find('\'', begin);
    out += terminal.ink(with_sign[field++], s.bits.substr(begin, end - begin));
    if (end == std::string::npos) return out;
    out += '\'';
    begin = end + 1;
  }
}

void print(const Shown& s, Terminal& terminal) {
  const auto line = [&terminal](std::string_view label, std::string_view text) {
    terminal.write(fmt::format("  {} {}\n", terminal.ink(Ink::faint, pad_right(label, 11)), text));
  };
  const auto neighbour = [&s](Code code) {
    return code == s.code ? std::string("none: there is no further number") : code_text(s.format, code) + "  " + exact_decimal(s.format, code);
  };
  terminal.write(terminal.ink(Ink::heading, title_of(s.format)) + "\n");
  line("code", code_text(s.format, s.code) + "  " + coloured_bits(s, terminal));
  line("value", s.exact);
  line("shortest", s.shortest);
  line("hex float", s.hex);
  line("class", s.kind);
  if (!s.ulp.empty()) line("ulp", s.ulp);
  if (!is_nan(s.format, s.code)) {
    line("below", neighbour(s.below));
    line("above", neighbour(s.above));
  }
  if (!s.error_exact.empty()) line("error", s.error_exact == "0" ? "none: the value is exact" : s.error_ulps + " ulp = " + s.error_exact);
  line("flags", name_of(s.flags, ", "));
}

}  // namespace

int show(const ShowOptions& options, Terminal& terminal) {
  const std::optional<Rounding> rounding = find_rounding(options.rounding);
  if (!rounding || *rounding == Rounding::stochastic) {
    terminal.complain("'" + printable(options.rounding) + "' is not a rounding that show knows", "write rne, rna, rtz, rup, rdn or rto");
    return exit_bad_input;
  }
  const auto formats = parse_format_list(options.formats);
  if (const Problem* problem = std::get_if<Problem>(&formats)) {
    terminal.complain(printable(problem->message, 200), problem->hint);
    return exit_bad_input;
  }
  const Context c = rounding_to(*rounding);
  std::vector<ShownValue> values;
  for (const std::string& written : options.values) {
    // A code on its own shows in its own format; with --formats, in those too.
    const bool own_format_only = options.formats.empty() && written.find(':') != std::string::npos;
    auto value = show_value(written, own_format_only ? std::vector<Format>{} : std::get<0>(formats), c);
    if (const Problem* problem = std::get_if<Problem>(&value)) {
      terminal.complain(fmt::format("'{}', column {}: {}", printable(written), problem->column, printable(problem->message, 200)), problem->hint);
      return exit_bad_input;
    }
    values.push_back(std::get<ShownValue>(std::move(value)));
  }
  if (terminal.json()) {
    Report report = report_of(values, *rounding);
    report.provenance.version = version();
    terminal.write(json_output({&report, 1}, {}));
    return exit_ok;
  }
  for (const ShownValue& value : values) {
    if (&value != &values.front()) terminal.write("\n");
    terminal.write(fmt::format("{} ({})\n", terminal.ink(Ink::heading, printable(value.written)), name_of(*rounding)));
    for (const Shown& s : value.formats) {
      terminal.write("\n");
      print(s, terminal);
    }
  }
  return exit_ok;
}

}  // namespace ulplab::lab
