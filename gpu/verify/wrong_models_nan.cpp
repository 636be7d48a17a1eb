// Mistakes with NaN and infinity, and NaNs with other bits.
#include "gpu/verify/wrong_models.hpp"

namespace ulplab::verify {
namespace {

bool has_nans(const Check& c) {
  const Format* f = std::get_if<Format>(&c.kind.result);
  return f != nullptr && f->has_nan();
}
bool has_ieee_nans(const Check& c) { return has_nans(c) && std::get<Format>(c.kind.result).has_infinity(); }
bool between_formats(const Check& c) {
  return c.kind.operands.size() == 1 && c.kind.use == Use::conversion && std::holds_alternative<Format>(c.kind.operands[0]);
}
bool between_ieee_formats(const Check& c) {
  return between_formats(c) && has_ieee_nans(c) && std::get<Format>(c.kind.operands[0]).has_infinity();
}

bool nan_expected(const Case& x) { return is_nan(*x.to(), x.expected); }
bool nan_among_operands(const Case& x) { return x.any_operand(&is_nan); }
Code sign_of_expected(const Case& x) { return x.expected & x.to()->sign_mask(); }
/// Bits below the quiet one and the quiet one, of a NaN as the answer: 0 if not.
Code default_nan(const Case& x, Code sign) { return sign | x.to()->infinity() | quiet_bit(*x.to()); }

/// The first operand that is NaN.
Code first_nan(const Case& x) {
  for (std::size_t k = 0; k < x.kind().operands.size(); ++k)
    if (x.from(k) != nullptr && is_nan(*x.from(k), x.operands[k])) return x.operands[k];
  return 0;
}

// --- NaN becomes something else -----------------------------------------------------------------------------------------------

template <bool KeepsSign>
Code nan_is_infinity(const Case& x) {
  if (!nan_expected(x) || !nan_among_operands(x)) return x.expected;
  const bool negative = KeepsSign && sign_of(x.kind().from, first_nan(x));
  return (negative ? x.to()->sign_mask() : Code{0}) | x.to()->infinity();
}

/// The bits of a NaN's payload as a significand that is cut or rounded to the answer's length.
struct Payload {
  Code sign = 0, cut = 0, rounded = 0;
};
Payload payload_of(const Case& x) {
  const Format& from = x.kind().from;
  const Format& to = *x.to();
  Payload p;
  p.sign = sign_of(from, x.operands[0]) ? to.sign_mask() : Code{0};
  const Code payload = x.operands[0] & from.trailing_mask();
  const int less = from.trailing_bits() - to.trailing_bits();
  if (less <= 0) {
    p.cut = p.rounded = payload << -less;
    return p;
  }
  p.cut = payload >> less;
  const Code half = Code{1} << (less - 1);
  p.rounded = (payload + (half - 1) + (p.cut & 1)) >> less;
  return p;
}
Code payload_cut(const Case& x) {
  if (!is_nan(x.kind().from, x.operands[0])) return x.expected;
  const Payload p = payload_of(x);
  return p.sign | x.to()->infinity() | p.cut;
}
Code payload_rounded(const Case& x) {
  if (!is_nan(x.kind().from, x.operands[0])) return x.expected;
  const Payload p = payload_of(x);
  return (p.sign + x.to()->infinity() + p.rounded) & x.to()->code_mask();
}

/// The largest exponent is one like any other: infinity and NaN are numbers beyond the largest.
Code specials_are_numbers(const Case& x) {
  Format other = x.kind().from;
  other.specials = Specials::finite_only;
  return convert(other, x.operands[0], *x.to(), x.check.context).code;
}

Code nan_is_largest(const Case& x) {
  return nan_expected(x) && nan_among_operands(x) ? sign_of_expected(x) | x.to()->max_finite() : x.expected;
}
Code nan_is_zero(const Case& x) { return nan_expected(x) && nan_among_operands(x) ? Code{0} : x.expected; }
Code infinite_is_nan(const Case& x) {
  return is_infinity(*x.to(), x.expected) && x.any_operand(&is_infinity) ? x.expected | quiet_bit(*x.to()) : x.expected;
}

// --- Other bits of a NaN --------------------------------------------------------------------------------------------------------

template <NanRule Rule>
Code by_rule(const Case& x) {
  Context c = x.check.context;
  c.nan = Rule;
  const Code other = answer_under(x, c);
  return nan_expected(x) ? other : x.expected;
}
template <NanRule Rule>
bool another_rule(const Check& c) {
  return has_nans(c) && c.context.nan != Rule;
}

Code signaling_stays(const Case& x) {
  const Format& f = *x.to();
  if (!nan_expected(x) || !x.any_operand(&is_signaling_nan)) return x.expected;
  const Code unquieted = x.expected & ~quiet_bit(f);
  return is_nan(f, unquieted) ? unquieted : x.expected;
}
Code sign_dropped(const Case& x) { return nan_expected(x) ? x.expected & ~x.to()->sign_mask() : x.expected; }
Code default_with_sign(const Case& x) { return nan_expected(x) ? default_nan(x, sign_of_expected(x)) : x.expected; }
Code default_negative(const Case& x) { return nan_expected(x) ? default_nan(x, x.to()->sign_mask()) : x.expected; }
Code new_nan_of_other_sign(const Case& x) {
  return nan_expected(x) && !nan_among_operands(x) ? x.expected ^ x.to()->sign_mask() : x.expected;
}

/// Of several NaNs the last one.
Code last_nan(const Case& x) {
  if (!nan_expected(x)) return x.expected;
  for (std::size_t k = x.kind().operands.size(); k-- > 0;)
    if (x.from(k) != nullptr && is_nan(*x.from(k), x.operands[k]))
      return carry_nan(*x.from(k), x.operands[k], *x.to(), x.check.context.nan);
  return x.expected;
}
bool several_operands(const Check& c) { return has_nans(c) && c.kind.operands.size() > 1; }

const WrongModel table[] = {
    {"nan_to_infinity", Family::other, has_ieee_nans, nan_is_infinity<true>, "NaN becomes infinity",
     "only the exponent is looked at, and the fraction is cleared"},
    {"nan_to_infinity", Family::other, has_ieee_nans, nan_is_infinity<false>, "NaN becomes +infinity",
     "only the exponent is looked at, and the fraction is cleared"},
    {"nan_not_quieted", Family::other, has_ieee_nans, signaling_stays, "A signaling NaN is not made quiet", ""},
    {"nan_not_quieted", Family::other, another_rule<NanRule::unchanged>, by_rule<NanRule::unchanged>,
     "A signaling NaN is not made quiet", "its bits are only moved"},
    {"nan_payload_cut", Family::other, between_ieee_formats, payload_cut,
     "A NaN is cut to its upper bits and not made quiet: one whose upper bits are all zero becomes infinity", ""},
    {"nan_through_adder", Family::other, between_ieee_formats, payload_rounded,
     "NaNs go through the addition that rounds numbers: their payload is rounded, and a carry can make zero or a number of the "
     "other sign of them",
     "the case of NaN is missing before the rounding"},
    {"specials_as_numbers", Family::other, between_formats, specials_are_numbers,
     "Infinity and NaN are treated as numbers with the largest exponent", ""},
    {"nan_to_largest", Family::other, has_nans, nan_is_largest, "NaN becomes the largest number", ""},
    {"nan_to_zero", Family::other, has_nans, nan_is_zero, "NaN becomes zero", ""},
    {"infinity_to_nan", Family::other, has_ieee_nans, infinite_is_nan, "Infinity becomes NaN", ""},
    {"nan_sign_dropped", Family::other, has_ieee_nans, sign_dropped, "The sign of a NaN is dropped", ""},
    {"new_nan_sign", Family::other, has_ieee_nans, new_nan_of_other_sign, "The NaN of an invalid operation has the other sign",
     "processors differ: Intel's is negative, Arm's positive"},
    {"nan_payload_dropped", Family::other, has_ieee_nans, default_with_sign,
     "The payload of a NaN is dropped: only its sign is kept", ""},
    {"nan_payload_dropped", Family::other, another_rule<NanRule::default_nan>, by_rule<NanRule::default_nan>,
     "Every NaN becomes the positive default NaN", "as on RISC-V, or Arm with FPCR.DN"},
    {"nan_payload_dropped", Family::other, has_ieee_nans, default_negative, "Every NaN becomes the negative default NaN", ""},
    {"nan_all_ones", Family::other, another_rule<NanRule::all_ones>, by_rule<NanRule::all_ones>,
     "Every NaN is all ones and positive", "as on CUDA devices"},
    {"nan_rule", Family::other, another_rule<NanRule::first_operand>, by_rule<NanRule::first_operand>,
     "NaNs keep sign and payload of the first operand that is one", ""},
    {"nan_rule", Family::other, several_operands, last_nan, "Of several NaNs the last operand's comes out", ""},
    {"nan_rule", Family::other, another_rule<NanRule::arm>, by_rule<NanRule::arm>, "Signaling NaNs come out before quiet ones",
     "as on Arm"},
};

}  // namespace

std::span<const WrongModel> nan_models() { return table; }

}  // namespace ulplab::verify
