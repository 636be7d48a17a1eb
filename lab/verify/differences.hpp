// Are two sessions the same question? Asked before shards are added up and before a run goes on from a checkpoint.
#pragma once

#include <string>
#include <vector>

#include "gpu/verify/session.hpp"

namespace ulplab::lab {

struct Difference {
  std::string what;           ///< "the contestant", "f32_to_f16 rne: the inputs"
  std::string first, second;  ///< "native", "nvidia-host"
};

/// What was asked, by which build, between whom, over which inputs; not which shard, and not what came out. Processor,
/// compiler and the path of a library may differ: shards run on several machines. Empty: the same.
std::vector<Difference> differences(const verify::Session& first, const verify::Session& second);

/// Names in `whole` the processors, compilers and paths of `part` too.
void add_circumstances(verify::Session& whole, const verify::Session& part);

/// "shard 2 of 4"
std::string shard_text(const verify::Session&);

}  // namespace ulplab::lab
