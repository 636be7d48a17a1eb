// Mistakes of rounding: another direction, ties treated otherwise, two roundings, digits that were never looked at.
#include <algorithm>

#include "gpu/verify/wrong_models.hpp"

namespace ulplab::verify {
namespace {

// --- Another direction --------------------------------------------------------------------------------------------------------

template <Rounding Direction>
Code rounded_to(const Case& x) {
  Context c = x.check.context;
  c.rounding = Direction;
  return answer_under(x, c);
}
template <Rounding Direction>
bool another_than(const Check& c) {
  return c.context.rounding != Direction;
}

/// Truncated, but what overflows is infinite all the same.
Code truncated_below_overflow(const Case& x) {
  return x.to() != nullptr && is_infinity(*x.to(), x.expected) ? x.expected : rounded_to<Rounding::toward_zero>(x);
}

Code up_and_down_exchanged(const Case& x) {
  return x.check.context.rounding == Rounding::up ? rounded_to<Rounding::down>(x) : rounded_to<Rounding::up>(x);
}
bool up_or_down(const Check& c) { return c.context.rounding == Rounding::up || c.context.rounding == Rounding::down; }

/// Rounds the magnitude by another decision about what is discarded.
template <class Away>
Code decided_by(const Case& x, Away&& away) {
  if (!x.exact) return x.expected;
  const Kept k = cut_at(*x.exact, quantum_of(x));
  if (k.discarded == Discarded::nothing) return x.expected;
  return finish(x, k.kept + (away(k) ? 1 : 0), k.quantum);
}

/// Truncated, and infinite only from the next power of two on.
Code truncated_also_at_overflow(const Case& x) {
  return decided_by(x, [](const Kept&) { return false; });
}
Code away_from_zero(const Case& x) {
  return decided_by(x, [](const Kept&) { return true; });
}
/// Up means a larger magnitude and down a smaller one, whatever the sign.
Code direction_of_magnitude(const Case& x) {
  return x.check.context.rounding == Rounding::up ? away_from_zero(x) : rounded_to<Rounding::toward_zero>(x);
}

// --- Ties ---------------------------------------------------------------------------------------------------------------------

Code ties_to_zero(const Case& x) {
  return decided_by(x, [](const Kept& k) { return k.discarded == Discarded::above_half; });
}
Code ties_upward(const Case& x) {
  return decided_by(x, [&](const Kept& k) {
    return k.discarded == Discarded::above_half || (k.discarded == Discarded::half && !x.exact->negative);
  });
}
Code ties_to_odd(const Case& x) {
  return decided_by(x, [](const Kept& k) {
    return k.discarded == Discarded::above_half || (k.discarded == Discarded::half && (k.kept & 1) == 0);
  });
}

// --- Two roundings --------------------------------------------------------------------------------------------------------------

/// A place where a value may stop on its way: so many digits, down to a smallest quantum.
struct Between {
  int precision;
  int smallest_quantum;
};
constexpr Between of(const Format& f) { return {f.precision, f.smallest_quantum_exponent()}; }
constexpr Between extended{64, -16382 - 63};  // the x87's 80 bits

/// Rounds to nearest even in between. Too large there is too large at the end too, or an intermediate has the wider range.
ExactResult rounded_between(const ExactResult& exact, const Between& between) {
  const int quantum = std::max(exponent_of(exact) - (between.precision - 1), between.smallest_quantum);
  const Kept k = cut_at(exact, quantum);
  const bool away = k.discarded == Discarded::above_half || (k.discarded == Discarded::half && (k.kept & 1) != 0);
  return {exact.negative, quantum, k.kept + (away ? 1 : 0), false};
}
template <const Between& B>
Code through(const Case& x) {
  if (!x.exact || exponent_of(*x.exact) - x.exact->exponent < B.precision) {
    // Fits in between, unless it lies below its smallest quantum.
    if (!x.exact || (!x.exact->more && x.exact->exponent >= B.smallest_quantum)) return x.expected;
  }
  return round_instead(x, rounded_between(*x.exact, B));
}
constexpr Between between_f16 = of(binary16), between_bf16 = of(bfloat16), between_tf32 = of(tf32), between_f32 = of(binary32),
                  between_f64 = of(binary64);
/// There is something to lose: the result has fewer digits.
template <const Between& B>
bool fewer_digits(const Check& c) {
  const Format* to = std::get_if<Format>(&c.kind.result);
  return to == nullptr ? std::holds_alternative<IntegerType>(c.kind.result) : to->precision < B.precision;
}

Code multiplied_then_added(const Case& x) {
  const Format& f = x.kind().from;
  const Context& c = x.check.context;
  return add(f, mul(f, x.operands[0], x.operands[1], c).code, x.operands[2], c).code;
}
bool is_fma(const Check& c) { return is_operation(c, "fma"); }

Code times_reciprocal(const Case& x) {
  const Format& f = x.kind().from;
  const Context& c = x.check.context;
  const Code one = static_cast<Code>(f.bias) << f.trailing_bits();
  return mul(f, x.operands[0], div(f, one, x.operands[1], c).code, c).code;
}
bool is_div(const Check& c) { return is_operation(c, "div"); }

/// Rounded to p digits as if there were no smallest exponent, and once more to the quantum that is left.
Code subnormal_rounded_twice(const Case& x) {
  if (!x.exact || exponent_of(*x.exact) >= x.to()->emin()) return x.expected;
  return round_instead(x, rounded_between(*x.exact, {x.to()->precision, -(1 << 20)}));
}

// --- Digits that were never looked at -------------------------------------------------------------------------------------------

/// Only so many bits below the last place take part in the decision.
template <int Bits>
Code only_bits_below(const Case& x) {
  if (!x.exact) return x.expected;
  const int quantum = quantum_of(x) - Bits;
  const Kept k = cut_at(*x.exact, quantum);
  if (k.kept == 0) return finish(x, 0, 0);
  if (k.discarded == Discarded::nothing) return x.expected;
  const Kept cut = cut_at({x.exact->negative, quantum, k.kept, false}, quantum + Bits);
  return finish(x, cut.kept + (rounds_away(x, cut) ? 1 : 0), cut.quantum);
}
bool rounds_exact_results(const Check& c) { return c.kind.use != Use::arithmetic || c.kind.operation != nullptr; }

Code low_word_ignored(const Case& x) { return answer_of(x, {x.operands[0] & ~Code{0xffffffff}, 0, 0}); }
bool from_f64(const Check& c) {
  const Format* f = std::get_if<Format>(&c.kind.operands[0]);
  return c.kind.operands.size() == 1 && f != nullptr && *f == binary64;
}

const WrongModel table[] = {
    {"ties_away", Family::rounding, another_than<Rounding::nearest_away>, rounded_to<Rounding::nearest_away>,
     "Ties go away from zero", "as when half a unit is added and the rest cut off"},
    {"ties_toward_zero", Family::rounding, to_nearest, ties_to_zero, "Ties go toward zero",
     "as when one less than half a unit is added and the rest cut off"},
    {"ties_up", Family::rounding, to_nearest, ties_upward, "Ties go up, toward +infinity", "as in floor(x + 1/2)"},
    {"ties_to_odd", Family::rounding, to_nearest, ties_to_odd, "Ties go to the odd neighbour",
     "the test of the last kept bit is the wrong way round"},
    {"subnormal_rounded_twice", Family::rounding, gives_number, subnormal_rounded_twice,
     "Subnormal results are rounded twice: to the full precision first, and then to the digits that are left", ""},
    {"double_rounding_f32", Family::rounding, fewer_digits<between_f32>, through<between_f32>,
     "The result is rounded twice: to binary32 on the way, and then once more",
     "a cast to float in between, or an operation of float"},
    {"double_rounding_f64", Family::rounding, fewer_digits<between_f64>, through<between_f64>,
     "The result is rounded twice: to binary64 on the way, and then once more", "an operation of double in between"},
    {"double_rounding_x87", Family::rounding, fewer_digits<extended>, through<extended>,
     "The result is rounded twice: to 64 digits on the way, and then once more", "long double, or the x87"},
    {"double_rounding_f16", Family::rounding, fewer_digits<between_f16>, through<between_f16>,
     "The result is rounded twice: to binary16 on the way, and then once more", ""},
    {"double_rounding_tf32", Family::rounding, fewer_digits<between_tf32>, through<between_tf32>,
     "The result is rounded twice: to TF32 on the way, and then once more", ""},
    {"double_rounding_bf16", Family::rounding, fewer_digits<between_bf16>, through<between_bf16>,
     "The result is rounded twice: to bfloat16 on the way, and then once more", ""},
    {"fma_rounded_twice", Family::rounding, is_fma, multiplied_then_added,
     "The product is rounded before the addition: this is no fused operation", ""},
    {"reciprocal", Family::rounding, is_div, times_reciprocal, "The quotient is the dividend times the rounded reciprocal", ""},
    {"sticky_lost", Family::rounding, rounds_exact_results, only_bits_below<1>,
     "Of what is discarded only the highest bit decides", "the sticky bit is lost"},
    {"sticky_lost", Family::rounding, rounds_exact_results, only_bits_below<2>,
     "Of what is discarded only the two highest bits decide", "the sticky bit is lost"},
    {"sticky_lost", Family::rounding, rounds_exact_results, only_bits_below<3>,
     "Of what is discarded only the three highest bits decide", "the sticky bit is lost"},
    {"low_word_ignored", Family::rounding, from_f64, low_word_ignored, "The lower 32 bits of the operand are not looked at", ""},
    {"direction_exchanged", Family::rounding, up_or_down, up_and_down_exchanged, "Up and down are exchanged", ""},
    {"direction_of_magnitude", Family::rounding, up_or_down, direction_of_magnitude,
     "Up and down are taken of the magnitude: the sign is not looked at", ""},
    {"truncation", Family::rounding, another_than<Rounding::toward_zero>, rounded_to<Rounding::toward_zero>,
     "Results are cut off toward zero and not rounded", ""},
    {"truncation", Family::rounding, another_than<Rounding::toward_zero>, truncated_below_overflow,
     "Results are cut off toward zero and not rounded", ""},
    {"truncation", Family::rounding, another_than<Rounding::toward_zero>, truncated_also_at_overflow,
     "Results are cut off toward zero and not rounded", ""},
    {"nearest_even", Family::rounding, another_than<Rounding::nearest_even>, rounded_to<Rounding::nearest_even>,
     "Results go to nearest, ties to even, whatever direction is asked for", ""},
    {"up", Family::rounding, another_than<Rounding::up>, rounded_to<Rounding::up>, "Results are rounded up, toward +infinity",
     ""},
    {"down", Family::rounding, another_than<Rounding::down>, rounded_to<Rounding::down>,
     "Results are rounded down, toward -infinity", "as an arithmetic shift does"},
    {"away_from_zero", Family::rounding, any_check, away_from_zero,
     "Results are rounded away from zero, even if next to nothing is discarded", ""},
    {"to_odd", Family::rounding, another_than<Rounding::to_odd>, rounded_to<Rounding::to_odd>,
     "Inexact results get an odd last bit", ""},
};

}  // namespace

std::span<const WrongModel> rounding_models() { return table; }

}  // namespace ulplab::verify
