// AVX512F: unsigned integers (Skylake-X 2017, Zen 4 2022 and later).
#include "gpu/backends/native_rows.hpp"
#include "gpu/backends/native_sets.hpp"

#if defined(__x86_64__)

namespace ulplab::gpu::avx512f {
namespace {

bool here() { return __builtin_cpu_supports("avx512f"); }

#define ULPLAB_FROM_UNSIGNED(U, T, mnemonic) \
  [](U x) { T r{}; asm volatile(mnemonic " %1, %0, %0" : "+x"(r) : "r"(x) : "memory"); return r; }

const Instruction table[] = {
    directed("f32_to_u32", "VCVTSS2USI", ULPLAB_UNARY(float, "x", std::uint32_t, "r", "vcvtss2usi")),
    directed("f32_to_u64", "VCVTSS2USI", ULPLAB_UNARY(float, "x", std::uint64_t, "r", "vcvtss2usi")),
    directed("f64_to_u32", "VCVTSD2USI", ULPLAB_UNARY(double, "x", std::uint32_t, "r", "vcvtsd2usi")),
    directed("f64_to_u64", "VCVTSD2USI", ULPLAB_UNARY(double, "x", std::uint64_t, "r", "vcvtsd2usi")),
    directed("u32_to_f32", "VCVTUSI2SS", ULPLAB_FROM_UNSIGNED(std::uint32_t, float, "vcvtusi2ss")),
    directed("u64_to_f32", "VCVTUSI2SS", ULPLAB_FROM_UNSIGNED(std::uint64_t, float, "vcvtusi2ss")),
    exact("u32_to_f64", "VCVTUSI2SD", ULPLAB_FROM_UNSIGNED(std::uint32_t, double, "vcvtusi2sd")),
    directed("u64_to_f64", "VCVTUSI2SD", ULPLAB_FROM_UNSIGNED(std::uint64_t, double, "vcvtusi2sd")),
};

}  // namespace

std::span<const Unit> units() {
  static const std::vector<Unit> rows = rows_of(table, "x86_sse", &here, "this CPU has no AVX512F (Intel Skylake-X, AMD Zen 4 and later)");
  return rows;
}

}  // namespace ulplab::gpu::avx512f
#else
namespace ulplab::gpu::avx512f {
std::span<const Unit> units() { return {}; }
}  // namespace ulplab::gpu::avx512f
#endif
