#include "gpu/backends/nvidia_host.hpp"

#include "gpu/backends/cuda/half.hpp"
#include "gpu/backends/engine.hpp"
#include "gpu/backends/native_environment.hpp"
#include "gpu/backends/unit.hpp"
#include "softfloat/formats.hpp"

namespace ulplab::gpu {
namespace {

template <class A>
LaneResult run_sixteen(const Lane& lane, const Watcher& watcher) {
  return run_with<A, nvidia::Binary32>(A{}, lane, watcher);
}

template <class A>
LaneResult run_eight(const Lane& lane, const Watcher& watcher) {
  A a;
  a.saturation = lane.context.overflow == Overflow::saturate ? __NV_SATFINITE : __NV_NOSAT;
  return run_with<A, nvidia::Binary32>(a, lane, watcher);
}

/// One row a format: what computes in it.
struct Engine {
  Format format;
  bool calculates;                 ///< else numbers are only stored in it
  std::string_view functions;
  LaneResult (*run)(const Lane&, const Watcher&);
};

const Engine engines[] = {
    {binary16, true,  "__hadd_rn, __hmul_rn, __float2half_rn on the host",     &run_sixteen<nvidia::Half>},
    {bfloat16, true,  "__hadd_rn, __hmul_rn, __float2bfloat16_rn on the host", &run_sixteen<nvidia::Bfloat16>},
    {fp8_e4m3, false, "__nv_cvt_float_to_fp8 on the host",                     &run_eight<nvidia::E4m3>},
    {fp8_e5m2, false, "__nv_cvt_float_to_fp8 on the host",                     &run_eight<nvidia::E5m2>},
};

const Engine* engine_of(const Format& f) {
  for (const Engine& e : engines)
    if (e.format == f) return &e;
  return nullptr;
}

class NvidiaHostBackend final : public Backend {
 public:
  std::string_view name() const override { return "nvidia-host"; }
  std::string_view summary() const override { return "NVIDIA's headers, compiled for this CPU: __half, __nv_bfloat16, FP8"; }
  Availability availability() const override { return nvidia_host_availability(); }

  Availability offers(const Lane& lane) const override {
    const Engine* e = engine_of(lane.format);
    if (e == nullptr) return {false, "NVIDIA's headers have __half (f16), __nv_bfloat16 (bf16), and stores to e4m3 and e5m2: see the soft lane"};
    if (!e->calculates && lane.kernel != Kernel::scale_and_store)
      return {false, "NVIDIA's headers store numbers in FP8 and do not calculate in it: see the soft lane"};
    const Context& c = lane.context;
    if (lane.kernel == Kernel::sum_stochastic || c.rounding == Rounding::stochastic)
      return {false, "the headers' host functions do not round stochastically: see the soft lane"};
    if (c.rounding != Rounding::nearest_even || c.subnormals != Subnormals::keep)
      return {false, "NVIDIA's arithmetic rounds to nearest, ties to even, and keeps subnormals: see the soft lane"};
    const bool store_saturates = !e->calculates && c.overflow == Overflow::saturate;
    if (c.overflow != Overflow::ieee && !store_saturates)
      return {false, "the headers saturate only where they store FP8: see the soft lane"};
    if (info_of(lane.kernel).wide && !(lane.wide == binary32))
      return {false, "the second format of NVIDIA's lanes is binary32: see the soft lane"};
    return {};
  }

  std::string_view instructions(const Lane& lane) const override {
    const Engine* e = engine_of(lane.format);
    return e != nullptr ? e->functions : std::string_view{};
  }

  NanRule nan_rule(const Lane&) const override { return NanRule::all_ones; }

  LaneResult run(const Lane& lane, const Watcher& watcher) const override {
    const DefaultEnvironment environment;
    return engine_of(lane.format)->run(lane, watcher);
  }
};

}  // namespace

const Backend& nvidia_host_backend() {
  static const NvidiaHostBackend backend;
  return backend;
}

}  // namespace ulplab::gpu
