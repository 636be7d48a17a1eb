// Mistakes at the ends of the range: subnormals, carries from one binade into the next, overflow.
#include "gpu/verify/wrong_models.hpp"

namespace ulplab::verify {
namespace {

// --- Subnormals ---------------------------------------------------------------------------------------------------------------

template <Subnormals How>
Code flushing(const Case& x) {
  Context c = x.check.context;
  c.subnormals = How;
  return answer_under(x, c);
}
bool keeps_subnormals(const Check& c) { return c.context.subnormals == Subnormals::keep; }
bool keeps_subnormal_results(const Check& c) { return keeps_subnormals(c) && gives_number(c); }

Code subnormal_answers_are_zero(const Case& x) {
  return is_subnormal(*x.to(), x.expected) ? zero_of(*x.to(), sign_of(*x.to(), x.expected)) : x.expected;
}
Code subnormal_answers_are_plus_zero(const Case& x) { return is_subnormal(*x.to(), x.expected) ? Code{0} : x.expected; }

bool lies_below_normal(const Case& x) { return x.exact && exponent_of(*x.exact) < x.to()->emin(); }

/// What is below the smallest normal number becomes zero before anything is rounded.
Code tiny_answers_are_zero(const Case& x) { return lies_below_normal(x) ? finish(x, 0, 0) : x.expected; }

Code subnormals_truncated(const Case& x) {
  if (!lies_below_normal(x)) return x.expected;
  const Kept k = cut_at(*x.exact, quantum_of(x));
  return finish(x, k.kept, k.quantum);
}
/// Below the smallest number everything is zero, though the upper half of it should round up.
Code underflows_early(const Case& x) {
  return x.exact && exponent_of(*x.exact) < x.to()->smallest_quantum_exponent() ? finish(x, 0, 0) : x.expected;
}
/// A subnormal operand is read as if it had a leading one, like a normal number.
Code leading_one_assumed(const Case& x) {
  const Format& f = *x.from();
  if (!is_subnormal(f, x.operands[0])) return x.expected;
  Format other = f;
  other.has_zero = false;
  return convert(other, x.operands[0], *x.to(), x.check.context).code;
}
bool between_formats(const Check& c) {
  return c.kind.operands.size() == 1 && c.kind.use == Use::conversion && std::holds_alternative<Format>(c.kind.operands[0]);
}

// --- Carries ------------------------------------------------------------------------------------------------------------------

/// Rounding up all ones: the significand begins anew with zero, and the exponent should have become one larger. What is beyond
/// the largest binade overflows with or without the carry.
struct Carry {
  bool here = false;
  Kept kept;
};
Carry carry_of(const Case& x) {
  if (!x.exact || exponent_of(*x.exact) > x.to()->emax()) return {};
  const Kept k = cut_at(*x.exact, quantum_of(x));
  const uint128 ones = (uint128{1} << x.to()->precision) - 1;
  const bool all_ones = k.kept == ones || (lies_below_normal(x) && k.kept == ones >> 1);
  return {all_ones && rounds_away(x, k), k};
}
Code with_sign(const Case& x, Code magnitude) {
  return (x.exact->negative ? x.to()->sign_mask() : Code{0}) | (magnitude & x.to()->magnitude_mask());
}

Code carry_dropped(const Case& x) {
  const Carry c = carry_of(x);
  if (!c.here) return x.expected;
  return with_sign(x, magnitude_code(*x.to(), c.kept.kept, c.kept.quantum) & ~x.to()->trailing_mask());
}
Code carry_not_made(const Case& x) {
  const Carry c = carry_of(x);
  return c.here ? with_sign(x, magnitude_code(*x.to(), c.kept.kept, c.kept.quantum)) : x.expected;
}

// --- Overflow -----------------------------------------------------------------------------------------------------------------

template <Overflow How>
Code overflowing(const Case& x) {
  Context c = x.check.context;
  c.overflow = How;
  return answer_under(x, c);
}
template <Overflow How>
bool another_overflow(const Check& c) {
  return gives_number(c) && c.context.overflow != How;
}

/// |x| compared with a magnitude code, where the one after the largest counts as the number that would follow.
int compare_magnitude(const ExactResult& exact, const Format& f, Code magnitude) {
  const Code field = magnitude >> f.trailing_bits();
  const uint128 significand = (magnitude & f.trailing_mask()) | Code{1} << f.trailing_bits();
  const int quantum = static_cast<int>(field) - f.bias - f.trailing_bits();
  const int e = exponent_of(exact), own = quantum + f.trailing_bits();
  if (e != own) return e < own ? -1 : 1;
  const Kept k = cut_at(exact, quantum);
  if (k.kept != significand) return k.kept < significand ? -1 : 1;
  return k.discarded == Discarded::nothing ? 0 : 1;
}
Code too_large(const Case& x) {
  const Format& f = *x.to();
  return x.check.context.overflow == Overflow::saturate ? (x.exact->negative ? f.sign_mask() : Code{0}) | f.max_finite()
                                                        : infinity_or_substitute(f, x.exact->negative, x.check.context.overflow);
}
Code above_largest_is_infinite(const Case& x) {
  return x.exact && compare_magnitude(*x.exact, *x.to(), x.to()->max_finite()) > 0 ? too_large(x) : x.expected;
}
Code from_largest_is_infinite(const Case& x) {
  return x.exact && compare_magnitude(*x.exact, *x.to(), x.to()->max_finite()) >= 0 ? too_large(x) : x.expected;
}
Code infinite_only_from_next(const Case& x) {
  const Format& f = *x.to();
  if (!x.exact || compare_magnitude(*x.exact, f, f.max_finite()) < 0 || compare_magnitude(*x.exact, f, f.max_finite() + 1) >= 0)
    return x.expected;
  return with_sign(x, f.max_finite());
}
/// Finite results saturate; infinite operands stay infinite.
Code finite_results_saturate(const Case& x) {
  return x.exact && compare_magnitude(*x.exact, *x.to(), x.to()->max_finite()) > 0 ? with_sign(x, x.to()->max_finite())
                                                                                   : x.expected;
}

/// Rounded as if the exponents went on; the code's fields as that gives them.
std::optional<Code> unlimited(const Case& x) {
  if (!x.exact) return std::nullopt;
  const Kept k = cut_at(*x.exact, quantum_of(x));
  const Code magnitude = magnitude_code(*x.to(), k.kept + (rounds_away(x, k) ? 1 : 0), k.quantum);
  return magnitude > x.to()->max_finite() ? std::optional(magnitude) : std::nullopt;
}
Code fraction_kept(const Case& x) {
  const std::optional<Code> magnitude = unlimited(x);
  if (!magnitude) return x.expected;
  const Format& f = *x.to();
  return with_sign(x, f.exponent_mask() << f.trailing_bits() | (*magnitude & f.trailing_mask()));
}
Code exponent_wraps(const Case& x) {
  const std::optional<Code> magnitude = unlimited(x);
  return magnitude ? with_sign(x, *magnitude) : x.expected;
}
Code exponent_wraps_into_sign(const Case& x) {
  const std::optional<Code> magnitude = unlimited(x);
  return magnitude ? (*magnitude + (x.exact->negative ? x.to()->sign_mask() : Code{0})) & x.to()->code_mask() : x.expected;
}

const WrongModel table[] = {
    {"carry_lost", Family::rounding, gives_number, carry_dropped,
     "A carry out of the significand is lost: rounding up all ones gives zeros and leaves the exponent as it is", ""},
    {"carry_lost", Family::rounding, gives_number, carry_not_made,
     "A carry out of the significand is not made: all ones stay all ones where they should be rounded up", ""},
    {"overflow_fraction_kept", Family::range, gives_number, fraction_kept,
     "On overflow the exponent becomes all ones but the fraction is not cleared: most of such results read as NaN", ""},
    {"overflow_early", Family::range, gives_number, above_largest_is_infinite,
     "Overflow begins too early: above the largest number, and not half a unit above it",
     "a threshold taken from the largest finite number"},
    {"overflow_early", Family::range, gives_number, from_largest_is_infinite,
     "Overflow begins too early: at the largest number itself", "a comparison with >= where > is meant"},
    {"overflow_late", Family::range, gives_number, infinite_only_from_next,
     "Overflow begins too late: what rounds to the number after the largest stays the largest, until the next power of two",
     "a threshold at the next power of two"},
    {"underflow_early", Family::range, gives_number, underflows_early,
     "Everything below the smallest subnormal becomes zero, though from half of it on it should round up",
     "a threshold at the smallest subnormal"},
    {"subnormal_results_flushed", Family::range, keeps_subnormal_results, flushing<Subnormals::flush_results>,
     "Subnormal results become zero", "FTZ, -ffast-math, or a missing case"},
    {"subnormal_results_flushed", Family::range, keeps_subnormal_results, subnormal_answers_are_zero,
     "Subnormal results become zero", "FTZ, -ffast-math, or a missing case"},
    {"subnormal_results_flushed", Family::range, keeps_subnormal_results, tiny_answers_are_zero,
     "Subnormal results become zero, before they could be rounded up to a normal number", "FTZ, -ffast-math, or a missing case"},
    {"subnormal_results_flushed", Family::range, keeps_subnormal_results, subnormal_answers_are_plus_zero,
     "Subnormal results become +0, whatever their sign", ""},
    {"subnormal_inputs_flushed", Family::range, keeps_subnormals, flushing<Subnormals::flush_inputs>,
     "Subnormal operands are taken for zero", "DAZ, -ffast-math, or a missing case"},
    {"subnormals_flushed", Family::range, keeps_subnormal_results, flushing<Subnormals::flush_both>,
     "Subnormal operands are taken for zero, and subnormal results become zero", "FTZ and DAZ, or -ffast-math"},
    {"subnormal_truncated", Family::rounding, gives_number, subnormals_truncated, "Subnormal results are cut off and not rounded",
     ""},
    {"subnormal_leading_one", Family::range, between_formats, leading_one_assumed,
     "Subnormal operands are read with a leading one, like normal numbers", ""},
    {"infinity_not_saturated", Family::range, another_overflow<Overflow::ieee>, overflowing<Overflow::ieee>,
     "Too large results become infinity (or what stands for it) where the largest number is asked for", ""},
    {"saturated", Family::range, another_overflow<Overflow::saturate>, overflowing<Overflow::saturate>,
     "Too large and infinite results become the largest number", ""},
    {"saturated", Family::range, gives_number, finite_results_saturate, "Too large results become the largest number", ""},
    {"overflow_to_nan", Family::range, another_overflow<Overflow::to_nan>, overflowing<Overflow::to_nan>,
     "Too large results become NaN", ""},
    {"overflow_wraps", Family::range, gives_number, exponent_wraps, "On overflow the exponent begins anew from zero",
     "it is never compared with the largest"},
    {"overflow_wraps", Family::range, gives_number, exponent_wraps_into_sign, "On overflow the exponent runs over into the sign",
     "it is never compared with the largest"},
};

}  // namespace

std::span<const WrongModel> range_models() { return table; }

}  // namespace ulplab::verify
