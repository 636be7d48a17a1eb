// Does watching an operation change it, and are the steps told in a sensible order?
#include "softfloat/add.hpp"
#include "softfloat/convert.hpp"
#include "softfloat/div.hpp"
#include "softfloat/fma.hpp"
#include "softfloat/integer.hpp"
#include "softfloat/mul.hpp"
#include "softfloat/recorder.hpp"
#include "softfloat/remainder.hpp"
#include "softfloat/round_to_integral.hpp"
#include "softfloat/rsqrt.hpp"
#include "softfloat/scalb.hpp"
#include "softfloat/sqrt.hpp"
#include "support.hpp"

namespace ulplab::test {
namespace {

/// nullptr, or what is wrong with the order:
/// operands first; then either a rule (special) or exact, [range], discard, decide, [overflow | flush]; the result last, once.
const char* problem_of_steps(const std::vector<Step>& steps, int operands, Rounded result) {
  if (steps.empty()) return "no steps";
  int results = 0;
  for (const Step& s : steps) results += s.kind == StepKind::result ? 1 : 0;
  if (results != 1) return "not exactly one result";
  const Step& last = steps.back();
  if (last.kind != StepKind::result) return "the result is not the last step";
  if (last.code != result.code || !(last.flags == result.flags)) return "the last step tells another result";
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const bool is_operand = steps[i].kind == StepKind::operand;
    if (is_operand != (i < static_cast<std::size_t>(operands))) return "operands are not the first steps, one each";
  }
  const auto place = [&](StepKind kind) {
    for (std::size_t i = 0; i < steps.size(); ++i)
      if (steps[i].kind == kind) return static_cast<int>(i);
    return -1;
  };
  const int exact = place(StepKind::exact);
  const int discard = place(StepKind::discard);
  const int decide = place(StepKind::decide);
  const int special = place(StepKind::special);
  if (special < 0 && decide < 0) return "neither a rule nor a decision";
  if ((discard < 0) != (decide < 0)) return "a discard without a decision, or the other way round";
  if (decide >= 0 && decide < discard) return "decided before it was seen what is discarded";
  if (place(StepKind::align) > exact && exact >= 0) return "aligned after the exact result";
  if (place(StepKind::range) >= 0 && place(StepKind::range) < exact) return "range before the exact result";
  if (place(StepKind::overflow) >= 0 && place(StepKind::overflow) < decide) return "overflow before the decision";
  if (place(StepKind::flush) >= 0 && place(StepKind::flush) < decide) return "flush before the decision";
  if (special >= 0 && *steps[static_cast<std::size_t>(special)].rule == '\0') return "a rule without words";
  return nullptr;
}

/// The exact step is the exact result: it equals what was kept and what was discarded.
const char* problem_of_sum(const std::vector<Step>& steps) {
  const Step* exact = nullptr;
  for (const Step& s : steps) {
    if (s.kind == StepKind::exact) exact = &s;
    if (s.kind == StepKind::discard && exact != nullptr && s.shift > 0 && s.shift < 64) {
      const uint128 whole = (static_cast<uint128>(s.kept) << s.shift) | s.wide;
      if (whole != exact->wide) return "kept and discarded bits do not make up the exact result";
      if (s.exponent != exact->exponent + s.shift) return "the last kept bit has another exponent than the shift says";
    }
  }
  return nullptr;
}

template <class Operation>
void check(Failures& failures, const Format& f, int operands, std::initializer_list<Code> inputs, const char* name, Operation operation) {
  static thread_local std::vector<Step> steps;
  static const std::vector<Context> contexts{
      context(Rounding::nearest_even), context(Rounding::up, Tininess::before), stochastic(8, 0x91),
      context(Rounding::toward_zero, Tininess::after, Overflow::saturate, Subnormals::flush_both)};
  for (const Context& c : contexts) {
    steps.clear();
    const Rounded plain = operation(c, Silent{});
    const Rounded watched = operation(c, Recorder{&steps});
    failures.compare(f, plain, watched, c, f, inputs, name);
    const char* problem = problem_of_steps(steps, operands, watched);
    if (problem == nullptr && std::string(name) != "round to integral") problem = problem_of_sum(steps);
    if (problem == nullptr) continue;
    std::string text = std::string(name) + ", " + text_of(c) + ": " + problem;
    for (const Code input : inputs) text += "\n  input     " + text_of(f, input);
    failures.add(text);
  }
}

void check_unary(Failures& failures, const Format& f, Code a) {
  check(failures, f, 1, {a}, "sqrt", [&](const Context& c, auto o) { return ulplab::sqrt(f, a, c, o); });
  check(failures, f, 1, {a}, "rsqrt", [&](const Context& c, auto o) { return rsqrt(f, a, c, o); });
  check(failures, f, 1, {a}, "round to integral",
        [&](const Context& c, auto o) { return round_to_integral(f, a, c, Exactness::signals_inexact, o); });
  check(failures, f, 1, {a}, "scalbn", [&](const Context& c, auto o) { return scalbn(f, a, -3, c, o); });
  check(failures, fp8_e4m3, 1, {}, "convert to e4m3", [&](const Context& c, auto o) { return convert(f, a, fp8_e4m3, c, o); });
  check(failures, f, 0, {}, "from integer", [&](const Context& c, auto o) { return from_integer(f, (a & 1) != 0, a, c, o); });
}
void check_binary(Failures& failures, const Format& f, Code a, Code b) {
  check(failures, f, 2, {a, b}, "add", [&](const Context& c, auto o) { return ulplab::add(f, a, b, c, o); });
  check(failures, f, 2, {a, b}, "sub", [&](const Context& c, auto o) { return ulplab::sub(f, a, b, c, o); });
  check(failures, f, 2, {a, b}, "mul", [&](const Context& c, auto o) { return ulplab::mul(f, a, b, c, o); });
  check(failures, f, 2, {a, b}, "div", [&](const Context& c, auto o) { return ulplab::div(f, a, b, c, o); });
  check(failures, f, 2, {a, b}, "remainder", [&](const Context& c, auto o) { return ulplab::remainder(f, a, b, c, o); });
}

class Observer : public testing::TestWithParam<TestFormat> {};
TEST_P(Observer, sees_every_pair_without_changing_it) {
  const Format f = GetParam().format;
  Failures failures;
  for (Code a = 0; a < code_count(f) && !failures.enough(); ++a) {
    check_unary(failures, f, a);
    for (Code b = 0; b < code_count(f); ++b) {
      check_binary(failures, f, a, b);
      const Code d = (a * 37 + b * 11) & f.code_mask();
      if ((a + b) % 8 == 0) check(failures, f, 3, {a, b, d}, "fma", [&](const Context& c, auto o) { return fma(f, a, b, d, c, o); });
    }
  }
}
INSTANTIATE_TEST_SUITE_P(Formats, Observer, testing::Values(TestFormat{"e4m3", fp8_e4m3}, TestFormat{"e5m2", fp8_e5m2}),
                         name_of_format<testing::TestParamInfo<TestFormat>>);

class ObserverSamples : public testing::TestWithParam<TestFormat> {};
TEST_P(ObserverSamples, sees_samples_without_changing_them) {
  const Format f = GetParam().format;
  CodeSource codes(f, 11);
  Failures failures;
  for (int i = 0; i < 10000 && !failures.enough(); ++i) {
    const Code a = codes.structured();
    const Code b = i % 2 == 0 ? codes.near(a) : codes.structured();
    const Code d = i % 3 == 0 ? ulplab::mul(f, a, b).code ^ f.sign_mask() : codes.any();
    check_unary(failures, f, a);
    check_binary(failures, f, a, b);
    check(failures, f, 3, {a, b, d}, "fma", [&](const Context& c, auto o) { return fma(f, a, b, d, c, o); });
  }
}
INSTANTIATE_TEST_SUITE_P(Formats, ObserverSamples, testing::ValuesIn(formats_up_to(64)), name_of_format<testing::TestParamInfo<TestFormat>>);

}  // namespace
}  // namespace ulplab::test
