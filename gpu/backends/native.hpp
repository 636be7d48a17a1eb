// This CPU's own floating-point instructions.
//
// Each instruction set stands in a file of its own, behind a check at run time, so that one binary runs on every machine
// and says what this one lacks. A lane runs in the default floating-point environment (to nearest, subnormals kept), whatever
// the caller's is. Directions other than to nearest, flushing and flags are not offered.
#pragma once

#include "gpu/backends/backend.hpp"

namespace ulplab::gpu {

const Backend& native_backend();

}  // namespace ulplab::gpu
