// What did a machine answer to a lane, and is it still the same question?
//
// A recorded lane is kept under two digests. `kernel`: the source of the kernel's own headers (gpu/kernels/), comments and
// white space aside, as it was when this program was built. `question`: everything that the lane says: kernel, formats,
// context, inputs, count, every, seed, stream. softfloat/ is in neither: a machine computes in its own arithmetic.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "gpu/backends/backend.hpp"
#include "gpu/backends/recording.hpp"
#include "gpu/backends/sha256.hpp"

namespace ulplab::gpu {

struct LaneKey {
  Sha256::Digest kernel{};
  Sha256::Digest question{};
  friend bool operator==(const LaneKey&, const LaneKey&) = default;
};
LaneKey key_of(const Lane&);

struct RecordedLane {
  std::string label;         ///< Lane::label: "underflow|f16|rne|ladder x 8"
  LaneKey key;
  std::string instructions;  ///< what computed it: "HADD2"; may be empty
  NanRule nan = NanRule::first_operand;  ///< Backend::nan_rule
  LaneResult result;
  std::vector<Sha256::Digest> steps;  ///< of a long run whose codes are not all kept: a digest a step; else empty
};

/// All lanes of one machine.
struct LaneSet {
  std::string backend;                        ///< "cuda"
  Facts facts;                                ///< GPU, driver, CUDA, architecture, tool, commit, date
  std::vector<RecordedLane> lanes;
  std::string file;                           ///< of one that was read
};

Recording to_recording(const LaneSet&);
/// The lanes, or a sentence: which file, what is wrong with it. Precondition: the recording's contents are "lanes".
std::variant<LaneSet, std::string> lanes_of(const Recording&);

}  // namespace ulplab::gpu
