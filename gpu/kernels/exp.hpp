// e^x with nothing but additions, multiplications and divisions in a fixed order.
//
// std::exp differs in the last digit between C libraries and devices; this one gives the same bits wherever the arithmetic
// does. Within one ulp of the arithmetic it runs in, for binary32 and binary64.
#pragma once

#include "gpu/kernels/arithmetic.hpp"

namespace ulplab::gpu {

/// How many terms of the series an arithmetic of that precision needs.
ULPLAB_HD constexpr int exp_terms(int precision) { return precision <= 24 ? 9 : 15; }

struct Exp {
  /// x = n ln 2 + r with |r| <= ln 2 / 2, e^x = 2^n e^r, and e^r by Horner's rule. ln 2 is taken in two pieces: the first
  /// has 9 bits (355/512), so that n times it is exact.
  ///
  ///     terms: |r|^k / k! < 2^-25 from k = 8 on, < 2^-54 from k = 14 on
  template <FieldArithmetic A>
  ULPLAB_HD constexpr typename A::Value operator()(A& a, const typename A::Value& x, int terms) const {
    using Value = typename A::Value;
    if (!a.equal(x, x)) return a.add(x, x);  // NaN, quieted
    const Value one = a.constant(1, 0);
    const Value bound = a.constant(a.exponent_bound(), 0);  // beyond it e^x over- or underflows; infinity stays out of n
    if (a.less(bound, x)) return a.scale(one, a.constant(4 * a.exponent_bound(), 0));
    if (a.less(x, a.sub(a.zero(), bound))) return a.scale(one, a.constant(-4 * a.exponent_bound(), 0));
    const Value n = a.nearest_integer(a.mul(x, a.constant(log2_e, -62)));
    const Value high = a.sub(x, a.mul(n, a.constant(355, -9)));
    const Value r = a.sub(high, a.mul(n, a.constant(ln2_rest, -74)));
    Value sum = one;
    for (int k = terms; k >= 1; --k) sum = a.add(one, a.div(a.mul(r, sum), a.constant(k, 0)));
    return a.scale(sum, n);
  }

 private:
  static constexpr std::int64_t log2_e = 0x5C551D94AE0BF85D;    ///< floor(log2(e) * 2^62)
  static constexpr std::int64_t ln2_rest = -0x37A020B8C21950D8; ///< (ln 2 - 355/512) * 2^74
};

}  // namespace ulplab::gpu
