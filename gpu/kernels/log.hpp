// The natural logarithm with nothing but + - * / and powers of two in a fixed order.
//
// The same bits wherever the arithmetic is the same, within one ulp for binary32 and binary64, subnormal inputs and results
// near 0 included. No branch, so that compilers make vectors of it.
#pragma once

#include "gpu/kernels/arithmetic.hpp"

namespace ulplab::gpu {

/// How many terms of the series an arithmetic of that precision needs.
ULPLAB_HD constexpr int log_terms(int precision) { return precision <= 24 ? 5 : 11; }

struct Log {
  /// x = 2^n (1 + f) with sqrt(1/2) < 1 + f <= sqrt(2), and f is exact. With s = f / (2 + f), log(1 + f) = 2 atanh(s), and
  ///
  ///     log(1 + f) = f - (f^2/2 - s (f^2/2 + R)),  R = 2/3 s^2 + 2/5 s^4 + 2/7 s^6 + …
  ///     |s| <= 0.172: the first term left out is below 2^-34 of the result for 5 terms, below 2^-64 for 11
  ///
  /// f stands alone in front: what is rounded before has at most a quarter of its size. ln 2 comes in two pieces, as in Exp:
  /// n times the first is exact. Flags of 0 and of negative x come from the divisions -1 / 0 and 0 / 0, as they should.
  template <FieldArithmetic A>
  ULPLAB_HD constexpr typename A::Value operator()(A& a, const typename A::Value& x) const {
    using Value = typename A::Value;
    const Value zero = a.zero();
    const Value one = a.constant(1, 0);
    const Value half = a.constant(1, -1);
    const int p = a.precision();
    // Below 1 everything is lifted by p binades, so that subnormals are normal.
    const bool low = a.less(x, one);
    const Value lifted = low ? a.mul(x, a.constant(1, p)) : x;
    const Value exponent = a.exponent(lifted);
    // 2^-exponent may be subnormal: two halves of it are not.
    const Value first = a.nearest_integer(a.mul(exponent, half));
    const Value second = a.sub(exponent, first);
    const Value unit = a.mul(a.mul(lifted, a.power_of_two(a.sub(zero, first))), a.power_of_two(a.sub(zero, second)));
    const bool high = a.less(a.constant(sqrt_2, -62), unit);
    const Value m = high ? a.mul(unit, half) : unit;
    const Value upper = high ? a.add(exponent, one) : exponent;
    const Value n = low ? a.sub(upper, a.constant(p, 0)) : upper;

    const Value f = a.sub(m, one);
    const Value s = a.div(f, a.add(a.constant(2, 0), f));
    const Value z = a.mul(s, s);
    const int terms = log_terms(p);
    Value r = zero;
    for (int k = terms; k >= 1; --k) r = a.mul(z, a.add(a.constant((std::int64_t{1} << 62) / (2 * k + 1), -61), r));
    const Value square = a.mul(a.mul(f, f), half);
    const Value rest = a.sub(square, a.add(a.mul(s, a.add(square, r)), a.mul(n, a.constant(ln2_rest, -74))));
    const Value number = a.sub(a.mul(n, a.constant(355, -9)), a.sub(rest, f));

    const bool is_zero = a.equal(x, zero);
    const bool is_negative = a.less(x, zero);
    const Value pole = a.div(a.constant(-1, 0), is_zero ? zero : one);
    const Value invalid = a.div(zero, is_negative ? zero : one);
    const Value halved = a.mul(x, half);
    const Value large = a.equal(halved, x) ? x : number;  // only infinity is its own half
    const Value positive = a.less(one, x) ? large : number;
    const Value from_zero = is_zero ? pole : positive;
    return is_negative ? invalid : from_zero;
  }

 private:
  static constexpr std::int64_t sqrt_2 = 0x5A827999FCEF3242;     ///< floor(sqrt(2) * 2^62)
  static constexpr std::int64_t ln2_rest = -0x37A020B8C21950D8;  ///< (ln 2 - 355/512) * 2^74
};

}  // namespace ulplab::gpu
