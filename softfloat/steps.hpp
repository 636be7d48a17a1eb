// How does a person watch an operation at work?
//
// Every operation takes an observer as its last argument and tells it each step: operands unpacked, alignment, the exact
// result, what was discarded, the decision, the flags. The default observer is Silent and costs nothing. The command line,
// the window and the quiz show the same record, so there is no second implementation to drift.
#pragma once

#include "softfloat/unpack.hpp"

namespace ulplab {

/// What lies below the last kept bit, as a fraction of it: guard, round and sticky in one value with four names.
enum class Discarded : std::uint8_t { nothing, below_half, half, above_half };

enum class StepKind : std::uint8_t {
  operand,    ///< code, number (class, sign, exponent, significand) of one operand
  special,    ///< the answer follows from a rule and not from arithmetic: `rule` says which
  align,      ///< the smaller operand is moved `shift` places to the right to the exponent of the larger
  exact,      ///< the exact result (or a prefix of it; discarded says whether more follows): (-1)^negative * wide * 2^exponent
  range,      ///< the result is tiny, or its last bit is worth 2^exponent because it is subnormal
  discard,    ///< `kept` bits stay, worth 2^exponent each; `shift` bits go: `wide` holds them, discarded compares them with a half
  decide,     ///< away: one is added to the kept bits
  overflow,   ///< the rounded result is beyond the largest finite number
  flush,      ///< a subnormal became zero because the context says so
  result      ///< code and flags
};

/// One step. Which fields mean something depends on kind (see StepKind).
struct Step {
  StepKind kind = StepKind::result;
  Format format{};
  Code code = 0;
  Unpacked number{};
  bool negative = false;
  bool away = false;
  int exponent = 0;
  int shift = 0;
  uint128 wide = 0;
  std::uint64_t kept = 0;
  Discarded discarded = Discarded::nothing;
  Rounding rounding = Rounding::nearest_even;
  Flags flags{};
  const char* rule = "";
};

/// The observer of those who do not watch.
struct Silent {
  static constexpr bool records = false;
  ULPLAB_HD constexpr void operator()(const Step&) const {}
};

namespace detail {

template <class Observer>
ULPLAB_HD constexpr void tell_operand(Observer& observe, const Format& f, Code code, const Unpacked& number) {
  if constexpr (Observer::records) {
    Step s;
    s.kind = StepKind::operand;
    s.format = f;
    s.code = code;
    s.number = number;
    observe(s);
  }
}

template <class Observer>
ULPLAB_HD constexpr Rounded tell_result(Observer& observe, const Format& f, Rounded r) {
  if constexpr (Observer::records) {
    Step s;
    s.kind = StepKind::result;
    s.format = f;
    s.code = r.code;
    s.flags = r.flags;
    observe(s);
  }
  return r;
}

/// A result that a rule gives: tells the rule, then the result.
template <class Observer>
ULPLAB_HD constexpr Rounded tell_special(Observer& observe, const Format& f, const char* rule, Rounded r) {
  if constexpr (Observer::records) {
    Step s;
    s.kind = StepKind::special;
    s.format = f;
    s.rule = rule;
    observe(s);
  }
  return tell_result(observe, f, r);
}

}  // namespace detail
}  // namespace ulplab
