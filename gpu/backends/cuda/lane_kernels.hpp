// Which kernels of gpu/kernels can be launched on the device, in which arithmetic?
#pragma once

#include "gpu/backends/cuda/lane_task.hpp"
#include "gpu/backends/cuda/launch.hpp"

namespace ulplab::gpu::cuda {

/// Launches a lane; nullptr where the arithmetic has no such kernel. Throws Infrastructure.
using LaneLaunch = void (*)(const LaneTask&);

/// The launches of one arithmetic, named as the kernels of gpu/backends/backend.hpp.
struct LaneKernels {
  LaneLaunch sum_naive = nullptr, sum_pairwise = nullptr, sum_kahan = nullptr, sum_neumaier = nullptr, sum_wide = nullptr, sum_stochastic = nullptr;
  LaneLaunch add = nullptr, mul = nullptr, exp = nullptr, sum_equals = nullptr, scale_and_store = nullptr;
};

/// In __half, __nv_bfloat16, float and double; in FP8, where numbers are only stored. nullptr for any other format.
const LaneKernels* native_lane_kernels(const Format&);
/// In our own arithmetic, for every format.
const LaneKernels& soft_lane_kernels();

/// The stack of a thread that SumPairwise needs: 64 halvings deep. ptxas says 72 bytes a call, and 288 and 120 for what is around it.
inline constexpr std::size_t pairwise_stack = 64 * 128;

}  // namespace ulplab::gpu::cuda
