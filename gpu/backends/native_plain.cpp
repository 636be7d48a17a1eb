// Processors that are not x86-64: binary32 and binary64 to nearest, as their compiler makes them of + - * /.
#include <cfloat>
#include <cmath>

#include "gpu/backends/native_rows.hpp"
#include "gpu/backends/native_sets.hpp"

#if !defined(__x86_64__)

namespace ulplab::gpu::plain {
namespace {

#if defined(__riscv)
constexpr std::string_view machine = "riscv";
#elif defined(__aarch64__) || defined(__arm__)
constexpr std::string_view machine = "arm";
#else
constexpr std::string_view machine = "ieee";
#endif

bool keeps_formats() { return FLT_EVAL_METHOD == 0; }

template <class F>
constexpr Instruction plain(std::string_view kind, std::string_view name, F) {
  return {kind, name, {[](const Batch& b) { detail::run_batch<F>(b, DefaultEnvironment{}); }}, false};
}

const Instruction table[] = {
    plain("f32_add", "float +", [](float x, float y) { return x + y; }),
    plain("f32_sub", "float -", [](float x, float y) { return x - y; }),
    plain("f32_mul", "float *", [](float x, float y) { return x * y; }),
    plain("f32_div", "float /", [](float x, float y) { return x / y; }),
    plain("f32_sqrt", "sqrtf", [](float x) { return std::sqrt(x); }),
    plain("f64_add", "double +", [](double x, double y) { return x + y; }),
    plain("f64_sub", "double -", [](double x, double y) { return x - y; }),
    plain("f64_mul", "double *", [](double x, double y) { return x * y; }),
    plain("f64_div", "double /", [](double x, double y) { return x / y; }),
    plain("f64_sqrt", "sqrt", [](double x) { return std::sqrt(x); }),
    plain("f32_to_f64", "float to double", [](float x) { return static_cast<double>(x); }),
    plain("f64_to_f32", "double to float", [](double x) { return static_cast<float>(x); }),
};

}  // namespace

std::span<const Unit> units() {
  static const std::vector<Unit> rows = rows_of(table, machine, &keeps_formats, "this build computes float and double in wider registers");
  return rows;
}

}  // namespace ulplab::gpu::plain
#else
namespace ulplab::gpu::plain {
std::span<const Unit> units() { return {}; }
}  // namespace ulplab::gpu::plain
#endif
