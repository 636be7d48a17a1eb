#include "gpu/backends/native.hpp"

#include <cfloat>

#include "gpu/backends/engine.hpp"
#include "gpu/backends/native_arithmetic.hpp"
#include "gpu/backends/native_environment.hpp"
#include "gpu/backends/native_sets.hpp"
#include "softfloat/formats.hpp"

namespace ulplab::gpu {
namespace {

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

template <class A, class Wide, class WideSum = Wide>
LaneResult run_in(const Lane& lane, const Watcher& watcher) {
  return run_with<A, Wide, WideSum>(A{}, lane, watcher);
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
    {binary64, binary64, true,  &keeps_formats,    scalar,                        no_formats, &run_in<Binary64, Binary64>},
    {binary32, binary64, true,  &keeps_formats,    scalar,                        no_formats, &run_in<Binary32, Binary32, Binary64>},
    {binary16, binary32, true,  &avx512fp16::here, "AVX512-FP16",                 "",         &run_in<Half, Binary32>},
    {binary16, binary32, true,  &f16c::here,       "F16C and binary32",           no_f16c,    &run_in<HalfByFloat, Binary32>},
    {bfloat16, binary32, false, &avx512bf16::here, "AVX512-BF16 and binary32",    no_bf16,    &run_in<Bfloat, Binary32>},
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

  NanRule nan_rule(const Lane&) const override {
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
