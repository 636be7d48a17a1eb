// The oracle: exact rationals and the number line (softfloat/exact/), which share no rounding line with softfloat.
#pragma once

#include "gpu/verify/contestant.hpp"

namespace ulplab::verify {

std::unique_ptr<Contestant> make_oracle_contestant();

}  // namespace ulplab::verify
