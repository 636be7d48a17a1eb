// AVX512-FP16: arithmetic on binary16 itself (Sapphire Rapids 2023 and later).
#include "gpu/backends/native_sets.hpp"

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && __GNUC__ >= 12
#include <cpuid.h>
#include <immintrin.h>

namespace ulplab::gpu::avx512fp16 {

bool here() {
  unsigned a = 0, b = 0, c = 0, d = 0;
  const bool fp16 = __get_cpuid_count(7, 0, &a, &b, &c, &d) != 0 && (d >> 23 & 1) != 0;  // Intel SDM vol. 2, CPUID leaf 7
  return fp16 && __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw");
}

#define ULPLAB_FP16 __attribute__((target("avx512fp16,avx512vl,avx512bw")))

namespace {
ULPLAB_FP16 __m128h in(std::uint16_t x) { return _mm_castsi128_ph(_mm_cvtsi32_si128(x)); }
ULPLAB_FP16 std::uint16_t out(__m128h x) { return static_cast<std::uint16_t>(_mm_cvtsi128_si32(_mm_castph_si128(x))); }
}  // namespace

ULPLAB_FP16 std::uint16_t add(std::uint16_t a, std::uint16_t b) { return out(_mm_add_sh(in(a), in(b))); }
ULPLAB_FP16 std::uint16_t sub(std::uint16_t a, std::uint16_t b) { return out(_mm_sub_sh(in(a), in(b))); }
ULPLAB_FP16 std::uint16_t mul(std::uint16_t a, std::uint16_t b) { return out(_mm_mul_sh(in(a), in(b))); }
ULPLAB_FP16 std::uint16_t div(std::uint16_t a, std::uint16_t b) { return out(_mm_div_sh(in(a), in(b))); }

}  // namespace ulplab::gpu::avx512fp16
#else
namespace ulplab::gpu::avx512fp16 {
bool here() { return false; }
std::uint16_t add(std::uint16_t, std::uint16_t) { return 0; }
std::uint16_t sub(std::uint16_t, std::uint16_t) { return 0; }
std::uint16_t mul(std::uint16_t, std::uint16_t) { return 0; }
std::uint16_t div(std::uint16_t, std::uint16_t) { return 0; }
}  // namespace ulplab::gpu::avx512fp16
#endif
