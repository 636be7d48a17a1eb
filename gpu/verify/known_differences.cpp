#include "gpu/verify/known_differences.hpp"

#include <algorithm>

namespace ulplab::verify {
namespace {

// --- Where a row holds ------------------------------------------------------------------------------------------------------

constexpr Where everywhere{"everywhere", [](const Check&) { return true; }};
/// Under rules that keep subnormals: those of the instruction itself expect what it does.
constexpr Where where_subnormals_are_kept{"where subnormals are kept", [](const Check& c) { return c.context.subnormals == Subnormals::keep; }};
constexpr Where where_payloads_are_kept{"where a NaN keeps its payload", [](const Check& c) {
                                          return c.context.nan == NanRule::first_operand || c.context.nan == NanRule::first_operand_x86;
                                        }};

// --- What a difference looks like -------------------------------------------------------------------------------------------

bool flushed(const Check& c, const Mismatch& m) {
  return is_subnormal(c.kind.from, m.operands[0]) && m.got == zero_of(c.kind.to, sign_of(c.kind.from, m.operands[0]));
}

bool zeros_in_this_order(const Format& f, const Mismatch& m, bool first_negative) {
  return m.operands[0] == zero_of(f, first_negative) && m.operands[1] == zero_of(f, !first_negative) && m.got == m.operands[0];
}
bool minus_before_plus_zero(const Check& c, const Mismatch& m) { return zeros_in_this_order(c.kind.from, m, true); }
bool plus_before_minus_zero(const Check& c, const Mismatch& m) { return zeros_in_this_order(c.kind.from, m, false); }

bool through_binary32(const Check& c, const Mismatch& m) {
  if (is_nan(c.kind.to, m.expected)) return false;
  return m.got == convert(binary32, convert(c.kind.from, m.operands[0], binary32, c.context).code, c.kind.to, c.context).code;
}

/// The default NaN with this sign.
bool empty_nan(const Format& f, Code code, bool negative) {
  return code == ((negative ? f.sign_mask() : Code{0}) | f.infinity() | quiet_bit(f));
}
bool payload_dropped(const Check& c, const Mismatch& m) {
  return is_nan(c.kind.to, m.expected) && empty_nan(c.kind.to, m.got, sign_of(c.kind.to, m.expected));
}
/// The same, where a compiler may exchange the operands and so choose the other NaN.
bool payload_of_either_dropped(const Check& c, const Mismatch& m) {
  const Format& f = c.kind.from;
  return is_nan(f, m.expected) && std::any_of(m.operands.begin(), m.operands.begin() + 2,
                                              [&](Code x) { return is_nan(f, x) && empty_nan(f, m.got, sign_of(f, x)); });
}
bool nan_moved(const Check& c, const Mismatch& m) {
  return is_signaling_nan(c.kind.from, m.operands[0]) &&
         m.got == carry_nan(c.kind.from, m.operands[0], c.kind.to, NanRule::unchanged);
}

// --- The table --------------------------------------------------------------------------------------------------------------

constexpr std::string_view intel =
    "Intel SDM vol. 2, VCVTNEPS2BF16: denormal inputs are treated as zero; measured over all 2^32 inputs";
constexpr std::string_view cuda_bf16 =
    "cuda_bf16.hpp of CUDA 13.0, compiled for the host; its own documentation says that +0.0 > -0.0; run";
constexpr std::string_view eigen_half = "Half.h of Eigen 3.4.0; run";
constexpr std::string_view eigen_bfloat16 = "BFloat16.h of Eigen 3.4.0; run";

constexpr std::string_view twice = "It rounds to binary32 on the way, and so twice.";
constexpr std::string_view only_sign = "Of a NaN only the sign is kept: the answer is the default NaN.";
constexpr std::string_view stays_signaling = "The bits of a signaling NaN are moved and it stays signaling.";

// NaNs are 2 * (2^t - 1) codes of t trailing bits, half of them and one quiet. Where the answer keeps n payload bits behind the
// quiet one, those differ in which not all n are zero. Pairs: of the first operand, or of the second where the first is none.
constexpr KnownDifference table[] = {
    {"avx512_bf16_flushes", "native", "f32_to_bf16", where_subnormals_are_kept, 16'711'678, flushed,
     "VCVTNEPS2BF16 takes binary32 subnormals for zero.", intel},

    {"cuda_host_bf16_maximum_zeros", "nvidia-host", "bf16_maximum", everywhere, 1, minus_before_plus_zero,
     "__hmax_nan(-0, +0) answers -0: of two zeros the first.", cuda_bf16},
    {"cuda_host_bf16_minimum_zeros", "nvidia-host", "bf16_minimum", everywhere, 1, plus_before_minus_zero,
     "__hmin_nan(+0, -0) answers +0: of two zeros the first.", cuda_bf16},

    {"eigen_rounds_twice", "eigen", "f64_to_f16", everywhere, 0, through_binary32, twice, eigen_half},
    {"eigen_rounds_twice", "eigen", "f64_to_bf16", everywhere, 0, through_binary32, twice, eigen_bfloat16},
    {"eigen_nan_sign_only", "eigen", "f32_to_f16", where_payloads_are_kept, 16'744'448, payload_dropped, only_sign, eigen_half},
    {"eigen_nan_sign_only", "eigen", "f64_to_f16", where_payloads_are_kept, 0, payload_dropped, only_sign, eigen_half},
    {"eigen_nan_sign_only", "eigen", "f32_to_bf16", where_payloads_are_kept, 16'515'072, payload_dropped, only_sign,
     eigen_bfloat16},
    {"eigen_nan_sign_only", "eigen", "f64_to_bf16", where_payloads_are_kept, 0, payload_dropped, only_sign, eigen_bfloat16},
    {"eigen_nan_stays_signaling", "eigen", "f16_to_f32", where_payloads_are_kept, 1022, nan_moved, stays_signaling, eigen_half},
    {"eigen_nan_stays_signaling", "eigen", "bf16_to_f32", where_payloads_are_kept, 126, nan_moved, stays_signaling,
     eigen_bfloat16},
    {"eigen_nan_sign_only", "eigen", "f16_sqrt", where_payloads_are_kept, 2044, payload_dropped, only_sign, eigen_half},
    {"eigen_nan_sign_only", "eigen", "f16_add", where_payloads_are_kept, 0, payload_of_either_dropped, only_sign, eigen_half},
    {"eigen_nan_sign_only", "eigen", "f16_sub", where_payloads_are_kept, 263'729'144, payload_dropped, only_sign, eigen_half},
    {"eigen_nan_sign_only", "eigen", "f16_mul", where_payloads_are_kept, 0, payload_of_either_dropped, only_sign, eigen_half},
    {"eigen_nan_sign_only", "eigen", "f16_div", where_payloads_are_kept, 263'729'144, payload_dropped, only_sign, eigen_half},
    {"eigen_nan_sign_only", "eigen", "bf16_sqrt", where_payloads_are_kept, 252, payload_dropped, only_sign, eigen_bfloat16},
    {"eigen_nan_sign_only", "eigen", "bf16_add", where_payloads_are_kept, 0, payload_of_either_dropped, only_sign,
     eigen_bfloat16},
    {"eigen_nan_sign_only", "eigen", "bf16_sub", where_payloads_are_kept, 32'966'136, payload_dropped, only_sign, eigen_bfloat16},
    {"eigen_nan_sign_only", "eigen", "bf16_mul", where_payloads_are_kept, 0, payload_of_either_dropped, only_sign,
     eigen_bfloat16},
    {"eigen_nan_sign_only", "eigen", "bf16_div", where_payloads_are_kept, 32'966'136, payload_dropped, only_sign, eigen_bfloat16},
};

}  // namespace

std::span<const KnownDifference> all_known_differences() { return table; }

std::vector<const KnownDifference*> known_differences(std::string_view contestant, const Check& check) {
  std::vector<const KnownDifference*> rows;
  for (const KnownDifference& k : table)
    if (k.contestant == contestant && k.kind == check.kind.name && k.where.holds(check)) rows.push_back(&k);
  return rows;
}

}  // namespace ulplab::verify
