#include "lab/verify/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "lab/report/text.hpp"
#include "lab/verify/mismatch.hpp"
#include "lab/verify/tables.hpp"

namespace ulplab::lab {
namespace {

using verify::CheckResult;
using verify::Session;
using verify::Status;

std::string number(std::uint64_t n) { return grouped(std::to_string(n)); }

std::string counted(std::uint64_t n, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", number(n), n == 1 ? one : many);
}

/// What a log keeps of a check.
std::string detail_of(const Session& session, const CheckResult& r) {
  std::string s;
  const auto line = [&s](const std::string& text) { s += text + '\n'; };
  if (r.status == Status::skipped) return s;
  line(fmt::format("executed {} of {} inputs out of {}{}", r.tally.executed, r.end - r.begin, r.out_of,
                   session.shards > 1 ? fmt::format(", shard {} of {}", session.shard, session.shards) : ""));
  if (!r.instructions.empty()) line("by " + r.instructions);
  line(fmt::format("under the rules of {}{}", r.machine, r.flags_compared ? ", flags compared" : ""));
  for (const verify::Section& section : r.sections)
    if (!r.exhaustive) line(fmt::format("{}: {} inputs", section.name, section.inputs));
  for (const verify::KnownOutcome& k : r.known)
    line(fmt::format("known difference {} occurred {} times: {} ({})", k.id, k.occurred, k.reason, k.source));
  const auto parsed = verify::parse_kind(r.kind);
  const verify::Kind* kind = std::get_if<verify::Kind>(&parsed);
  if (r.tally.mismatches != 0)
    line(fmt::format("{} of these {}", r.tally.mismatches, r.tally.mismatches == 1 ? "differs" : "differ"));
  for (const verify::Mismatch& m : r.tally.first) {
    if (kind == nullptr) continue;
    line(sentence_of(*kind, m));
    line("    " + verify_command(session, r, *kind, m));
  }
  return s;
}

std::string why(const CheckResult& r) {
  if (!r.sentence.empty()) return fmt::format("of the likely fault {}: {}", r.diagnosis, r.sentence);
  if (r.tally.incidents == 0) return "";
  const auto incident =
      std::find_if(r.tally.first.begin(), r.tally.first.end(), [](const verify::Mismatch& m) { return !m.incident.empty(); });
  return fmt::format("{} got no answer{}", counted(r.tally.incidents, "input", "inputs"),
                     incident == r.tally.first.end() ? "" : "; the first " + incident->incident);
}

Finding finding_of(const Session& session, const CheckResult& r) {
  Finding f{r.kind + '.' + r.mode,
            fmt::format("{} gives the bits of {} for every input", session.against, session.with),
            Cell{fmt::format("{} in {}", counted(r.tally.mismatches, "mismatch", "mismatches"),
                             counted(r.tally.executed, "input", "inputs"))},
            "0",
            Outcome::held,
            "",
            detail_of(session, r),
            r.milliseconds};
  switch (r.status) {
    case Status::passed:
      if (r.begin != r.end) break;
      f.outcome = Outcome::skipped;  // nothing ran: never green
      f.measured = Absent{"this shard has no inputs of it"};
      f.milliseconds.reset();
      break;
    case Status::failed:
      f.outcome = Outcome::failed;
      f.because = why(r);
      for (const verify::KnownOutcome& k : r.known)
        if (k.violated && r.tally.mismatches == 0) {
          f.measured = fmt::format("{} of the known difference {}", counted(k.occurred, "occurrence", "occurrences"), k.id);
          f.wanted = k.expected != 0 ? number(k.expected) : std::string("at least one");
          f.because = "a known difference that stops occurring is to be looked at: " + k.reason;
        }
      break;
    case Status::skipped:
      f.outcome = Outcome::skipped;
      f.measured = Absent{r.reason};
      f.milliseconds.reset();
      break;
    case Status::stopped:
      f.outcome = Outcome::skipped;
      f.measured = Absent{
          fmt::format("stopped after {} of {} inputs, none of which differs", number(r.tally.executed), number(r.end - r.begin))};
      break;
  }
  return f;
}

std::vector<std::string> notes_of(const Session& session) {
  std::vector<std::string> notes;
  std::map<std::string, bool> told;
  for (const CheckResult& r : session.results)
    for (const verify::KnownOutcome& k : r.known)
      if (!std::exchange(told[k.id], true)) notes.push_back(fmt::format("{}: {} ({})", k.id, k.reason, k.source));
  if (const std::string reason = why_nothing_ran(session); !reason.empty()) notes.push_back("Nothing was run: " + reason);
  return notes;
}

}  // namespace

std::string executed_sentence(const Session& session) {
  std::uint64_t executed = 0, inputs = 0;
  for (const CheckResult& r : session.results) {
    executed += r.tally.executed;
    inputs += r.end - r.begin;
  }
  return fmt::format("executed {} of {} inputs", number(executed), number(inputs));
}

std::string why_nothing_ran(const Session& session) {
  std::map<std::string, std::size_t> reasons;
  for (const CheckResult& r : session.results) {
    if (r.tally.executed != 0) return "";
    ++reasons[r.status == Status::skipped ? r.reason
              : r.begin == r.end         ? "this shard has no inputs of it"
                                         : "it ended before its first inputs had been compared"];
  }
  if (reasons.empty()) return "no checks were asked for";
  const auto most =
      std::max_element(reasons.begin(), reasons.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
  const std::size_t others = session.results.size() - most->second;
  return most->first + (others == 0 ? "" : fmt::format(" (and {} for other reasons)", counted(others, "check", "checks")));
}

Report report_of(const Session& session) {
  Report r;
  r.kind = "verify";
  r.id = "verify:" + session.against;
  r.title = fmt::format("{} against {}", session.against, session.with);
  r.question = fmt::format("Does {} give the bits of {}, for every input?", session.against, session.with);
  r.parameters.push_back({"executed", "inputs", executed_sentence(session)});
  if (session.shards > 1) r.parameters.push_back({"shard", "shard", fmt::format("{} of {}", session.shard, session.shards)});
  if (Table t = checks_table(session); !t.rows.empty()) r.tables.push_back(std::move(t));
  for (const auto& make : {mismatch_tables, known_tables, class_tables, section_tables})
    for (Table& t : make(session)) r.tables.push_back(std::move(t));
  if (Table t = provenance_table(session); !t.rows.empty()) r.tables.push_back(std::move(t));
  for (const CheckResult& c : session.results) r.findings.push_back(finding_of(session, c));
  if (!session.trouble.empty())
    r.findings.push_back({"infrastructure",
                          "the run comes to its end",
                          session.trouble,
                          "nothing to fail on the way",
                          Outcome::failed,
                          "",
                          "",
                          {}});
  r.notes = notes_of(session);
  r.interrupted = session.interrupted;
  return r;
}

}  // namespace ulplab::lab
