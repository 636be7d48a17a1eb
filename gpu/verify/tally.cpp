#include "gpu/verify/tally.hpp"

#include <algorithm>

namespace ulplab::verify {
namespace {

bool earlier(const Mismatch& a, const Mismatch& b) { return a.index < b.index; }

/// Puts `m` where it belongs in the order of inputs, if it is among the first `keep`.
void keep_first(std::vector<Mismatch>& list, std::size_t keep, const Mismatch& m) {
  if (list.size() == keep && !earlier(m, list.back())) return;
  list.insert(std::upper_bound(list.begin(), list.end(), m, earlier), m);
  if (list.size() > keep) list.pop_back();
}

void add_counts(std::vector<std::uint64_t>& to, const std::vector<std::uint64_t>& from) {
  to.resize(std::max(to.size(), from.size()));
  for (std::size_t i = 0; i < from.size(); ++i) to[i] += from[i];
}

}  // namespace

std::string_view name_of(Group group) {
  constexpr std::string_view names[groups] = {"zero", "subnormal", "normal", "infinity", "NaN"};
  return names[static_cast<std::size_t>(group)];
}

Group group_of(const Slot& slot, Code code) {
  const Format* f = std::get_if<Format>(&slot);
  if (f == nullptr) return code == 0 ? Group::zero : Group::normal;
  switch (class_of(*f, code)) {
    case Class::zero:          return Group::zero;
    case Class::subnormal:     return Group::subnormal;
    case Class::normal:        return Group::normal;
    case Class::infinity:      return Group::infinity;
    case Class::quiet_nan:
    case Class::signaling_nan: return Group::nan;
  }
  return Group::normal;
}

Tally::Tally(std::size_t operands) {
  std::size_t combinations = 1;
  for (std::size_t i = 0; i < operands; ++i) combinations *= groups;
  inputs.resize(combinations);
  wrong.resize(combinations);
}

void Tally::note(const Mismatch& m) {
  ++mismatches;
  if (!m.incident.empty()) ++incidents;
  keep_first(first, keep, m);
}

void Tally::note_known(const std::string& id, const Mismatch& m) {
  ++known[id];
  keep_first(first_known[id], keep_known, m);
}

void Tally::add(const Tally& other) {
  executed += other.executed;
  mismatches += other.mismatches;
  incidents += other.incidents;
  for (const auto& [id, count] : other.known) known[id] += count;
  for (const Mismatch& m : other.first) keep_first(first, keep, m);
  for (const auto& [id, list] : other.first_known)
    for (const Mismatch& m : list) keep_first(first_known[id], keep_known, m);
  for (std::size_t i = 0; i < groups; ++i) results[i] += other.results[i];
  add_counts(inputs, other.inputs);
  add_counts(wrong, other.wrong);
}

std::size_t group_index(const Kind& kind, const Operands& operands) {
  std::size_t index = 0;
  for (std::size_t i = 0; i < kind.operands.size(); ++i)
    index = index * groups + static_cast<std::size_t>(group_of(kind.operands[i], operands[i]));
  return index;
}

std::string group_name(std::size_t index, std::size_t operands) {
  std::string name;
  for (std::size_t i = 0; i < operands; ++i) {
    name = std::string(name_of(static_cast<Group>(index % groups))) + (name.empty() ? "" : ", ") + name;
    index /= groups;
  }
  return name;
}

}  // namespace ulplab::verify
