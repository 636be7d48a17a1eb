#include "lab/verify/tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <map>

#include "lab/report/text.hpp"

namespace ulplab::lab {
namespace {

Column words(std::string id, std::string title) { return {std::move(id), std::move(title), "text", "", Alignment::left}; }
Column count(std::string id, std::string title) { return {std::move(id), std::move(title), "count", "", Alignment::right}; }

bool ran(const verify::CheckResult& row) { return row.status != verify::Status::skipped; }

std::string verdict_of(const verify::CheckResult& row, const verify::KnownOutcome& k) {
  if (k.violated) return k.occurred == 0 ? "occurs no more: a failure" : "another number: a failure";
  return row.tally.executed == row.inputs ? "as it should" : "judged on the whole only";
}

}  // namespace

std::string title_of(const verify::CheckResult& row) { return row.kind + ' ' + row.mode; }

std::string out_of_text(const verify::CheckResult& row) {
  std::uint64_t number = 0;
  const char* end = row.out_of.data() + row.out_of.size();
  if (const auto [at, error] = std::from_chars(row.out_of.data(), end, number); error != std::errc{} || at != end)
    return row.out_of;
  return std::has_single_bit(number) && number > 256 ? fmt::format("2^{}", std::countr_zero(number)) : grouped(row.out_of);
}

Table checks_table(const verify::Session& session) {
  Table t{"checks",
          "Checks",
          {words("kind", "kind"),
           words("mode", "mode"),
           words("by", "by"),
           words("preset", "rules of"),
           words("result", "result"),
           count("executed", "executed"),
           count("inputs", "of inputs"),
           {"out_of", "out of", "count", "", Alignment::right},
           count("mismatches", "differ")},
          {}};
  for (const verify::CheckResult& r : session.results) {
    if (!ran(r)) continue;
    t.rows.push_back({r.kind, r.mode, r.instructions.empty() ? Cell{} : Cell{r.instructions}, r.machine,
                      std::string(name_of(r.status)), r.tally.executed, r.end - r.begin, out_of_text(r), r.tally.mismatches});
  }
  constexpr std::size_t by = 2;
  if (std::all_of(t.rows.begin(), t.rows.end(), [](const Row& row) { return std::holds_alternative<Empty>(row[by]); })) {
    t.columns.erase(t.columns.begin() + by);
    for (Row& row : t.rows) row.erase(row.begin() + by);
  }
  return t;
}

std::vector<Table> known_tables(const verify::Session& session) {
  Table t{"known",
          "Known differences",
          {words("check", "check"),
           words("difference", "difference"),
           count("occurred", "occurred"),
           {"expected", "expected", "count", "", Alignment::right},
           words("verdict", "verdict")},
          {}};
  for (const verify::CheckResult& r : session.results)
    for (const verify::KnownOutcome& k : r.known)
      t.rows.push_back(
          {title_of(r), k.id, k.occurred, k.expected != 0 ? Cell{k.expected} : Cell{std::string("some")}, verdict_of(r, k)});
  if (t.rows.empty()) return {};
  return {t};
}

std::vector<Table> section_tables(const verify::Session& session) {
  // Checks over the same set are named together.
  std::vector<std::pair<std::string, const verify::CheckResult*>> sets;
  std::map<std::string, std::size_t> at;
  for (const verify::CheckResult& r : session.results) {
    if (!ran(r) || r.exhaustive || r.sections.empty()) continue;
    const auto [found, fresh] = at.try_emplace(r.plan, sets.size());
    if (fresh) sets.emplace_back(title_of(r), &r);
    else sets[found->second].first += ", " + title_of(r);
  }
  if (sets.empty()) return {};
  Table t{"sections",
          "Not all inputs: the documented sets",
          {words("checks", "checks"), words("section", "section"), count("inputs", "inputs")},
          {}};
  for (const auto& [names, row] : sets)
    for (std::size_t i = 0; i < row->sections.size(); ++i)
      t.rows.push_back({i == 0 ? Cell{names} : Cell{}, row->sections[i].name, row->sections[i].inputs});
  return {t};
}

Table provenance_table(const verify::Session& session) {
  Table t{"provenance", "Where this was run", {words("what", ""), words("value", "")}, {}};
  for (const auto& [what, value] : session.provenance) t.rows.push_back({what, value});
  return t;
}

}  // namespace ulplab::lab
