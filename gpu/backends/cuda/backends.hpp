// A CUDA device as two backends: its own arithmetic, and ours compiled for it. Plain C++.
#pragma once

#include "gpu/backends/backend.hpp"

namespace ulplab::gpu {

/// __half, __nv_bfloat16, FP8 to store in, float and double.
const Backend& cuda_backend();
/// Every format and direction, with flags.
const Backend& cuda_soft_backend();

}  // namespace ulplab::gpu
