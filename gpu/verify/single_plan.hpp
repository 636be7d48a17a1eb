// A plan of one input, for a person who asks a contestant once more (`ulplab verify KIND --input 0x39587000`).
#pragma once

#include "gpu/verify/plan.hpp"

namespace ulplab::verify {

std::unique_ptr<Plan> make_single_plan(const Check&, const Operands&);

}  // namespace ulplab::verify
