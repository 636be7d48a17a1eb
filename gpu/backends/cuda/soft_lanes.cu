#include "gpu/backends/cuda/lane_launch.hpp"

namespace ulplab::gpu::cuda {

const LaneKernels& soft_lane_kernels() {
  static const LaneKernels kernels = [] {
    LaneKernels k = kernels_of<SoftLane>();
    k.sum_stochastic = launch_sum<run_stochastic_sum>;
    return k;
  }();
  return kernels;
}

}  // namespace ulplab::gpu::cuda
