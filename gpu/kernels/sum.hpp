// In how many ways can one add n numbers?
//
// Each is a stateless struct: `kernel(arithmetic, n, term, watch)` adds term(0) … term(n-1) and returns the sum. Names and
// error bounds as in Higham, "Accuracy and Stability of Numerical Algorithms", 2nd ed., chapter 4.
#pragma once

#include "gpu/kernels/arithmetic.hpp"

namespace ulplab::gpu {

/// From left to right. Error bound (n - 1) u: and when half an ulp of the sum exceeds the terms, it stands still.
/// In an arithmetic that rounds stochastically this is stochastic accumulation.
struct SumNaive {
  template <Arithmetic A, class Terms, class Watch = Unwatched>
  ULPLAB_HD constexpr typename A::Value operator()(A& a, std::uint64_t n, const Terms& term, Watch&& watch = {}) const {
    auto s = a.zero();
    for (std::uint64_t i = 0; i < n; ++i) {
      s = a.add(s, term(i));
      if (!watch(i + 1, s, s)) break;
    }
    return s;
  }
};

/// Halves, split at n/2, down to single terms. Error bound about log2(n) u.
struct SumPairwise {
  template <Arithmetic A, class Terms, class Watch = Unwatched>
  ULPLAB_HD constexpr typename A::Value operator()(A& a, std::uint64_t n, const Terms& term, Watch&& watch = {}) const {
    bool on = true;
    return block(a, 0, n, term, watch, on);
  }

 private:
  template <class A, class Terms, class Watch>
  ULPLAB_HD static constexpr typename A::Value block(A& a, std::uint64_t first, std::uint64_t n, const Terms& term, Watch& watch, bool& on) {
    if (n == 0) return a.zero();
    if (n == 1) return term(first);
    const auto left = block(a, first, n / 2, term, watch, on);
    if (!on) return left;
    const auto right = block(a, first + n / 2, n - n / 2, term, watch, on);
    if (!on) return left;
    const auto both = a.add(left, right);
    on = watch(first + n, both, both);
    return both;
  }
};

/// Kahan 1965: what an addition lost is taken off the next term. Error bound 2u, as long as nothing overflows.
struct SumKahan {
  template <Arithmetic A, class Terms, class Watch = Unwatched>
  ULPLAB_HD constexpr typename A::Value operator()(A& a, std::uint64_t n, const Terms& term, Watch&& watch = {}) const {
    auto s = a.zero();
    auto c = a.zero();
    for (std::uint64_t i = 0; i < n; ++i) {
      const auto y = a.sub(term(i), c);
      const auto t = a.add(s, y);
      c = a.sub(a.sub(t, s), y);
      s = t;
      if (!watch(i + 1, s, c)) break;
    }
    return s;
  }
};

/// Neumaier 1974: what the additions lost is added up beside the sum, right also for terms larger than the sum, and
/// added at the end. The correction is an ordinary sum of its own and can stand still as one.
struct SumNeumaier {
  template <Arithmetic A, class Terms, class Watch = Unwatched>
  ULPLAB_HD constexpr typename A::Value operator()(A& a, std::uint64_t n, const Terms& term, Watch&& watch = {}) const {
    auto s = a.zero();
    auto c = a.zero();
    for (std::uint64_t i = 0; i < n; ++i) {
      const auto x = term(i);
      const auto t = a.add(s, x);
      const bool term_is_larger = a.less(a.abs(s), a.abs(x));
      c = a.add(c, term_is_larger ? a.add(a.sub(x, t), s) : a.add(a.sub(s, t), x));
      s = t;
      if (!watch(i + 1, s, c)) break;
    }
    return a.add(s, c);
  }
};

/// From left to right in a wider arithmetic, rounded back once at the end.
struct SumWide {
  template <class Narrow, Arithmetic Wide, class Terms, class Watch = Unwatched>
  ULPLAB_HD constexpr typename Narrow::Value operator()(Narrow& narrow, Wide& wide, std::uint64_t n, const Terms& term,
                                                        Watch&& watch = {}) const {
    const auto widened = [&](std::uint64_t i) { return wide.from(narrow, term(i)); };
    return narrow.from(wide, SumNaive{}(wide, n, widened, watch));
  }
};

/// a + b, and whether that equals c. The question of 0.1 + 0.2 = 0.3.
struct SumEquals {
  template <class Value>
  struct Answer {
    Value sum;
    bool equal;
  };
  template <Arithmetic A>
  ULPLAB_HD constexpr Answer<typename A::Value> operator()(A& arithmetic, const typename A::Value& a, const typename A::Value& b,
                                                           const typename A::Value& c) const {
    const auto sum = arithmetic.add(a, b);
    return {sum, arithmetic.equal(sum, c)};
  }
};

}  // namespace ulplab::gpu
