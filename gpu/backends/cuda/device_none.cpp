// The build found no CUDA toolkit: what is said in the place of the device code. Nothing here pretends to have run.
#include "gpu/backends/cuda/backends.hpp"
#include "gpu/backends/cuda/device.hpp"
#include "gpu/backends/cuda/device_units.hpp"
#include "gpu/backends/cuda/soft_kernels.hpp"
#include "gpu/backends/cuda/sweep.hpp"

namespace ulplab::gpu {
namespace cuda {
namespace {
[[noreturn]] void refuse() { throw Infrastructure(device().reason); }
}  // namespace

const DeviceInfo& device() {
  static const DeviceInfo none = [] {
    DeviceInfo d;
    d.reason = "this build has no CUDA: install the toolkit (nvcc on the PATH, or CUDA_HOME set) and configure anew with ULPLAB_CUDA=AUTO";
    return d;
  }();
  return none;
}
Availability availability() { return {false, device().reason, true}; }
std::vector<std::pair<std::string, std::string>> provenance() { return {}; }
std::span<const DeviceUnit> device_units() { return {}; }
void launch_soft(const SoftTask&, const DeviceBatch&) { refuse(); }

struct Sweep::Buffers {};
Sweep::Sweep(const DeviceShape& shape) : shape_(shape) { refuse(); }
Sweep::~Sweep() = default;
Comparison Sweep::compare(const Launch&, const Launch&, std::uint64_t, std::uint64_t, std::uint64_t) { refuse(); }
std::vector<ResultRun> Sweep::runs(const Launch&, std::uint64_t, std::uint64_t) { refuse(); }
std::vector<fingerprint::Sums> Sweep::fingerprints(const Launch&, std::uint64_t, std::uint64_t) { refuse(); }
void Sweep::results(const Launch&, std::uint64_t, std::uint64_t, void*) { refuse(); }

struct ArrayRunner::Buffers {};
ArrayRunner::ArrayRunner(const DeviceShape& shape) : shape_(shape) { refuse(); }
ArrayRunner::~ArrayRunner() = default;
void ArrayRunner::run(const Launch&, const Batch&) { refuse(); }
}  // namespace cuda

namespace {

class NoDevice final : public Backend {
 public:
  NoDevice(std::string_view name, std::string_view summary) : name_(name), summary_(summary) {}
  std::string_view name() const override { return name_; }
  std::string_view summary() const override { return summary_; }
  Availability availability() const override { return cuda::availability(); }
  Availability offers(const Lane&) const override { return cuda::availability(); }
  LaneResult run(const Lane&, const Watcher&) const override { throw Infrastructure(cuda::device().reason); }

 private:
  std::string_view name_, summary_;
};

}  // namespace

const Backend& cuda_backend() {
  static const NoDevice backend("cuda", "a CUDA device's own arithmetic: __half, __nv_bfloat16, FP8, float, double");
  return backend;
}
const Backend& cuda_soft_backend() {
  static const NoDevice backend("cuda-soft", "our own arithmetic in integers, compiled for the CUDA device");
  return backend;
}

}  // namespace ulplab::gpu
