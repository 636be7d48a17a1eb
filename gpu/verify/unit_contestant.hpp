// A machine that lists its operations in a table (gpu/backends/unit.hpp), as a contestant.
#pragma once

#include "gpu/verify/contestant.hpp"

namespace ulplab::verify {

/// This CPU's instructions.
std::unique_ptr<Contestant> make_native_contestant();
/// NVIDIA's conversion and arithmetic headers, compiled for the host.
std::unique_ptr<Contestant> make_nvidia_host_contestant();
/// Eigen's half and bfloat16.
std::unique_ptr<Contestant> make_eigen_contestant();

}  // namespace ulplab::verify
