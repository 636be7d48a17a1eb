// The reference: our own arithmetic in integers, under any preset.
#pragma once

#include "gpu/verify/contestant.hpp"

namespace ulplab::verify {

std::unique_ptr<Contestant> make_soft_contestant();

}  // namespace ulplab::verify
