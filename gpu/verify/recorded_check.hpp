// What did a machine answer to one kind in one mode?
//
// Three ways to keep it. Runs: of a unary map, each input where the answer changes, and the answer (binary32 to binary16 has
// 63,492). Table: every answer, for at most 2^20 inputs. Fingerprints: of anything larger the fingerprints of stretches
// (gpu/backends/fingerprint.hpp); the answers are the reference's if the fingerprints agree, and one or two that are not
// are found by the groups.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "gpu/backends/fingerprint.hpp"
#include "gpu/backends/recording.hpp"
#include "gpu/verify/check.hpp"
#include "gpu/verify/summary.hpp"

namespace ulplab::verify {

struct Runs {
  std::vector<std::uint32_t> first;  ///< inputs at which a run begins; rising from 0
  std::vector<Code> result;          ///< of all inputs from there to the next run
  friend bool operator==(const Runs&, const Runs&) = default;
};

struct Table {
  std::vector<Code> results;         ///< in counting order, first operand outermost
  friend bool operator==(const Table&, const Table&) = default;
};

struct Fingerprints {
  int bits = 22;                           ///< a stretch is 2^bits inputs, from 16 to 28; the last may be shorter
  std::vector<std::uint64_t> sums;         ///< 1 + bits a stretch: of all, then the group of each bit of the place
  std::vector<Exception> exceptions;       ///< in order: kept because they were not the reference's when the recording was made
  std::string plan;                        ///< Plan::identity of a documented set; empty: all inputs

  std::uint64_t stretch() const { return std::uint64_t{1} << bits; }
  std::size_t sums_of_stretch() const { return 1 + static_cast<std::size_t>(bits); }
  friend bool operator==(const Fingerprints&, const Fingerprints&) = default;
};

struct RecordedCheck {
  Kind kind;
  Mode mode;
  std::string machine;                     ///< the preset whose rules it follows
  std::string contestant;                  ///< "cuda": who answered, as the table of known differences knows it
  std::string instructions;
  std::uint64_t inputs = 0;
  std::variant<Runs, Table, Fingerprints> contents;
  gpu::Facts facts;                        ///< GPU, driver, CUDA, architecture, flags, tool, commit, date
  std::string file, sha256;                ///< of one that was read

  const Fingerprints* fingerprints() const { return std::get_if<Fingerprints>(&contents); }
};

gpu::Recording to_recording(const RecordedCheck&);
/// The check, or a sentence: which file, what is wrong with it. Precondition: the recording's contents are not "lanes".
std::variant<RecordedCheck, std::string> check_of(const gpu::Recording&);

}  // namespace ulplab::verify
