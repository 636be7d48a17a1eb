#include "gpu/backends/cuda/backends.hpp"

#include <algorithm>
#include <chrono>
#include <memory>
#include <mutex>
#include <thread>

#include "gpu/backends/cuda/device.hpp"
#include "gpu/backends/cuda/lane_kernels.hpp"
#include "gpu/backends/cuda/memory.hpp"
#include "softfloat/formats.hpp"

namespace ulplab::gpu {
namespace {

using namespace cuda;

LaneLaunch launch_of(const LaneKernels& k, Kernel kernel) {
  switch (kernel) {
    case Kernel::sum_naive:       return k.sum_naive;
    case Kernel::sum_pairwise:    return k.sum_pairwise;
    case Kernel::sum_kahan:       return k.sum_kahan;
    case Kernel::sum_neumaier:    return k.sum_neumaier;
    case Kernel::sum_wide:        return k.sum_wide;
    case Kernel::sum_stochastic:  return k.sum_stochastic;
    case Kernel::add:             return k.add;
    case Kernel::mul:             return k.mul;
    case Kernel::exp:             return k.exp;
    case Kernel::sum_equals:      return k.sum_equals;
    case Kernel::scale_and_store: return k.scale_and_store;
  }
  return nullptr;
}

/// The lane without its arrays.
LaneTask task_of(const Lane& lane) {
  LaneTask t;
  t.format = lane.format;
  t.wide = lane.wide;
  t.context = lane.context;
  t.count = lane.count;
  t.every = lane.kernel == Kernel::sum_pairwise ? 0 : lane.every;
  t.seed = lane.seed;
  t.stream = lane.stream;
  return t;
}

/// Memory that the host and the device see at once.
class Shared {
 public:
  Shared() {
    check(cudaHostAlloc(&start_, sizeof(SumProgress), cudaHostAllocMapped), "cudaHostAlloc");
    *on_host() = SumProgress{};
  }
  ~Shared() { cudaFreeHost(start_); }
  Shared(const Shared&) = delete;
  Shared& operator=(const Shared&) = delete;
  SumProgress* on_host() const { return static_cast<SumProgress*>(start_); }
  SumProgress* on_device() const {
    void* there = nullptr;
    check(cudaHostGetDevicePointer(&there, start_, 0), "cudaHostGetDevicePointer");
    return static_cast<SumProgress*>(there);
  }

 private:
  void* start_ = nullptr;
};

/// A deeper stack for every thread of the device, while it lives. One at a time.
class DeepStack {
 public:
  DeepStack() : lock_(mutex()) {
    check(cudaDeviceGetLimit(&before_, cudaLimitStackSize), "cudaDeviceGetLimit");
    check(cudaDeviceSetLimit(cudaLimitStackSize, std::max(before_, pairwise_stack)), "cudaDeviceSetLimit");
  }
  ~DeepStack() { cudaDeviceSetLimit(cudaLimitStackSize, before_); }
  DeepStack(const DeepStack&) = delete;
  DeepStack& operator=(const DeepStack&) = delete;

 private:
  static std::mutex& mutex() {
    static std::mutex m;
    return m;
  }
  std::scoped_lock<std::mutex> lock_;
  std::size_t before_ = 0;
};

/// Waits for the sum; tells how far it is, and asks it to stop where that is wanted. The kernel looks every 2^16 terms.
void wait_for(const Shared& progress, const Watcher& watcher) {
  std::uint64_t told = 0;
  for (;;) {
    const cudaError_t e = cudaStreamQuery(cudaStreamPerThread);
    if (e != cudaErrorNotReady) return check(e, "a sum");
    if (const std::uint64_t done = progress.on_host()->done; done != told) {
      told = done;
      if (watcher.done) watcher.done(done);
    }
    if (watcher.stop.stop_requested()) progress.on_host()->stop = 1;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

LaneResult run_sum(LaneLaunch launch, const Lane& lane, const Watcher& watcher, bool flags) {
  const std::uint64_t notes = lane.every == 0 ? 0 : lane.count / lane.every;
  const Memory inputs(lane.inputs.size_bytes()), codes((notes + 1) * sizeof(Code)), state(sizeof(SumState));
  const Shared progress;
  to_device(inputs.get(), lane.inputs.data(), lane.inputs.size_bytes());
  LaneTask t = task_of(lane);
  t.inputs = inputs.as<const Code>();
  t.input_count = lane.inputs.size();
  t.codes = codes.as<Code>();
  t.state = state.as<SumState>();
  t.progress = progress.on_device();
  SumState end;
  {
    const auto stack = lane.kernel == Kernel::sum_pairwise ? std::make_unique<DeepStack>() : nullptr;
    launch(t);
    wait_for(progress, watcher);
  }
  to_host(&end, state.get(), sizeof end);

  LaneResult r;
  r.codes.resize(static_cast<std::size_t>(end.notes) + 1);
  if (end.notes != 0) to_host(r.codes.data(), codes.get(), static_cast<std::size_t>(end.notes) * sizeof(Code));
  r.codes.back() = end.sum;
  if (flags) r.flags.push_back(Flags(end.flags));
  r.done = end.done;
  r.running = end.running;
  r.last_change = end.last_change;
  r.stopped = end.stopped;
  return r;
}

LaneResult run_elements(LaneLaunch launch, const Lane& lane, const Watcher& watcher, bool flags) {
  constexpr std::uint64_t portion = 1 << 20;
  const auto arity = static_cast<std::uint64_t>(info_of(lane.kernel).arity);
  const auto results = static_cast<std::uint64_t>(info_of(lane.kernel).results);
  const std::uint64_t n = lane.inputs.size() / arity;
  const std::uint64_t most = std::min(n, portion);
  const Memory inputs(most * arity * sizeof(Code)), codes(most * results * sizeof(Code)), flag_bits(most);
  LaneTask t = task_of(lane);
  t.inputs = inputs.as<const Code>();
  t.codes = codes.as<Code>();
  if (flags) t.flags = flag_bits.as<std::uint8_t>();

  LaneResult r;
  std::vector<std::uint8_t> bits(static_cast<std::size_t>(flags ? most : 0));
  for (std::uint64_t at = 0; at < n; at += portion) {
    if (watcher.stop.stop_requested()) {
      r.stopped = true;
      break;
    }
    t.count = std::min(portion, n - at);
    to_device(inputs.get(), &lane.inputs[at * arity], t.count * arity * sizeof(Code));
    launch(t);
    const std::size_t old = r.codes.size();
    r.codes.resize(old + static_cast<std::size_t>(t.count * results));
    to_host(&r.codes[old], codes.get(), t.count * results * sizeof(Code));
    if (flags) {
      to_host(bits.data(), flag_bits.get(), t.count);
      for (std::uint64_t i = 0; i < t.count; ++i) r.flags.emplace_back(bits[i]);
    }
    r.done = at + t.count;
    if (watcher.done) watcher.done(r.done);
  }
  return r;
}

LaneResult run_on_device(const LaneKernels& kernels, const Lane& lane, const Watcher& watcher, bool flags) {
  const LaneLaunch launch = launch_of(kernels, lane.kernel);
  return info_of(lane.kernel).results == 0 ? run_sum(launch, lane, watcher, flags) : run_elements(launch, lane, watcher, flags);
}

/// What computes in a format on the device.
struct Engine {
  Format format;
  Format wide;       ///< the second format of elements
  Format wide_sum;   ///< and of sums
  bool calculates;   ///< else numbers are only stored in it
  std::string_view functions;
};
const Engine engines[] = {
    {binary64, binary64, binary64, true,  "double"},
    {binary32, binary32, binary64, true,  "float"},
    {binary16, binary32, binary32, true,  "__half: __hadd_rn, __hmul_rn, __float2half_rn"},
    {bfloat16, binary32, binary32, true,  "__nv_bfloat16: __hadd_rn, __hmul_rn, __float2bfloat16_rn"},
    {fp8_e4m3, binary32, binary32, false, "__nv_cvt_float_to_fp8"},
    {fp8_e5m2, binary32, binary32, false, "__nv_cvt_float_to_fp8"},
};
const Engine* engine_of(const Format& f) {
  for (const Engine& e : engines)
    if (e.format == f) return &e;
  return nullptr;
}

class CudaBackend final : public Backend {
 public:
  std::string_view name() const override { return "cuda"; }
  std::string_view summary() const override { return "a CUDA device's own arithmetic: __half, __nv_bfloat16, FP8, float, double"; }
  Availability availability() const override { return cuda::availability(); }

  Availability offers(const Lane& lane) const override {
    if (Availability a = availability(); !a.ready) return a;
    const Engine* e = engine_of(lane.format);
    if (e == nullptr) return {false, "a CUDA device has double, float, __half, __nv_bfloat16, and stores to e4m3 and e5m2: see the cuda-soft lane"};
    if (!e->calculates && lane.kernel != Kernel::scale_and_store)
      return {false, "a CUDA device stores numbers in FP8 and does not calculate in it: see the cuda-soft lane"};
    const Context& c = lane.context;
    if (lane.kernel == Kernel::sum_stochastic || c.rounding == Rounding::stochastic)
      return {false, "these instructions do not round stochastically: see the cuda-soft lane"};
    if (c.rounding != Rounding::nearest_even || c.subnormals != Subnormals::keep)
      return {false, "the device's lanes round to nearest, ties to even, and keep subnormals: see the cuda-soft lane"};
    const bool store_saturates = !e->calculates && c.overflow == Overflow::saturate;
    if (c.overflow != Overflow::ieee && !store_saturates) return {false, "the device saturates only where it stores FP8: see the cuda-soft lane"};
    if (info_of(lane.kernel).wide && !(lane.wide == (lane.kernel == Kernel::sum_wide ? e->wide_sum : e->wide)))
      return {false, "with this second format the instructions would round twice, or there are none: see the cuda-soft lane"};
    return {};
  }

  std::string_view instructions(const Lane& lane) const override {
    const Engine* e = engine_of(lane.format);
    return e != nullptr ? e->functions : std::string_view{};
  }
  /// As the preset "cuda" says: in double precision NaN keeps its payload.
  NanRule nan_rule(const Lane& lane) const override { return lane.format == binary64 ? NanRule::first_operand_x86 : NanRule::all_ones; }
  LaneResult run(const Lane& lane, const Watcher& watcher) const override {
    return run_on_device(*native_lane_kernels(lane.format), lane, watcher, false);
  }
};

class CudaSoftBackend final : public Backend {
 public:
  std::string_view name() const override { return "cuda-soft"; }
  std::string_view summary() const override { return "our own arithmetic in integers, compiled for the CUDA device"; }
  Availability availability() const override { return cuda::availability(); }
  Availability offers(const Lane& lane) const override {
    if (Availability a = availability(); !a.ready) return a;
    if (!lane.format.is_signed) return {false, "a format without sign is a scale, not an arithmetic: use a signed format"};
    return {};
  }
  LaneResult run(const Lane& lane, const Watcher& watcher) const override { return run_on_device(soft_lane_kernels(), lane, watcher, true); }
};

}  // namespace

const Backend& cuda_backend() {
  static const CudaBackend backend;
  return backend;
}
const Backend& cuda_soft_backend() {
  static const CudaSoftBackend backend;
  return backend;
}

}  // namespace ulplab::gpu
