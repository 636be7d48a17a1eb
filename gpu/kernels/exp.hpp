// e^x with nothing but additions, multiplications and powers of two in a fixed order.
//
// std::exp differs in the last digit between C libraries and devices; this one gives the same bits wherever the arithmetic
// does. Within one ulp of the arithmetic it runs in, for binary32 and binary64. There is no branch in it, so that compilers
// make vectors of it.
#pragma once

#include "gpu/kernels/arithmetic.hpp"

namespace ulplab::gpu {

/// How many terms of the series an arithmetic of that precision needs.
ULPLAB_HD constexpr int exp_terms(int precision) { return precision <= 24 ? 9 : 15; }

struct Exp {
  /// x = n ln 2 + r with |r| <= ln 2 / 2, e^x = 2^n e^r. ln 2 is taken in two pieces: the first has 9 bits (355/512), so
  /// that n times it is exact. What r loses when it is rounded comes back in `lost`:
  ///
  ///     e^r = 1 + (r + (r^2 q + lost)),  q = 1/2! + r/3! + r^2/4! + … by Horner's rule
  ///     terms: |r|^k / k! < 2^-25 from k = 8 on, < 2^-54 from k = 14 on
  ///
  /// 2^n is multiplied in two halves: the first product is exact, and only the second can leave the format's range.
  template <FieldArithmetic A>
  ULPLAB_HD constexpr typename A::Value operator()(A& a, const typename A::Value& x, int terms) const {
    using Value = typename A::Value;
    const Value one = a.constant(1, 0);
    // Beyond the bound e^x over- or underflows. NaN is not less than anything and goes through.
    const Value bound = a.constant(a.exponent_bound(), 0);
    const Value least = a.constant(-a.exponent_bound(), 0);
    const Value below = a.less(bound, x) ? bound : x;
    const Value y = a.less(below, least) ? least : below;
    const Value n = a.nearest_integer(a.mul(y, a.constant(log2_e, -62)));
    const Value high = a.sub(y, a.mul(n, a.constant(355, -9)));
    const Value low = a.mul(n, a.constant(ln2_rest, -74));
    const Value r = a.sub(high, low);
    const Value lost = a.sub(a.sub(high, r), low);
    Value q = one;  // becomes 2 q
    for (int k = terms; k >= 3; --k) q = a.add(one, a.mul(a.mul(r, q), a.constant((std::int64_t{1} << 62) / k, -62)));
    q = a.mul(q, a.constant(1, -1));
    const Value sum = a.add(one, a.add(r, a.add(a.mul(a.mul(r, r), q), lost)));
    const Value half = a.nearest_integer(a.mul(n, a.constant(1, -1)));
    return a.mul(a.mul(sum, a.power_of_two(half)), a.power_of_two(a.sub(n, half)));
  }

 private:
  static constexpr std::int64_t log2_e = 0x5C551D94AE0BF85D;    ///< floor(log2(e) * 2^62)
  static constexpr std::int64_t ln2_rest = -0x37A020B8C21950D8; ///< (ln 2 - 355/512) * 2^74
};

}  // namespace ulplab::gpu
