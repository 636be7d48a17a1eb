// What is a kind of scenario made of?
//
// A kind reads its parameters into an Experiment. An Experiment says what it will measure, so that expectations can be
// checked before anything runs, and then runs: it fills the Report's tables and figures and notes each measurement.
// To add a kind: kinds/<name>.cpp, and one line in kinds.cpp.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "gpu/backends/backend.hpp"
#include "lab/report/progress.hpp"
#include "lab/report/report.hpp"
#include "lab/scenario/reader.hpp"
#include "lab/scenario/scenario.hpp"

namespace ulplab::lab {

/// An axis of the experiment: `format` with the values f16, bf16, …
struct Dimension {
  std::string name;
  std::vector<std::string> values;
};

/// A quantity that is measured once for each combination of some dimensions.
struct Metric {
  enum class Is : std::uint8_t { number, truth, word };
  std::string name;
  Is is = Is::number;
  std::vector<std::string> dimensions;  ///< names
  std::string what;                     ///< for the person who looks for it
};

/// Which measurement: the values of its metric's dimensions.
using Coordinates = std::map<std::string, std::string>;

/// What every kind gets to know besides its own parameters.
struct Common {
  std::uint64_t seed = 1;
  std::vector<FormatChoice> formats;
  std::vector<Rounding> roundings;
  std::vector<std::string> backends;    ///< asked for by name; empty: all that are ready
};

/// A running experiment's desk: where results are put, and who must be asked before going on.
class Run {
 public:
  Run(Report& into, const Common& of, Progress& told, std::stop_token asked)
      : report(into), common(of), progress(told), stop(std::move(asked)) {}

  Report& report;
  const Common& common;
  Progress& progress;
  std::stop_token stop;
  Language language = Language::english;  ///< of the scenario's own texts
  LaneWitness witness;  ///< told every lane that ran to its end; may be empty

  bool stopped() {
    if (stop.stop_requested()) report.interrupted = true;
    return report.interrupted;
  }
  void measure(std::string_view metric, const Coordinates& at, Cell cell, Value value);
  /// A measurement there can be none of, and why.
  void cannot_measure(std::string_view metric, const Coordinates& at, std::string reason);

  /// Runs the lane on all backends of the scenario, compares them bit for bit with the first that ran, and gives that one's
  /// result. `format_name` and `rounding` name the lane, `part` what of it this is ("naive").
  std::optional<gpu::LaneResult> lane(const gpu::Lane&, const FormatChoice& format, Rounding rounding, std::string_view part);
  /// The reference's result alone, for a lane that was run before: nothing is noted.
  std::optional<gpu::LaneResult> again(const gpu::Lane&);
  /// Called once at the end: lanes and comparisons go into the report.
  void finish_lanes();

  struct Measurement {
    Cell cell;
    std::optional<Value> value;
    std::string reason;  ///< where there is no value
  };
  /// nullptr: it was never reached.
  const Measurement* find(std::string_view metric, const Coordinates& at) const;

 private:
  std::map<std::string, Measurement> measurements_;
  std::map<std::string, LaneStatus> ready_;
  std::vector<std::string> ready_order_;
  struct Missing {
    std::string backend;              ///< its name
    std::string title;                ///< how a report names it
    std::string reason;
    std::vector<std::string> lanes;   ///< "f16", "bf16.rtz"
    std::vector<std::string> parts;   ///< "stochastic"
    bool required = false;
  };
  std::vector<Missing> missing_;
  std::map<std::string, Comparison> comparisons_;
  std::vector<std::string> comparison_order_;
};

class Experiment {
 public:
  virtual ~Experiment() = default;
  virtual std::vector<Dimension> dimensions() const = 0;
  virtual std::vector<Metric> metrics() const = 0;
  virtual void run(Run&) const = 0;
};

/// Reads a kind's own keys. Problems are said to the reader; the result is used only if there were none.
using ReadKind = std::unique_ptr<Experiment> (*)(Fields&, const Common&);

std::unique_ptr<Experiment> read_sum_equals(Fields&, const Common&);
std::unique_ptr<Experiment> read_sum(Fields&, const Common&);
std::unique_ptr<Experiment> read_underflow(Fields&, const Common&);
std::unique_ptr<Experiment> read_overflow(Fields&, const Common&);

struct Kind {
  std::string_view name;
  std::string_view summary;
  ReadKind read;
  std::string_view default_formats;  ///< as one would list them
};
std::span<const Kind> kinds();

/// Directions' dimension and the ids that go with it: "rne".
Dimension format_dimension(const Common&);
Dimension rounding_dimension(const Common&);
/// A finite number of a format with all its digits where they are few, else to 17 of them.
Cell digits_of(const Format&, Code);
/// A number's cell and value.
Cell cell_of(const Value&);

}  // namespace ulplab::lab
