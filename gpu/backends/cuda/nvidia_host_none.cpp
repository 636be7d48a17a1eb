// The build found no CUDA toolkit: what is said in the place of nvidia_host.cpp and nvidia_host_units.cpp.
#include "gpu/backends/nvidia_host.hpp"
#include "gpu/backends/unit.hpp"

namespace ulplab::gpu {
namespace {

class NoNvidiaHost final : public Backend {
 public:
  std::string_view name() const override { return "nvidia-host"; }
  std::string_view summary() const override { return "NVIDIA's headers, compiled for this CPU: __half, __nv_bfloat16, FP8"; }
  Availability availability() const override { return nvidia_host_availability(); }
  Availability offers(const Lane&) const override { return nvidia_host_availability(); }
  LaneResult run(const Lane&, const Watcher&) const override { return {}; }
};

}  // namespace

std::span<const Unit> nvidia_host_units() { return {}; }

Availability nvidia_host_availability() {
  return {false, "this build found no CUDA toolkit: install one (nvcc on the PATH, or CUDA_HOME set) and configure anew with ULPLAB_CUDA=AUTO", true};
}

std::string_view nvidia_host_version() { return {}; }

const Backend& nvidia_host_backend() {
  static const NoNvidiaHost backend;
  return backend;
}

}  // namespace ulplab::gpu
