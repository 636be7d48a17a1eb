// AVX512-BF16: binary32 to bfloat16 (Cooper Lake 2020, Zen 4 2022 and later).
#include "gpu/backends/native_rows.hpp"
#include "gpu/backends/native_sets.hpp"

#if defined(__x86_64__)
#include <immintrin.h>

namespace ulplab::gpu::avx512bf16 {

bool here() { return __builtin_cpu_supports("avx512bf16") && __builtin_cpu_supports("avx512vl"); }

__attribute__((target("avx512f,avx512vl,avx512bf16"))) std::uint16_t narrow(float x) {
  // Below 2^-126 bfloat16 numbers are the multiples of 2^-133, the ulp of 1.5 * 2^-110: adding that number rounds x to one.
  constexpr float round_here = 0x1.8p-110f;
  if (x != 0 && x < 0x1p-126f && x > -0x1p-126f) {
    const float rounded = (x + round_here) - round_here;
    x = rounded == 0 ? __builtin_copysignf(0.0f, x) : rounded;
    return static_cast<std::uint16_t>(__builtin_bit_cast(std::uint32_t, x) >> 16);
  }
  const __m128bh packed = _mm_cvtneps_pbh(_mm_set_ss(x));
  return static_cast<std::uint16_t>(_mm_cvtsi128_si32(__builtin_bit_cast(__m128i, packed)));
}

namespace {

/// The instruction as it is: to nearest whatever MXCSR says, subnormals taken for zero, no flags.
struct Narrow {
  static constexpr std::size_t operands = 1, width = 8, operand_bytes = 4, result_bytes = 2;
  __attribute__((target("avx512f,avx512vl,avx512bf16"), noinline)) static void step(const void* const* x, void* result) {
    const __m128bh packed = _mm256_cvtneps_pbh(_mm256_loadu_ps(static_cast<const float*>(x[0])));
    _mm_storeu_si128(static_cast<__m128i*>(result), __builtin_bit_cast(__m128i, packed));
  }
};

const Instruction table[] = {{"f32_to_bf16", "VCVTNEPS2BF16", {&run_vectors<Narrow>}, false}};

}  // namespace

std::span<const Unit> units() {
  static const std::vector<Unit> rows =
      rows_of(table, "x86_sse", &here, "this CPU has no AVX512-BF16 (Intel Cooper Lake, AMD Zen 4 and later)");
  return rows;
}

}  // namespace ulplab::gpu::avx512bf16
#else
namespace ulplab::gpu::avx512bf16 {
bool here() { return false; }
std::uint16_t narrow(float) { return 0; }
std::span<const Unit> units() { return {}; }
}  // namespace ulplab::gpu::avx512bf16
#endif
