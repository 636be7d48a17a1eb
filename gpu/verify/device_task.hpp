// How is a check asked on a device: which launch, over which shapes?
#pragma once

#include <optional>

#include "gpu/backends/cuda/sweep.hpp"
#include "gpu/verify/check.hpp"

namespace ulplab::verify {

/// The check for our arithmetic on the device; nothing for stochastic rounding.
std::optional<gpu::cuda::SoftTask> soft_task_of(const Check&);

gpu::cuda::DeviceShape shape_of(const Kind&);

}  // namespace ulplab::verify
