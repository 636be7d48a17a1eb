// ulplab explain: how does one operation come to its result?
#include "lab/inspect/explain.hpp"

#include <fmt/format.h>

#include "lab/cli/commands.hpp"
#include "lab/cli/words.hpp"
#include "lab/eval/rounding_column.hpp"
#include "lab/outputs/outputs.hpp"
#include "lab/report/text.hpp"
#include "softfloat/names.hpp"

namespace ulplab::lab {
namespace {

std::string_view direction(Rounding rounding) {
  for (const NamedRounding& r : named_roundings)
    if (r.rounding == rounding) return r.source.substr(0, r.source.find(';'));
  return {};
}

}  // namespace

int explain(const ExplainOptions& options, Terminal& terminal) {
  const std::optional<RoundingColumn> column = parse_rounding_column(options.rounding);
  if (!column || column->rounding == Rounding::stochastic) {
    terminal.complain("'" + printable(options.rounding) + "' is not a rounding that explain knows", "write rne, rna, rtz, rup, rdn or rto, and +sat or +nan behind it for overflow");
    return exit_bad_input;
  }
  const auto parsed = parse_expression(options.expression);
  if (const Problem* problem = std::get_if<Problem>(&parsed)) {
    terminal.complain(fmt::format("'{}', column {}: {}", printable(options.expression), problem->column, printable(problem->message, 200)), problem->hint);
    return exit_bad_input;
  }
  const Expression& expression = std::get<Expression>(parsed);
  const auto result = explain(expression, with(*column, Context{}, expression.format));
  if (const Problems* problems = std::get_if<Problems>(&result)) {
    for (const Problem& p : *problems)
      terminal.complain(fmt::format("'{}', column {}: {}", printable(options.expression), p.column, printable(p.message, 200)), p.hint);
    return exit_bad_input;
  }
  const Explanation& e = std::get<Explanation>(result);
  if (terminal.json()) {
    Report report = report_of(e);
    report.provenance.version = version();
    terminal.write(json_output({&report, 1}, {}));
    return exit_ok;
  }
  terminal.write(fmt::format("{}   ({})\n\n", terminal.ink(Ink::heading, title_of(expression.format) + ": " + printable(expression.text)),
                             direction(column->rounding)));
  for (const ExplainLine& line : e.lines)
    terminal.write(fmt::format("  {} {}\n", terminal.ink(Ink::faint, pad_right(line.label, 9)), line.text));
  return exit_ok;
}

}  // namespace ulplab::lab
