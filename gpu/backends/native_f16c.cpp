// F16C: the two conversions between binary16 and binary32 (Ivy Bridge 2012, Jaguar 2013 and later).
#include "gpu/backends/native_rows.hpp"
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

#define ULPLAB_F16C __attribute__((target("avx,f16c")))
#define ULPLAB_F16C_STEP __attribute__((target("avx,f16c"), noinline)) static void

ULPLAB_F16C float widen(std::uint16_t half) { return _mm_cvtss_f32(_mm_cvtph_ps(_mm_cvtsi32_si128(half))); }

ULPLAB_F16C std::uint16_t narrow(float x) {
  const __m128i half = _mm_cvtps_ph(_mm_set_ss(x), _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
  return static_cast<std::uint16_t>(_mm_cvtsi128_si32(half));
}

namespace {

/// The direction as the instruction's immediate has it.
constexpr int immediate_of(Rounding rounding) {
  switch (rounding) {
    case Rounding::down:        return _MM_FROUND_TO_NEG_INF;
    case Rounding::up:          return _MM_FROUND_TO_POS_INF;
    case Rounding::toward_zero: return _MM_FROUND_TO_ZERO;
    default:                    return _MM_FROUND_TO_NEAREST_INT;
  }
}

template <int immediate>
struct Narrow {
  static constexpr std::size_t operands = 1, width = 8, operand_bytes = 4, result_bytes = 2;
  ULPLAB_F16C_STEP step(const void* const* x, void* result) {
    const __m256 wide = _mm256_loadu_ps(static_cast<const float*>(x[0]));
    _mm_storeu_si128(static_cast<__m128i*>(result), _mm256_cvtps_ph(wide, immediate));
  }
};

struct Widen {
  static constexpr std::size_t operands = 1, width = 8, operand_bytes = 2, result_bytes = 4;
  ULPLAB_F16C_STEP step(const void* const* x, void* result) {
    _mm256_storeu_ps(static_cast<float*>(result), _mm256_cvtph_ps(_mm_loadu_si128(static_cast<const __m128i*>(x[0]))));
  }
};

/// One element with its flags, in the direction of MXCSR (immediate 4). The zeros beside it raise none.
struct NarrowOne {
  std::uint16_t operator()(float x) const {
    const __m128 wide = _mm_set_ss(x);
    __m128i half;
    asm volatile("vcvtps2ph $4, %1, %0" : "=x"(half) : "x"(wide) : "memory");
    return static_cast<std::uint16_t>(_mm_cvtsi128_si32(half));
  }
};
struct WidenOne {
  float operator()(std::uint16_t x) const {
    const __m128i half = _mm_cvtsi32_si128(x);
    __m128 wide;
    asm volatile("vcvtph2ps %1, %0" : "=x"(wide) : "x"(half) : "memory");
    return _mm_cvtss_f32(wide);
  }
};

/// Arithmetic by way of binary32, in the direction of MXCSR, twice. To nearest that is right because 24 >= 2 * 11 + 2
/// (Figueroa 1995). In another direction it always is: the largest number of a set that does not exceed x is the same whether
/// one looks for it at once or first in a larger set.
enum class Step { add, sub, mul, div, sqrt };
template <Step which>
struct ByBinary32 {
  static constexpr std::size_t operands = which == Step::sqrt ? 1 : 2, width = 8, operand_bytes = 2, result_bytes = 2;
  ULPLAB_F16C_STEP step(const void* const* x, void* result) {
    const __m256 a = _mm256_cvtph_ps(_mm_loadu_si128(static_cast<const __m128i*>(x[0])));
    const __m256 b = _mm256_cvtph_ps(_mm_loadu_si128(static_cast<const __m128i*>(x[operands - 1])));
    __m256 wide;  // no intrinsics: compilers swap the operands of sums and products, and another NaN comes out
    if constexpr (which == Step::add) asm volatile("vaddps %2, %1, %0" : "=x"(wide) : "x"(a), "x"(b));
    if constexpr (which == Step::sub) asm volatile("vsubps %2, %1, %0" : "=x"(wide) : "x"(a), "x"(b));
    if constexpr (which == Step::mul) asm volatile("vmulps %2, %1, %0" : "=x"(wide) : "x"(a), "x"(b));
    if constexpr (which == Step::div) asm volatile("vdivps %2, %1, %0" : "=x"(wide) : "x"(a), "x"(b));
    if constexpr (which == Step::sqrt) asm volatile("vsqrtps %1, %0" : "=x"(wide) : "x"(a));
    _mm_storeu_si128(static_cast<__m128i*>(result), _mm256_cvtps_ph(wide, _MM_FROUND_CUR_DIRECTION));
  }
};

template <Rounding rounding>
constexpr auto narrow_in = &run_vectors_or_flags<Narrow<immediate_of(rounding)>, NarrowOne, rounding>;

template <Step which, Rounding rounding>
void run_by_binary32(const Batch& b) {
  const Direction direction(rounding);
  run_vectors<ByBinary32<which>>(b);
}
template <Step which>
constexpr Instruction by_binary32(std::string_view kind) {
  return {kind, "F16C and binary32",
          {&run_by_binary32<which, directions[0]>, &run_by_binary32<which, directions[1]>, &run_by_binary32<which, directions[2]>,
           &run_by_binary32<which, directions[3]>},
          false};
}

const Instruction conversions[] = {
    {"f32_to_f16", "VCVTPS2PH", {narrow_in<directions[0]>, narrow_in<directions[1]>, narrow_in<directions[2]>, narrow_in<directions[3]>}},
    {"f16_to_f32", "VCVTPH2PS", {&run_vectors_or_flags<Widen, WidenOne, directions[0]>}},
};
const Instruction arithmetic[] = {
    by_binary32<Step::add>("f16_add"),
    by_binary32<Step::sub>("f16_sub"),
    by_binary32<Step::mul>("f16_mul"),
    by_binary32<Step::div>("f16_div"),
    by_binary32<Step::sqrt>("f16_sqrt"),
};

}  // namespace

std::span<const Unit> units() {
  static const std::vector<Unit> rows = [] {
    constexpr std::string_view missing = "this CPU has no F16C (Intel since 2012, AMD since 2012)";
    std::vector<Unit> all = rows_of(conversions, "x86_f16c", &here, missing);
    for (const Unit& u : rows_of(arithmetic, "x86_sse", &here, missing)) all.push_back(u);
    return all;
  }();
  return rows;
}

}  // namespace ulplab::gpu::f16c
#else
namespace ulplab::gpu::f16c {
bool here() { return false; }
float widen(std::uint16_t) { return 0; }
std::uint16_t narrow(float) { return 0; }
std::span<const Unit> units() { return {}; }
}  // namespace ulplab::gpu::f16c
#endif
