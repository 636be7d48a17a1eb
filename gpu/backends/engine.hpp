// How does a backend run a lane in an arithmetic whose values are a machine's own?
//
// `run_with<A>` is the kernels over codes: in, compute, out. The soft backend has its own, with formats that are values, and
// flags.
#pragma once

#include <tuple>
#include <type_traits>

#include "gpu/backends/watch.hpp"
#include "gpu/kernels/exp.hpp"
#include "gpu/kernels/scale.hpp"
#include "gpu/kernels/sum.hpp"

namespace ulplab::gpu {
namespace detail {

/// One sum over the lane's terms, in A, or in the wide arithmetic that follows it.
template <class SumKernel, class A, class... Wide>
void sum(const SumKernel& kernel, const Lane& lane, const Watcher& watcher, LaneResult& result, A a, Wide... wide) {
  using Running = std::conditional_t<sizeof...(Wide) == 0, std::tuple<A>, std::tuple<Wide...>>;
  using R = std::tuple_element_t<0, Running>;
  std::vector<typename A::Value> terms;
  for (const Code code : lane.inputs) terms.push_back(A::in(code));
  const std::size_t n = terms.size();
  std::size_t at = 0;
  const auto term = [&](std::uint64_t) {
    const auto x = terms[at];
    if (++at == n) at = 0;
    return x;
  };
  SumWatch<typename R::Value, Code (*)(typename R::Value)> watch(lane, watcher, result, &R::out);
  result.codes.push_back(A::out(kernel(a, wide..., lane.count, term, watch)));
}

}  // namespace detail

/// The lane in arithmetic A; wide sums run in WideSum, the other kernels with a second format in Wide. What A cannot do (a
/// format that is only stored has no addition) gives no codes: the backend does not offer it.
template <class A, class Wide, class WideSum = Wide>
LaneResult run_with(A a, const Lane& lane, const Watcher& watcher) {
  LaneResult r;
  const auto arity = static_cast<std::uint64_t>(info_of(lane.kernel).arity);
  const std::uint64_t n = lane.inputs.size() / arity;
  const auto elements = [&](auto&& f) {
    r.codes.reserve(n * static_cast<std::uint64_t>(info_of(lane.kernel).results));
    for_each_element(n, watcher, r, [&](std::uint64_t i) { f(&lane.inputs[i * arity]); });
  };
  constexpr bool adds = Arithmetic<A>;
  constexpr bool multiplies = requires(typename A::Value x) { a.mul(x, x); };
  constexpr bool stores = requires(Wide wide, typename Wide::Value x) { a.from(wide, x); };
  constexpr bool stores_sums = requires(WideSum wide, typename WideSum::Value x) { a.from(wide, x); };
  switch (lane.kernel) {
    case Kernel::sum_naive:
      if constexpr (adds) detail::sum(SumNaive{}, lane, watcher, r, a);
      break;
    case Kernel::sum_pairwise:
      if constexpr (adds) detail::sum(SumPairwise{}, lane, watcher, r, a);
      break;
    case Kernel::sum_kahan:
      if constexpr (adds) detail::sum(SumKahan{}, lane, watcher, r, a);
      break;
    case Kernel::sum_neumaier:
      if constexpr (adds) detail::sum(SumNeumaier{}, lane, watcher, r, a);
      break;
    case Kernel::sum_wide:
      if constexpr (stores_sums) detail::sum(SumWide{}, lane, watcher, r, a, WideSum{});
      break;
    case Kernel::sum_stochastic: break;
    case Kernel::add:
      if constexpr (adds) elements([&](const Code* x) { r.codes.push_back(A::out(a.add(A::in(x[0]), A::in(x[1])))); });
      break;
    case Kernel::mul:
      if constexpr (multiplies) elements([&](const Code* x) { r.codes.push_back(A::out(a.mul(A::in(x[0]), A::in(x[1])))); });
      break;
    case Kernel::sum_equals:
      if constexpr (adds)
        elements([&](const Code* x) {
          const auto answer = SumEquals{}(a, A::in(x[0]), A::in(x[1]), A::in(x[2]));
          r.codes.push_back(A::out(answer.sum));
          r.codes.push_back(answer.equal ? 1 : 0);
        });
      break;
    case Kernel::exp:
      if constexpr (stores) {
        Wide wide;
        elements([&](const Code* x) {
          const auto y = Exp{}(wide, wide.from(a, A::in(x[0])), exp_terms(lane.wide.precision));
          r.codes.push_back(A::out(a.from(wide, y)));
        });
      }
      break;
    case Kernel::scale_and_store:
      if constexpr (stores) {
        Wide wide;
        elements([&](const Code* x) { r.codes.push_back(A::out(ScaleAndStore{}(a, wide, Wide::in(x[0]), Wide::in(x[1])))); });
      }
      break;
  }
  return r;
}

}  // namespace ulplab::gpu
