// What do the answers about a device say, in words? Shared by builds with and without a toolkit; plain C++, tested without
// a device.
#pragma once

#include <string>

namespace ulplab::gpu::cuda {

/// CUDA's version numbers: 13000 -> "13.0".
inline std::string version_text(int version) { return std::to_string(version / 1000) + '.' + std::to_string(version % 1000 / 10); }

/// An error that a person meets before anything runs.
struct Remedy {
  int error;
  const char* meaning;
};
inline constexpr Remedy remedies[] = {
    {34, "the libcuda.so.1 that was found is the toolkit's stub, not a driver: take .../stubs out of LD_LIBRARY_PATH"},
    {100, "there is a driver and no device that it can use: look at nvidia-smi, and at CUDA_VISIBLE_DEVICES"},
    {98, "this build has no code for this device: build with ULPLAB_CUDA_ARCHS set to its compute capability (90 for 9.0)"},
    {209, "this build has no code for this device: build with ULPLAB_CUDA_ARCHS set to its compute capability (90 for 9.0)"},
    {222, "this build's PTX is newer than the driver understands: build with ULPLAB_CUDA_ARCHS set to the device's compute capability, or install a newer driver"},
    {803, "the driver's library and its kernel module are of different versions: restart the machine"},
    {804, "the driver is older than this toolkit and this device has no forward compatibility: install a newer driver"},
};

inline std::string remedy_of(int error, int driver) {
  if (error == 35)
    return driver == 0 ? "no NVIDIA driver on this machine (cudaDriverGetVersion gives 0): install one, or run on a machine with an NVIDIA GPU"
                       : "the driver is too old (it knows CUDA " + version_text(driver) + "): install a newer one";
  for (const Remedy& r : remedies)
    if (r.error == error) return r.meaning;
  return "look at nvidia-smi";
}

}  // namespace ulplab::gpu::cuda
