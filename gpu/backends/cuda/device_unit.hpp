// Which single operations can a CUDA device be asked for?
//
// The rows of gpu/backends/unit.hpp for a device: instead of running over arrays, a row launches a kernel over arrays that
// lie in the device's memory.
#pragma once

#include <string_view>

#include "gpu/backends/cuda/launch.hpp"
#include "softfloat/context.hpp"

namespace ulplab::gpu::cuda {

struct DeviceUnit {
  std::string_view kind;
  Rounding rounding = Rounding::nearest_even;
  Overflow overflow = Overflow::ieee;
  std::string_view machine;       ///< the preset that it follows: "cuda"
  std::string_view instructions;  ///< "__float2half_rn", or PTX: "cvt.rna.tf32.f32"
  int minimal = 0;                ///< the lowest architecture whose code has it: 80; 0: all
  /// Returns when the kernel is launched; throws Infrastructure.
  void (*launch)(const DeviceBatch&) = nullptr;
};

/// Takes the rows of the tables in .cu files.
class UnitSink {
 public:
  virtual void add(const DeviceUnit&) = 0;

 protected:
  ~UnitSink() = default;
};
void add_units(UnitSink&);        ///< units.cu
void add_small_units(UnitSink&);  ///< small_units.cu: FP6, FP4, E8M0

}  // namespace ulplab::gpu::cuda
