// A CUDA device as two contestants: its own instructions, and our arithmetic compiled for it.
#pragma once

#include "gpu/verify/contestant.hpp"

namespace ulplab::verify {

/// `cuda`. Over all inputs it is compared on the device itself, with our arithmetic compiled for the device (cuda-soft) as the
/// reference: only counts and the first mismatches come back. Other references, and documented sets, are compared on the CPU.
/// What is recorded of it is made on the device as well.
std::unique_ptr<Contestant> make_cuda_contestant();

/// `cuda-soft`. It is always compared on the CPU: on the device it would be compared with itself.
std::unique_ptr<Contestant> make_cuda_soft_contestant();

}  // namespace ulplab::verify
