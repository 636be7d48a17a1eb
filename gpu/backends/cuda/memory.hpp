// Who gives a device's memory back, and how do bytes get there and back? For .cpp files beside the kernels.
#pragma once

#include <cuda_runtime_api.h>

#include <string>
#include <utility>

#include "gpu/backends/cuda/launch.hpp"

namespace ulplab::gpu::cuda {

/// "cudaErrorInsufficientDriver (35): CUDA driver version is insufficient for CUDA runtime version"
std::string text_of(int error);

/// Memory of the device, as cudaMalloc gives it. Throws Infrastructure.
class Memory {
 public:
  Memory() = default;
  explicit Memory(std::size_t bytes) { check(cudaMalloc(&start_, bytes), "cudaMalloc"); }
  ~Memory() { cudaFree(start_); }
  Memory(Memory&& other) noexcept : start_(std::exchange(other.start_, nullptr)) {}
  Memory& operator=(Memory&& other) noexcept {
    std::swap(start_, other.start_);
    return *this;
  }

  void* get() const { return start_; }
  template <class T>
  T* as() const {
    return static_cast<T*>(start_);
  }

 private:
  void* start_ = nullptr;
};

/// Every thread of the host has a stream of its own; what it asks for is done in order.
inline void finish(const char* what) { check(cudaStreamSynchronize(cudaStreamPerThread), what); }

/// `from` must stay until the stream has come so far: pageable memory does, it is copied at once.
inline void to_device(void* to, const void* from, std::size_t bytes) {
  check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyHostToDevice, cudaStreamPerThread), "a copy to the device");
}
/// Waits until it is there, and so for everything before it.
inline void to_host(void* to, const void* from, std::size_t bytes) {
  check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToHost, cudaStreamPerThread), "a copy from the device");
  finish("a kernel, or the copy of its results");
}
inline void clear(void* start, std::size_t bytes) { check(cudaMemsetAsync(start, 0, bytes, cudaStreamPerThread), "cudaMemset"); }

}  // namespace ulplab::gpu::cuda
