// A report for a wiki or a course page (GitHub's Markdown: tables with bars).
#include <fmt/format.h>

#include "lab/outputs/cell.hpp"
#include "lab/outputs/histogram.hpp"
#include "lab/outputs/outputs.hpp"
#include "lab/report/text.hpp"

namespace ulplab::lab {
namespace {

/// Text that means itself in Markdown and in the HTML that is made of it.
std::string escaped(std::string_view text) {
  std::string s;
  for (const char c : printable(text)) {
    if (c == '&') {
      s += "&amp;";
    } else if (c == '<') {
      s += "&lt;";
    } else {
      if (std::string_view("\\|*_`[]>#~").find(c) != std::string_view::npos) s += '\\';
      s += c;
    }
  }
  return s;
}

bool to_the_right(const Table& table, std::size_t column) {
  if (table.columns[column].alignment != Alignment::automatic) return table.columns[column].alignment == Alignment::right;
  for (const Row& row : table.rows)
    if (column < row.size() && std::holds_alternative<std::string>(row[column])) return false;
  return true;
}

void append(std::string& s, const Table& table) {
  if (table.columns.empty()) return;
  if (!table.title.empty()) s += fmt::format("### {}\n\n", escaped(table.title));
  std::string rule = "|";
  s += '|';
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    const Column& c = table.columns[i];
    s += ' ' + escaped(c.title.empty() ? c.id : c.title) + (c.unit.empty() ? "" : " (" + escaped(c.unit) + ')') + " |";
    rule += to_the_right(table, i) ? " ---: |" : " :--- |";
  }
  s += '\n' + rule + '\n';
  for (const Row& row : table.rows) {
    s += '|';
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
      std::string cell;
      if (i < row.size()) {
        const Absent* absent = std::get_if<Absent>(&row[i]);
        cell = absent != nullptr ? "– (" + escaped(absent->reason) + ')' : escaped(brief(row[i], table.columns[i].quantity == "code"));
      }
      s += ' ' + cell + (cell.empty() ? "|" : " |");
    }
    s += '\n';
  }
  s += '\n';
}

void append(std::string& s, const Report& r) {
  if (!r.title.empty()) s += fmt::format("# {}\n\n", escaped(r.title));
  if (!r.question.empty()) s += escaped(r.question) + "\n\n";
  if (!r.observe.empty()) s += escaped(r.observe) + "\n\n";
  for (const Parameter& p : r.parameters) s += fmt::format("- {}: {}\n", escaped(p.title.empty() ? p.id : p.title), escaped(brief(p.value)));
  if (!r.parameters.empty()) s += '\n';
  for (const Table& t : r.tables) append(s, t);
  for (const Figure& f : r.figures) {
    s += fmt::format("### {}\n\n", escaped(f.title));
    if (!f.caption.empty()) s += escaped(f.caption) + "\n\n";
    s += "```text\n" + drawn(f, Style{}) + "```\n\n";
  }
  if (!r.lanes.empty()) {
    s += "### Where it ran\n\n";
    for (const LaneStatus& l : r.lanes)
      s += fmt::format("- {}{}\n", escaped(l.id), l.ready ? "" : ": not run, " + escaped(l.reason));
    s += '\n';
  }
  if (!r.comparisons.empty()) {
    s += "### Bit for bit\n\n";
    for (const Comparison& c : r.comparisons) {
      s += fmt::format("- {} and {}: {} of {} codes equal", escaped(c.lane_a), escaped(c.lane_b), c.equal, c.compared);
      if (c.first_difference)
        s += fmt::format("; the first difference is at index {}: {} and {}", *c.first_difference, escaped(brief(c.value_a)), escaped(brief(c.value_b)));
      s += '\n';
    }
    s += '\n';
  }
  if (!r.findings.empty()) {
    s += "### Expected\n\n| | what | measured | wanted | because |\n| :--- | :--- | ---: | ---: | :--- |\n";
    constexpr const char* words[] = {"passed", "**failed**", "skipped"};
    for (const Finding& f : r.findings)
      s += fmt::format("| {} | {} | {} | {} | {} |\n", words[static_cast<int>(f.outcome)], escaped(f.id), escaped(brief(f.measured)),
                       escaped(f.wanted), escaped(f.because));
    s += '\n';
  }
  for (const std::string& note : r.notes) s += "> " + escaped(note) + "\n\n";
  if (r.interrupted) s += "> This run was interrupted: the numbers are those up to then.\n\n";
}

}  // namespace

std::string markdown_output(std::span<const Report> reports, const Style&) {
  std::string s;
  Tally total;
  bool expects = false;
  for (const Report& r : reports) {
    append(s, r);
    const Tally t = tally_of(r);
    total.passed += t.passed;
    total.failed += t.failed;
    total.skipped += t.skipped;
    expects = expects || !r.findings.empty() || !r.comparisons.empty() || !r.lanes.empty();
  }
  if (expects) s += tally_line(total, false) + '\n';
  return s;
}

}  // namespace ulplab::lab
