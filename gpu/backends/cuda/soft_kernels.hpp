// Our softfloat on the device: what the rest of the room may launch.
#pragma once

#include "gpu/backends/cuda/launch.hpp"
#include "gpu/backends/cuda/soft_task.hpp"

namespace ulplab::gpu::cuda {

/// Answers a batch that lies in the device's memory. Returns when the kernel is launched; throws Infrastructure.
void launch_soft(const SoftTask&, const DeviceBatch&);

}  // namespace ulplab::gpu::cuda
