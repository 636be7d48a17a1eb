// What is the answer to a scenario?
//
// A Report is plain data that every output renders and none computes: tables, figures, findings (what was expected, what
// was measured), lanes that ran and lanes that could not, comparisons between lanes, notes, provenance. Nothing in it
// depends on the time or, unless a lane's reason says so, on the machine: the same scenario gives the same bytes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lab/report/figure.hpp"
#include "lab/report/problem.hpp"
#include "lab/report/table.hpp"

namespace ulplab::lab {

/// Grows when a field changes its meaning or goes away.
inline constexpr std::string_view report_schema = "ulplab.report/1";

enum class Outcome : std::uint8_t { held, failed, skipped };

/// One expectation and what became of it:
/// `PASS fp16.survivors = 18 (wanted = 18)  because 2^-24 is the smallest subnormal`
struct Finding {
  std::string id;           ///< "fp16.survivors"; unique in the report
  std::string expectation;  ///< as a sentence, or as it was written in the scenario
  Cell measured;            ///< Absent if skipped
  std::string wanted;       ///< with its relation: "= 18", ">= 0.9", "one of a, b"
  Outcome outcome = Outcome::skipped;
  std::string because;      ///< why it should hold
  std::string detail{};     ///< more, in lines; outputs for people leave it out
  std::optional<std::uint64_t> milliseconds{};  ///< how long it took, where that is told
};

/// One way an experiment was, or was not, run.
struct LaneStatus {
  std::string id;        ///< "soft.fp16.rne": unique in the report
  std::string backend;   ///< "soft", "native", "f16c", "cuda"
  std::string format;    ///< "FP16"; may be empty
  std::string rounding;  ///< "nearest-even"; may be empty
  bool ready = true;
  std::string reason;    ///< if not ready, why: a sentence with the remedy; else optional detail
  bool required = false; ///< asked for by name: not ready is then exit code 3
};

/// Two lanes of the same computation, bit for bit.
struct Comparison {
  std::string lane_a;    ///< LaneStatus::id
  std::string lane_b;
  std::uint64_t compared = 0;  ///< how many codes
  std::uint64_t equal = 0;     ///< how many of them are the same
  std::optional<std::uint64_t> first_difference;  ///< index of the first that differs
  Cell value_a;                ///< there, in lane a and b; Empty if all are equal
  Cell value_b;
  bool must_agree = true;      ///< false: a difference is interesting but not a failure

  bool all_equal() const { return compared == equal; }
};

/// A named input of the experiment, as shown at the top.
struct Parameter {
  std::string id;
  std::string title;
  Cell value;
};

/// Where the numbers come from.
struct Provenance {
  std::string tool = "ulplab";
  std::string version;    ///< filled in by the command that renders the report
  std::string source;     ///< the scenario file as it was named
  std::optional<std::uint64_t> seed;
  std::string generator;  ///< which random generator, "philox4x32-10"; empty if none was used
};

struct Report {
  std::string schema{report_schema};
  std::string kind;      ///< "underflow"
  std::string id;        ///< the scenario's name
  std::string title;
  std::string question;
  std::string observe;   ///< what to look at; may be empty
  std::vector<Parameter> parameters;
  std::vector<Table> tables;
  std::vector<Figure> figures;
  std::vector<Finding> findings;
  std::vector<LaneStatus> lanes;
  std::vector<Comparison> comparisons;
  std::vector<std::string> notes;
  Provenance provenance;
  bool interrupted = false;  ///< stopped by a person; what is here is what there was
};

/// Expectations and comparisons together.
struct Tally {
  std::uint64_t passed = 0;
  std::uint64_t failed = 0;
  std::uint64_t skipped = 0;
};

/// Findings, and comparisons that must agree; lanes that could not run count as skipped.
Tally tally_of(const Report&);

/// Empty if every row is as long as its columns, ids are unique, histogram series have equal length…; else what is not.
/// For tests and debug builds: a broken Report is a bug in a kind, not in a person's input.
std::vector<std::string> flaws_of(const Report&);

}  // namespace ulplab::lab
