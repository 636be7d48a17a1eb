// Mistakes that have nothing to do with rounding: signs, the order of operands and bytes, integers, nothing done at all.
#include <algorithm>

#include "gpu/verify/wrong_models.hpp"

namespace ulplab::verify {
namespace {

// --- Signs --------------------------------------------------------------------------------------------------------------------

bool has_negative_zero(const Check& c) { return gives_number(c) && std::get<Format>(c.kind.result).has_negative_zero(); }
bool has_sign(const Check& c) { return gives_number(c) && std::get<Format>(c.kind.result).is_signed; }

Code plus_zero(const Case& x) { return is_zero(*x.to(), x.expected) ? Code{0} : x.expected; }
/// Only of results that are not zero themselves but too small.
Code plus_zero_on_underflow(const Case& x) { return x.exact ? plus_zero(x) : x.expected; }
Code other_zero(const Case& x) { return is_zero(*x.to(), x.expected) ? x.expected ^ x.to()->sign_mask() : x.expected; }
Code minus_zero_for_plus(const Case& x) { return is_zero(*x.to(), x.expected) ? x.to()->sign_mask() : x.expected; }
Code sign_dropped(const Case& x) { return x.expected & ~x.to()->sign_mask(); }
Code sign_exchanged(const Case& x) { return x.expected ^ x.to()->sign_mask(); }

bool is_extremum(const Check& c) {
  return c.kind.operation != nullptr &&
         (c.kind.operation->name.starts_with("minimum") || c.kind.operation->name.starts_with("maximum"));
}
template <std::size_t Which>
Code zeros_are_equal(const Case& x) {
  const Format& f = x.kind().from;
  return is_zero(f, x.operands[0]) && is_zero(f, x.operands[1]) ? x.operands[Which] : x.expected;
}
/// minimum for minimum_number and so on: the other treatment of NaN.
Code other_extremum(const Case& x) {
  const std::string_view name = x.kind().operation->name;
  const bool number_form = name.ends_with("_number");
  const std::string other = number_form ? std::string(name.substr(0, 7)) : std::string(name) + "_number";
  return find_operation(other)->apply(x.kind().from, x.operands.data(), x.check.context).code;
}

// --- Order --------------------------------------------------------------------------------------------------------------------

bool two_alike(const Check& c) { return c.kind.operands.size() == 2 && std::holds_alternative<Format>(c.kind.operands[1]); }
bool three(const Check& c) { return c.kind.operands.size() == 3; }
Code operands_exchanged(const Case& x) { return answer_of(x, {x.operands[1], x.operands[0], 0}); }
Code addend_first(const Case& x) { return answer_of(x, {x.operands[1], x.operands[2], x.operands[0]}); }
Code addend_second(const Case& x) { return answer_of(x, {x.operands[0], x.operands[2], x.operands[1]}); }

Code bytes_reversed(Code code, int bytes) {
  Code reversed = 0;
  for (int i = 0; i < bytes; ++i) reversed = reversed << 8 | (code >> (8 * i) & 0xff);
  return reversed;
}
bool several_bytes(const Check& c) { return bytes_of(c.kind.result) > 1; }
bool operands_of_several_bytes(const Check& c) {
  return std::all_of(c.kind.operands.begin(), c.kind.operands.end(),
                     [](const Slot& s) { return bytes_of(s) > 1 && width_of(s) == 8 * bytes_of(s); });
}
Code result_reversed(const Case& x) { return bytes_reversed(x.expected, bytes_of(x.kind().result)); }
Operands reversed_operands(const Case& x) {
  Operands reversed{};
  for (std::size_t k = 0; k < x.kind().operands.size(); ++k)
    reversed[k] = bytes_reversed(x.operands[k], bytes_of(x.kind().operands[k]));
  return reversed;
}
Code operands_reversed(const Case& x) { return answer_of(x, reversed_operands(x)); }

// --- Integers -----------------------------------------------------------------------------------------------------------------

bool to_integer_kind(const Check& c) { return c.kind.use == Use::to_integer; }
bool from_integer_kind(const Check& c) {
  return c.kind.use == Use::conversion && std::holds_alternative<IntegerType>(c.kind.operands[0]);
}

template <IntegerRule Rule>
Code by_integer_rule(const Case& x) {
  Context c = x.check.context;
  c.integers = Rule;
  return answer_under(x, c);
}
template <IntegerRule Rule>
bool another_integer_rule(const Check& c) {
  return to_integer_kind(c) && c.context.integers != Rule;
}
Code integer_wraps(const Case& x) {
  if (!x.exact) return x.expected;
  const Kept k = cut_at(*x.exact, 0);
  if (x.exact->exponent > 63) return x.expected;
  const auto magnitude = static_cast<Code>(k.kept + (rounds_away(x, k) ? 1 : 0));
  return (x.exact->negative ? ~magnitude + 1 : magnitude) & x.kind().integer.mask();
}
Code other_signedness(const Case& x) {
  const Kind& k = x.kind();
  const IntegerType other{k.integer.width, !k.integer.is_signed};
  if (k.use == Use::to_integer) return to_integer(k.from, x.operands[0], other, x.check.context, k.exactness).bits;
  return from_integer(k.to, other, x.operands[0], x.check.context).code;
}
bool with_integer(const Check& c) { return to_integer_kind(c) || from_integer_kind(c); }

// --- Nothing done -------------------------------------------------------------------------------------------------------------

Code zero(const Case&) { return 0; }
bool as_wide_as_the_operand(const Check& c) { return width_of(c.kind.operands[0]) == width_of(c.kind.result); }
Code first_operand(const Case& x) { return x.operands[0]; }

const WrongModel table[] = {
    {"zero_sign_lost", Family::other, has_negative_zero, plus_zero_on_underflow,
     "The sign of zero is lost where a negative result underflows", ""},
    {"zero_sign_lost", Family::other, has_negative_zero, plus_zero, "The sign of zero is lost: -0 becomes +0", ""},
    {"zero_sign_wrong", Family::other, has_negative_zero, minus_zero_for_plus,
     "A zero result is negative where it should be positive", ""},
    {"zero_sign_wrong", Family::other, has_negative_zero, other_zero, "Zero has the other sign", ""},
    {"signed_zeros_equal", Family::other, is_extremum, zeros_are_equal<0>,
     "+0 and -0 are taken for equal, and the first operand comes out", "a comparison with < does not tell them apart"},
    {"signed_zeros_equal", Family::other, is_extremum, zeros_are_equal<1>,
     "+0 and -0 are taken for equal, and the second operand comes out", "a comparison with < does not tell them apart"},
    {"extremum_nan_rule", Family::other, is_extremum, other_extremum,
     "A NaN among the operands is treated as the other form of the operation does",
     "minimum answers NaN, minimum_number the number"},
    {"operands_exchanged", Family::other, two_alike, operands_exchanged, "The operands are exchanged", ""},
    {"operands_exchanged", Family::other, three, addend_first, "The operands are in another order: the first is added", ""},
    {"operands_exchanged", Family::other, three, addend_second, "The operands are in another order: the second is added", ""},
    {"integer_wraps", Family::other, to_integer_kind, integer_wraps, "Integers that are too large are cut to their low bits",
     "a cast from a wider integer type"},
    {"integer_signedness", Family::other, with_integer, other_signedness, "Signed and unsigned integers are taken for each other",
     ""},
    {"integer_saturates", Family::other, another_integer_rule<IntegerRule::saturate>, by_integer_rule<IntegerRule::saturate>,
     "Where there is no such integer the nearest one comes out, and 0 for NaN", "as on Arm, and in Rust and WebAssembly"},
    {"integer_indefinite", Family::other, another_integer_rule<IntegerRule::indefinite>, by_integer_rule<IntegerRule::indefinite>,
     "Where there is no such integer the integer indefinite comes out", "as on x86"},
    {"integer_nan_largest", Family::other, another_integer_rule<IntegerRule::nan_is_max>,
     by_integer_rule<IntegerRule::nan_is_max>, "NaN becomes the largest integer", "as on RISC-V"},
    {"integer_nan", Family::other, another_integer_rule<IntegerRule::cuda>, by_integer_rule<IntegerRule::cuda>,
     "NaN becomes 0x8000000000000000, and 0 in narrower types", "as on CUDA devices"},
    {"integer_nan", Family::other, another_integer_rule<IntegerRule::nan_is_high_bit>, by_integer_rule<IntegerRule::nan_is_high_bit>,
     "NaN becomes 0x80...0", "as on CUDA devices from binary64"},
    {"bytes_reversed", Family::other, several_bytes, result_reversed, "The bytes of the result are in reverse order", ""},
    {"bytes_reversed", Family::other, operands_of_several_bytes, operands_reversed,
     "The bytes of the operands are in reverse order", ""},
    {"sign_dropped", Family::other, has_sign, sign_dropped, "The sign of the result is dropped", ""},
    {"sign_wrong", Family::other, has_sign, sign_exchanged, "The result has the other sign", ""},
    {"always_zero", Family::other, any_check, zero, "The result is always zero", "it may never have been written"},
    {"operand_returned", Family::other, as_wide_as_the_operand, first_operand, "The first operand comes back unchanged", ""},
};

}  // namespace

std::span<const WrongModel> other_models() { return table; }

}  // namespace ulplab::verify
