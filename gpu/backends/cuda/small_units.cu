// FP6, FP4 and E8M0: in a file of their own, which is compiled for 100a too, where they are instructions.
#include "gpu/backends/cuda/functions.hpp"
#include "gpu/backends/cuda/probe.hpp"
#include "gpu/backends/cuda/unit_kernel.hpp"

namespace ulplab::gpu::cuda {
namespace {

/// The condition under which cuda_fp6.hpp and cuda_fp4.hpp use them.
__global__ void tell(int* instructions) {
#if defined(__CUDA_ARCH_FAMILY_SPECIFIC__) && __CUDA_ARCH_FAMILY_SPECIFIC__ >= 1000
  *instructions = 1;
#else
  *instructions = 0;
#endif
}

}  // namespace

void add_small_units(UnitSink& units) { nvidia::small_functions(DeviceTable(units)); }

Probed probe_small_units(int* on_device) { return probe_kernel(tell, on_device); }

}  // namespace ulplab::gpu::cuda
