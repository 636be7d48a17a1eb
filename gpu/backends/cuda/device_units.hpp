// The rows of units.cu and small_units.cu as one table.
#pragma once

#include <span>

#include "gpu/backends/cuda/device_unit.hpp"

namespace ulplab::gpu::cuda {

/// Two rows may answer the same question: the first whose architecture is here is meant. Empty in a build without a toolkit.
std::span<const DeviceUnit> device_units();

}  // namespace ulplab::gpu::cuda
