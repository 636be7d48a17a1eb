#include "gpu/backends/soft.hpp"

#include "gpu/backends/watch.hpp"
#include "gpu/kernels/exp.hpp"
#include "gpu/kernels/scale.hpp"
#include "gpu/kernels/soft.hpp"
#include "gpu/kernels/sum.hpp"
#include "softfloat/formats.hpp"

namespace ulplab::gpu {
namespace {

/// Calls f with a holder of the format: a constant for those that are worth their compile time, else a value.
template <class F>
void with_format(const Format& format, F&& f) {
  if (format == binary64) return f(ConstantFormat<binary64>{});
  if (format == binary32) return f(ConstantFormat<binary32>{});
  if (format == binary16) return f(ConstantFormat<binary16>{});
  if (format == bfloat16) return f(ConstantFormat<bfloat16>{});
  f(AnyFormat{format});
}

template <class Holder>
SoftArithmetic<Holder> arithmetic(const Holder& holder, const Context& context) {
  SoftArithmetic<Holder> a{holder};
  a.context = context;
  return a;
}

/// One kernel over the lane's terms. `make` gives the watch its values' codes: here they are codes already.
template <class Kernel, class... A>
void sum(const Kernel& kernel, const Lane& lane, const Watcher& watcher, LaneResult& result, A&... a) {
  const std::size_t n = lane.inputs.size();
  std::size_t at = 0;  // the kernels ask for the terms in order: no division an element
  const auto term = [&](std::uint64_t) {
    const Code code = lane.inputs[at];
    if (++at == n) at = 0;
    return code;
  };
  SumWatch<Code, Code (*)(Code)> watch(lane, watcher, result, [](Code code) { return code; });
  result.codes.push_back(kernel(a..., lane.count, term, watch));
  result.flags.push_back((a.raised | ...));
}

/// f(arithmetic, i) for each element, its flags noted.
template <class A, class F>
void elements(A& a, const Lane& lane, const Watcher& watcher, LaneResult& result, F&& f) {
  const auto arity = static_cast<std::uint64_t>(info_of(lane.kernel).arity);
  const std::uint64_t n = lane.inputs.size() / arity;
  result.codes.reserve(n * static_cast<std::uint64_t>(info_of(lane.kernel).results));
  for_each_element(n, watcher, result, [&](std::uint64_t i) {
    a.raised = {};
    f(a, &lane.inputs[i * arity]);
    result.flags.push_back(a.raised);
  });
}

class SoftBackend final : public Backend {
 public:
  std::string_view name() const override { return "soft"; }
  std::string_view summary() const override { return "our own arithmetic in integers: every format and direction, with flags"; }
  Availability availability() const override { return {}; }
  Availability offers(const Lane& lane) const override {
    if (!lane.format.is_signed) return {false, "a format without sign is a scale, not an arithmetic: use a signed format"};
    return {};
  }

  LaneResult run(const Lane& lane, const Watcher& watcher) const override {
    LaneResult r;
    with_format(lane.format, [&](auto holder) {
      auto a = arithmetic(holder, lane.context);
      using Holder = decltype(holder);
      switch (lane.kernel) {
        case Kernel::sum_naive:    return sum(SumNaive{}, lane, watcher, r, a);
        case Kernel::sum_pairwise: return sum(SumPairwise{}, lane, watcher, r, a);
        case Kernel::sum_kahan:    return sum(SumKahan{}, lane, watcher, r, a);
        case Kernel::sum_neumaier: return sum(SumNeumaier{}, lane, watcher, r, a);
        case Kernel::sum_stochastic: {
          Stochastic<Holder> s{a};
          s.context.rounding = Rounding::stochastic;
          s.seed = lane.seed;
          s.stream = lane.stream;
          return sum(SumNaive{}, lane, watcher, r, s);
        }
        case Kernel::sum_wide: {
          SoftAny narrow{AnyFormat{lane.format}, lane.context};
          return with_format(lane.wide, [&](auto wide_holder) {
            auto wide = arithmetic(wide_holder, lane.context);
            sum(SumWide{}, lane, watcher, r, narrow, wide);
          });
        }
        case Kernel::add:
          return elements(a, lane, watcher, r, [&](auto& s, const Code* x) { r.codes.push_back(s.add(x[0], x[1])); });
        case Kernel::mul:
          return elements(a, lane, watcher, r, [&](auto& s, const Code* x) { r.codes.push_back(s.mul(x[0], x[1])); });
        case Kernel::sum_equals:
          return elements(a, lane, watcher, r, [&](auto& s, const Code* x) {
            const auto answer = SumEquals{}(s, x[0], x[1], x[2]);
            r.codes.push_back(answer.sum);
            r.codes.push_back(answer.equal ? 1 : 0);
          });
        case Kernel::exp: {
          // e^x itself is rounded to nearest, whatever the direction of the store: flags are those of the store.
          SoftAny wide{AnyFormat{lane.wide}};
          return elements(a, lane, watcher, r, [&](auto& s, const Code* x) {
            SoftAny source{AnyFormat{lane.format}};
            r.codes.push_back(s.from(wide, Exp{}(wide, wide.from(source, x[0]), exp_terms(lane.wide.precision))));
          });
        }
        case Kernel::scale_and_store: {
          auto wide = arithmetic(AnyFormat{lane.wide}, Context{});
          return elements(a, lane, watcher, r, [&](auto& s, const Code* x) {
            wide.raised = {};
            r.codes.push_back(ScaleAndStore{}(s, wide, x[0], x[1]));
            s.raised |= wide.raised;
          });
        }
      }
    });
    return r;
  }
};

}  // namespace

const Backend& soft_backend() {
  static const SoftBackend backend;
  return backend;
}

}  // namespace ulplab::gpu
