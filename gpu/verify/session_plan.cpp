// What was asked for, resolved: suites to kinds, kinds to modes, each with the reason if it cannot be run.
#include <algorithm>

#include "gpu/verify/session.hpp"
#include "gpu/verify/suites.hpp"

namespace ulplab::verify {
namespace {

struct Wanted {
  std::string kind;
  bool named;
};

bool is_suite(const std::string& word) {
  return std::any_of(suites().begin(), suites().end(), [&](const Suite& s) { return s.name == word; });
}

/// Each kind once; one that is named and in a suite counts as named.
std::vector<Wanted> resolve(const std::vector<std::string>& what) {
  std::vector<Wanted> all;
  const auto want = [&all](const std::string& kind, bool named) {
    const auto same = std::find_if(all.begin(), all.end(), [&](const Wanted& w) { return w.kind == kind; });
    if (same == all.end())
      all.push_back({kind, named});
    else
      same->named = same->named || named;
  };
  for (const std::string& word : what) {
    if (is_suite(word))
      for (const std::string& kind : kinds_of_suite(word)) want(kind, false);
    else
      want(word, true);
  }
  return all;
}

/// Everything about the row that is known before it runs.
CheckResult row_of(const Request& request, const Kind& kind, const Mode& mode, bool named, const Contestant& with, const Contestant& against) {
  CheckResult row;
  row.kind = kind.name;
  row.mode = name_of(mode);
  row.named = named;
  const auto skip = [&row](std::string reason, bool lacking) {
    row.reason = std::move(reason);
    row.lacking = lacking;
    return row;
  };
  const Offer offered = against.offers(kind, mode);
  if (!offered.ready) return skip(offered.reason, offered.lacking);
  const Offer reference = with.offers(kind, mode);
  if (!reference.ready) return skip(reference.reason, reference.lacking);
  row.machine = request.machine.empty() ? offered.machine : request.machine;
  row.instructions = offered.instructions;
  const std::optional<Check> check = make_check(kind, mode, row.machine);
  if (!check) return skip("the preset '" + row.machine + "' has no " + kind.name + " in this mode: `ulplab list contexts` shows what it has", false);
  for (const Contestant* c : {&with, &against})
    if (std::string refusal = c->refuses(*check); !refusal.empty()) return skip(std::move(refusal), false);

  row.flags_compared = request.flags && offered.flags && reference.flags;
  PlanOptions options = request.plan;
  options.documented = options.documented || ((offered.slow || reference.slow) && !request.exhaustive);
  const std::unique_ptr<Plan> plan = make_plan(*check, options);
  for (const Contestant* c : {&with, &against})
    if (std::string refusal = c->refuses_plan(*check, *plan); !refusal.empty()) return skip(std::move(refusal), false);
  row.exhaustive = plan->exhaustive();
  row.inputs = plan->inputs();
  row.out_of = plan->out_of();
  row.sections = plan->sections();
  row.plan = plan->identity();
  std::tie(row.begin, row.end) = stretch_of(*plan, request.shard, request.shards);
  row.tally = Tally(kind.operands.size());
  row.status = Status::stopped;  // until it has run
  return row;
}

}  // namespace

std::variant<Session, std::string> plan_session(const Request& request, const Contestant& with, const Contestant& against) {
  Session session;
  session.with = with.name();
  session.against = against.name();
  session.shard = request.shard;
  session.shards = request.shards;
  for (const Wanted& wanted : resolve(request.what)) {
    const auto parsed = parse_kind(wanted.kind);
    if (const KindProblem* problem = std::get_if<KindProblem>(&parsed)) return problem->message;
    const Kind& kind = std::get<Kind>(parsed);
    bool any = false;
    std::string refusal;
    for (const Mode& mode : request.modes.empty() ? against.modes(kind) : request.modes) {
      CheckResult row = row_of(request, kind, mode, wanted.named, with, against);
      any = any || row.status != Status::skipped || row.lacking;
      if (row.status == Status::skipped && !row.lacking && refusal.empty()) refusal = kind.name + ' ' + row.mode + ": " + row.reason;
      session.results.push_back(std::move(row));
    }
    if (wanted.named && !any) return refusal;
  }
  for (const Contestant* c : {&with, &against})
    for (const auto& [key, value] : c->provenance()) session.provenance.emplace_back(key, value);
  return session;
}

}  // namespace ulplab::verify
