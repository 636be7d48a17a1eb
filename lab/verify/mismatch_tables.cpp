// The first mismatches of each check that failed, explained, and how to see them again.
#include <fmt/format.h>

#include <algorithm>

#include "lab/report/text.hpp"
#include "lab/verify/mismatch.hpp"
#include "lab/verify/tables.hpp"
#include "softfloat/names.hpp"

namespace ulplab::lab {
namespace {

/// A person looks at the first few of a check; JSON and JUnit have all that were kept.
constexpr std::size_t most_shown = 4;

Row row_of(std::uint64_t number, const std::string& what, const verify::Slot& slot, Code code) {
  return {number != 0 ? Cell{number} : Cell{}, what,  hex_of(slot, code), fields_of(slot, code), value_of(slot, code),
          class_of_code(slot, code),           Cell{}};
}

void add_rows(Table& t, std::uint64_t number, const verify::Kind& kind, const verify::Mismatch& m, bool flags) {
  const std::size_t operands = kind.operands.size();
  const auto add = [&](Row row, const std::string& raised) {
    if (flags) row.emplace_back(raised);
    t.rows.push_back(std::move(row));
  };
  const auto raised = [&m](Flags f) { return m.flags_compared ? name_of(f, " ") : std::string(); };
  for (std::size_t k = 0; k < operands; ++k)
    add(row_of(k == 0 ? number : 0, operands == 1 ? "input" : fmt::format("operand {}", k + 1), kind.operands[k], m.operands[k]),
        "");
  add(row_of(0, "expected", kind.result, m.expected), raised(m.expected_flags));
  if (!m.incident.empty()) return add({Cell{}, std::string("got"), Cell{}, m.incident, Cell{}, Cell{}, Cell{}}, "");
  if (!m.got_known)
    return add({Cell{}, std::string("got"), Cell{}, std::string("another result; a recording's fingerprint does not say which"),
                Cell{}, Cell{}, Cell{}},
               "");
  Row row = row_of(0, "got", kind.result, m.got);
  if (const std::optional<std::string> distance = distance_of(kind, m)) row[6] = Exact{*distance};
  add(std::move(row), raised(m.got_flags));
}

}  // namespace

std::vector<Table> mismatch_tables(const verify::Session& session) {
  std::vector<Table> tables;
  for (const verify::CheckResult& r : session.results) {
    if (r.tally.first.empty()) continue;
    const auto parsed = verify::parse_kind(r.kind);
    const verify::Kind* kind = std::get_if<verify::Kind>(&parsed);
    if (kind == nullptr) continue;
    const bool numbers = std::holds_alternative<Format>(kind->result);
    const std::size_t n = std::min(most_shown, r.tally.first.size());
    Table t{"mismatches." + r.kind + '.' + r.mode,
            fmt::format("{}: {} {}{}", title_of(r), grouped(std::to_string(r.tally.mismatches)),
                        r.tally.mismatches == 1 ? "input differs" : "inputs differ",
                        n == r.tally.mismatches      ? ""
                        : n == r.tally.first.size() ? fmt::format(", the first {}", n)
                                                     : fmt::format(", the first {} (--json: {})", n, r.tally.first.size())),
            {{"number", "no.", "count", "", Alignment::right},
             {"what", "", "text", "", Alignment::left},
             {"code", "code", "text", "", Alignment::left},
             {"fields", "fields", "text", "", Alignment::left},
             {"value", "value", "value", "", Alignment::right},
             {"class", "class", "text", "", Alignment::left},
             {"distance", "off", "error", numbers ? "ulp" : "", Alignment::right}},
            {}};
    if (r.flags_compared) t.columns.push_back({"flags", "flags", "flags", "", Alignment::left});
    Table again{"again." + r.kind + '.' + r.mode,
                title_of(r) + ": what the reference says, and the contestants asked again",
                {{"number", "no.", "count", "", Alignment::right}, {"command", "command", "command", "", Alignment::left}},
                {}};
    for (std::size_t i = 0; i < n; ++i) {
      const verify::Mismatch& m = r.tally.first[i];
      add_rows(t, i + 1, *kind, m, r.flags_compared);
      again.rows.push_back({std::uint64_t{i + 1}, eval_command(r, *kind, m)});
      again.rows.push_back({Cell{}, verify_command(session, r, *kind, m)});
    }
    tables.push_back(std::move(t));
    tables.push_back(std::move(again));
  }
  return tables;
}

}  // namespace ulplab::lab
