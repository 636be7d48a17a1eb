// Which NaN comes out?
//
// IEEE 754-2019 6.2 says only that some quiet NaN does. Machines differ, and all bits are compared here, so the rule is an
// argument (NanRule in context.hpp has the sources).
#pragma once

#include "softfloat/unpack.hpp"

namespace ulplab {

/// The NaN that an invalid operation makes where no operand is one. In a format without NaN: the largest number, positive
/// (what CUDA's FP6 and FP4 conversions do).
ULPLAB_HD constexpr Code new_nan(const Format& f, NanRule rule) {
  switch (f.specials) {
    case Specials::ieee: {
      if (rule == NanRule::all_ones) return f.magnitude_mask();
      const Code sign = rule == NanRule::first_operand_x86 ? f.sign_mask() : Code{0};
      return sign | f.infinity() | quiet_bit(f);
    }
    case Specials::all_ones_nan:      return (rule == NanRule::first_operand_x86 ? f.sign_mask() : Code{0}) | f.magnitude_mask();
    case Specials::negative_zero_nan: return f.sign_mask();
    default:                          return f.max_finite();
  }
}

/// The NaN operand `code` of format `from` as a quiet NaN of format `to`: sign kept, payload aligned at its top bit, as
/// many bits of it as there is room for.
ULPLAB_HD constexpr Code carry_nan(const Format& from, Code code, const Format& to, NanRule rule) {
  if (rule == NanRule::default_nan || rule == NanRule::all_ones) return new_nan(to, rule);
  const Code sign = sign_of(from, code) ? to.sign_mask() : Code{0};
  switch (to.specials) {
    case Specials::ieee: {
      Code payload = 0;
      if (from.specials == Specials::ieee && rule != NanRule::sign_only) {
        const int more = to.trailing_bits() - from.trailing_bits();
        payload = code & from.trailing_mask();
        payload = more >= 0 ? payload << more : payload >> -more;
      }
      const bool stays_nan = rule == NanRule::unchanged && payload != 0;
      return sign | to.infinity() | (stays_nan ? Code{0} : quiet_bit(to)) | payload;
    }
    case Specials::all_ones_nan: return sign | to.magnitude_mask();
    default:                     return new_nan(to, rule);
  }
}

/// An operand of an operation, for the choice among NaNs.
struct Operand {
  Code code;
  Class kind;
};

namespace detail {

/// Operands in the order in which the rule looks at them; at least one is a NaN. invalid is raised by signaling ones.
template <int N>
ULPLAB_HD constexpr Rounded choose_nan(const Format& f, const Operand (&operands)[N], NanRule rule) {
  const Operand* chosen = nullptr;
  bool signals = false;
  for (const Operand& o : operands) {
    const bool signaling = o.kind == Class::signaling_nan;
    if (chosen == nullptr && (signaling || o.kind == Class::quiet_nan)) chosen = &o;
    if (rule == NanRule::arm && signaling && !signals) chosen = &o;
    signals = signals || signaling;
  }
  return {carry_nan(f, chosen->code, f, rule), signals ? Flags(Flag::invalid) : Flags()};
}

}  // namespace detail

/// The answer of an operation with a NaN among its operands.
ULPLAB_HD constexpr Rounded nan_of(const Format& f, Operand a, NanRule rule) {
  const Operand all[] = {a};
  return detail::choose_nan(f, all, rule);
}
ULPLAB_HD constexpr Rounded nan_of(const Format& f, Operand a, Operand b, NanRule rule) {
  const Operand all[] = {a, b};
  return detail::choose_nan(f, all, rule);
}
/// fma(a, b, c) = a * b + c. Arm looks at the addend first.
ULPLAB_HD constexpr Rounded nan_of(const Format& f, Operand a, Operand b, Operand c, NanRule rule) {
  const Operand by_position[] = {a, b, c};
  const Operand addend_first[] = {c, a, b};
  return rule == NanRule::arm ? detail::choose_nan(f, addend_first, rule) : detail::choose_nan(f, by_position, rule);
}

/// The answer of an operation that has no usefully definable result (IEEE 754-2019, 7.2).
ULPLAB_HD constexpr Rounded invalid_operation(const Format& f, const Context& c) { return {new_nan(f, c.nan), Flag::invalid}; }

}  // namespace ulplab
