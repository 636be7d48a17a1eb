// Which formats have a name?
//
// To add a format: one line here. Tests, the command line and the course pick it up from this table.
#pragma once

#include <array>
#include <string_view>

#include "softfloat/format.hpp"

namespace ulplab {

//                                     w   p  bias  specials                     subnormal signed zero
inline constexpr Format binary16      {5, 11,   15};
inline constexpr Format bfloat16      {8,  8,  127};
inline constexpr Format tf32          {8, 11,  127};
inline constexpr Format binary32      {8, 24,  127};
inline constexpr Format binary64     {11, 53, 1023};
inline constexpr Format fp8_e4m3      {4,  4,    7, Specials::all_ones_nan};
inline constexpr Format fp8_e5m2      {5,  3,   15};
inline constexpr Format fp8_e4m3fnuz  {4,  4,    8, Specials::negative_zero_nan};
inline constexpr Format fp8_e5m2fnuz  {5,  3,   16, Specials::negative_zero_nan};
inline constexpr Format fp6_e3m2      {3,  3,    3, Specials::finite_only};
inline constexpr Format fp6_e2m3      {2,  4,    1, Specials::finite_only};
inline constexpr Format fp4_e2m1      {2,  2,    1, Specials::finite_only};
inline constexpr Format scale_e8m0    {8,  1,  127, Specials::all_ones_nan,      false,    false, false};

/// A format and what people call it. `name` is the short name on the command line and in kinds (f16_add);
/// `title` is what a table shows; `also` are further spellings that are understood.
struct NamedFormat {
  std::string_view name;
  std::string_view title;
  Format format;
  std::array<std::string_view, 4> also;
  std::string_view source;
};

inline constexpr std::array<NamedFormat, 13> named_formats{{
    {"f64", "FP64", binary64, {"fp64", "binary64", "double", ""}, "IEEE 754-2019, 3.6: binary64"},
    {"f32", "FP32", binary32, {"fp32", "binary32", "float", "single"}, "IEEE 754-2019, 3.6: binary32"},
    {"tf32", "TF32", tf32, {"tensorfloat32", "", "", ""}, "NVIDIA A100 whitepaper: 8 exponent and 10 trailing bits"},
    {"f16", "FP16", binary16, {"fp16", "binary16", "half", "float16"}, "IEEE 754-2019, 3.6: binary16"},
    {"bf16", "BF16", bfloat16, {"bfloat16", "", "", ""}, "Intel BFLOAT16 Hardware Numerics Definition, 2018"},
    {"e5m2", "E5M2", fp8_e5m2, {"fp8_e5m2", "float8_e5m2", "", ""}, "OCP 8-bit Floating Point Specification 1.0"},
    {"e4m3", "E4M3", fp8_e4m3, {"fp8_e4m3", "float8_e4m3fn", "e4m3fn", ""}, "OCP 8-bit Floating Point Specification 1.0"},
    {"e5m2fnuz", "E5M2FNUZ", fp8_e5m2fnuz, {"fp8_e5m2fnuz", "float8_e5m2fnuz", "", ""}, "Noune et al. 2022, arXiv:2206.02915"},
    {"e4m3fnuz", "E4M3FNUZ", fp8_e4m3fnuz, {"fp8_e4m3fnuz", "float8_e4m3fnuz", "", ""}, "Noune et al. 2022, arXiv:2206.02915"},
    {"e3m2", "E3M2", fp6_e3m2, {"fp6_e3m2", "float6_e3m2fn", "", ""}, "OCP Microscaling Formats (MX) 1.0"},
    {"e2m3", "E2M3", fp6_e2m3, {"fp6_e2m3", "float6_e2m3fn", "", ""}, "OCP Microscaling Formats (MX) 1.0"},
    {"e2m1", "E2M1", fp4_e2m1, {"fp4_e2m1", "float4_e2m1fn", "fp4", ""}, "OCP Microscaling Formats (MX) 1.0"},
    {"e8m0", "E8M0", scale_e8m0, {"e8m0fnu", "float8_e8m0fnu", "", ""}, "OCP Microscaling Formats (MX) 1.0: a scale, no sign, no zero"},
}};

}  // namespace ulplab
