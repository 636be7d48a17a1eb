#include "gpu/backends/cuda/device.hpp"

#include <fstream>

#include "gpu/backends/cuda/device_answers.hpp"
#include "gpu/backends/cuda/memory.hpp"
#include "gpu/backends/cuda/probe.hpp"

namespace ulplab::gpu::cuda {
namespace {

/// The version of the driver's kernel module, "580.65.06"; empty where /proc does not say.
std::string kernel_driver() {
  std::ifstream file("/proc/driver/nvidia/version");
  for (std::string word; file >> word;)
    if (word.find('.') != std::string::npos && word.find_first_not_of("0123456789.") == std::string::npos) return word;
  return {};
}

/// A kernel's code in words. What nvcc made for sm_90 comes from PTX for 90; anything else the driver compiled when it was loaded.
std::string code_text(const Probed& p) {
  const std::string binary = "sm_" + std::to_string(p.binary), ptx = "compute_" + std::to_string(p.ptx);
  return p.binary == p.ptx ? binary : binary + ", by the driver from PTX of " + ptx;
}

/// Runs a probing kernel. Its answer is -1 where there is an error.
std::pair<Probed, int> probe(Probed (*kernel)(int*)) {
  void* memory = nullptr;
  Probed p;
  p.error = cudaMalloc(&memory, sizeof(int));
  if (p.error != 0) return {p, -1};
  p = kernel(static_cast<int*>(memory));
  int answer = -1;
  if (p.error == 0) p.error = cudaMemcpyAsync(&answer, memory, sizeof answer, cudaMemcpyDeviceToHost, cudaStreamPerThread);
  if (p.error == 0) p.error = cudaStreamSynchronize(cudaStreamPerThread);
  cudaFree(memory);
  return {p, answer};
}

/// The first error, or 0 with everything filled in.
int ask(DeviceInfo& d) {
  int devices = 0;  // cudaGetDeviceCount leaves it as it was where it fails
  if (const cudaError_t e = cudaGetDeviceCount(&devices); e != cudaSuccess) return e;
  if (devices == 0) return cudaErrorNoDevice;
  cudaDeviceProp properties{};
  if (const cudaError_t e = cudaGetDeviceProperties(&properties, 0); e != cudaSuccess) return e;
  d.name = properties.name;
  d.major = properties.major;
  d.minor = properties.minor;
  const auto [p, answer] = probe(probe_units);
  if (p.error != 0) return p.error;
  d.architecture = p.ptx;
  d.compiled_for = code_text(p);
  return answer == 54 ? cudaSuccess : cudaErrorUnknown;
}

DeviceInfo ask() {
  DeviceInfo d;
  int driver = 0, runtime = 0;
  cudaDriverGetVersion(&driver);  // succeeds without a driver, with 0
  cudaRuntimeGetVersion(&runtime);
  d.driver = version_text(driver);
  d.runtime = version_text(runtime);
  d.kernel_driver = kernel_driver();
  d.toolkit = version_text(CUDART_VERSION);
  d.flags = ULPLAB_CUDA_FLAGS;
  const int error = ask(d);
  d.ready = error == cudaSuccess;
  if (!d.ready) {
    d.reason = text_of(error) + ": " + remedy_of(error, driver);
    cudaGetLastError();  // nobody else shall find it
  }
  return d;
}

}  // namespace

std::string text_of(int error) {
  const auto e = static_cast<cudaError_t>(error);
  return std::string(cudaGetErrorName(e)) + " (" + std::to_string(error) + "): " + cudaGetErrorString(e);
}

void check(int error, const char* what) {
  if (error != cudaSuccess) throw Infrastructure(std::string("CUDA failed in ") + what + ": " + text_of(error));
}

const DeviceInfo& device() {
  static const DeviceInfo answer = ask();
  return answer;
}

Availability availability() {
  if (device().ready) return {};
  return {false, device().reason, true};
}

std::vector<std::pair<std::string, std::string>> provenance() {
  const DeviceInfo& d = device();
  if (!d.ready) return {};
  const auto [p, answer] = probe(probe_small_units);
  check(p.error, "the probe of FP6 and FP4");
  return {{"GPU", d.name},
          {"compute capability", std::to_string(d.major) + '.' + std::to_string(d.minor)},
          {"driver", (d.kernel_driver.empty() ? "" : d.kernel_driver + ' ') + "(CUDA " + d.driver + ')'},
          {"CUDA", d.toolkit},
          {"CUDA runtime", d.runtime},
          {"architecture", d.compiled_for},
          {"FP6, FP4, E8M0", (answer == 1 ? "instructions, " : "code in NVIDIA's headers, ") + code_text(p)},
          {"device flags", d.flags}};
}

}  // namespace ulplab::gpu::cuda
