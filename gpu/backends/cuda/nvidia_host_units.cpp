// What do NVIDIA's headers answer on the host, one operation at a time?
//
// What only the device has is missing here: __hfma, hsqrt, __half2int_rn, __int2bfloat16_rz.
#include <cuda.h>

#include <string>
#include <vector>

#include "gpu/backends/cuda/functions.hpp"
#include "gpu/backends/unit_row.hpp"

namespace ulplab::gpu {
namespace {

std::vector<Unit> all_units() {
  std::vector<Unit> units;
  const auto row = [&units](std::string_view kind, Rounding rounding, Overflow overflow, std::string_view function, auto f) {
    units.push_back(unit_row(kind, rounding, overflow, "cuda", function, f));
  };
  nvidia::functions(row);
  nvidia::small_functions(row);
  return units;
}

}  // namespace

std::span<const Unit> nvidia_host_units() {
  static const std::vector<Unit> units = all_units();
  return units;
}

Availability nvidia_host_availability() { return {}; }

std::string_view nvidia_host_version() {
  static const std::string version =
      "CUDA " + std::to_string(CUDA_VERSION / 1000) + '.' + std::to_string(CUDA_VERSION % 1000 / 10) + " headers";
  return version;
}

}  // namespace ulplab::gpu
