#include "gpu/verify/session.hpp"

#include <algorithm>
#include <chrono>

#include "gpu/verify/compare.hpp"

namespace ulplab::verify {
namespace {

/// The check of a row that plan_session made.
Check check_of(const CheckResult& row) {
  return *make_check(std::get<Kind>(parse_kind(row.kind)), *parse_mode(row.mode), row.machine);
}

void note_known(CheckResult& row, const Check& check, const Contestant& against) {
  row.known.clear();
  for (const KnownDifference* k : known_differences(against.known_as(), check)) {
    const auto found = row.tally.known.find(std::string(k->id));
    row.known.push_back({std::string(k->id), found == row.tally.known.end() ? 0 : found->second, row.exhaustive ? k->whole : 0,
                         std::string(k->reason), std::string(k->source), false});
  }
}

bool is_whole(const CheckResult& row) { return row.begin == 0 && row.end == row.inputs; }
bool is_done(const CheckResult& row) { return row.tally.executed == row.end - row.begin; }

void judge(CheckResult& row) {
  if (row.status == Status::skipped) return;
  bool violated = false;
  for (KnownOutcome& k : row.known) {
    // One input that was asked for says nothing about the others.
    k.violated = is_whole(row) && is_done(row) && row.inputs > 1 && (k.occurred == 0 || (k.expected != 0 && k.occurred != k.expected));
    violated = violated || k.violated;
  }
  if (row.tally.mismatches != 0 || violated)
    row.status = Status::failed;
  else
    row.status = is_done(row) ? Status::passed : Status::stopped;
}

}  // namespace

std::string_view name_of(Status status) {
  constexpr std::string_view names[] = {"passed", "failed", "skipped", "stopped"};
  return names[static_cast<std::size_t>(status)];
}

void judge(Session& session) {
  for (CheckResult& row : session.results) judge(row);
}

Session run_session(Session session, const Request& request, const Contestant& with, const Contestant& against, const SessionWatch& watch,
                    const Resume* resume) {
  using Clock = std::chrono::steady_clock;
  if (resume != nullptr) session = resume->session;
  session.interrupted = false;
  session.trouble.clear();
  Clock::time_point last_checkpoint = Clock::now();
  const auto checkpoint = [&](std::size_t i, std::uint64_t done, bool now) {
    if (!watch.checkpoint || (!now && Clock::now() - last_checkpoint < std::chrono::seconds(5))) return;
    watch.checkpoint(session, i, done);
    last_checkpoint = Clock::now();
  };

  for (std::size_t i = resume != nullptr ? resume->check : 0; i < session.results.size(); ++i) {
    CheckResult& row = session.results[i];
    if (row.status == Status::skipped) continue;
    if (watch.stop.stop_requested()) {
      session.interrupted = true;
      break;
    }
    const Check check = check_of(row);
    PlanOptions options = request.plan;
    options.documented = !row.exhaustive;
    const std::unique_ptr<Plan> plan = make_plan(check, options);
    const Match match{check, *plan, with, against, row.flags_compared};
    const bool resumed = resume != nullptr && i == resume->check;
    const std::uint64_t from = resumed ? std::max(resume->done_until, row.begin) : row.begin;
    const std::uint64_t before = resumed ? row.milliseconds : 0;
    if (watch.begin) watch.begin(row);
    const Clock::time_point start = Clock::now();
    Sample sample;
    for (const Mismatch& m : row.tally.first) sample.offer(m);
    const auto so_far = [&](const Tally& now) {
      row.tally = now;
      row.milliseconds = before + static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - start).count());
      note_known(row, check, against);
      judge(row);
    };
    std::uint64_t done = from;
    Tally tally = row.tally;
    try {
      const auto breath = [&](std::uint64_t until, const Tally& now) {
        done = until;
        if (watch.at) watch.at(until - row.begin);
        if (watch.checkpoint && Clock::now() - last_checkpoint >= std::chrono::seconds(5)) so_far(now);
        checkpoint(i, until, false);
        return !watch.stop.stop_requested();
      };
      const Compared compared = compare(match, from, row.end, watch.stop, breath, tally, sample);
      done = compared.until;
      row.reason = compared.gave_up;
      so_far(tally);
      if (row.tally.mismatches != 0 && row.reason.empty())
        if (const std::optional<Diagnosis> d = diagnose(match, sample.take(), watch.stop)) {
          row.diagnosis = d->id;
          row.sentence = d->sentence;
        }
    } catch (const Infrastructure& failure) {
      so_far(tally);
      session.trouble = failure.what();
    }
    const bool whole = done == row.end || !row.reason.empty();
    if (!session.trouble.empty()) {
      checkpoint(i, row.begin + row.tally.executed, true);
      break;
    }
    session.interrupted = !whole;
    checkpoint(whole ? i + 1 : i, whole ? 0 : done, !whole);
    if (!whole) break;
  }
  if (watch.checkpoint && session.trouble.empty() && !session.interrupted) watch.checkpoint(session, session.results.size(), 0);
  return session;
}

int exit_code_of(const Session& session, bool device_required) {
  const auto any = [&](auto&& is) { return std::any_of(session.results.begin(), session.results.end(), is); };
  if (!session.trouble.empty()) return 3;
  if (session.interrupted) return 130;
  if (any([](const CheckResult& r) { return r.status == Status::failed; })) return 1;
  if (device_required && any([](const CheckResult& r) { return r.lacking; })) return 3;
  if (any([](const CheckResult& r) { return r.status == Status::stopped; })) return 3;
  if (!any([](const CheckResult& r) { return r.status == Status::passed && r.tally.executed != 0; })) {
    // A shard whose stretches are all empty is right and has nothing to say; alone it proves nothing.
    return 77;
  }
  return 0;
}

}  // namespace ulplab::verify
