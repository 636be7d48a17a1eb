// AVX512-FP16: arithmetic on binary16 itself (Sapphire Rapids 2023 and later).
#include "gpu/backends/native_rows.hpp"
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
#define ULPLAB_FP16_STEP __attribute__((target("avx512fp16,avx512vl,avx512bw"), noinline)) static void

namespace {
ULPLAB_FP16 __m128h in(std::uint16_t x) { return _mm_castsi128_ph(_mm_cvtsi32_si128(x)); }
ULPLAB_FP16 std::uint16_t out(__m128h x) { return static_cast<std::uint16_t>(_mm_cvtsi128_si32(_mm_castph_si128(x))); }
}  // namespace

ULPLAB_FP16 std::uint16_t add(std::uint16_t a, std::uint16_t b) { return out(_mm_add_sh(in(a), in(b))); }
ULPLAB_FP16 std::uint16_t sub(std::uint16_t a, std::uint16_t b) { return out(_mm_sub_sh(in(a), in(b))); }
ULPLAB_FP16 std::uint16_t mul(std::uint16_t a, std::uint16_t b) { return out(_mm_mul_sh(in(a), in(b))); }
ULPLAB_FP16 std::uint16_t div(std::uint16_t a, std::uint16_t b) { return out(_mm_div_sh(in(a), in(b))); }

namespace {

enum class Step { add, sub, mul, div, sqrt, fma };

/// 32 elements at once, in the direction of MXCSR. No intrinsics: compilers swap the operands of sums and products, and
/// another NaN comes out. In the form 213 of FMA the first factor is the second operand: see native_fma3.cpp.
template <Step which>
struct Vector {
  static constexpr std::size_t operands = which == Step::sqrt ? 1 : which == Step::fma ? 3 : 2;
  static constexpr std::size_t width = 32, operand_bytes = 2, result_bytes = 2;
  ULPLAB_FP16_STEP step(const void* const* x, void* result) {
    const __m512h a = _mm512_loadu_ph(x[0]);
    const __m512h b = _mm512_loadu_ph(x[operands > 1 ? 1 : 0]);
    __m512h r = b;
    if constexpr (which == Step::add) asm volatile("vaddph %2, %1, %0" : "=v"(r) : "v"(a), "v"(b));
    if constexpr (which == Step::sub) asm volatile("vsubph %2, %1, %0" : "=v"(r) : "v"(a), "v"(b));
    if constexpr (which == Step::mul) asm volatile("vmulph %2, %1, %0" : "=v"(r) : "v"(a), "v"(b));
    if constexpr (which == Step::div) asm volatile("vdivph %2, %1, %0" : "=v"(r) : "v"(a), "v"(b));
    if constexpr (which == Step::sqrt) asm volatile("vsqrtph %1, %0" : "=v"(r) : "v"(a));
    if constexpr (which == Step::fma) asm volatile("vfmadd213ph %2, %1, %0" : "+v"(r) : "v"(a), "v"(_mm512_loadu_ph(x[operands - 1])));
    _mm512_storeu_ph(result, r);
  }
};

// One element in the direction of MXCSR, with its flags; the zeros beside it raise none.
__m128i one(std::uint16_t x) { return _mm_cvtsi32_si128(x); }
std::uint16_t low(__m128i x) { return static_cast<std::uint16_t>(_mm_cvtsi128_si32(x)); }

#define ULPLAB_BINARY_SH(mnemonic)                                                      \
  [](std::uint16_t x, std::uint16_t y) {                                                \
    __m128i r = one(x);                                                                 \
    asm volatile(mnemonic " %1, %0, %0" : "+x"(r) : "x"(one(y)) : "memory");            \
    return low(r);                                                                      \
  }
#define ULPLAB_UNARY_SH(mnemonic)                                                       \
  [](std::uint16_t x) {                                                                 \
    __m128i r = one(0);                                                                 \
    asm volatile(mnemonic " %1, %0" : "+x"(r) : "x"(one(x)) : "memory");                \
    return low(r);                                                                      \
  }
// To and from other types: T in a register of the kind "r" or "x".
#define ULPLAB_FROM_SH(T, kind, mnemonic)                                               \
  [](std::uint16_t x) {                                                                 \
    T r{};                                                                              \
    asm volatile(mnemonic : "+" kind(r) : "x"(one(x)) : "memory");                      \
    return r;                                                                           \
  }
#define ULPLAB_TO_SH(T, kind, mnemonic)                                                 \
  [](T x) {                                                                             \
    __m128i r = one(0);                                                                 \
    asm volatile(mnemonic " %1, %0, %0" : "+x"(r) : kind(x) : "memory");                \
    return low(r);                                                                      \
  }

template <Step which, class F>
constexpr Instruction arithmetic(std::string_view kind, std::string_view name, F) {
  return {kind, name,
          {&run_vectors_or_flags<Vector<which>, F, directions[0]>, &run_vectors_or_flags<Vector<which>, F, directions[1]>,
           &run_vectors_or_flags<Vector<which>, F, directions[2]>, &run_vectors_or_flags<Vector<which>, F, directions[3]>}};
}

struct Fma {
  std::uint16_t operator()(std::uint16_t x, std::uint16_t y, std::uint16_t z) const {
    __m128i r = one(y);
    asm volatile("vfmadd213sh %2, %1, %0" : "+x"(r) : "x"(one(x)), "x"(one(z)) : "memory");
    return low(r);
  }
};

const Instruction table[] = {
    arithmetic<Step::add>("f16_add", "VADDPH", ULPLAB_BINARY_SH("vaddsh")),
    arithmetic<Step::sub>("f16_sub", "VSUBPH", ULPLAB_BINARY_SH("vsubsh")),
    arithmetic<Step::mul>("f16_mul", "VMULPH", ULPLAB_BINARY_SH("vmulsh")),
    arithmetic<Step::div>("f16_div", "VDIVPH", ULPLAB_BINARY_SH("vdivsh")),
    arithmetic<Step::sqrt>("f16_sqrt", "VSQRTPH", ULPLAB_UNARY_SH("vsqrtph")),
    arithmetic<Step::fma>("f16_fma", "VFMADD213PH", Fma{}),
    exact("f16_to_f64", "VCVTSH2SD", ULPLAB_FROM_SH(double, "x", "vcvtsh2sd %1, %0, %0")),
    directed("f64_to_f16", "VCVTSD2SH", ULPLAB_TO_SH(double, "x", "vcvtsd2sh")),
    directed("f16_to_i16", "VCVTPH2W", ULPLAB_UNARY_SH("vcvtph2w")),
    directed("f16_to_u16", "VCVTPH2UW", ULPLAB_UNARY_SH("vcvtph2uw")),
    directed("f16_to_i32", "VCVTSH2SI", ULPLAB_FROM_SH(std::int32_t, "r", "vcvtsh2si %1, %0")),
    directed("f16_to_i64", "VCVTSH2SI", ULPLAB_FROM_SH(std::int64_t, "r", "vcvtsh2si %1, %0")),
    directed("f16_to_u32", "VCVTSH2USI", ULPLAB_FROM_SH(std::uint32_t, "r", "vcvtsh2usi %1, %0")),
    directed("f16_to_u64", "VCVTSH2USI", ULPLAB_FROM_SH(std::uint64_t, "r", "vcvtsh2usi %1, %0")),
    directed("i16_to_f16", "VCVTW2PH", ULPLAB_UNARY_SH("vcvtw2ph")),
    directed("u16_to_f16", "VCVTUW2PH", ULPLAB_UNARY_SH("vcvtuw2ph")),
    directed("i32_to_f16", "VCVTSI2SH", ULPLAB_TO_SH(std::int32_t, "r", "vcvtsi2sh")),
    directed("i64_to_f16", "VCVTSI2SH", ULPLAB_TO_SH(std::int64_t, "r", "vcvtsi2sh")),
    directed("u32_to_f16", "VCVTUSI2SH", ULPLAB_TO_SH(std::uint32_t, "r", "vcvtusi2sh")),
    directed("u64_to_f16", "VCVTUSI2SH", ULPLAB_TO_SH(std::uint64_t, "r", "vcvtusi2sh")),
};

}  // namespace

std::span<const Unit> units() {
  static const std::vector<Unit> rows =
      rows_of(table, "x86_avx512_fp16", &here, "this CPU has no AVX512-FP16 (Intel Sapphire Rapids and later)");
  return rows;
}

}  // namespace ulplab::gpu::avx512fp16
#else
namespace ulplab::gpu::avx512fp16 {
bool here() { return false; }
std::uint16_t add(std::uint16_t, std::uint16_t) { return 0; }
std::uint16_t sub(std::uint16_t, std::uint16_t) { return 0; }
std::uint16_t mul(std::uint16_t, std::uint16_t) { return 0; }
std::uint16_t div(std::uint16_t, std::uint16_t) { return 0; }
std::span<const Unit> units() { return {}; }
}  // namespace ulplab::gpu::avx512fp16
#endif
