// How many operands, results and mismatches there are of each class.
#include <fmt/format.h>

#include <array>

#include "lab/verify/tables.hpp"

namespace ulplab::lab {
namespace {

using Counts = std::array<std::uint64_t, verify::groups>;

/// The classes of operand `which` of `operands`, from counts by the classes of all of them.
Counts of_operand(const std::vector<std::uint64_t>& counts, std::size_t operands, std::size_t which) {
  std::size_t below = 1;
  for (std::size_t k = which + 1; k < operands; ++k) below *= verify::groups;
  Counts sums{};
  for (std::size_t i = 0; i < counts.size(); ++i) sums[i / below % verify::groups] += counts[i];
  return sums;
}

std::size_t operands_of(const std::vector<std::uint64_t>& counts) {
  std::size_t operands = 0;
  for (std::size_t n = 1; n < counts.size(); n *= verify::groups) ++operands;
  return operands;
}

}  // namespace

std::vector<Table> class_tables(const verify::Session& session) {
  Table t{"classes",
          "Counted by class: the inputs of a kind, and the results in each mode",
          {{"kind", "kind", "text", "", Alignment::left}, {"of", "of", "text", "", Alignment::left}},
          {}};
  for (const char* name : {"zero", "subnormal", "normal", "infinity", "NaN"})
    t.columns.push_back({std::string_view(name) == "NaN" ? "nan" : name, name, "count", "", Alignment::right});
  Table combinations{"wrong_classes",
                     "Mismatches by the classes of the operands",
                     {{"check", "check", "text", "", Alignment::left},
                      {"classes", "operands", "text", "", Alignment::left},
                      {"inputs", "inputs", "count", "", Alignment::right},
                      {"mismatches", "differ", "count", "", Alignment::right}},
                     {}};
  std::string kind;
  std::vector<std::uint64_t> inputs;
  for (const verify::CheckResult& r : session.results) {
    if (r.status == verify::Status::skipped || r.tally.executed == 0) continue;
    const std::size_t operands = operands_of(r.tally.inputs);
    const auto add = [&](const std::string& of, const Counts& counts) {
      Row& row = t.rows.emplace_back();
      row.emplace_back(r.kind);
      row.emplace_back(of);
      for (const std::uint64_t n : counts) row.emplace_back(n);
    };
    const bool told = kind == r.kind && inputs == r.tally.inputs;  // by the mode before
    for (std::size_t k = 0; k < operands && !told; ++k)
      add(operands == 1 ? "inputs" : fmt::format("operand {}", k + 1), of_operand(r.tally.inputs, operands, k));
    add(r.mode, r.tally.results);
    for (std::size_t i = 0; i < r.tally.wrong.size(); ++i)
      if (r.tally.wrong[i] != 0)
        combinations.rows.push_back({title_of(r), verify::group_name(i, operands), r.tally.inputs[i], r.tally.wrong[i]});
    kind = r.kind;
    inputs = r.tally.inputs;
  }
  std::vector<Table> tables;
  for (Table* table : {&combinations, &t})
    if (!table->rows.empty()) tables.push_back(std::move(*table));
  return tables;
}

}  // namespace ulplab::lab
