// How do sums and elements become kernels? For .cu files only.
#pragma once

#include "gpu/backends/cuda/lane_code.hpp"
#include "gpu/backends/cuda/lane_kernels.hpp"

namespace ulplab::gpu::cuda {

/// One thread: a sum is its order.
template <void (*run)(const LaneTask&)>
__global__ void in_one_thread(LaneTask task) {
  run(task);
}
template <void (*run)(const LaneTask&, std::uint64_t)>
__global__ void one_thread_each(LaneTask task) {
  each(task.count, [&](std::size_t i) { run(task, i); });
}

template <void (*run)(const LaneTask&)>
void launch_sum(const LaneTask& task) {
  in_one_thread<run><<<1, 1, 0, cudaStreamPerThread>>>(task);
  check_launch("a sum");
}
template <void (*run)(const LaneTask&, std::uint64_t)>
void launch_elements(const LaneTask& task) {
  one_thread_each<run><<<blocks_for(task.count), threads_a_block, 0, cudaStreamPerThread>>>(task);
  check_launch("a lane's elements");
}

/// All that L can do: FP8 has no addition, and no arithmetic but ours rounds stochastically.
template <class L>
LaneKernels kernels_of() {
  LaneKernels k;
  if constexpr (Arithmetic<typename L::A>) {
    k.sum_naive = launch_sum<run_sum<L, SumNaive>>;
    k.sum_pairwise = launch_sum<run_sum<L, SumPairwise>>;
    k.sum_kahan = launch_sum<run_sum<L, SumKahan>>;
    k.sum_neumaier = launch_sum<run_sum<L, SumNeumaier>>;
    k.sum_wide = launch_sum<run_wide_sum<L>>;
    k.add = launch_elements<run_element<L, AddElement>>;
    k.mul = launch_elements<run_element<L, MulElement>>;
    k.sum_equals = launch_elements<run_element<L, SumEqualsElement>>;
    k.exp = launch_elements<run_element<L, ExpElement>>;
  }
  k.scale_and_store = launch_elements<run_element<L, ScaleElement>>;
  return k;
}

}  // namespace ulplab::gpu::cuda
