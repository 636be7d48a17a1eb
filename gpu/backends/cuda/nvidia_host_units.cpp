// What do NVIDIA's headers answer on the host, one operation at a time?
//
// Every function of cuda_fp16.h, cuda_bf16.h, cuda_fp8.h, cuda_fp6.h and cuda_fp4.h of CUDA 13.0 that the host has and a kind
// can say. What only the device has is missing here: __hfma, hsqrt, __half2int_rn, __int2bfloat16_rz.
#include <cuda.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp4.h>
#include <cuda_fp6.h>
#include <cuda_fp8.h>

#include <type_traits>

#include "gpu/backends/unit_row.hpp"

namespace ulplab::gpu {
namespace {

constexpr Rounding rne = Rounding::nearest_even;
constexpr Rounding rtz = Rounding::toward_zero;
constexpr Rounding rup = Rounding::up;
constexpr Rounding rdn = Rounding::down;
constexpr Overflow ieee = Overflow::ieee;
constexpr Overflow sat = Overflow::saturate;

template <class F>
constexpr Unit row(std::string_view kind, Rounding rounding, Overflow overflow, std::string_view function, F f) {
  return unit_row(kind, rounding, overflow, "cuda", function, f);
}

/// The functions to FP8, FP6 and FP4 have a name for each type that they take.
template <class From, auto Kind, auto Mode>
struct Narrow {
  std::uint8_t operator()(From x) const {
    using K = decltype(Kind);
    if constexpr (std::is_same_v<K, __nv_fp8_interpretation_t>) {
      if constexpr (std::is_same_v<From, float>) return __nv_cvt_float_to_fp8(x, Mode, Kind);
      else if constexpr (std::is_same_v<From, double>) return __nv_cvt_double_to_fp8(x, Mode, Kind);
      else if constexpr (std::is_same_v<From, __half>) return __nv_cvt_halfraw_to_fp8(x, Mode, Kind);
      else return __nv_cvt_bfloat16raw_to_fp8(x, Mode, Kind);
    } else if constexpr (std::is_same_v<K, __nv_fp6_interpretation_t>) {
      if constexpr (std::is_same_v<From, float>) return __nv_cvt_float_to_fp6(x, Kind, Mode);
      else if constexpr (std::is_same_v<From, double>) return __nv_cvt_double_to_fp6(x, Kind, Mode);
      else if constexpr (std::is_same_v<From, __half>) return __nv_cvt_halfraw_to_fp6(x, Kind, Mode);
      else return __nv_cvt_bfloat16raw_to_fp6(x, Kind, Mode);
    } else {
      if constexpr (std::is_same_v<From, float>) return __nv_cvt_float_to_fp4(x, Kind, Mode);
      else if constexpr (std::is_same_v<From, double>) return __nv_cvt_double_to_fp4(x, Kind, Mode);
      else if constexpr (std::is_same_v<From, __half>) return __nv_cvt_halfraw_to_fp4(x, Kind, Mode);
      else return __nv_cvt_bfloat16raw_to_fp4(x, Kind, Mode);
    }
  }
};

const Unit units[] = {
    // binary16 and binary32, binary64
    row("f32_to_f16",          rne, ieee, "__float2half_rn",                              [](float x) { return __float2half_rn(x); }),
    row("f32_to_f16",          rtz, ieee, "__float2half_rz",                              [](float x) { return __float2half_rz(x); }),
    row("f32_to_f16",          rup, ieee, "__float2half_ru",                              [](float x) { return __float2half_ru(x); }),
    row("f32_to_f16",          rdn, ieee, "__float2half_rd",                              [](float x) { return __float2half_rd(x); }),
    row("f64_to_f16",          rne, ieee, "__double2half",                                [](double x) { return __double2half(x); }),
    row("f16_to_f32",          rne, ieee, "__half2float",                                 [](__half x) { return __half2float(x); }),
    // bfloat16 and binary32, binary64
    row("f32_to_bf16",         rne, ieee, "__float2bfloat16_rn",                          [](float x) { return __float2bfloat16_rn(x); }),
    row("f32_to_bf16",         rtz, ieee, "__float2bfloat16_rz",                          [](float x) { return __float2bfloat16_rz(x); }),
    row("f32_to_bf16",         rup, ieee, "__float2bfloat16_ru",                          [](float x) { return __float2bfloat16_ru(x); }),
    row("f32_to_bf16",         rdn, ieee, "__float2bfloat16_rd",                          [](float x) { return __float2bfloat16_rd(x); }),
    row("f64_to_bf16",         rne, ieee, "__double2bfloat16",                            [](double x) { return __double2bfloat16(x); }),
    row("bf16_to_f32",         rne, ieee, "__bfloat162float",                             [](__nv_bfloat16 x) { return __bfloat162float(x); }),
    // to integers
    row("f16_to_i8",           rtz, ieee, "__half2char_rz",                               [](__half x) { return __half2char_rz(x); }),
    row("f16_to_u8",           rtz, ieee, "__half2uchar_rz",                              [](__half x) { return __half2uchar_rz(x); }),
    row("f16_to_i16",          rtz, ieee, "__half2short_rz",                              [](__half x) { return __half2short_rz(x); }),
    row("f16_to_u16",          rtz, ieee, "__half2ushort_rz",                             [](__half x) { return __half2ushort_rz(x); }),
    row("f16_to_i32",          rtz, ieee, "__half2int_rz",                                [](__half x) { return __half2int_rz(x); }),
    row("f16_to_u32",          rtz, ieee, "__half2uint_rz",                               [](__half x) { return __half2uint_rz(x); }),
    row("f16_to_i64",          rtz, ieee, "__half2ll_rz",                                 [](__half x) { return __half2ll_rz(x); }),
    row("f16_to_u64",          rtz, ieee, "__half2ull_rz",                                [](__half x) { return __half2ull_rz(x); }),
    row("bf16_to_i8",          rtz, ieee, "__bfloat162char_rz",                           [](__nv_bfloat16 x) { return __bfloat162char_rz(x); }),
    row("bf16_to_u8",          rtz, ieee, "__bfloat162uchar_rz",                          [](__nv_bfloat16 x) { return __bfloat162uchar_rz(x); }),
    row("bf16_to_i16",         rtz, ieee, "__bfloat162short_rz",                          [](__nv_bfloat16 x) { return __bfloat162short_rz(x); }),
    row("bf16_to_u16",         rtz, ieee, "__bfloat162ushort_rz",                         [](__nv_bfloat16 x) { return __bfloat162ushort_rz(x); }),
    row("bf16_to_i32",         rtz, ieee, "__bfloat162int_rz",                            [](__nv_bfloat16 x) { return __bfloat162int_rz(x); }),
    row("bf16_to_u32",         rtz, ieee, "__bfloat162uint_rz",                           [](__nv_bfloat16 x) { return __bfloat162uint_rz(x); }),
    row("bf16_to_i64",         rtz, ieee, "__bfloat162ll_rz",                             [](__nv_bfloat16 x) { return __bfloat162ll_rz(x); }),
    row("bf16_to_u64",         rtz, ieee, "__bfloat162ull_rz",                            [](__nv_bfloat16 x) { return __bfloat162ull_rz(x); }),
    // from integers
    row("i16_to_f16",          rne, ieee, "__short2half_rn",                              [](short x) { return __short2half_rn(x); }),
    row("i16_to_f16",          rtz, ieee, "__short2half_rz",                              [](short x) { return __short2half_rz(x); }),
    row("i16_to_f16",          rup, ieee, "__short2half_ru",                              [](short x) { return __short2half_ru(x); }),
    row("i16_to_f16",          rdn, ieee, "__short2half_rd",                              [](short x) { return __short2half_rd(x); }),
    row("u16_to_f16",          rne, ieee, "__ushort2half_rn",                             [](unsigned short x) { return __ushort2half_rn(x); }),
    row("u16_to_f16",          rtz, ieee, "__ushort2half_rz",                             [](unsigned short x) { return __ushort2half_rz(x); }),
    row("u16_to_f16",          rup, ieee, "__ushort2half_ru",                             [](unsigned short x) { return __ushort2half_ru(x); }),
    row("u16_to_f16",          rdn, ieee, "__ushort2half_rd",                             [](unsigned short x) { return __ushort2half_rd(x); }),
    row("i32_to_f16",          rne, ieee, "__int2half_rn",                                [](int x) { return __int2half_rn(x); }),
    row("i32_to_f16",          rtz, ieee, "__int2half_rz",                                [](int x) { return __int2half_rz(x); }),
    row("i32_to_f16",          rup, ieee, "__int2half_ru",                                [](int x) { return __int2half_ru(x); }),
    row("i32_to_f16",          rdn, ieee, "__int2half_rd",                                [](int x) { return __int2half_rd(x); }),
    row("u32_to_f16",          rne, ieee, "__uint2half_rn",                               [](unsigned x) { return __uint2half_rn(x); }),
    row("u32_to_f16",          rtz, ieee, "__uint2half_rz",                               [](unsigned x) { return __uint2half_rz(x); }),
    row("u32_to_f16",          rup, ieee, "__uint2half_ru",                               [](unsigned x) { return __uint2half_ru(x); }),
    row("u32_to_f16",          rdn, ieee, "__uint2half_rd",                               [](unsigned x) { return __uint2half_rd(x); }),
    row("i64_to_f16",          rne, ieee, "__ll2half_rn",                                 [](long long x) { return __ll2half_rn(x); }),
    row("i64_to_f16",          rtz, ieee, "__ll2half_rz",                                 [](long long x) { return __ll2half_rz(x); }),
    row("i64_to_f16",          rup, ieee, "__ll2half_ru",                                 [](long long x) { return __ll2half_ru(x); }),
    row("i64_to_f16",          rdn, ieee, "__ll2half_rd",                                 [](long long x) { return __ll2half_rd(x); }),
    row("u64_to_f16",          rne, ieee, "__ull2half_rn",                                [](unsigned long long x) { return __ull2half_rn(x); }),
    row("u64_to_f16",          rtz, ieee, "__ull2half_rz",                                [](unsigned long long x) { return __ull2half_rz(x); }),
    row("u64_to_f16",          rup, ieee, "__ull2half_ru",                                [](unsigned long long x) { return __ull2half_ru(x); }),
    row("u64_to_f16",          rdn, ieee, "__ull2half_rd",                                [](unsigned long long x) { return __ull2half_rd(x); }),
    row("i16_to_bf16",         rne, ieee, "__short2bfloat16_rn",                          [](short x) { return __short2bfloat16_rn(x); }),
    row("u16_to_bf16",         rne, ieee, "__ushort2bfloat16_rn",                         [](unsigned short x) { return __ushort2bfloat16_rn(x); }),
    row("i32_to_bf16",         rne, ieee, "__int2bfloat16_rn",                            [](int x) { return __int2bfloat16_rn(x); }),
    row("u32_to_bf16",         rne, ieee, "__uint2bfloat16_rn",                           [](unsigned x) { return __uint2bfloat16_rn(x); }),
    row("i64_to_bf16",         rne, ieee, "__ll2bfloat16_rn",                             [](long long x) { return __ll2bfloat16_rn(x); }),
    row("u64_to_bf16",         rne, ieee, "__ull2bfloat16_rn",                            [](unsigned long long x) { return __ull2bfloat16_rn(x); }),
    // to FP8
    row("f32_to_e4m3",         rne, sat,  "__nv_cvt_float_to_fp8 SATFINITE",              Narrow<float, __NV_E4M3, __NV_SATFINITE>{}),
    row("f32_to_e4m3",         rne, ieee, "__nv_cvt_float_to_fp8 NOSAT",                  Narrow<float, __NV_E4M3, __NV_NOSAT>{}),
    row("f32_to_e5m2",         rne, sat,  "__nv_cvt_float_to_fp8 SATFINITE",              Narrow<float, __NV_E5M2, __NV_SATFINITE>{}),
    row("f32_to_e5m2",         rne, ieee, "__nv_cvt_float_to_fp8 NOSAT",                  Narrow<float, __NV_E5M2, __NV_NOSAT>{}),
    row("f64_to_e4m3",         rne, sat,  "__nv_cvt_double_to_fp8 SATFINITE",             Narrow<double, __NV_E4M3, __NV_SATFINITE>{}),
    row("f64_to_e4m3",         rne, ieee, "__nv_cvt_double_to_fp8 NOSAT",                 Narrow<double, __NV_E4M3, __NV_NOSAT>{}),
    row("f64_to_e5m2",         rne, sat,  "__nv_cvt_double_to_fp8 SATFINITE",             Narrow<double, __NV_E5M2, __NV_SATFINITE>{}),
    row("f64_to_e5m2",         rne, ieee, "__nv_cvt_double_to_fp8 NOSAT",                 Narrow<double, __NV_E5M2, __NV_NOSAT>{}),
    row("f16_to_e4m3",         rne, sat,  "__nv_cvt_halfraw_to_fp8 SATFINITE",            Narrow<__half, __NV_E4M3, __NV_SATFINITE>{}),
    row("f16_to_e4m3",         rne, ieee, "__nv_cvt_halfraw_to_fp8 NOSAT",                Narrow<__half, __NV_E4M3, __NV_NOSAT>{}),
    row("f16_to_e5m2",         rne, sat,  "__nv_cvt_halfraw_to_fp8 SATFINITE",            Narrow<__half, __NV_E5M2, __NV_SATFINITE>{}),
    row("f16_to_e5m2",         rne, ieee, "__nv_cvt_halfraw_to_fp8 NOSAT",                Narrow<__half, __NV_E5M2, __NV_NOSAT>{}),
    row("bf16_to_e4m3",        rne, sat,  "__nv_cvt_bfloat16raw_to_fp8 SATFINITE",        Narrow<__nv_bfloat16, __NV_E4M3, __NV_SATFINITE>{}),
    row("bf16_to_e4m3",        rne, ieee, "__nv_cvt_bfloat16raw_to_fp8 NOSAT",            Narrow<__nv_bfloat16, __NV_E4M3, __NV_NOSAT>{}),
    row("bf16_to_e5m2",        rne, sat,  "__nv_cvt_bfloat16raw_to_fp8 SATFINITE",        Narrow<__nv_bfloat16, __NV_E5M2, __NV_SATFINITE>{}),
    row("bf16_to_e5m2",        rne, ieee, "__nv_cvt_bfloat16raw_to_fp8 NOSAT",            Narrow<__nv_bfloat16, __NV_E5M2, __NV_NOSAT>{}),
    // from FP8
    row("e4m3_to_f16",         rne, ieee, "__nv_cvt_fp8_to_halfraw",                      [](__nv_fp8_storage_t x) { return __nv_cvt_fp8_to_halfraw(x, __NV_E4M3); }),
    row("e4m3_to_f32",         rne, ieee, "__nv_fp8_e4m3 to float",                       [](__nv_fp8_e4m3 x) { return static_cast<float>(x); }),
    row("e5m2_to_f16",         rne, ieee, "__nv_cvt_fp8_to_halfraw",                      [](__nv_fp8_storage_t x) { return __nv_cvt_fp8_to_halfraw(x, __NV_E5M2); }),
    row("e5m2_to_f32",         rne, ieee, "__nv_fp8_e5m2 to float",                       [](__nv_fp8_e5m2 x) { return static_cast<float>(x); }),
    // to FP6 and FP4, which saturate always: they have no infinity
    row("f32_to_e2m3",         rne, ieee, "__nv_cvt_float_to_fp6 cudaRoundNearest",       Narrow<float, __NV_E2M3, cudaRoundNearest>{}),
    row("f32_to_e2m3",         rtz, ieee, "__nv_cvt_float_to_fp6 cudaRoundZero",          Narrow<float, __NV_E2M3, cudaRoundZero>{}),
    row("f32_to_e3m2",         rne, ieee, "__nv_cvt_float_to_fp6 cudaRoundNearest",       Narrow<float, __NV_E3M2, cudaRoundNearest>{}),
    row("f32_to_e3m2",         rtz, ieee, "__nv_cvt_float_to_fp6 cudaRoundZero",          Narrow<float, __NV_E3M2, cudaRoundZero>{}),
    row("f32_to_e2m1",         rne, ieee, "__nv_cvt_float_to_fp4 cudaRoundNearest",       Narrow<float, __NV_E2M1, cudaRoundNearest>{}),
    row("f32_to_e2m1",         rtz, ieee, "__nv_cvt_float_to_fp4 cudaRoundZero",          Narrow<float, __NV_E2M1, cudaRoundZero>{}),
    row("f64_to_e2m3",         rne, ieee, "__nv_cvt_double_to_fp6 cudaRoundNearest",      Narrow<double, __NV_E2M3, cudaRoundNearest>{}),
    row("f64_to_e2m3",         rtz, ieee, "__nv_cvt_double_to_fp6 cudaRoundZero",         Narrow<double, __NV_E2M3, cudaRoundZero>{}),
    row("f64_to_e3m2",         rne, ieee, "__nv_cvt_double_to_fp6 cudaRoundNearest",      Narrow<double, __NV_E3M2, cudaRoundNearest>{}),
    row("f64_to_e3m2",         rtz, ieee, "__nv_cvt_double_to_fp6 cudaRoundZero",         Narrow<double, __NV_E3M2, cudaRoundZero>{}),
    row("f64_to_e2m1",         rne, ieee, "__nv_cvt_double_to_fp4 cudaRoundNearest",      Narrow<double, __NV_E2M1, cudaRoundNearest>{}),
    row("f64_to_e2m1",         rtz, ieee, "__nv_cvt_double_to_fp4 cudaRoundZero",         Narrow<double, __NV_E2M1, cudaRoundZero>{}),
    row("f16_to_e2m3",         rne, ieee, "__nv_cvt_halfraw_to_fp6 cudaRoundNearest",     Narrow<__half, __NV_E2M3, cudaRoundNearest>{}),
    row("f16_to_e2m3",         rtz, ieee, "__nv_cvt_halfraw_to_fp6 cudaRoundZero",        Narrow<__half, __NV_E2M3, cudaRoundZero>{}),
    row("f16_to_e3m2",         rne, ieee, "__nv_cvt_halfraw_to_fp6 cudaRoundNearest",     Narrow<__half, __NV_E3M2, cudaRoundNearest>{}),
    row("f16_to_e3m2",         rtz, ieee, "__nv_cvt_halfraw_to_fp6 cudaRoundZero",        Narrow<__half, __NV_E3M2, cudaRoundZero>{}),
    row("f16_to_e2m1",         rne, ieee, "__nv_cvt_halfraw_to_fp4 cudaRoundNearest",     Narrow<__half, __NV_E2M1, cudaRoundNearest>{}),
    row("f16_to_e2m1",         rtz, ieee, "__nv_cvt_halfraw_to_fp4 cudaRoundZero",        Narrow<__half, __NV_E2M1, cudaRoundZero>{}),
    row("bf16_to_e2m3",        rne, ieee, "__nv_cvt_bfloat16raw_to_fp6 cudaRoundNearest", Narrow<__nv_bfloat16, __NV_E2M3, cudaRoundNearest>{}),
    row("bf16_to_e2m3",        rtz, ieee, "__nv_cvt_bfloat16raw_to_fp6 cudaRoundZero",    Narrow<__nv_bfloat16, __NV_E2M3, cudaRoundZero>{}),
    row("bf16_to_e3m2",        rne, ieee, "__nv_cvt_bfloat16raw_to_fp6 cudaRoundNearest", Narrow<__nv_bfloat16, __NV_E3M2, cudaRoundNearest>{}),
    row("bf16_to_e3m2",        rtz, ieee, "__nv_cvt_bfloat16raw_to_fp6 cudaRoundZero",    Narrow<__nv_bfloat16, __NV_E3M2, cudaRoundZero>{}),
    row("bf16_to_e2m1",        rne, ieee, "__nv_cvt_bfloat16raw_to_fp4 cudaRoundNearest", Narrow<__nv_bfloat16, __NV_E2M1, cudaRoundNearest>{}),
    row("bf16_to_e2m1",        rtz, ieee, "__nv_cvt_bfloat16raw_to_fp4 cudaRoundZero",    Narrow<__nv_bfloat16, __NV_E2M1, cudaRoundZero>{}),
    // from FP6 and FP4
    row("e2m3_to_f16",         rne, ieee, "__nv_cvt_fp6_to_halfraw",                      [](__nv_fp6_storage_t x) { return __nv_cvt_fp6_to_halfraw(x, __NV_E2M3); }),
    row("e3m2_to_f16",         rne, ieee, "__nv_cvt_fp6_to_halfraw",                      [](__nv_fp6_storage_t x) { return __nv_cvt_fp6_to_halfraw(x, __NV_E3M2); }),
    row("e2m1_to_f16",         rne, ieee, "__nv_cvt_fp4_to_halfraw",                      [](__nv_fp4_storage_t x) { return __nv_cvt_fp4_to_halfraw(x, __NV_E2M1); }),
    // scales
    row("f32_to_e8m0",         rtz, sat,  "__nv_cvt_float_to_e8m0 SATFINITE",             [](float x) { return __nv_cvt_float_to_e8m0(x, __NV_SATFINITE, cudaRoundZero); }),
    row("f32_to_e8m0",         rtz, ieee, "__nv_cvt_float_to_e8m0 NOSAT",                 [](float x) { return __nv_cvt_float_to_e8m0(x, __NV_NOSAT, cudaRoundZero); }),
    row("f32_to_e8m0",         rup, sat,  "__nv_cvt_float_to_e8m0 SATFINITE",             [](float x) { return __nv_cvt_float_to_e8m0(x, __NV_SATFINITE, cudaRoundPosInf); }),
    row("f32_to_e8m0",         rup, ieee, "__nv_cvt_float_to_e8m0 NOSAT",                 [](float x) { return __nv_cvt_float_to_e8m0(x, __NV_NOSAT, cudaRoundPosInf); }),
    row("f64_to_e8m0",         rtz, sat,  "__nv_cvt_double_to_e8m0 SATFINITE",            [](double x) { return __nv_cvt_double_to_e8m0(x, __NV_SATFINITE, cudaRoundZero); }),
    row("f64_to_e8m0",         rtz, ieee, "__nv_cvt_double_to_e8m0 NOSAT",                [](double x) { return __nv_cvt_double_to_e8m0(x, __NV_NOSAT, cudaRoundZero); }),
    row("f64_to_e8m0",         rup, sat,  "__nv_cvt_double_to_e8m0 SATFINITE",            [](double x) { return __nv_cvt_double_to_e8m0(x, __NV_SATFINITE, cudaRoundPosInf); }),
    row("f64_to_e8m0",         rup, ieee, "__nv_cvt_double_to_e8m0 NOSAT",                [](double x) { return __nv_cvt_double_to_e8m0(x, __NV_NOSAT, cudaRoundPosInf); }),
    row("bf16_to_e8m0",        rtz, sat,  "__nv_cvt_bfloat16raw_to_e8m0 SATFINITE",       [](__nv_bfloat16 x) { return __nv_cvt_bfloat16raw_to_e8m0(x, __NV_SATFINITE, cudaRoundZero); }),
    row("bf16_to_e8m0",        rtz, ieee, "__nv_cvt_bfloat16raw_to_e8m0 NOSAT",           [](__nv_bfloat16 x) { return __nv_cvt_bfloat16raw_to_e8m0(x, __NV_NOSAT, cudaRoundZero); }),
    row("bf16_to_e8m0",        rup, sat,  "__nv_cvt_bfloat16raw_to_e8m0 SATFINITE",       [](__nv_bfloat16 x) { return __nv_cvt_bfloat16raw_to_e8m0(x, __NV_SATFINITE, cudaRoundPosInf); }),
    row("bf16_to_e8m0",        rup, ieee, "__nv_cvt_bfloat16raw_to_e8m0 NOSAT",           [](__nv_bfloat16 x) { return __nv_cvt_bfloat16raw_to_e8m0(x, __NV_NOSAT, cudaRoundPosInf); }),
    row("e8m0_to_bf16",        rne, ieee, "__nv_cvt_e8m0_to_bf16raw",                     [](__nv_fp8_storage_t x) { return __nv_cvt_e8m0_to_bf16raw(x); }),
    // arithmetic of __half
    row("f16_add",             rne, ieee, "__hadd_rn",                                    [](__half a, __half b) { return __hadd_rn(a, b); }),
    row("f16_sub",             rne, ieee, "__hsub_rn",                                    [](__half a, __half b) { return __hsub_rn(a, b); }),
    row("f16_mul",             rne, ieee, "__hmul_rn",                                    [](__half a, __half b) { return __hmul_rn(a, b); }),
    row("f16_div",             rne, ieee, "__hdiv",                                       [](__half a, __half b) { return __hdiv(a, b); }),
    row("f16_minimum_number",  rne, ieee, "__hmin",                                       [](__half a, __half b) { return __hmin(a, b); }),
    row("f16_maximum_number",  rne, ieee, "__hmax",                                       [](__half a, __half b) { return __hmax(a, b); }),
    row("f16_minimum",         rne, ieee, "__hmin_nan",                                   [](__half a, __half b) { return __hmin_nan(a, b); }),
    row("f16_maximum",         rne, ieee, "__hmax_nan",                                   [](__half a, __half b) { return __hmax_nan(a, b); }),
    row("f16_eq",              rne, ieee, "__heq",                                        [](__half a, __half b) { return __heq(a, b); }),
    row("f16_lt_quiet",        rne, ieee, "__hlt",                                        [](__half a, __half b) { return __hlt(a, b); }),
    row("f16_le_quiet",        rne, ieee, "__hle",                                        [](__half a, __half b) { return __hle(a, b); }),
    // arithmetic of __nv_bfloat16
    row("bf16_add",            rne, ieee, "__hadd_rn",                                    [](__nv_bfloat16 a, __nv_bfloat16 b) { return __hadd_rn(a, b); }),
    row("bf16_sub",            rne, ieee, "__hsub_rn",                                    [](__nv_bfloat16 a, __nv_bfloat16 b) { return __hsub_rn(a, b); }),
    row("bf16_mul",            rne, ieee, "__hmul_rn",                                    [](__nv_bfloat16 a, __nv_bfloat16 b) { return __hmul_rn(a, b); }),
    row("bf16_div",            rne, ieee, "__hdiv",                                       [](__nv_bfloat16 a, __nv_bfloat16 b) { return __hdiv(a, b); }),
    row("bf16_minimum_number", rne, ieee, "__hmin",                                       [](__nv_bfloat16 a, __nv_bfloat16 b) { return __hmin(a, b); }),
    row("bf16_maximum_number", rne, ieee, "__hmax",                                       [](__nv_bfloat16 a, __nv_bfloat16 b) { return __hmax(a, b); }),
    row("bf16_minimum",        rne, ieee, "__hmin_nan",                                   [](__nv_bfloat16 a, __nv_bfloat16 b) { return __hmin_nan(a, b); }),
    row("bf16_maximum",        rne, ieee, "__hmax_nan",                                   [](__nv_bfloat16 a, __nv_bfloat16 b) { return __hmax_nan(a, b); }),
    row("bf16_eq",             rne, ieee, "__heq",                                        [](__nv_bfloat16 a, __nv_bfloat16 b) { return __heq(a, b); }),
    row("bf16_lt_quiet",       rne, ieee, "__hlt",                                        [](__nv_bfloat16 a, __nv_bfloat16 b) { return __hlt(a, b); }),
    row("bf16_le_quiet",       rne, ieee, "__hle",                                        [](__nv_bfloat16 a, __nv_bfloat16 b) { return __hle(a, b); }),
};

}  // namespace

std::span<const Unit> nvidia_host_units() { return units; }

Availability nvidia_host_availability() { return {}; }

std::string_view nvidia_host_version() {
  static const std::string version =
      "CUDA " + std::to_string(CUDA_VERSION / 1000) + '.' + std::to_string(CUDA_VERSION % 1000 / 10) + " headers";
  return version;
}

}  // namespace ulplab::gpu
