// Running checks: which, between whom, over what; and everything that came out of it.
//
// A Request is what a person asked for, resolved to checks by `plan_session`. `run_session` runs them and fills the Session:
// plain data that lab/verify turns into a report, JSON, JUnit, a checkpoint, and adds up over shards.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "gpu/verify/contestant.hpp"
#include "gpu/verify/plan.hpp"
#include "gpu/verify/tally.hpp"

namespace ulplab::verify {

struct Request {
  std::vector<std::string> what;         ///< suites and kinds
  std::vector<Mode> modes;               ///< empty: the contestant's own
  std::string machine;                   ///< --context; empty: the one the contestant follows
  bool flags = false;                    ///< compare flags where both tell them
  bool exhaustive = false;               ///< all inputs also of slow contestants
  std::uint64_t shard = 1, shards = 1;
  PlanOptions plan;
};

enum class Status : std::uint8_t { passed, failed, skipped, stopped };
std::string_view name_of(Status);

/// What became of a row of the table of known differences.
struct KnownOutcome {
  std::string id;
  std::uint64_t occurred = 0;
  std::uint64_t expected = 0;      ///< over the whole domain; 0: not counted, but at least one
  std::string reason;
  std::string source;
  bool violated = false;           ///< it no longer occurs, or another number of times: a failure. Judged on whole domains only
  friend bool operator==(const KnownOutcome&, const KnownOutcome&) = default;
};

/// One row of the answer.
struct CheckResult {
  std::string kind;
  std::string mode;                ///< "rne+sat"
  std::string machine;             ///< the preset both answered under
  Status status = Status::skipped;
  std::string reason;              ///< why it was skipped, or why the contestant gave up before the end
  bool lacking = false;            ///< skipped because this machine lacks something
  bool named = false;              ///< was this kind named, not only its suite?
  std::string instructions;
  bool flags_compared = false;
  bool exhaustive = false;
  std::uint64_t inputs = 0;        ///< of the plan, all shards together
  std::uint64_t begin = 0, end = 0;///< of this shard
  std::string out_of;
  std::vector<Section> sections;
  std::string plan;                ///< Plan::identity
  Tally tally;
  std::vector<KnownOutcome> known;
  std::string diagnosis;           ///< the likely kind of fault: "ties_away"; empty if there is none or none was recognised
  std::string sentence;            ///< that in words
  std::uint64_t milliseconds = 0;
};

struct Session {
  std::string with, against;
  std::uint64_t shard = 1, shards = 1;
  std::vector<CheckResult> results;
  std::vector<std::pair<std::string, std::string>> provenance;  ///< "tool" -> "ulplab 0.1.0", "commit", "compiler", "CPU", …
  bool interrupted = false;
  std::string trouble;             ///< the infrastructure failed in mid-run: exit code 3
};

/// What is said before anything runs: the checks in order, those that cannot run included. Or a sentence: an unknown suite, a
/// kind that is none, a mode that the named kind does not have.
std::variant<Session, std::string> plan_session(const Request&, const Contestant& with, const Contestant& against);

/// Told while a session runs. Any may be empty.
struct SessionWatch {
  std::stop_token stop{};
  std::function<void(const CheckResult&)> begin;                 ///< a check begins
  std::function<void(std::uint64_t done)> at;                    ///< so many of its inputs are done
  std::function<void(const Session&, std::size_t check, std::uint64_t done_until)> checkpoint;
                                                                 ///< check number `check` is done up to input `done_until`, and so its tally says
};

/// Where a run goes on that was ended: the session as it was then, the check it was in, and the input it had come to.
struct Resume {
  Session session;
  std::size_t check = 0;
  std::uint64_t done_until = 0;
};

/// Runs what was planned. `planned` is as plan_session answered; with `resume`, that is gone on with instead.
Session run_session(Session planned, const Request&, const Contestant& with, const Contestant& against, const SessionWatch&,
                    const Resume* resume = nullptr);

/// Judges a session whose results are whole: status of each, known differences that stopped. Called by run_session and by a
/// merge of shards.
void judge(Session&);

/// 0 all that ran were equal and at least one ran, 1 a mismatch, 2 a named kind was not run though nothing is lacking, 3 infrastructure, or
/// (`device_required`) something lacking, 77 nothing ran, 130 interrupted.
int exit_code_of(const Session&, bool device_required);

}  // namespace ulplab::verify
