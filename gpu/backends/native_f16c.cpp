// F16C: the two conversions between binary16 and binary32 (Ivy Bridge 2012, Jaguar 2013 and later).
#include "gpu/backends/native_sets.hpp"

#if defined(__x86_64__)
#include <cpuid.h>
#include <immintrin.h>

namespace ulplab::gpu::f16c {

bool here() {
  unsigned a = 0, b = 0, c = 0, d = 0;
  const bool f16c = __get_cpuid(1, &a, &b, &c, &d) != 0 && (c >> 29 & 1) != 0;  // Intel SDM vol. 2, CPUID leaf 1
  return f16c && __builtin_cpu_supports("avx");                                  // which also asks the system
}

__attribute__((target("avx,f16c"))) float widen(std::uint16_t half) {
  return _mm_cvtss_f32(_mm_cvtph_ps(_mm_cvtsi32_si128(half)));
}

__attribute__((target("avx,f16c"))) std::uint16_t narrow(float x) {
  const __m128i half = _mm_cvtps_ph(_mm_set_ss(x), _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
  return static_cast<std::uint16_t>(_mm_cvtsi128_si32(half));
}

}  // namespace ulplab::gpu::f16c
#else
namespace ulplab::gpu::f16c {
bool here() { return false; }
float widen(std::uint16_t) { return 0; }
std::uint16_t narrow(float) { return 0; }
}  // namespace ulplab::gpu::f16c
#endif
