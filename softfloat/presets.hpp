// What does each machine do where IEEE 754 leaves a choice?
//
// A preset is a table from kind of operation to Context. The first row of a machine that fits answers. To add a machine's
// quirk: one row here, with its source.
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "softfloat/context.hpp"
#include "softfloat/formats.hpp"

namespace ulplab {

/// What a context is asked for.
enum class Use : std::uint8_t { arithmetic, conversion, to_integer };

struct Preset {
  std::string_view machine;
  std::optional<Use> use;               ///< nothing: any
  std::optional<Format> from, to;       ///< of a conversion; nothing: any
  Context context;
  std::optional<Rounding> only;         ///< the machine has no other direction
  std::string_view what;
  std::string_view source;
};

namespace detail {

constexpr Context machine(NanRule nan, Tininess tininess, IntegerRule integers, bool infinity_times_zero_plus_nan_is_invalid,
                          Overflow overflow = Overflow::ieee, Subnormals subnormals = Subnormals::keep,
                          Negatives negatives = Negatives::invalid) {
  Context c;
  c.nan = nan;
  c.tininess = tininess;
  c.integers = integers;
  c.infinity_times_zero_plus_nan_is_invalid = infinity_times_zero_plus_nan_is_invalid;
  c.overflow = overflow;
  c.subnormals = subnormals;
  c.negatives = negatives;
  return c;
}
inline constexpr Context x86 = machine(NanRule::first_operand_x86, Tininess::after, IntegerRule::indefinite, false);
inline constexpr Context x86_flushing = machine(NanRule::first_operand_x86, Tininess::after, IntegerRule::indefinite, false,
                                                Overflow::ieee, Subnormals::flush_both);
inline constexpr Context cuda_arithmetic = machine(NanRule::all_ones, Tininess::after, IntegerRule::cuda, false);
inline constexpr Context cuda_saturating = machine(NanRule::all_ones, Tininess::after, IntegerRule::cuda, false, Overflow::saturate);
inline constexpr Context cuda_double_to_fp8 = machine(NanRule::first_operand, Tininess::after, IntegerRule::cuda, false);
inline constexpr Context cuda_double_to_fp8_saturating =
    machine(NanRule::first_operand, Tininess::after, IntegerRule::cuda, false, Overflow::saturate);
inline constexpr Context cuda_double = machine(NanRule::first_operand_x86, Tininess::after, IntegerRule::cuda, false);
inline constexpr Context cuda_double_to_integer = machine(NanRule::first_operand_x86, Tininess::after, IntegerRule::nan_is_high_bit, false);
inline constexpr Context cuda_scale =
    machine(NanRule::all_ones, Tininess::after, IntegerRule::cuda, false, Overflow::ieee, Subnormals::keep, Negatives::magnitude);
inline constexpr Context cuda_scale_saturating =
    machine(NanRule::all_ones, Tininess::after, IntegerRule::cuda, false, Overflow::saturate, Subnormals::keep, Negatives::magnitude);
inline constexpr Context cuda_moves_bits = machine(NanRule::unchanged, Tininess::after, IntegerRule::cuda, false);

}  // namespace detail

inline constexpr std::array presets{
    Preset{"ieee", {}, {}, {}, Context{}, {}, "payload of the first NaN, sign kept, quieted; a new NaN is positive; tininess after rounding; integers saturate",
           "IEEE 754-2019; where it leaves a choice, ours"},

    Preset{"x86_sse", {}, {}, {}, detail::x86, {}, "first NaN operand quieted; a new NaN is negative; integer indefinite 0x80...0",
           "Intel SDM vol. 1, 4.8.3 and 11.5.2; tables 4-7 and E-1"},
    Preset{"x86_f16c", {}, {}, {}, detail::x86, {}, "VCVTPS2PH and VCVTPH2PS: top ten payload bits and sign kept, quieted; subnormals kept",
           "Intel SDM vol. 1, 14.4; all 2^32 inputs compared with hardware"},
    Preset{"x86_avx512_fp16", {}, {}, {}, detail::x86, {}, "as SSE; FTZ and DAZ have no effect on half precision",
           "Intel AVX512-FP16 Architecture Specification, 3.3; measured"},
    Preset{"x86_avx512_bf16", Use::conversion, binary32, bfloat16, detail::x86_flushing, Rounding::nearest_even,
           "VCVTNEPS2BF16: nearest-even always, subnormal inputs and results become zero", "Intel SDM vol. 2, VCVTNEPS2BF16; measured"},
    Preset{"x86_avx512_bf16", {}, {}, {}, detail::x86, {}, "everything else as SSE: there is no other BF16 arithmetic", "Intel SDM vol. 2"},

    Preset{"cuda", Use::conversion, bfloat16, binary32, detail::cuda_moves_bits, {}, "__bfloat162float moves the bits: NaN keeps sign and payload, signaling or not",
           "cuda_bf16.hpp of CUDA 13.0"},
    Preset{"cuda", Use::conversion, binary64, fp8_e4m3, detail::cuda_double_to_fp8, {}, "__nv_cvt_double_to_fp8, NOSAT: NaN keeps its sign", "cuda_fp8.hpp of CUDA 13.0"},
    Preset{"cuda", Use::conversion, binary64, fp8_e5m2, detail::cuda_double_to_fp8, {}, "__nv_cvt_double_to_fp8, NOSAT: NaN keeps its sign and its top payload bit, 0x7e or 0x7f with the sign", "cuda_fp8.hpp of CUDA 13.0"},
    Preset{"cuda", Use::conversion, {}, scale_e8m0, detail::cuda_scale, {}, "a scale is made of the magnitude, whatever the sign", "PTX ISA, cvt.ue8m0x2; cuda_fp8.hpp of CUDA 13.0"},
    Preset{"cuda", Use::to_integer, binary64, {}, detail::cuda_double_to_integer, {}, "from binary64 NaN gives 0x80...0 at every width", "PTX ISA, cvt, integer notes"},
    Preset{"cuda", Use::arithmetic, binary64, {}, detail::cuda_double, {}, "in double precision NaN keeps its payload; which of two, and the sign of a new one, are assumed to be as on x86", "PTX ISA, 9.7.3; no device has confirmed it yet"},
    Preset{"cuda", {}, {}, {}, detail::cuda_arithmetic, {}, "every NaN is all ones and positive (0x7fff); no flags on the device; NaN to a 64-bit integer is 0x8000000000000000",
           "PTX ISA, cvt and half-precision instructions; cuda_fp16.hpp of CUDA 13.0"},

    Preset{"cuda_satfinite", Use::conversion, bfloat16, binary32, detail::cuda_moves_bits, {}, "as cuda", "cuda_bf16.hpp of CUDA 13.0"},
    Preset{"cuda_satfinite", Use::conversion, binary64, fp8_e4m3, detail::cuda_double_to_fp8_saturating, {}, "__nv_cvt_double_to_fp8, SATFINITE: NaN keeps its sign", "cuda_fp8.hpp of CUDA 13.0"},
    Preset{"cuda_satfinite", Use::conversion, binary64, fp8_e5m2, detail::cuda_double_to_fp8_saturating, {}, "__nv_cvt_double_to_fp8, SATFINITE: NaN keeps its sign and its top payload bit", "cuda_fp8.hpp of CUDA 13.0"},
    Preset{"cuda_satfinite", Use::conversion, {}, scale_e8m0, detail::cuda_scale_saturating, {}, "a scale is made of the magnitude, whatever the sign", "PTX ISA, cvt.ue8m0x2; cuda_fp8.hpp of CUDA 13.0"},
    Preset{"cuda_satfinite", Use::to_integer, binary64, {}, detail::cuda_double_to_integer, {}, "from binary64 NaN gives 0x80...0 at every width", "PTX ISA, cvt, integer notes"},
    Preset{"cuda_satfinite", Use::arithmetic, binary64, {}, detail::cuda_double, {}, "in double precision NaN keeps its payload; which of two, and the sign of a new one, are assumed to be as on x86", "PTX ISA, 9.7.3; no device has confirmed it yet"},
    Preset{"cuda_satfinite", Use::conversion, {}, {}, detail::cuda_saturating, {}, "cvt.satfinite: too large and infinite become the largest number, NaN stays NaN",
           "PTX ISA, cvt; __NV_SATFINITE of cuda_fp8.h"},
    Preset{"cuda_satfinite", {}, {}, {}, detail::cuda_arithmetic, {}, "arithmetic as cuda", "PTX ISA"},

    Preset{"arm", {}, {}, {}, detail::machine(NanRule::arm, Tininess::before, IntegerRule::saturate, true), {},
           "signaling NaNs before quiet ones, fma looks at the addend first; tininess before rounding; integers saturate, NaN is 0",
           "Arm ARM, FPProcessNaNs3, FPRound, FPToFixed; FPCR.DN = 0"},
    Preset{"arm_default_nan", {}, {}, {}, detail::machine(NanRule::default_nan, Tininess::before, IntegerRule::saturate, true), {},
           "every NaN is the positive default 0x7e00; else as arm", "Arm ARM, FPCR.DN = 1"},
    Preset{"riscv", {}, {}, {}, detail::machine(NanRule::default_nan, Tininess::after, IntegerRule::nan_is_max, true), {},
           "every NaN is the canonical 0x7e00; integers saturate, NaN gives the largest", "RISC-V unprivileged ISA, F extension 11.3 and 11.7; Zfh"},
};

/// The row that answers; nullptr if there is no such machine.
constexpr const Preset* find_preset(std::string_view machine, Use use, const Format& from, const Format& to) {
  for (const Preset& p : presets)
    if (p.machine == machine && (!p.use || *p.use == use) && (!p.from || *p.from == from) && (!p.to || *p.to == to)) return &p;
  return nullptr;
}

constexpr bool has_preset(std::string_view machine) {
  for (const Preset& p : presets)
    if (p.machine == machine) return true;
  return false;
}

}  // namespace ulplab
