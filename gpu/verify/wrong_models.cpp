#include "gpu/verify/wrong_models.hpp"

#include <algorithm>

#include "gpu/verify/kind.hpp"

namespace ulplab::verify {
namespace {

/// An observer that keeps the exact result.
struct KeepExact {
  static constexpr bool records = true;
  std::optional<ExactResult>* to;
  void operator()(const Step& s) const {
    if (s.kind == StepKind::exact) *to = ExactResult{s.negative, s.exponent, s.wide, s.discarded != Discarded::nothing};
  }
};

using Watch = void (*)(const Format&, const Operands&, const Context&, KeepExact);
struct Watched {
  std::string_view operation;
  Watch watch;
};
/// Operations whose result is rounded from an exact one.
constexpr Watched watched[] = {
    {"add", [](const Format& f, const Operands& x, const Context& c, KeepExact k) { add(f, x[0], x[1], c, k); }},
    {"sub", [](const Format& f, const Operands& x, const Context& c, KeepExact k) { sub(f, x[0], x[1], c, k); }},
    {"mul", [](const Format& f, const Operands& x, const Context& c, KeepExact k) { mul(f, x[0], x[1], c, k); }},
    {"div", [](const Format& f, const Operands& x, const Context& c, KeepExact k) { div(f, x[0], x[1], c, k); }},
    {"fma", [](const Format& f, const Operands& x, const Context& c, KeepExact k) { fma(f, x[0], x[1], x[2], c, k); }},
    {"sqrt", [](const Format& f, const Operands& x, const Context& c, KeepExact k) { sqrt(f, x[0], c, k); }},
    {"rsqrt", [](const Format& f, const Operands& x, const Context& c, KeepExact k) { rsqrt(f, x[0], c, k); }},
    {"scale2", [](const Format& f, const Operands& x, const Context& c, KeepExact k) { scalbn(f, x[0], 1, c, k); }},
};

bool is_to_integral(const Kind& kind) {
  return kind.use == Use::to_integer ||
         (kind.operation != nullptr && (kind.operation->name == "rint" || kind.operation->name == "round"));
}

std::optional<ExactResult> exact_of(const Check& check, const Operands& x) {
  const Kind& k = check.kind;
  std::optional<ExactResult> exact;
  const KeepExact keep{&exact};
  if (is_to_integral(k)) {
    const Unpacked u = unpack(k.from, x[0], check.context);
    if (u.finite_nonzero()) exact = ExactResult{u.negative, u.exponent, u.significand, false};
  } else if (k.operation != nullptr) {
    const auto row =
        std::find_if(std::begin(watched), std::end(watched), [&](const Watched& w) { return w.operation == k.operation->name; });
    if (row != std::end(watched)) row->watch(k.from, x, check.context, keep);
  } else if (k.use == Use::conversion) {
    if (std::holds_alternative<IntegerType>(k.operands[0])) from_integer(k.to, k.integer, x[0], check.context, keep);
    else convert(k.from, x[0], k.to, check.context, keep);
  } else if (k.operands.size() == 2 && std::holds_alternative<IntegerType>(k.operands[1])) {
    scalbn(k.from, x[0], static_cast<std::int32_t>(static_cast<std::uint32_t>(x[1])), check.context, keep);
  }
  return exact;
}

}  // namespace

Case::Case(const Check& of, const Operands& x, Code right) : check(of), operands(x), expected(right), exact(exact_of(of, x)) {}

const Format* Case::from(std::size_t k) const {
  return k < kind().operands.size() ? std::get_if<Format>(&kind().operands[k]) : nullptr;
}

bool Case::any_operand(bool (*is)(const Format&, Code)) const {
  for (std::size_t k = 0; k < kind().operands.size(); ++k)
    if (from(k) != nullptr && is(*from(k), operands[k])) return true;
  return false;
}

std::vector<const WrongModel*> wrong_models() {
  std::vector<const WrongModel*> all;
  for (const std::span<const WrongModel> table : {rounding_models(), range_models(), nan_models(), other_models()})
    for (const WrongModel& m : table) all.push_back(&m);
  return all;
}

Code answer_under(const Case& x, const Context& c) { return x.kind()(x.operands.data(), c).code; }
Code answer_of(const Case& x, const Operands& operands) { return x.kind()(operands.data(), x.check.context).code; }

int exponent_of(const ExactResult& x) { return x.exponent + highest_bit(x.significand); }

int quantum_of(const Case& x) {
  if (is_to_integral(x.kind())) return 0;
  return std::max(exponent_of(*x.exact) - x.to()->trailing_bits(), x.to()->smallest_quantum_exponent());
}

Kept cut_at(const ExactResult& x, int quantum) {
  const int shift = quantum - x.exponent;
  const Discarded below = x.more ? Discarded::below_half : Discarded::nothing;
  if (shift <= 0) {
    // An integer too large for any type stays too large.
    const bool room = x.significand == 0 || -shift <= leading_zeros(x.significand);
    return {room ? x.significand << -shift : ~uint128{0}, quantum, below};
  }
  return {shift_right(x.significand, shift), quantum,
          ulplab::detail::compare_with_half(low_bits(x.significand, shift), shift, below)};
}

bool rounds_away(const Case& x, const Kept& k) {
  return ulplab::detail::rounds_away(x.check.context, x.exact->negative, (k.kept & 1) != 0, k.discarded, uint128{0}, 0);
}

Code finish(const Case& x, uint128 kept, int quantum) {
  const bool negative = x.exact->negative;
  if (const IntegerType* type = std::get_if<IntegerType>(&x.kind().result)) {
    const uint128 magnitude = kept << std::clamp(quantum, 0, 63);
    if (magnitude > (negative ? type->min_magnitude() : type->max()) || (quantum > 63 && kept != 0))
      return ulplab::detail::no_such_integer(*type, false, negative, x.check.context.integers).bits;
    const auto bits = static_cast<std::uint64_t>(magnitude);
    return (negative ? ~bits + 1 : bits) & type->mask();
  }
  const Format& f = *x.to();
  if (kept == 0) return zero_of(f, negative);
  Silent silent;
  return round_pack(f, x.check.context, negative, quantum, kept, Discarded::nothing, silent).code;
}

Code round_instead(const Case& x, const ExactResult& other) {
  if (other.significand == 0) return finish(x, 0, 0);
  Case instead = x;
  instead.exact = other;
  const Kept k = cut_at(other, quantum_of(instead));
  return finish(instead, k.kept + (rounds_away(instead, k) ? 1 : 0), k.quantum);
}

Code magnitude_code(const Format& f, uint128 kept, int quantum) {
  const auto field = static_cast<Code>(static_cast<std::int64_t>(quantum + f.trailing_bits() + f.bias - 1));
  return (field << f.trailing_bits()) + static_cast<Code>(kept);
}

bool to_nearest(const Check& c) {
  return c.context.rounding == Rounding::nearest_even || c.context.rounding == Rounding::nearest_away;
}
bool any_check(const Check&) { return true; }
bool gives_number(const Check& c) { return std::holds_alternative<Format>(c.kind.result); }
bool is_operation(const Check& c, std::string_view name) { return c.kind.operation != nullptr && c.kind.operation->name == name; }

}  // namespace ulplab::verify
