// The tables for a spreadsheet or pandas (RFC 4180, but with \n), one after the other.
//
// A table starts with a comment line `# scenario/table: title` and ends with an empty line. A column that holds numbers of
// a format is followed by one with their codes, as f16:0x3c00; a column in which a value could not be had, by the reasons.
#include "lab/outputs/cell.hpp"
#include "lab/outputs/outputs.hpp"
#include "lab/report/text.hpp"

namespace ulplab::lab {
namespace {

std::string quoted(const std::string& s) {
  if (s.find_first_of(",\"\n\r") == std::string::npos && (s.empty() || (s.front() != ' ' && s.back() != ' '))) return s;
  std::string q = "\"";
  for (const char c : s) {
    if (c == '"') q += '"';
    q += c;
  }
  return q + '"';
}

template <class T>
bool holds(const Table& table, std::size_t column) {
  for (const Row& row : table.rows)
    if (column < row.size() && std::holds_alternative<T>(row[column])) return true;
  return false;
}

std::string line_of(const std::vector<std::string>& fields) {
  std::string line;
  for (std::size_t i = 0; i < fields.size(); ++i) line += (i == 0 ? "" : ",") + quoted(fields[i]);
  return line + '\n';
}

void append(std::string& to, const Table& table) {
  const std::size_t columns = table.columns.size();
  std::vector<bool> codes, reasons;
  std::vector<std::string> fields;
  for (std::size_t i = 0; i < columns; ++i) {
    const std::string& id = table.columns[i].id;
    codes.push_back(holds<Number>(table, i));
    reasons.push_back(holds<Absent>(table, i));
    fields.push_back(id);
    if (codes[i]) fields.push_back(id + "_code");
    if (reasons[i]) fields.push_back(id + "_absent");
  }
  to += line_of(fields);
  for (const Row& row : table.rows) {
    fields.clear();
    for (std::size_t i = 0; i < columns; ++i) {
      const Cell& cell = row.at(i);
      const Number* number = std::get_if<Number>(&cell);
      const Absent* absent = std::get_if<Absent>(&cell);
      fields.push_back(exact(cell));
      if (codes[i]) fields.push_back(number != nullptr ? named_code(*number) : "");
      if (reasons[i]) fields.push_back(absent != nullptr ? absent->reason : "");
    }
    to += line_of(fields);
  }
}

Table findings_of(const Report& report) {
  constexpr const char* words[] = {"passed", "failed", "skipped"};
  Table t{"findings", "what was expected", {{"id", "", "", "", {}}, {"outcome", "", "", "", {}}, {"measured", "", "", "", {}},
          {"wanted", "", "", "", {}}, {"because", "", "", "", {}}}, {}};
  for (const Finding& f : report.findings)
    t.rows.push_back({f.id, std::string(words[static_cast<int>(f.outcome)]), f.measured, f.wanted, f.because});
  return t;
}

}  // namespace

std::string csv_output(std::span<const Report> reports, const Style&) {
  std::string s;
  const auto table = [&](const Report& report, const Table& t) {
    if (!s.empty()) s += '\n';
    s += "# " + printable(report.id) + '/' + printable(t.id) + (t.title.empty() ? "" : ": " + printable(t.title)) + '\n';
    append(s, t);
  };
  for (const Report& report : reports) {
    for (const Table& t : report.tables) table(report, t);
    if (!report.findings.empty()) table(report, findings_of(report));
  }
  return s;
}

}  // namespace ulplab::lab
