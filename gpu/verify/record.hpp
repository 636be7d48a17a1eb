// Writing down what a contestant answers, so that it can be compared with anywhere.
#pragma once

#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>

#include "gpu/backends/recording.hpp"
#include "gpu/verify/contestant.hpp"
#include "gpu/verify/plan.hpp"

namespace ulplab::verify {

struct RecordSettings {
  std::string folder = ".";                     ///< made if it is not there; a file is named KIND.MODE.recording
  gpu::Facts facts;                             ///< tool, commit, date; the contestant's provenance is added
  PlanOptions plan;                             ///< of documented sets, where there are more than 2^32 inputs
  const Contestant* reference = nullptr;        ///< where it answers otherwise, the results are kept one by one beside fingerprints
  std::size_t most_exceptions = std::size_t{1} << 16;
  std::uint64_t largest_table = std::uint64_t{1} << 20;  ///< so many results are all kept
  std::size_t most_runs = std::size_t{1} << 18; ///< a unary map with more is kept as fingerprints
  /// Fingerprints are made of each 2^stretch_bits inputs. With 22, a kind of 2^32 inputs takes 184 KiB and one or two wrong
  /// results in each 2^22 inputs are located; with 16, in each 2^16, and 8.5 MiB.
  int stretch_bits = 22;
};

/// What became of one kind in one mode.
struct Recorded {
  std::string kind, mode;
  std::string file;                ///< empty if none was written
  std::string reason;              ///< why not
  bool lacking = false;            ///< because this machine lacks something
  bool stopped = false;            ///< a stop was requested
  std::string contents;            ///< "runs", "table", "fingerprints"
  std::string instructions;
  std::uint64_t inputs = 0;
  std::uint64_t entries = 0;       ///< runs, results or fingerprints
  std::uint64_t exceptions = 0;    ///< answers that are not the reference's, kept beside fingerprints
  std::uint64_t bytes = 0;         ///< of the file
};

/// Told while a recording is made, by one thread at a time. May be empty.
struct RecordWatch {
  std::stop_token stop{};
  std::function<void(std::uint64_t inputs)> begin{};
  std::function<void(std::uint64_t done)> at{};
};

/// Asks the contestant for all inputs, or for the documented set of them, and writes the file whole or not at all. Throws
/// Infrastructure.
Recorded record(const Contestant& of, const Kind&, const Mode&, const RecordSettings&, const RecordWatch& = {});

}  // namespace ulplab::verify
