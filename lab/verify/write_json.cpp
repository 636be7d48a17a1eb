#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "lab/report/text.hpp"
#include "lab/verify/json.hpp"
#include "lab/verify/mismatch.hpp"
#include "lab/verify/report.hpp"
#include "softfloat/names.hpp"

namespace ulplab::lab {
namespace {

using Json = nlohmann::ordered_json;

Json count(std::uint64_t n) { return n <= std::uint64_t{1} << 53 ? Json(n) : Json(std::to_string(n)); }

/// JSON is UTF-8; what is not (a path, say) goes out escaped.
std::string utf8(std::string_view text) { return printable(text); }

Json flags(Flags raised) {
  Json list = Json::array();
  for (const Flag f : {Flag::invalid, Flag::divide_by_zero, Flag::overflow, Flag::underflow, Flag::inexact})
    if (raised.has(f)) list.push_back(name_of(Flags(f)));
  return list;
}

Json mismatch(const verify::Session& session, const verify::CheckResult& row, const verify::Kind& kind,
              const verify::Mismatch& m) {
  Json operands = Json::array();
  for (std::size_t k = 0; k < kind.operands.size(); ++k) operands.push_back(hex_of(kind.operands[k], m.operands[k]));
  const bool answered = m.incident.empty() && m.got_known;
  Json j{{"index", count(m.index)},
         {"operands", std::move(operands)},
         {"expected", hex_of(kind.result, m.expected)},
         {"got", answered ? Json(hex_of(kind.result, m.got)) : Json(nullptr)},
         {"incident", utf8(m.incident)}};
  j["expected_flags"] = m.flags_compared ? flags(m.expected_flags) : Json(nullptr);
  j["got_flags"] = m.flags_compared ? flags(m.got_flags) : Json(nullptr);
  const std::optional<std::string> distance = distance_of(kind, m);
  j["ulps"] = distance ? Json(*distance) : Json(nullptr);
  j["reproduce"] = utf8(verify_command(session, row, kind, m));
  return j;
}

Json by_class(const std::vector<std::uint64_t>& counts, std::size_t operands) {
  Json object = Json::object();
  for (std::size_t i = 0; i < counts.size(); ++i)
    if (counts[i] != 0) object[verify::group_name(i, operands)] = count(counts[i]);
  return object;
}

Json check(const verify::Session& session, const verify::CheckResult& r) {
  const auto parsed = verify::parse_kind(r.kind);
  const verify::Kind* kind = std::get_if<verify::Kind>(&parsed);
  const std::size_t operands = kind != nullptr ? kind->operands.size() : 0;
  const auto list = [&](const std::vector<verify::Mismatch>& mismatches) {
    Json array = Json::array();
    for (const verify::Mismatch& m : mismatches)
      if (kind != nullptr) array.push_back(mismatch(session, r, *kind, m));
    return array;
  };
  Json sections = Json::array();
  for (const verify::Section& s : r.sections) sections.push_back({{"name", utf8(s.name)}, {"inputs", count(s.inputs)}});
  Json known = Json::array();
  for (const verify::KnownOutcome& k : r.known) {
    const auto first = r.tally.first_known.find(k.id);
    known.push_back({{"id", k.id},
                     {"occurred", count(k.occurred)},
                     {"expected", count(k.expected)},
                     {"reason", utf8(k.reason)},
                     {"source", utf8(k.source)},
                     {"violated", k.violated},
                     {"first", first == r.tally.first_known.end() ? Json::array() : list(first->second)}});
  }
  Json results = Json::object();
  for (std::size_t i = 0; i < verify::groups; ++i)
    if (r.tally.results[i] != 0) results[std::string(name_of(static_cast<verify::Group>(i)))] = count(r.tally.results[i]);
  return {{"kind", r.kind},
          {"mode", r.mode},
          {"context", r.machine},
          {"status", name_of(r.status)},
          {"reason", utf8(r.reason)},
          {"lacking", r.lacking},
          {"named", r.named},
          {"instructions", utf8(r.instructions)},
          {"flags_compared", r.flags_compared},
          {"exhaustive", r.exhaustive},
          {"inputs", count(r.inputs)},
          {"begin", count(r.begin)},
          {"end", count(r.end)},
          {"out_of", r.out_of},
          {"plan", utf8(r.plan)},
          {"sections", std::move(sections)},
          {"executed", count(r.tally.executed)},
          {"mismatches", count(r.tally.mismatches)},
          {"incidents", count(r.tally.incidents)},
          {"first", list(r.tally.first)},
          {"known", std::move(known)},
          {"inputs_by_class", by_class(r.tally.inputs, operands)},
          {"mismatches_by_class", by_class(r.tally.wrong, operands)},
          {"results_by_class", std::move(results)},
          {"diagnosis", r.diagnosis},
          {"sentence", utf8(r.sentence)},
          {"milliseconds", count(r.milliseconds)}};
}

}  // namespace

std::string to_json(const verify::Session& session) {
  Json provenance = Json::array();
  for (const auto& [what, value] : session.provenance) provenance.push_back({{"what", utf8(what)}, {"value", utf8(value)}});
  Json checks = Json::array();
  std::map<std::string, std::uint64_t> by_status;
  for (const verify::CheckResult& r : session.results) {
    checks.push_back(check(session, r));
    ++by_status[std::string(name_of(r.status))];
  }
  const Json document{{"schema", verify_schema},          {"with", utf8(session.with)},
                      {"against", utf8(session.against)}, {"shard", count(session.shard)},
                      {"shards", count(session.shards)},  {"interrupted", session.interrupted},
                      {"trouble", utf8(session.trouble)}, {"summary", executed_sentence(session)},
                      {"passed", by_status["passed"]},    {"failed", by_status["failed"]},
                      {"skipped", by_status["skipped"]},  {"stopped", by_status["stopped"]},
                      {"checks", std::move(checks)},      {"provenance", std::move(provenance)}};
  return document.dump(2) + '\n';
}

}  // namespace ulplab::lab
