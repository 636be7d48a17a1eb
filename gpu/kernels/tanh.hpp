// The two S-curves of neural networks, tanh and the sigmoid, with nothing but + - * / and powers of two in a fixed order.
//
// No branch, so that compilers make vectors of them; the same bits wherever the arithmetic is the same.
#pragma once

#include "gpu/kernels/exp.hpp"

namespace ulplab::gpu {

/// How deep the continued fraction goes for an arithmetic of that precision.
ULPLAB_HD constexpr int tanh_terms(int precision) { return precision <= 24 ? 6 : 11; }

/// Within 1.5 ulp for binary32 and binary64. Odd; from about p ln 2 / 2 on it is 1.
struct Tanh {
  /// Of |x|, and the sign at the end:
  ///
  ///     tiny:      tanh x = x, because x^3 / 3 is below half an ulp
  ///     up to 1:   x - x w / (1 + w),  w = x^2/(3 + x^2/(5 + x^2/(7 + …))): Lambert's fraction x / (1 + w), with x in front
  ///     above 1:   1 - 2 / (e^2x + 1)
  template <FieldArithmetic A>
  ULPLAB_HD constexpr typename A::Value operator()(A& a, const typename A::Value& x) const {
    using Value = typename A::Value;
    const Value one = a.constant(1, 0);
    const int p = a.precision();
    const Value size = a.abs(x);
    const Value end = a.constant(p, 0);  // e^-2p is far below half an ulp of 1
    const Value y = a.less(end, size) ? end : size;

    const Value square = a.mul(y, y);
    Value d = a.constant(2 * tanh_terms(p) + 1, 0);
    for (int k = tanh_terms(p) - 1; k >= 1; --k) d = a.add(a.constant(2 * k + 1, 0), a.div(square, d));
    const Value w = a.div(square, d);
    const Value inner = a.sub(y, a.div(a.mul(y, w), a.add(one, w)));
    const Value outer = a.sub(one, a.div(a.constant(2, 0), a.add(Exp{}(a, a.add(y, y), exp_terms(p)), one)));

    const Value positive = a.less(one, y) ? outer : inner;
    const Value odd = a.less(x, a.zero()) ? a.sub(a.zero(), positive) : positive;
    return a.less(size, a.constant(1, -(p / 2 + 1))) ? x : odd;
  }
};

/// 1 / (1 + e^-x). Where e^-x overflows it is 0: the subnormal results of binary32 below x = -88.7 are left out, as in the
/// frameworks.
struct Sigmoid {
  template <FieldArithmetic A>
  ULPLAB_HD constexpr typename A::Value operator()(A& a, const typename A::Value& x) const {
    const typename A::Value one = a.constant(1, 0);
    return a.div(one, a.add(one, Exp{}(a, a.sub(a.zero(), x), exp_terms(a.precision()))));
  }
};

}  // namespace ulplab::gpu
