// How is a kernel launched, and what happens where that fails? For .cu files.
//
// Their host sides only launch: memory, copies and words are the business of .cpp files, because every standard header in a
// .cu file is compiled once more for each architecture.
#pragma once

#include <cstddef>
#include <cstdint>

namespace ulplab::gpu::cuda {

/// The Batch of gpu/backends/unit.hpp, with pointers into the device's memory.
struct DeviceBatch {
  std::size_t count = 0;
  const void* operands[3] = {};
  void* results = nullptr;
  std::uint8_t* flags = nullptr;
};

/// Throws Infrastructure if `error` (a cudaError_t) is one. `what` names the call, or the kernel that was launched.
void check(int error, const char* what);

#if defined(__CUDACC__)

/// A launch that did not take place shows here only: without this, a machine without a device would "pass" on old memory.
inline void check_launch(const char* kernel) { check(static_cast<int>(cudaGetLastError()), kernel); }

/// Threads for n elements: each takes every so many.
inline constexpr unsigned threads_a_block = 256;
inline unsigned blocks_for(std::size_t n) {
  constexpr std::size_t most = 8192;
  const std::size_t wanted = (n + threads_a_block - 1) / threads_a_block;
  return static_cast<unsigned>(wanted < most ? wanted : most);
}

/// f(i) for i = 0 … n-1, each from one thread of the grid.
template <class F>
__device__ void each(std::size_t n, F&& f) {
  const std::size_t stride = static_cast<std::size_t>(gridDim.x) * blockDim.x;
  for (std::size_t i = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x; i < n; i += stride) f(i);
}

#endif

}  // namespace ulplab::gpu::cuda
