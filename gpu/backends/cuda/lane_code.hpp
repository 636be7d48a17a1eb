// The kernels of gpu/kernels over a LaneTask: one sum in one thread, or one element.
//
// L says what is computed in: `NativeLane<A, Wide, WideSum>` in types of the machine, `SoftLane` in our own integers. All of it
// compiles for the host too, where the tests run it without a device.
#pragma once

#include "gpu/backends/cuda/lane_task.hpp"
#include "gpu/kernels/exp.hpp"
#include "gpu/kernels/scale.hpp"
#include "gpu/kernels/soft.hpp"
#include "gpu/kernels/sum.hpp"

#if defined(__CUDACC__)
#define ULPLAB_CALLED __noinline__
#else
#define ULPLAB_CALLED
#endif

namespace ulplab::gpu::cuda {

/// A machine's arithmetic A; its elements go by way of Wide, its wide sums run in WideSum.
template <class A_, class Wide_, class WideSum_ = Wide_>
struct NativeLane {
  using A = A_;
  using Wide = Wide_;
  using WideSum = WideSum_;
  ULPLAB_HD static A narrow(const LaneTask& t) {
    A a{};
    if constexpr (requires { a.saturation; })
      if (t.context.overflow == Overflow::saturate) a.saturation = A::saturating;
    return a;
  }
  ULPLAB_HD static A source(const LaneTask&) { return A{}; }
  ULPLAB_HD static Wide wide(const LaneTask&) { return Wide{}; }
  ULPLAB_HD static WideSum wide_sum(const LaneTask&) { return WideSum{}; }
  template <class Arithmetic>
  ULPLAB_HD static typename Arithmetic::Value in(const Arithmetic&, Code code) { return Arithmetic::in(code); }
  template <class Arithmetic>
  ULPLAB_HD static Code out(const Arithmetic&, typename Arithmetic::Value x) { return Arithmetic::out(x); }
  template <class Arithmetic>
  ULPLAB_HD static Flags raised(const Arithmetic&) { return {}; }
};

/// SoftAny whose operations are called and not pasted in: a kernel like exp has a dozen of them, and each is hundreds of
/// instructions. Pasted in, these kernels took most of the build's time.
struct CalledSoft : SoftAny {
  using Value = Code;
  ULPLAB_HD ULPLAB_CALLED Value add(Value x, Value y) { return SoftAny::add(x, y); }
  ULPLAB_HD ULPLAB_CALLED Value sub(Value x, Value y) { return SoftAny::sub(x, y); }
  ULPLAB_HD ULPLAB_CALLED Value mul(Value x, Value y) { return SoftAny::mul(x, y); }
  ULPLAB_HD ULPLAB_CALLED Value div(Value x, Value y) { return SoftAny::div(x, y); }
  ULPLAB_HD ULPLAB_CALLED bool less(Value x, Value y) { return SoftAny::less(x, y); }
  ULPLAB_HD ULPLAB_CALLED Value constant(std::int64_t m, int exponent) { return SoftAny::constant(m, exponent); }
  ULPLAB_HD ULPLAB_CALLED Value power_of_two(Value n) { return SoftAny::power_of_two(n); }
  ULPLAB_HD ULPLAB_CALLED Value exponent(Value x) { return SoftAny::exponent(x); }
  ULPLAB_HD ULPLAB_CALLED Value from(const SoftAny& other, Value x) { return SoftAny::from(other, x); }
};

/// Our own, as the soft backend has it: e^x and products in the wide format are rounded to nearest, the store in the direction
/// of the context.
struct SoftLane {
  using A = CalledSoft;
  ULPLAB_HD static CalledSoft make(const Format& f, const Context& c) {
    CalledSoft a{{AnyFormat{f}}};
    a.context = c;
    return a;
  }
  ULPLAB_HD static CalledSoft narrow(const LaneTask& t) { return make(t.format, t.context); }
  ULPLAB_HD static CalledSoft source(const LaneTask& t) { return make(t.format, Context{}); }
  ULPLAB_HD static CalledSoft wide(const LaneTask& t) { return make(t.wide, Context{}); }
  ULPLAB_HD static CalledSoft wide_sum(const LaneTask& t) { return make(t.wide, t.context); }
  template <class Arithmetic>
  ULPLAB_HD static Code in(const Arithmetic&, Code code) { return code; }
  template <class Arithmetic>
  ULPLAB_HD static Code out(const Arithmetic&, Code code) { return code; }
  template <class Arithmetic>
  ULPLAB_HD static Flags raised(const Arithmetic& a) { return a.raised; }
};

/// Handed to the sum kernels: what SumWatch (gpu/backends/watch.hpp) is on the host.
template <class L, class Running>
class TaskWatch {
 public:
  ULPLAB_HD TaskWatch(const LaneTask& task, const Running& running)
      : task_(task), running_(running), next_note_(task.every == 0 ? ~std::uint64_t{0} : task.every) {}

  template <class Value>
  ULPLAB_HD bool operator()(std::uint64_t done, const Value& sum, const Value& correction) {
    const Code s = L::out(running_, sum);
    const Code c = L::out(running_, correction);
    if (s != state_.running || c != correction_) {
      state_.running = s;
      correction_ = c;
      state_.last_change = done;
    }
    if (done == next_note_) {
      task_.codes[state_.notes++] = s;
      next_note_ += task_.every;
    }
    state_.done = done;
    if (done >= next_breath_) {  // pairwise sums leave numbers out
      next_breath_ = done - done % breath + breath;
      task_.progress->done = done;
      state_.stopped = task_.progress->stop != 0;
    }
    return !state_.stopped;
  }

  ULPLAB_HD void finish(Code sum, Flags flags) {
    state_.sum = sum;
    state_.flags = flags.bits;
    *task_.state = state_;
  }

 private:
  static constexpr std::uint64_t breath = 1 << 16;

  const LaneTask& task_;
  const Running& running_;
  std::uint64_t next_note_;
  std::uint64_t next_breath_ = breath;
  Code correction_ = 0;
  SumState state_{};
};

/// The terms of the task in order, from the beginning again when they are through: no division an element.
template <class L, class A>
class TaskTerms {
 public:
  ULPLAB_HD TaskTerms(const LaneTask& task, const A& a) : task_(task), a_(a) {}
  ULPLAB_HD typename A::Value operator()(std::uint64_t) const {
    const Code code = task_.inputs[at_];
    if (++at_ == task_.input_count) at_ = 0;
    return L::in(a_, code);
  }

 private:
  const LaneTask& task_;
  const A& a_;
  mutable std::uint64_t at_ = 0;
};

/// A sum in the lane's own arithmetic.
template <class L, class Sum>
ULPLAB_HD void run_sum(const LaneTask& task) {
  auto a = L::narrow(task);
  TaskWatch<L, decltype(a)> watch(task, a);
  const Code sum = L::out(a, Sum{}(a, task.count, TaskTerms<L, decltype(a)>(task, a), watch));
  watch.finish(sum, L::raised(a));
}

template <class L>
ULPLAB_HD void run_wide_sum(const LaneTask& task) {
  auto a = L::narrow(task);
  auto wide = L::wide_sum(task);
  TaskWatch<L, decltype(wide)> watch(task, wide);
  const Code sum = L::out(a, SumWide{}(a, wide, task.count, TaskTerms<L, decltype(a)>(task, a), watch));
  watch.finish(sum, L::raised(a) | L::raised(wide));
}

ULPLAB_HD inline void run_stochastic_sum(const LaneTask& task) {
  Stochastic<AnyFormat> a{SoftLane::narrow(task)};
  a.context.rounding = Rounding::stochastic;
  a.seed = task.seed;
  a.stream = task.stream;
  TaskWatch<SoftLane, decltype(a)> watch(task, a);
  const Code sum = SumNaive{}(a, task.count, TaskTerms<SoftLane, decltype(a)>(task, a), watch);
  watch.finish(sum, a.raised);
}

// ---- elements: operands x, results y, and the flags ----------------------------------------------------------------

struct AddElement {
  static constexpr int arity = 2, results = 1;
  template <class L>
  ULPLAB_HD static Flags run(const LaneTask& t, const Code* x, Code* y) {
    auto a = L::narrow(t);
    y[0] = L::out(a, a.add(L::in(a, x[0]), L::in(a, x[1])));
    return L::raised(a);
  }
};

struct MulElement {
  static constexpr int arity = 2, results = 1;
  template <class L>
  ULPLAB_HD static Flags run(const LaneTask& t, const Code* x, Code* y) {
    auto a = L::narrow(t);
    y[0] = L::out(a, a.mul(L::in(a, x[0]), L::in(a, x[1])));
    return L::raised(a);
  }
};

struct SumEqualsElement {
  static constexpr int arity = 3, results = 2;
  template <class L>
  ULPLAB_HD static Flags run(const LaneTask& t, const Code* x, Code* y) {
    auto a = L::narrow(t);
    const auto answer = SumEquals{}(a, L::in(a, x[0]), L::in(a, x[1]), L::in(a, x[2]));
    y[0] = L::out(a, answer.sum);
    y[1] = answer.equal ? 1 : 0;
    return L::raised(a);
  }
};

struct ExpElement {
  static constexpr int arity = 1, results = 1;
  template <class L>
  ULPLAB_HD static Flags run(const LaneTask& t, const Code* x, Code* y) {
    auto a = L::narrow(t);
    auto source = L::source(t);
    auto wide = L::wide(t);
    y[0] = L::out(a, a.from(wide, Exp{}(wide, wide.from(source, L::in(source, x[0])), exp_terms(t.wide.precision))));
    return L::raised(a);
  }
};

struct ScaleElement {
  static constexpr int arity = 2, results = 1;
  template <class L>
  ULPLAB_HD static Flags run(const LaneTask& t, const Code* x, Code* y) {
    auto a = L::narrow(t);
    auto wide = L::wide(t);
    y[0] = L::out(a, ScaleAndStore{}(a, wide, L::in(wide, x[0]), L::in(wide, x[1])));
    return L::raised(a) | L::raised(wide);
  }
};

template <class L, class Element>
ULPLAB_HD void run_element(const LaneTask& task, std::uint64_t i) {
  const Flags flags = Element::template run<L>(task, task.inputs + i * Element::arity, task.codes + i * Element::results);
  if (task.flags != nullptr) task.flags[i] = flags.bits;
}

}  // namespace ulplab::gpu::cuda
