// What the instruction sets are asked for. Each set's functions stand in a file of their own, compiled for that set, and
// may be called only where its `here()` is true; units() may be asked everywhere: each row says itself whether it is here.
#pragma once

#include <cstdint>
#include <span>

#include "gpu/backends/unit.hpp"

#ifdef __FAST_MATH__
#error "-ffast-math: the native lanes would no longer compute what IEEE 754 says"
#endif

namespace ulplab::gpu::f16c {
bool here();
float widen(std::uint16_t half);
/// Rounded to nearest, ties to even (VCVTPS2PH).
std::uint16_t narrow(float);
std::span<const Unit> units();
}  // namespace ulplab::gpu::f16c

namespace ulplab::gpu::avx512bf16 {
bool here();
/// Rounded to nearest, ties to even. VCVTNEPS2BF16 takes subnormal inputs for zero; those are rounded by an addition instead.
std::uint16_t narrow(float);
/// The bare instruction.
std::span<const Unit> units();
}  // namespace ulplab::gpu::avx512bf16

namespace ulplab::gpu::avx512fp16 {
bool here();
std::uint16_t add(std::uint16_t, std::uint16_t);
std::uint16_t sub(std::uint16_t, std::uint16_t);
std::uint16_t mul(std::uint16_t, std::uint16_t);
std::uint16_t div(std::uint16_t, std::uint16_t);
std::span<const Unit> units();
}  // namespace ulplab::gpu::avx512fp16

// Sets that only have single operations to offer.
namespace ulplab::gpu::sse {
std::span<const Unit> units();
}
namespace ulplab::gpu::fma3 {
std::span<const Unit> units();
}
namespace ulplab::gpu::avx512f {
std::span<const Unit> units();
}
namespace ulplab::gpu::plain {
std::span<const Unit> units();
}
