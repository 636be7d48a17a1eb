// Which single operations can a machine be asked for?
//
// A Unit is one operation of one machine in one direction, over arrays of codes: VCVTPS2PH toward zero, __float2half_rn.
// Machines list theirs in tables; gpu/verify puts them beside the reference.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "gpu/backends/backend.hpp"
#include "softfloat/context.hpp"

namespace ulplab::gpu {

/// Operands and results as arrays of codes, each in the smallest of 1, 2, 4, 8 bytes that holds it, in the machine's byte
/// order, aligned to its size.
struct Batch {
  std::size_t count = 0;
  std::array<const void*, 3> operands{};
  void* results = nullptr;
  std::uint8_t* flags = nullptr;  ///< one Flags::bits an element, from units that tell them; nullptr: not wanted
};

struct Unit {
  std::string_view kind;          ///< in the words of `ulplab eval`: "f32_to_f16"
  Rounding rounding = Rounding::nearest_even;
  Overflow overflow = Overflow::ieee;
  std::string_view machine;       ///< the preset whose rules it follows: "x86_f16c"
  std::string_view instructions;  ///< "VCVTPS2PH", "__float2half_rn"
  void (*run)(const Batch&) = nullptr;
  bool tells_flags = false;
  bool (*here)() = nullptr;       ///< can this processor do it?
  std::string_view missing;       ///< what to say where it cannot
};

/// This CPU's instructions. Two rows may answer the same question: the first that is here is meant.
std::span<const Unit> native_units();

/// NVIDIA's conversion and arithmetic headers, compiled for the host. Empty where the build had no toolkit.
std::span<const Unit> nvidia_host_units();
Availability nvidia_host_availability();
/// "CUDA 13.0 headers"; empty where there are none.
std::string_view nvidia_host_version();

}  // namespace ulplab::gpu
