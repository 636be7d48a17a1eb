// What can device code be asked for? The functions that host and device share, those that only a device has, and PTX where there
// is no function. Sources: CUDA Math API of CUDA 13.0; PTX ISA 9.0, cvt and min.
#include "gpu/backends/cuda/functions.hpp"
#include "gpu/backends/cuda/probe.hpp"
#include "gpu/backends/cuda/unit_kernel.hpp"

namespace ulplab::gpu::cuda {
namespace {

using nvidia::ieee;
using nvidia::rdn;
using nvidia::rne;
using nvidia::rtz;
using nvidia::rup;
using nvidia::sat;

#if defined(__CUDA_ARCH__)
constexpr int arch = __CUDA_ARCH__ / 10;
#else
constexpr int arch = 0;
#endif

/// For BF16 only code from sm_80 on has it.
template <class T>
__device__ T fused(T a, T b, T c) {
  if constexpr (arch >= 80) return __hfma(a, b, c);
  else return T{};
}

__global__ void write_54(int* answer) { *answer = 54; }

}  // namespace

void device_functions(const DeviceTable& row) {
  // to integers: the directions that the host does not have
  row("f16_to_i16",         rne, ieee, "__half2short_rn",      [] __device__ (__half x) { return __half2short_rn(x); });
  row("f16_to_i16",         rup, ieee, "__half2short_ru",      [] __device__ (__half x) { return __half2short_ru(x); });
  row("f16_to_i16",         rdn, ieee, "__half2short_rd",      [] __device__ (__half x) { return __half2short_rd(x); });
  row("f16_to_u16",         rne, ieee, "__half2ushort_rn",     [] __device__ (__half x) { return __half2ushort_rn(x); });
  row("f16_to_u16",         rup, ieee, "__half2ushort_ru",     [] __device__ (__half x) { return __half2ushort_ru(x); });
  row("f16_to_u16",         rdn, ieee, "__half2ushort_rd",     [] __device__ (__half x) { return __half2ushort_rd(x); });
  row("f16_to_i32",         rne, ieee, "__half2int_rn",        [] __device__ (__half x) { return __half2int_rn(x); });
  row("f16_to_i32",         rup, ieee, "__half2int_ru",        [] __device__ (__half x) { return __half2int_ru(x); });
  row("f16_to_i32",         rdn, ieee, "__half2int_rd",        [] __device__ (__half x) { return __half2int_rd(x); });
  row("f16_to_u32",         rne, ieee, "__half2uint_rn",       [] __device__ (__half x) { return __half2uint_rn(x); });
  row("f16_to_u32",         rup, ieee, "__half2uint_ru",       [] __device__ (__half x) { return __half2uint_ru(x); });
  row("f16_to_u32",         rdn, ieee, "__half2uint_rd",       [] __device__ (__half x) { return __half2uint_rd(x); });
  row("f16_to_i64",         rne, ieee, "__half2ll_rn",         [] __device__ (__half x) { return __half2ll_rn(x); });
  row("f16_to_i64",         rup, ieee, "__half2ll_ru",         [] __device__ (__half x) { return __half2ll_ru(x); });
  row("f16_to_i64",         rdn, ieee, "__half2ll_rd",         [] __device__ (__half x) { return __half2ll_rd(x); });
  row("f16_to_u64",         rne, ieee, "__half2ull_rn",        [] __device__ (__half x) { return __half2ull_rn(x); });
  row("f16_to_u64",         rup, ieee, "__half2ull_ru",        [] __device__ (__half x) { return __half2ull_ru(x); });
  row("f16_to_u64",         rdn, ieee, "__half2ull_rd",        [] __device__ (__half x) { return __half2ull_rd(x); });
  row("bf16_to_i16",        rne, ieee, "__bfloat162short_rn",  [] __device__ (__nv_bfloat16 x) { return __bfloat162short_rn(x); });
  row("bf16_to_i16",        rup, ieee, "__bfloat162short_ru",  [] __device__ (__nv_bfloat16 x) { return __bfloat162short_ru(x); });
  row("bf16_to_i16",        rdn, ieee, "__bfloat162short_rd",  [] __device__ (__nv_bfloat16 x) { return __bfloat162short_rd(x); });
  row("bf16_to_u16",        rne, ieee, "__bfloat162ushort_rn", [] __device__ (__nv_bfloat16 x) { return __bfloat162ushort_rn(x); });
  row("bf16_to_u16",        rup, ieee, "__bfloat162ushort_ru", [] __device__ (__nv_bfloat16 x) { return __bfloat162ushort_ru(x); });
  row("bf16_to_u16",        rdn, ieee, "__bfloat162ushort_rd", [] __device__ (__nv_bfloat16 x) { return __bfloat162ushort_rd(x); });
  row("bf16_to_i32",        rne, ieee, "__bfloat162int_rn",    [] __device__ (__nv_bfloat16 x) { return __bfloat162int_rn(x); });
  row("bf16_to_i32",        rup, ieee, "__bfloat162int_ru",    [] __device__ (__nv_bfloat16 x) { return __bfloat162int_ru(x); });
  row("bf16_to_i32",        rdn, ieee, "__bfloat162int_rd",    [] __device__ (__nv_bfloat16 x) { return __bfloat162int_rd(x); });
  row("bf16_to_u32",        rne, ieee, "__bfloat162uint_rn",   [] __device__ (__nv_bfloat16 x) { return __bfloat162uint_rn(x); });
  row("bf16_to_u32",        rup, ieee, "__bfloat162uint_ru",   [] __device__ (__nv_bfloat16 x) { return __bfloat162uint_ru(x); });
  row("bf16_to_u32",        rdn, ieee, "__bfloat162uint_rd",   [] __device__ (__nv_bfloat16 x) { return __bfloat162uint_rd(x); });
  row("bf16_to_i64",        rne, ieee, "__bfloat162ll_rn",     [] __device__ (__nv_bfloat16 x) { return __bfloat162ll_rn(x); });
  row("bf16_to_i64",        rup, ieee, "__bfloat162ll_ru",     [] __device__ (__nv_bfloat16 x) { return __bfloat162ll_ru(x); });
  row("bf16_to_i64",        rdn, ieee, "__bfloat162ll_rd",     [] __device__ (__nv_bfloat16 x) { return __bfloat162ll_rd(x); });
  row("bf16_to_u64",        rne, ieee, "__bfloat162ull_rn",    [] __device__ (__nv_bfloat16 x) { return __bfloat162ull_rn(x); });
  row("bf16_to_u64",        rup, ieee, "__bfloat162ull_ru",    [] __device__ (__nv_bfloat16 x) { return __bfloat162ull_ru(x); });
  row("bf16_to_u64",        rdn, ieee, "__bfloat162ull_rd",    [] __device__ (__nv_bfloat16 x) { return __bfloat162ull_rd(x); });
  row("f32_to_i32",         rne, ieee, "__float2int_rn",       [] __device__ (float x) { return __float2int_rn(x); });
  row("f32_to_i32",         rtz, ieee, "__float2int_rz",       [] __device__ (float x) { return __float2int_rz(x); });
  row("f32_to_i32",         rup, ieee, "__float2int_ru",       [] __device__ (float x) { return __float2int_ru(x); });
  row("f32_to_i32",         rdn, ieee, "__float2int_rd",       [] __device__ (float x) { return __float2int_rd(x); });
  row("f32_to_u32",         rne, ieee, "__float2uint_rn",      [] __device__ (float x) { return __float2uint_rn(x); });
  row("f32_to_u32",         rtz, ieee, "__float2uint_rz",      [] __device__ (float x) { return __float2uint_rz(x); });
  row("f32_to_u32",         rup, ieee, "__float2uint_ru",      [] __device__ (float x) { return __float2uint_ru(x); });
  row("f32_to_u32",         rdn, ieee, "__float2uint_rd",      [] __device__ (float x) { return __float2uint_rd(x); });
  row("f32_to_i64",         rne, ieee, "__float2ll_rn",        [] __device__ (float x) { return __float2ll_rn(x); });
  row("f32_to_i64",         rtz, ieee, "__float2ll_rz",        [] __device__ (float x) { return __float2ll_rz(x); });
  row("f32_to_i64",         rup, ieee, "__float2ll_ru",        [] __device__ (float x) { return __float2ll_ru(x); });
  row("f32_to_i64",         rdn, ieee, "__float2ll_rd",        [] __device__ (float x) { return __float2ll_rd(x); });
  row("f32_to_u64",         rne, ieee, "__float2ull_rn",       [] __device__ (float x) { return __float2ull_rn(x); });
  row("f32_to_u64",         rtz, ieee, "__float2ull_rz",       [] __device__ (float x) { return __float2ull_rz(x); });
  row("f32_to_u64",         rup, ieee, "__float2ull_ru",       [] __device__ (float x) { return __float2ull_ru(x); });
  row("f32_to_u64",         rdn, ieee, "__float2ull_rd",       [] __device__ (float x) { return __float2ull_rd(x); });
  row("f64_to_i32",         rne, ieee, "__double2int_rn",      [] __device__ (double x) { return __double2int_rn(x); });
  row("f64_to_i32",         rtz, ieee, "__double2int_rz",      [] __device__ (double x) { return __double2int_rz(x); });
  row("f64_to_i32",         rup, ieee, "__double2int_ru",      [] __device__ (double x) { return __double2int_ru(x); });
  row("f64_to_i32",         rdn, ieee, "__double2int_rd",      [] __device__ (double x) { return __double2int_rd(x); });
  row("f64_to_u32",         rne, ieee, "__double2uint_rn",     [] __device__ (double x) { return __double2uint_rn(x); });
  row("f64_to_u32",         rtz, ieee, "__double2uint_rz",     [] __device__ (double x) { return __double2uint_rz(x); });
  row("f64_to_u32",         rup, ieee, "__double2uint_ru",     [] __device__ (double x) { return __double2uint_ru(x); });
  row("f64_to_u32",         rdn, ieee, "__double2uint_rd",     [] __device__ (double x) { return __double2uint_rd(x); });
  row("f64_to_i64",         rne, ieee, "__double2ll_rn",       [] __device__ (double x) { return __double2ll_rn(x); });
  row("f64_to_i64",         rtz, ieee, "__double2ll_rz",       [] __device__ (double x) { return __double2ll_rz(x); });
  row("f64_to_i64",         rup, ieee, "__double2ll_ru",       [] __device__ (double x) { return __double2ll_ru(x); });
  row("f64_to_i64",         rdn, ieee, "__double2ll_rd",       [] __device__ (double x) { return __double2ll_rd(x); });
  row("f64_to_u64",         rne, ieee, "__double2ull_rn",      [] __device__ (double x) { return __double2ull_rn(x); });
  row("f64_to_u64",         rtz, ieee, "__double2ull_rz",      [] __device__ (double x) { return __double2ull_rz(x); });
  row("f64_to_u64",         rup, ieee, "__double2ull_ru",      [] __device__ (double x) { return __double2ull_ru(x); });
  row("f64_to_u64",         rdn, ieee, "__double2ull_rd",      [] __device__ (double x) { return __double2ull_rd(x); });
  // from integers
  row("i16_to_bf16",        rtz, ieee, "__short2bfloat16_rz",  [] __device__ (short x) { return __short2bfloat16_rz(x); });
  row("i16_to_bf16",        rup, ieee, "__short2bfloat16_ru",  [] __device__ (short x) { return __short2bfloat16_ru(x); });
  row("i16_to_bf16",        rdn, ieee, "__short2bfloat16_rd",  [] __device__ (short x) { return __short2bfloat16_rd(x); });
  row("u16_to_bf16",        rtz, ieee, "__ushort2bfloat16_rz", [] __device__ (unsigned short x) { return __ushort2bfloat16_rz(x); });
  row("u16_to_bf16",        rup, ieee, "__ushort2bfloat16_ru", [] __device__ (unsigned short x) { return __ushort2bfloat16_ru(x); });
  row("u16_to_bf16",        rdn, ieee, "__ushort2bfloat16_rd", [] __device__ (unsigned short x) { return __ushort2bfloat16_rd(x); });
  row("i32_to_bf16",        rtz, ieee, "__int2bfloat16_rz",    [] __device__ (int x) { return __int2bfloat16_rz(x); });
  row("i32_to_bf16",        rup, ieee, "__int2bfloat16_ru",    [] __device__ (int x) { return __int2bfloat16_ru(x); });
  row("i32_to_bf16",        rdn, ieee, "__int2bfloat16_rd",    [] __device__ (int x) { return __int2bfloat16_rd(x); });
  row("u32_to_bf16",        rtz, ieee, "__uint2bfloat16_rz",   [] __device__ (unsigned x) { return __uint2bfloat16_rz(x); });
  row("u32_to_bf16",        rup, ieee, "__uint2bfloat16_ru",   [] __device__ (unsigned x) { return __uint2bfloat16_ru(x); });
  row("u32_to_bf16",        rdn, ieee, "__uint2bfloat16_rd",   [] __device__ (unsigned x) { return __uint2bfloat16_rd(x); });
  row("i64_to_bf16",        rtz, ieee, "__ll2bfloat16_rz",     [] __device__ (long long x) { return __ll2bfloat16_rz(x); });
  row("i64_to_bf16",        rup, ieee, "__ll2bfloat16_ru",     [] __device__ (long long x) { return __ll2bfloat16_ru(x); });
  row("i64_to_bf16",        rdn, ieee, "__ll2bfloat16_rd",     [] __device__ (long long x) { return __ll2bfloat16_rd(x); });
  row("u64_to_bf16",        rtz, ieee, "__ull2bfloat16_rz",    [] __device__ (unsigned long long x) { return __ull2bfloat16_rz(x); });
  row("u64_to_bf16",        rup, ieee, "__ull2bfloat16_ru",    [] __device__ (unsigned long long x) { return __ull2bfloat16_ru(x); });
  row("u64_to_bf16",        rdn, ieee, "__ull2bfloat16_rd",    [] __device__ (unsigned long long x) { return __ull2bfloat16_rd(x); });
  row("i32_to_f32",         rne, ieee, "__int2float_rn",       [] __device__ (int x) { return __int2float_rn(x); });
  row("i32_to_f32",         rtz, ieee, "__int2float_rz",       [] __device__ (int x) { return __int2float_rz(x); });
  row("i32_to_f32",         rup, ieee, "__int2float_ru",       [] __device__ (int x) { return __int2float_ru(x); });
  row("i32_to_f32",         rdn, ieee, "__int2float_rd",       [] __device__ (int x) { return __int2float_rd(x); });
  row("u32_to_f32",         rne, ieee, "__uint2float_rn",      [] __device__ (unsigned x) { return __uint2float_rn(x); });
  row("u32_to_f32",         rtz, ieee, "__uint2float_rz",      [] __device__ (unsigned x) { return __uint2float_rz(x); });
  row("u32_to_f32",         rup, ieee, "__uint2float_ru",      [] __device__ (unsigned x) { return __uint2float_ru(x); });
  row("u32_to_f32",         rdn, ieee, "__uint2float_rd",      [] __device__ (unsigned x) { return __uint2float_rd(x); });
  row("i64_to_f32",         rne, ieee, "__ll2float_rn",        [] __device__ (long long x) { return __ll2float_rn(x); });
  row("i64_to_f32",         rtz, ieee, "__ll2float_rz",        [] __device__ (long long x) { return __ll2float_rz(x); });
  row("i64_to_f32",         rup, ieee, "__ll2float_ru",        [] __device__ (long long x) { return __ll2float_ru(x); });
  row("i64_to_f32",         rdn, ieee, "__ll2float_rd",        [] __device__ (long long x) { return __ll2float_rd(x); });
  row("u64_to_f32",         rne, ieee, "__ull2float_rn",       [] __device__ (unsigned long long x) { return __ull2float_rn(x); });
  row("u64_to_f32",         rtz, ieee, "__ull2float_rz",       [] __device__ (unsigned long long x) { return __ull2float_rz(x); });
  row("u64_to_f32",         rup, ieee, "__ull2float_ru",       [] __device__ (unsigned long long x) { return __ull2float_ru(x); });
  row("u64_to_f32",         rdn, ieee, "__ull2float_rd",       [] __device__ (unsigned long long x) { return __ull2float_rd(x); });
  row("i32_to_f64",         rne, ieee, "__int2double_rn",      [] __device__ (int x) { return __int2double_rn(x); });
  row("u32_to_f64",         rne, ieee, "__uint2double_rn",     [] __device__ (unsigned x) { return __uint2double_rn(x); });
  row("i64_to_f64",         rne, ieee, "__ll2double_rn",       [] __device__ (long long x) { return __ll2double_rn(x); });
  row("i64_to_f64",         rtz, ieee, "__ll2double_rz",       [] __device__ (long long x) { return __ll2double_rz(x); });
  row("i64_to_f64",         rup, ieee, "__ll2double_ru",       [] __device__ (long long x) { return __ll2double_ru(x); });
  row("i64_to_f64",         rdn, ieee, "__ll2double_rd",       [] __device__ (long long x) { return __ll2double_rd(x); });
  row("u64_to_f64",         rne, ieee, "__ull2double_rn",      [] __device__ (unsigned long long x) { return __ull2double_rn(x); });
  row("u64_to_f64",         rtz, ieee, "__ull2double_rz",      [] __device__ (unsigned long long x) { return __ull2double_rz(x); });
  row("u64_to_f64",         rup, ieee, "__ull2double_ru",      [] __device__ (unsigned long long x) { return __ull2double_ru(x); });
  row("u64_to_f64",         rdn, ieee, "__ull2double_rd",      [] __device__ (unsigned long long x) { return __ull2double_rd(x); });
  // binary32 and binary64
  row("f64_to_f32",         rne, ieee, "__double2float_rn",    [] __device__ (double x) { return __double2float_rn(x); });
  row("f64_to_f32",         rtz, ieee, "__double2float_rz",    [] __device__ (double x) { return __double2float_rz(x); });
  row("f64_to_f32",         rup, ieee, "__double2float_ru",    [] __device__ (double x) { return __double2float_ru(x); });
  row("f64_to_f32",         rdn, ieee, "__double2float_rd",    [] __device__ (double x) { return __double2float_rd(x); });
  row("f32_to_f64",         rne, ieee, "cvt.f64.f32",          [] __device__ (float x) { return static_cast<double>(x); });
  row("f32_add",            rne, ieee, "__fadd_rn",            [] __device__ (float a, float b) { return __fadd_rn(a, b); });
  row("f32_add",            rtz, ieee, "__fadd_rz",            [] __device__ (float a, float b) { return __fadd_rz(a, b); });
  row("f32_add",            rup, ieee, "__fadd_ru",            [] __device__ (float a, float b) { return __fadd_ru(a, b); });
  row("f32_add",            rdn, ieee, "__fadd_rd",            [] __device__ (float a, float b) { return __fadd_rd(a, b); });
  row("f32_sub",            rne, ieee, "__fsub_rn",            [] __device__ (float a, float b) { return __fsub_rn(a, b); });
  row("f32_sub",            rtz, ieee, "__fsub_rz",            [] __device__ (float a, float b) { return __fsub_rz(a, b); });
  row("f32_sub",            rup, ieee, "__fsub_ru",            [] __device__ (float a, float b) { return __fsub_ru(a, b); });
  row("f32_sub",            rdn, ieee, "__fsub_rd",            [] __device__ (float a, float b) { return __fsub_rd(a, b); });
  row("f32_mul",            rne, ieee, "__fmul_rn",            [] __device__ (float a, float b) { return __fmul_rn(a, b); });
  row("f32_mul",            rtz, ieee, "__fmul_rz",            [] __device__ (float a, float b) { return __fmul_rz(a, b); });
  row("f32_mul",            rup, ieee, "__fmul_ru",            [] __device__ (float a, float b) { return __fmul_ru(a, b); });
  row("f32_mul",            rdn, ieee, "__fmul_rd",            [] __device__ (float a, float b) { return __fmul_rd(a, b); });
  row("f32_div",            rne, ieee, "__fdiv_rn",            [] __device__ (float a, float b) { return __fdiv_rn(a, b); });
  row("f32_div",            rtz, ieee, "__fdiv_rz",            [] __device__ (float a, float b) { return __fdiv_rz(a, b); });
  row("f32_div",            rup, ieee, "__fdiv_ru",            [] __device__ (float a, float b) { return __fdiv_ru(a, b); });
  row("f32_div",            rdn, ieee, "__fdiv_rd",            [] __device__ (float a, float b) { return __fdiv_rd(a, b); });
  row("f32_fma",            rne, ieee, "__fmaf_rn",            [] __device__ (float a, float b, float c) { return __fmaf_rn(a, b, c); });
  row("f32_fma",            rtz, ieee, "__fmaf_rz",            [] __device__ (float a, float b, float c) { return __fmaf_rz(a, b, c); });
  row("f32_fma",            rup, ieee, "__fmaf_ru",            [] __device__ (float a, float b, float c) { return __fmaf_ru(a, b, c); });
  row("f32_fma",            rdn, ieee, "__fmaf_rd",            [] __device__ (float a, float b, float c) { return __fmaf_rd(a, b, c); });
  row("f32_sqrt",           rne, ieee, "__fsqrt_rn",           [] __device__ (float x) { return __fsqrt_rn(x); });
  row("f32_sqrt",           rtz, ieee, "__fsqrt_rz",           [] __device__ (float x) { return __fsqrt_rz(x); });
  row("f32_sqrt",           rup, ieee, "__fsqrt_ru",           [] __device__ (float x) { return __fsqrt_ru(x); });
  row("f32_sqrt",           rdn, ieee, "__fsqrt_rd",           [] __device__ (float x) { return __fsqrt_rd(x); });
  row("f32_rsqrt",          rne, ieee, "__frsqrt_rn",          [] __device__ (float x) { return __frsqrt_rn(x); });
  row("f32_minimum_number", rne, ieee, "fminf",                [] __device__ (float a, float b) { return fminf(a, b); });
  row("f32_maximum_number", rne, ieee, "fmaxf",                [] __device__ (float a, float b) { return fmaxf(a, b); });
  row("f32_eq",             rne, ieee, "setp.eq.f32",          [] __device__ (float a, float b) { return a == b; });
  row("f32_lt_quiet",       rne, ieee, "setp.lt.f32",          [] __device__ (float a, float b) { return a < b; });
  row("f32_le_quiet",       rne, ieee, "setp.le.f32",          [] __device__ (float a, float b) { return a <= b; });
  row("f64_add",            rne, ieee, "__dadd_rn",            [] __device__ (double a, double b) { return __dadd_rn(a, b); });
  row("f64_add",            rtz, ieee, "__dadd_rz",            [] __device__ (double a, double b) { return __dadd_rz(a, b); });
  row("f64_add",            rup, ieee, "__dadd_ru",            [] __device__ (double a, double b) { return __dadd_ru(a, b); });
  row("f64_add",            rdn, ieee, "__dadd_rd",            [] __device__ (double a, double b) { return __dadd_rd(a, b); });
  row("f64_sub",            rne, ieee, "__dsub_rn",            [] __device__ (double a, double b) { return __dsub_rn(a, b); });
  row("f64_sub",            rtz, ieee, "__dsub_rz",            [] __device__ (double a, double b) { return __dsub_rz(a, b); });
  row("f64_sub",            rup, ieee, "__dsub_ru",            [] __device__ (double a, double b) { return __dsub_ru(a, b); });
  row("f64_sub",            rdn, ieee, "__dsub_rd",            [] __device__ (double a, double b) { return __dsub_rd(a, b); });
  row("f64_mul",            rne, ieee, "__dmul_rn",            [] __device__ (double a, double b) { return __dmul_rn(a, b); });
  row("f64_mul",            rtz, ieee, "__dmul_rz",            [] __device__ (double a, double b) { return __dmul_rz(a, b); });
  row("f64_mul",            rup, ieee, "__dmul_ru",            [] __device__ (double a, double b) { return __dmul_ru(a, b); });
  row("f64_mul",            rdn, ieee, "__dmul_rd",            [] __device__ (double a, double b) { return __dmul_rd(a, b); });
  row("f64_div",            rne, ieee, "__ddiv_rn",            [] __device__ (double a, double b) { return __ddiv_rn(a, b); });
  row("f64_div",            rtz, ieee, "__ddiv_rz",            [] __device__ (double a, double b) { return __ddiv_rz(a, b); });
  row("f64_div",            rup, ieee, "__ddiv_ru",            [] __device__ (double a, double b) { return __ddiv_ru(a, b); });
  row("f64_div",            rdn, ieee, "__ddiv_rd",            [] __device__ (double a, double b) { return __ddiv_rd(a, b); });
  row("f64_fma",            rne, ieee, "__fma_rn",             [] __device__ (double a, double b, double c) { return __fma_rn(a, b, c); });
  row("f64_fma",            rtz, ieee, "__fma_rz",             [] __device__ (double a, double b, double c) { return __fma_rz(a, b, c); });
  row("f64_fma",            rup, ieee, "__fma_ru",             [] __device__ (double a, double b, double c) { return __fma_ru(a, b, c); });
  row("f64_fma",            rdn, ieee, "__fma_rd",             [] __device__ (double a, double b, double c) { return __fma_rd(a, b, c); });
  row("f64_sqrt",           rne, ieee, "__dsqrt_rn",           [] __device__ (double x) { return __dsqrt_rn(x); });
  row("f64_sqrt",           rtz, ieee, "__dsqrt_rz",           [] __device__ (double x) { return __dsqrt_rz(x); });
  row("f64_sqrt",           rup, ieee, "__dsqrt_ru",           [] __device__ (double x) { return __dsqrt_ru(x); });
  row("f64_sqrt",           rdn, ieee, "__dsqrt_rd",           [] __device__ (double x) { return __dsqrt_rd(x); });
  row("f64_minimum_number", rne, ieee, "fmin",                 [] __device__ (double a, double b) { return fmin(a, b); });
  row("f64_maximum_number", rne, ieee, "fmax",                 [] __device__ (double a, double b) { return fmax(a, b); });
  row("f64_eq",             rne, ieee, "setp.eq.f64",          [] __device__ (double a, double b) { return a == b; });
  row("f64_lt_quiet",       rne, ieee, "setp.lt.f64",          [] __device__ (double a, double b) { return a < b; });
  row("f64_le_quiet",       rne, ieee, "setp.le.f64",          [] __device__ (double a, double b) { return a <= b; });
  // FP16 and BF16: what only the device has
  row("f16_fma",            rne, ieee, "__hfma",               [] __device__ (__half a, __half b, __half c) { return __hfma(a, b, c); });
  row("f16_sqrt",           rne, ieee, "hsqrt",                [] __device__ (__half x) { return hsqrt(x); });
  row("f16_rsqrt",          rne, ieee, "hrsqrt",               [] __device__ (__half x) { return hrsqrt(x); });
  row.from(80)("bf16_fma", rne, ieee, "__hfma", [] __device__ (__nv_bfloat16 a, __nv_bfloat16 b, __nv_bfloat16 c) { return fused(a, b, c); });
  row("bf16_sqrt",          rne, ieee, "hsqrt",                [] __device__ (__nv_bfloat16 x) { return hsqrt(x); });
  row("bf16_rsqrt",         rne, ieee, "hrsqrt",               [] __device__ (__nv_bfloat16 x) { return hrsqrt(x); });
}

// A row of one PTX instruction from A to R, which are passed in registers of the kinds a and r ("h" 16 bits, "f" float, "d"
// double). Code for lower architectures than `minimal` lacks it; DeviceUnit::minimal keeps that from being launched.
#define ULPLAB_PTX(minimal, kind, rounding, overflow, instruction, A, a, R, r)                  \
  row.from(minimal)(kind, rounding, overflow, instruction, [] __device__ (A x) {                \
    R y{};                                                                                      \
    if constexpr (arch >= minimal) asm(instruction " %0, %1;" : "=" r(y) : a(x));               \
    return y;                                                                                   \
  })
// The same for TF32, which stands in the high 19 bits of a register.
#define ULPLAB_PTX_TF32(minimal, rounding, instruction)                                         \
  row.from(minimal)("f32_to_tf32", rounding, ieee, instruction, [] __device__ (float x) {       \
    unsigned y = 0;                                                                             \
    if constexpr (arch >= minimal) asm(instruction " %0, %1;" : "=r"(y) : "f"(x));              \
    return y >> 13;                                                                             \
  })
#define ULPLAB_PTX_BINARY(minimal, kind, instruction, A, a)                                     \
  row.from(minimal)(kind, rne, ieee, instruction, [] __device__ (A x, A y) {                    \
    A z{};                                                                                      \
    if constexpr (arch >= minimal) asm(instruction " %0, %1, %2;" : "=" a(z) : a(x), a(y));     \
    return z;                                                                                   \
  })

void device_instructions(const DeviceTable& row) {
  using u16 = unsigned short;
  ULPLAB_PTX(75, "f64_to_f16", rtz, ieee, "cvt.rz.f16.f64", double, "d", u16, "h");
  ULPLAB_PTX(75, "f64_to_f16", rup, ieee, "cvt.rp.f16.f64", double, "d", u16, "h");
  ULPLAB_PTX(75, "f64_to_f16", rdn, ieee, "cvt.rm.f16.f64", double, "d", u16, "h");
  ULPLAB_PTX(90, "f64_to_bf16", rtz, ieee, "cvt.rz.bf16.f64", double, "d", u16, "h");
  ULPLAB_PTX(90, "f64_to_bf16", rup, ieee, "cvt.rp.bf16.f64", double, "d", u16, "h");
  ULPLAB_PTX(90, "f64_to_bf16", rdn, ieee, "cvt.rm.bf16.f64", double, "d", u16, "h");
  ULPLAB_PTX(75, "f16_to_f64", rne, ieee, "cvt.f64.f16", u16, "h", double, "d");
  ULPLAB_PTX(90, "bf16_to_f64", rne, ieee, "cvt.f64.bf16", u16, "h", double, "d");
  ULPLAB_PTX(90, "f16_to_bf16", rne, ieee, "cvt.rn.bf16.f16", u16, "h", u16, "h");
  ULPLAB_PTX(90, "f16_to_bf16", rtz, ieee, "cvt.rz.bf16.f16", u16, "h", u16, "h");
  ULPLAB_PTX(90, "f16_to_bf16", rup, ieee, "cvt.rp.bf16.f16", u16, "h", u16, "h");
  ULPLAB_PTX(90, "f16_to_bf16", rdn, ieee, "cvt.rm.bf16.f16", u16, "h", u16, "h");
  ULPLAB_PTX(90, "bf16_to_f16", rne, ieee, "cvt.rn.f16.bf16", u16, "h", u16, "h");
  ULPLAB_PTX(90, "bf16_to_f16", rtz, ieee, "cvt.rz.f16.bf16", u16, "h", u16, "h");
  ULPLAB_PTX(90, "bf16_to_f16", rup, ieee, "cvt.rp.f16.bf16", u16, "h", u16, "h");
  ULPLAB_PTX(90, "bf16_to_f16", rdn, ieee, "cvt.rm.f16.bf16", u16, "h", u16, "h");
  ULPLAB_PTX(80, "f32_to_f16", rne, sat, "cvt.rn.satfinite.f16.f32", float, "f", u16, "h");
  ULPLAB_PTX(80, "f32_to_f16", rtz, sat, "cvt.rz.satfinite.f16.f32", float, "f", u16, "h");
  ULPLAB_PTX(80, "f32_to_bf16", rne, sat, "cvt.rn.satfinite.bf16.f32", float, "f", u16, "h");
  ULPLAB_PTX(80, "f32_to_bf16", rtz, sat, "cvt.rz.satfinite.bf16.f32", float, "f", u16, "h");
  ULPLAB_PTX_TF32(80, Rounding::nearest_away, "cvt.rna.tf32.f32");
  ULPLAB_PTX_TF32(90, rne, "cvt.rn.tf32.f32");
  ULPLAB_PTX_TF32(90, rtz, "cvt.rz.tf32.f32");
  ULPLAB_PTX_BINARY(80, "f32_minimum", "min.NaN.f32", float, "f");
  ULPLAB_PTX_BINARY(80, "f32_maximum", "max.NaN.f32", float, "f");
}

Probed probe_units(int* on_device) { return probe_kernel(write_54, on_device); }

void add_units(UnitSink& units) {
  const DeviceTable row(units);
  nvidia::functions(row);
  device_functions(row);
  device_instructions(row);
}

}  // namespace ulplab::gpu::cuda
