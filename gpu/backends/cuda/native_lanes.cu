#include "gpu/backends/cuda/half.hpp"
#include "gpu/backends/cuda/lane_launch.hpp"
#include "softfloat/formats.hpp"

namespace ulplab::gpu::cuda {
namespace {

/// FP8 with the setting that LaneTask may ask for.
template <class Fp8>
struct Saturating : Fp8 {
  static constexpr __nv_saturation_t saturating = __NV_SATFINITE;
};

template <class... A>
const LaneKernels* kernels_in() {
  static const LaneKernels kernels = kernels_of<NativeLane<A...>>();
  return &kernels;
}

}  // namespace

const LaneKernels* native_lane_kernels(const Format& f) {
  if (f == binary64) return kernels_in<Binary64, Binary64>();
  if (f == binary32) return kernels_in<Binary32, Binary32, Binary64>();
  if (f == binary16) return kernels_in<nvidia::Half, nvidia::Binary32>();
  if (f == bfloat16) return kernels_in<nvidia::Bfloat16, nvidia::Binary32>();
  if (f == fp8_e4m3) return kernels_in<Saturating<nvidia::E4m3>, nvidia::Binary32>();
  if (f == fp8_e5m2) return kernels_in<Saturating<nvidia::E5m2>, nvidia::Binary32>();
  return nullptr;
}

}  // namespace ulplab::gpu::cuda
