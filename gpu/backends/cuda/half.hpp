// NVIDIA's small formats as the kernels' arithmetic: __half, __nv_bfloat16 and FP8.
//
// The same structs run in a kernel and, compiled from the same headers by the host's compiler, on the CPU. Operations are
// the _rn forms, which no compiler fuses with their neighbours: __hadd(__hmul(x, y), z) may become one instruction on a
// device, with one rounding instead of two.
#pragma once

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>

#include <type_traits>

#include "gpu/backends/native_arithmetic.hpp"

namespace ulplab::gpu::nvidia {

/// binary32 whose every NaN is 0x7fffffff: so a device makes it, and a host is made to. On a host the NaN would also depend
/// on the order in which the compiler puts the operands of a sum.
struct Binary32 : gpu::Binary32 {
  ULPLAB_HD static float canonical(float x) {
#if defined(__CUDA_ARCH__)
    return x;
#else
    return x == x ? x : in(0x7fffffff);
#endif
  }
  ULPLAB_HD float add(float x, float y) { return canonical(x + y); }
  ULPLAB_HD float sub(float x, float y) { return canonical(x - y); }
  ULPLAB_HD float mul(float x, float y) { return canonical(x * y); }
  ULPLAB_HD float div(float x, float y) { return canonical(x / y); }
};

/// __half or __nv_bfloat16: their functions have the same names, save the conversions.
template <class V>
struct Sixteen {
  static_assert(sizeof(V) == 2);
  using Value = V;
  ULPLAB_HD static V in(Code code) { return __builtin_bit_cast(V, static_cast<unsigned short>(code)); }
  ULPLAB_HD static Code out(V x) { return __builtin_bit_cast(unsigned short, x); }
  ULPLAB_HD static float widened(V x) {
    if constexpr (std::is_same_v<V, __half>)
      return __half2float(x);
    else
      return __bfloat162float(x);
  }
  ULPLAB_HD static V narrowed(float x) {
    if constexpr (std::is_same_v<V, __half>)
      return __float2half_rn(x);
    else
      return __float2bfloat16_rn(x);
  }

  ULPLAB_HD V zero() { return in(0); }
  ULPLAB_HD V add(V x, V y) { return __hadd_rn(x, y); }
  ULPLAB_HD V sub(V x, V y) { return __hsub_rn(x, y); }
  ULPLAB_HD V mul(V x, V y) { return __hmul_rn(x, y); }
  ULPLAB_HD V div(V x, V y) { return __hdiv(x, y); }
  ULPLAB_HD bool less(V x, V y) { return __hlt(x, y); }
  ULPLAB_HD bool equal(V x, V y) { return __heq(x, y); }
  ULPLAB_HD V abs(V x) { return __habs(x); }
  ULPLAB_HD V from(Binary32&, float x) { return narrowed(x); }
};
using Half = Sixteen<__half>;
using Bfloat16 = Sixteen<__nv_bfloat16>;

/// E4M3 or E5M2: numbers are only ever stored in it. With __NV_SATFINITE too large ones become the largest, with __NV_NOSAT
/// infinity or NaN.
template <__nv_fp8_interpretation_t Interpretation>
struct Fp8 {
  using Value = __nv_fp8_storage_t;
  __nv_saturation_t saturation = __NV_NOSAT;

  ULPLAB_HD static Value in(Code code) { return static_cast<Value>(code); }
  ULPLAB_HD static Code out(Value x) { return x; }
  ULPLAB_HD static float widened(Value x) { return __half2float(__half(__nv_cvt_fp8_to_halfraw(x, Interpretation))); }
  ULPLAB_HD Value from(Binary32&, float x) { return __nv_cvt_float_to_fp8(x, saturation, Interpretation); }
};
using E4m3 = Fp8<__NV_E4M3>;
using E5m2 = Fp8<__NV_E5M2>;

}  // namespace ulplab::gpu::nvidia
