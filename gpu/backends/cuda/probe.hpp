// For which architecture was the device code compiled that this device chose? For .cu files and device.cpp.
#pragma once

#include "gpu/backends/cuda/launch.hpp"

namespace ulplab::gpu::cuda {

/// What a kernel says about itself. `error` is the first cudaError_t that was not 0.
struct Probed {
  int error = 0;
  int ptx = 0;     ///< compiled from PTX for this architecture: 90
  int binary = 0;  ///< machine code for this one
};

Probed probe_units(int* on_device);        ///< units.cu: writes 54
Probed probe_small_units(int* on_device);  ///< small_units.cu: writes 1 if FP6 and FP4 are instructions there, else 0

#if defined(__CUDACC__)
inline Probed probe_kernel(void (*kernel)(int*), int* on_device) {
  cudaFuncAttributes attributes{};
  Probed p;
  p.error = static_cast<int>(cudaFuncGetAttributes(&attributes, kernel));
  if (p.error != 0) return p;
  p.ptx = attributes.ptxVersion;
  p.binary = attributes.binaryVersion;
  kernel<<<1, 1, 0, cudaStreamPerThread>>>(on_device);
  p.error = static_cast<int>(cudaGetLastError());
  return p;
}
#endif

}  // namespace ulplab::gpu::cuda
