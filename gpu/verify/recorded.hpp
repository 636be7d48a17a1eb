// A machine that is not here, as a contestant: it answers what it answered when `ulplab record` ran on it.
//
// Runs and tables answer any input. Fingerprints compare: the reference is computed, block by block, and a wrong result is
// located by the groups.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <variant>

#include "gpu/verify/contestant.hpp"

namespace ulplab::verify {

/// The contestant `recorded:PATH` of a file, or of all recordings in a folder, which must be of one contestant and have
/// each kind and mode once. A sentence if a file is not good.
std::variant<std::unique_ptr<Contestant>, std::string> open_recording(std::string_view path);

}  // namespace ulplab::verify
