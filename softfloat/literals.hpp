// 0.1_fp16: a number written in the source, rounded once from the digits that stand there.
//
// A raw literal operator sees the spelling, so no double lies in the path: 0.1_fp32 is the binary32 number nearest to one
// tenth, and 65519.99999999999999_fp16 is 65504. A negative number is the negation of a literal.
#pragma once

#include "softfloat/float.hpp"
#include "softfloat/parse.hpp"

namespace ulplab::literals {
namespace detail {

template <Format F>
constexpr Float<F> literal(const char* text) {
  const Parsed parsed = parse(F, text);
  if (!parsed.ok) throw "malformed literal";  // in a constant expression: a compile error
  return Float<F>::from_code(parsed.value.code);
}

}  // namespace detail

constexpr auto operator""_fp16(const char* text) { return detail::literal<binary16>(text); }
constexpr auto operator""_bf16(const char* text) { return detail::literal<bfloat16>(text); }
constexpr auto operator""_tf32(const char* text) { return detail::literal<tf32>(text); }
constexpr auto operator""_fp32(const char* text) { return detail::literal<binary32>(text); }
constexpr auto operator""_fp64(const char* text) { return detail::literal<binary64>(text); }
constexpr auto operator""_e4m3(const char* text) { return detail::literal<fp8_e4m3>(text); }
constexpr auto operator""_e5m2(const char* text) { return detail::literal<fp8_e5m2>(text); }
constexpr auto operator""_e2m1(const char* text) { return detail::literal<fp4_e2m1>(text); }

}  // namespace ulplab::literals
