// SSE and SSE2: binary32 and binary64 on every x86-64.
#include "gpu/backends/native_rows.hpp"
#include "gpu/backends/native_sets.hpp"

#if defined(__x86_64__)

namespace ulplab::gpu::sse {
namespace {

const Instruction table[] = {
    directed("f32_add", "ADDSS", ULPLAB_BINARY(float, "addss")),
    directed("f32_sub", "SUBSS", ULPLAB_BINARY(float, "subss")),
    directed("f32_mul", "MULSS", ULPLAB_BINARY(float, "mulss")),
    directed("f32_div", "DIVSS", ULPLAB_BINARY(float, "divss")),
    directed("f32_sqrt", "SQRTSS", ULPLAB_UNARY(float, "x", float, "x", "sqrtss")),
    directed("f64_add", "ADDSD", ULPLAB_BINARY(double, "addsd")),
    directed("f64_sub", "SUBSD", ULPLAB_BINARY(double, "subsd")),
    directed("f64_mul", "MULSD", ULPLAB_BINARY(double, "mulsd")),
    directed("f64_div", "DIVSD", ULPLAB_BINARY(double, "divsd")),
    directed("f64_sqrt", "SQRTSD", ULPLAB_UNARY(double, "x", double, "x", "sqrtsd")),
    exact("f32_to_f64", "CVTSS2SD", ULPLAB_UNARY(float, "x", double, "x", "cvtss2sd")),
    directed("f64_to_f32", "CVTSD2SS", ULPLAB_UNARY(double, "x", float, "x", "cvtsd2ss")),
    directed("f32_to_i32", "CVTSS2SI", ULPLAB_UNARY(float, "x", std::int32_t, "r", "cvtss2si")),
    directed("f32_to_i64", "CVTSS2SI", ULPLAB_UNARY(float, "x", std::int64_t, "r", "cvtss2si")),
    directed("f64_to_i32", "CVTSD2SI", ULPLAB_UNARY(double, "x", std::int32_t, "r", "cvtsd2si")),
    directed("f64_to_i64", "CVTSD2SI", ULPLAB_UNARY(double, "x", std::int64_t, "r", "cvtsd2si")),
    directed("i32_to_f32", "CVTSI2SS", ULPLAB_UNARY(std::int32_t, "r", float, "x", "cvtsi2ss")),
    directed("i64_to_f32", "CVTSI2SS", ULPLAB_UNARY(std::int64_t, "r", float, "x", "cvtsi2ss")),
    exact("i32_to_f64", "CVTSI2SD", ULPLAB_UNARY(std::int32_t, "r", double, "x", "cvtsi2sd")),
    directed("i64_to_f64", "CVTSI2SD", ULPLAB_UNARY(std::int64_t, "r", double, "x", "cvtsi2sd")),
};

}  // namespace

std::span<const Unit> units() {
  static const std::vector<Unit> rows = rows_of(table, "x86_sse", &always_here, "");
  return rows;
}

}  // namespace ulplab::gpu::sse
#else
namespace ulplab::gpu::sse {
std::span<const Unit> units() { return {}; }
}  // namespace ulplab::gpu::sse
#endif
