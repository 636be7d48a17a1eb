// Is there a CUDA device, which one, and if not, why not?
//
// Plain C++: other rooms include this and need no toolkit. A missing device is an answer with a reason; what goes wrong
// while a device works is thrown as Infrastructure: which CUDA call, the
// error's name and number, and what CUDA says about it.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "gpu/backends/backend.hpp"

namespace ulplab::gpu::cuda {

struct DeviceInfo {
  bool ready = false;
  std::string reason;           ///< if not: "cudaErrorInsufficientDriver (35): …", what it means and what to do
  std::string name;             ///< "NVIDIA H200"
  int major = 0, minor = 0;     ///< compute capability
  std::string driver, runtime;  ///< the CUDA versions that they have: "13.0"; driver "0.0": there is none
  std::string kernel_driver;    ///< the driver's own version where the system says it: "580.65.06"
  std::string toolkit;          ///< what the device code was compiled with: "13.0"
  std::string flags;            ///< and with which flags that decide about bits
  int architecture = 0;         ///< of the device code that was chosen: compiled from PTX for this one, 90
  std::string compiled_for;     ///< the same in words: "sm_90"; "sm_90, by the driver from PTX of compute_80"
};

/// Device 0 of those that CUDA_VISIBLE_DEVICES leaves; asked once.
const DeviceInfo& device();

/// The same as a backend says it.
Availability availability();

/// The device for a report: "GPU" -> "NVIDIA H200", "driver" -> "580.65.06 (CUDA 13.0)". Empty without one.
std::vector<std::pair<std::string, std::string>> provenance();

}  // namespace ulplab::gpu::cuda
