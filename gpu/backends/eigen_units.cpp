#include "gpu/backends/eigen_units.hpp"

#if __has_include(<Eigen/Core>)

// The same code whatever this file is compiled for: Eigen takes F16C and Arm's instructions where the compiler may use them.
#define EIGEN_DONT_VECTORIZE
#include <Eigen/Core>

#include <string>

#include "gpu/backends/unit_row.hpp"

namespace ulplab::gpu {
namespace {

using Eigen::bfloat16;
using Eigen::half;

// Arithmetic is that of float, so a new NaN is this processor's.
#if defined(__x86_64__)
constexpr std::string_view processor = "x86_sse";
#else
constexpr std::string_view processor = "ieee";
#endif

template <class F>
constexpr Unit row(std::string_view kind, std::string_view machine, std::string_view function, F f) {
  return unit_row(kind, Rounding::nearest_even, Overflow::ieee, machine, function, f);
}

const Unit units[] = {
    row("f32_to_f16", "ieee", "Eigen::half(float)", [](float x) { return half(x); }),
    row("f64_to_f16", "ieee", "Eigen::half(double)", [](double x) { return half(x); }),
    row("f16_to_f32", "ieee", "Eigen::half to float", [](half x) { return static_cast<float>(x); }),
    row("f32_to_bf16", "ieee", "Eigen::bfloat16(float)", [](float x) { return bfloat16(x); }),
    row("f64_to_bf16", "ieee", "Eigen::bfloat16(double)", [](double x) { return bfloat16(x); }),
    row("bf16_to_f32", "ieee", "Eigen::bfloat16 to float", [](bfloat16 x) { return static_cast<float>(x); }),
    row("f16_add", processor, "Eigen::half +", [](half x, half y) { return x + y; }),
    row("f16_sub", processor, "Eigen::half -", [](half x, half y) { return x - y; }),
    row("f16_mul", processor, "Eigen::half *", [](half x, half y) { return x * y; }),
    row("f16_div", processor, "Eigen::half /", [](half x, half y) { return x / y; }),
    row("f16_sqrt", processor, "sqrt(Eigen::half)", [](half x) { return Eigen::numext::sqrt(x); }),
    row("bf16_add", processor, "Eigen::bfloat16 +", [](bfloat16 x, bfloat16 y) { return x + y; }),
    row("bf16_sub", processor, "Eigen::bfloat16 -", [](bfloat16 x, bfloat16 y) { return x - y; }),
    row("bf16_mul", processor, "Eigen::bfloat16 *", [](bfloat16 x, bfloat16 y) { return x * y; }),
    row("bf16_div", processor, "Eigen::bfloat16 /", [](bfloat16 x, bfloat16 y) { return x / y; }),
    row("bf16_sqrt", processor, "sqrt(Eigen::bfloat16)", [](bfloat16 x) { return Eigen::numext::sqrt(x); }),
};

}  // namespace

std::span<const Unit> eigen_units() { return units; }

std::string_view eigen_version() {
  static const std::string version = "Eigen " + std::to_string(EIGEN_WORLD_VERSION) + '.' + std::to_string(EIGEN_MAJOR_VERSION) + '.' +
                                     std::to_string(EIGEN_MINOR_VERSION);
  return version;
}

}  // namespace ulplab::gpu

#else

namespace ulplab::gpu {
std::span<const Unit> eigen_units() { return {}; }
std::string_view eigen_version() { return {}; }
}  // namespace ulplab::gpu

#endif
