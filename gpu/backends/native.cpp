#include "gpu/backends/native.hpp"

#include <cfenv>
#include <cfloat>
#include <cmath>
#include <tuple>
#include <type_traits>

#include "gpu/backends/native_sets.hpp"
#include "gpu/backends/watch.hpp"
#include "gpu/kernels/exp.hpp"
#include "gpu/kernels/scale.hpp"
#include "gpu/kernels/sum.hpp"
#include "softfloat/formats.hpp"

namespace ulplab::gpu {
namespace {

/// float and double: what the compiler makes of + - * / is IEEE 754 (SSE2 or NEON; the build forbids contraction).
template <class T, class Bits>
struct Native {
  using Value = T;
  static T in(Code code) { return __builtin_bit_cast(T, static_cast<Bits>(code)); }
  static Code out(T x) { return __builtin_bit_cast(Bits, x); }

  T zero() { return 0; }
  T add(T x, T y) { return x + y; }
  T sub(T x, T y) { return x - y; }
  T mul(T x, T y) { return x * y; }
  T div(T x, T y) { return x / y; }
  bool less(T x, T y) { return x < y; }
  bool equal(T x, T y) { return x == y; }
  T abs(T x) { return std::fabs(x); }
  T constant(std::int64_t m, int exponent) { return std::ldexp(static_cast<T>(m), exponent); }
  T nearest_integer(T x) { return std::nearbyint(x); }
  T scale(T x, T n) { return std::ldexp(x, static_cast<int>(n)); }
  std::int64_t exponent_bound() const { return sizeof(T) == 4 ? 127 + 24 : 1023 + 53; }

  template <class Other>
  T from(Other&, typename Other::Value x) {
    return static_cast<T>(Other::widened(x));
  }
  static T widened(T x) { return x; }
};
using Binary32 = Native<float, std::uint32_t>;
using Binary64 = Native<double, std::uint64_t>;

/// binary16 by way of binary32: the sum, product, quotient of two binary16 numbers, rounded to 24 bits and then to 11, is
/// rounded right, because 24 >= 2 * 11 + 2 (Figueroa 1995), and binary32 has room for every exponent.
struct HalfByFloat {
  using Value = std::uint16_t;
  static Value in(Code code) { return static_cast<Value>(code); }
  static Code out(Value x) { return x; }
  static float widened(Value x) { return f16c::widen(x); }

  Value zero() { return 0; }
  Value add(Value x, Value y) { return f16c::narrow(widened(x) + widened(y)); }
  Value sub(Value x, Value y) { return f16c::narrow(widened(x) - widened(y)); }
  Value mul(Value x, Value y) { return f16c::narrow(widened(x) * widened(y)); }
  Value div(Value x, Value y) { return f16c::narrow(widened(x) / widened(y)); }
  bool less(Value x, Value y) { return widened(x) < widened(y); }
  bool equal(Value x, Value y) { return widened(x) == widened(y); }
  Value abs(Value x) { return x & 0x7fff; }
  Value from(Binary32&, float x) { return f16c::narrow(x); }
};

/// binary16 by its own instructions.
struct Half : HalfByFloat {
  Value add(Value x, Value y) { return avx512fp16::add(x, y); }
  Value sub(Value x, Value y) { return avx512fp16::sub(x, y); }
  Value mul(Value x, Value y) { return avx512fp16::mul(x, y); }
  Value div(Value x, Value y) { return avx512fp16::div(x, y); }
};

/// bfloat16 by way of binary32. A sum may go that way (24 >= 2 * 8 + 2, and below 2^-126 sums are exact); a product may
/// not: the two formats share their exponents, so that a subnormal product would be rounded twice.
struct Bfloat {
  using Value = std::uint16_t;
  static Value in(Code code) { return static_cast<Value>(code); }
  static Code out(Value x) { return x; }
  static float widened(Value x) { return __builtin_bit_cast(float, static_cast<std::uint32_t>(x) << 16); }

  Value zero() { return 0; }
  Value add(Value x, Value y) { return avx512bf16::narrow(widened(x) + widened(y)); }
  Value sub(Value x, Value y) { return avx512bf16::narrow(widened(x) - widened(y)); }
  bool less(Value x, Value y) { return widened(x) < widened(y); }
  bool equal(Value x, Value y) { return widened(x) == widened(y); }
  Value abs(Value x) { return x & 0x7fff; }
  Value from(Binary32&, float x) { return avx512bf16::narrow(x); }
};

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

template <class A>
LaneResult run_with(const Lane& lane, const Watcher& watcher) {
  LaneResult r;
  A a;
  const auto arity = static_cast<std::uint64_t>(info_of(lane.kernel).arity);
  const std::uint64_t n = lane.inputs.size() / arity;
  const auto elements = [&](auto&& f) {
    r.codes.reserve(n * static_cast<std::uint64_t>(info_of(lane.kernel).results));
    for_each_element(n, watcher, r, [&](std::uint64_t i) { f(&lane.inputs[i * arity]); });
  };
  constexpr bool multiplies = requires { a.mul(a.zero(), a.zero()); };
  constexpr bool narrow = requires(Binary32 b) { a.from(b, 0.0f); };
  switch (lane.kernel) {
    case Kernel::sum_naive:      sum(SumNaive{}, lane, watcher, r, a); break;
    case Kernel::sum_pairwise:   sum(SumPairwise{}, lane, watcher, r, a); break;
    case Kernel::sum_kahan:      sum(SumKahan{}, lane, watcher, r, a); break;
    case Kernel::sum_neumaier:   sum(SumNeumaier{}, lane, watcher, r, a); break;
    case Kernel::sum_stochastic: break;
    case Kernel::sum_wide:
      if constexpr (std::is_same_v<A, Binary32> || std::is_same_v<A, Binary64>)
        sum(SumWide{}, lane, watcher, r, a, Binary64{});
      else if constexpr (narrow)
        sum(SumWide{}, lane, watcher, r, a, Binary32{});
      break;
    case Kernel::add: elements([&](const Code* x) { r.codes.push_back(A::out(a.add(A::in(x[0]), A::in(x[1])))); }); break;
    case Kernel::mul:
      if constexpr (multiplies) elements([&](const Code* x) { r.codes.push_back(A::out(a.mul(A::in(x[0]), A::in(x[1])))); });
      break;
    case Kernel::sum_equals:
      elements([&](const Code* x) {
        const auto answer = SumEquals{}(a, A::in(x[0]), A::in(x[1]), A::in(x[2]));
        r.codes.push_back(A::out(answer.sum));
        r.codes.push_back(answer.equal ? 1 : 0);
      });
      break;
    case Kernel::exp: {
      using Wide = std::conditional_t<std::is_same_v<A, Binary64>, Binary64, Binary32>;
      Wide wide;
      elements([&](const Code* x) {
        const auto y = Exp{}(wide, wide.from(a, A::in(x[0])), exp_terms(lane.wide.precision));
        r.codes.push_back(A::out(a.from(wide, y)));
      });
      break;
    }
    case Kernel::scale_and_store: {
      using Wide = std::conditional_t<std::is_same_v<A, Binary64>, Binary64, Binary32>;
      Wide wide;
      elements([&](const Code* x) { r.codes.push_back(A::out(ScaleAndStore{}(a, wide, Wide::in(x[0]), Wide::in(x[1])))); });
      break;
    }
  }
  return r;
}

/// One row a format: who computes in it, and what must be there.
struct Engine {
  Format format;
  Format wide;                       ///< the only second format that rounds right
  bool multiplies;
  bool (*here)();
  std::string_view instructions;
  std::string_view missing;          ///< what to say where it is not here
  LaneResult (*run)(const Lane&, const Watcher&);
};

/// Are float and double rounded to their own formats after each operation? x87 registers keep more.
bool keeps_formats() { return FLT_EVAL_METHOD == 0; }
constexpr std::string_view no_formats =
    "this build computes float and double in wider registers (x87): build for x86-64, or with -msse2 -mfpmath=sse";

/// The default environment while it lives: to nearest, no trap, neither FTZ nor DAZ.
class DefaultEnvironment {
 public:
  DefaultEnvironment() {
    std::fegetenv(&callers_);
    std::fesetenv(FE_DFL_ENV);
  }
  ~DefaultEnvironment() { std::fesetenv(&callers_); }
  DefaultEnvironment(const DefaultEnvironment&) = delete;
  DefaultEnvironment& operator=(const DefaultEnvironment&) = delete;

 private:
  std::fenv_t callers_{};
};

#if defined(__x86_64__)
constexpr std::string_view scalar = "SSE2";
constexpr std::string_view no_f16c = "this CPU has no F16C (Intel since 2012, AMD since 2012)";
constexpr std::string_view no_bf16 = "this CPU has no AVX512-BF16 (Intel Cooper Lake, AMD Zen 4 and later)";
#else
constexpr std::string_view scalar = "scalar instructions";
constexpr std::string_view no_f16c = "F16C is an instruction set of x86-64, and this is another processor";
constexpr std::string_view no_bf16 = "AVX512-BF16 is an instruction set of x86-64, and this is another processor";
#endif

const Engine engines[] = {
    // format   wide      mul    here               instructions                   missing     run
    {binary64, binary64, true,  &keeps_formats,    scalar,                        no_formats, &run_with<Binary64>},
    {binary32, binary64, true,  &keeps_formats,    scalar,                        no_formats, &run_with<Binary32>},
    {binary16, binary32, true,  &avx512fp16::here, "AVX512-FP16",                 "",         &run_with<Half>},
    {binary16, binary32, true,  &f16c::here,       "F16C and binary32",           no_f16c,    &run_with<HalfByFloat>},
    {bfloat16, binary32, false, &avx512bf16::here, "AVX512-BF16 and binary32",    no_bf16,    &run_with<Bfloat>},
};

/// The first row of the format whose instructions are here, else the last of the format, else nullptr.
const Engine* engine_of(const Format& f) {
  const Engine* found = nullptr;
  for (const Engine& e : engines)
    if (e.format == f && (found == nullptr || !found->here())) found = &e;
  return found;
}

/// binary32 multiplies and exponentiates in itself, and sums in binary64.
const Format& wide_of(const Engine& e, Kernel kernel) {
  return e.format == binary32 && kernel != Kernel::sum_wide ? e.format : e.wide;
}

class NativeBackend final : public Backend {
 public:
  std::string_view name() const override { return "native"; }
  std::string_view summary() const override { return "this CPU's own instructions: binary64, binary32, binary16, bfloat16"; }
  Availability availability() const override { return {}; }

  Availability offers(const Lane& lane) const override {
    const Engine* e = engine_of(lane.format);
    if (e == nullptr) return {false, "no CPU instructions of this backend compute in this format: see the soft lane"};
    if (!e->here()) return {false, std::string(e->missing), true};
    const Context& c = lane.context;
    if (lane.kernel == Kernel::sum_stochastic || c.rounding == Rounding::stochastic)
      return {false, "no instruction rounds stochastically: see the soft lane"};
    if (c.rounding != Rounding::nearest_even || c.subnormals != Subnormals::keep || c.overflow != Overflow::ieee)
      return {false, "only rounding to nearest, ties to even, with subnormals and infinities is offered natively: see the soft lane"};
    if (lane.kernel == Kernel::mul && !e->multiplies)
      return {false, "a bfloat16 product by way of binary32 would be rounded twice below 2^-126: see the soft lane"};
    if (info_of(lane.kernel).wide && !(lane.wide == wide_of(*e, lane.kernel)))
      return {false, "with this second format the instructions would round twice, or there are none: see the soft lane"};
    return {};
  }

  std::string_view instructions(const Lane& lane) const override {
    const Engine* e = engine_of(lane.format);
    return e != nullptr ? e->instructions : std::string_view{};
  }

  NanRule nan_rule() const override {
#if defined(__x86_64__)
    return NanRule::first_operand_x86;
#else
    return NanRule::first_operand;
#endif
  }

  LaneResult run(const Lane& lane, const Watcher& watcher) const override {
    const DefaultEnvironment environment;
    return engine_of(lane.format)->run(lane, watcher);
  }
};

}  // namespace

const Backend& native_backend() {
  static const NativeBackend backend;
  return backend;
}

}  // namespace ulplab::gpu
