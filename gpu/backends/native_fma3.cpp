// FMA3: x * y + z with one rounding (Haswell 2013, Piledriver 2012 and later).
#include "gpu/backends/native_rows.hpp"
#include "gpu/backends/native_sets.hpp"

#if defined(__x86_64__)

namespace ulplab::gpu::fma3 {
namespace {

bool here() { return __builtin_cpu_supports("fma"); }

// The form 213 is SRC2 * DEST + SRC3, and NaNs are looked at in that order (Intel SDM vol. 1, 14.5.1; so does Zen 5): so the
// first factor is SRC2.
#define ULPLAB_FMA(T, mnemonic) \
  [](T x, T y, T z) { asm volatile(mnemonic " %2, %1, %0" : "+x"(y) : "x"(x), "x"(z) : "memory"); return y; }

const Instruction table[] = {
    directed("f32_fma", "VFMADD213SS", ULPLAB_FMA(float, "vfmadd213ss")),
    directed("f64_fma", "VFMADD213SD", ULPLAB_FMA(double, "vfmadd213sd")),
};

}  // namespace

std::span<const Unit> units() {
  static const std::vector<Unit> rows = rows_of(table, "x86_sse", &here, "this CPU has no FMA3 (Intel since 2013, AMD since 2012)");
  return rows;
}

}  // namespace ulplab::gpu::fma3
#else
namespace ulplab::gpu::fma3 {
std::span<const Unit> units() { return {}; }
}  // namespace ulplab::gpu::fma3
#endif
