#include "gpu/verify/oracle_contestant.hpp"

#include "softfloat/exact/oracle.hpp"

namespace ulplab::verify {
namespace {

using exact::Decoded;
using exact::Integer;
using exact::Oracle;
using exact::Outcome;

/// An integer operand's value.
Integer value_of(IntegerType type, Code bits) {
  const Integer modulus = Integer(1) << type.width;
  Integer value = bits;
  if (type.width < 64) value %= modulus;
  const bool negative = type.is_signed && ((bits >> (type.width - 1)) & 1) != 0;
  return negative ? Integer(value - modulus) : value;
}

/// The integer nearest in the direction, where there is one in the type; else the nearest end of the type, NaN gives 0, and
/// invalid is raised.
Rounded to_integer(const Kind& kind, const Oracle& from, Code code, const Context& c) {
  const Decoded a = exact::decode(from.format(), code);
  const IntegerType type = kind.integer;
  const Integer largest = (Integer(1) << (type.is_signed ? type.width - 1 : type.width)) - 1;
  const Integer smallest = type.is_signed ? Integer(-largest - 1) : Integer(0);
  const auto bits = [&](const Integer& n) {
    const Integer positive = n < 0 ? Integer(n + (Integer(1) << type.width)) : n;
    return positive.convert_to<Code>();
  };
  if (a.nan()) return {0, Flag::invalid};
  if (a.infinite()) return {bits(a.negative ? smallest : largest), Flag::invalid};
  if (a.zero()) return {0, {}};
  bool inexact = false;
  Integer n = Oracle::integer_near(a, c, inexact);
  if (a.negative) n = -n;
  if (n < smallest || n > largest) return {bits(n < smallest ? smallest : largest), Flag::invalid};
  return {bits(n), inexact && kind.exactness == Exactness::signals_inexact ? Flags(Flag::inexact) : Flags()};
}

/// Operations whose exact result is rounded once. Nothing: the oracle has no such operation.
using Exactly = Outcome (*)(const Oracle&, const Code*, bool flush);
struct Operation {
  std::string_view name;
  Exactly exactly;
};
constexpr Operation operations[] = {
    {"add", [](const Oracle& o, const Code* x, bool flush) { return o.add(x[0], x[1], flush); }},
    {"sub", [](const Oracle& o, const Code* x, bool flush) { return o.sub(x[0], x[1], flush); }},
    {"mul", [](const Oracle& o, const Code* x, bool flush) { return o.mul(x[0], x[1], flush); }},
    {"div", [](const Oracle& o, const Code* x, bool flush) { return o.div(x[0], x[1], flush); }},
    {"fma", [](const Oracle& o, const Code* x, bool flush) { return o.fma(x[0], x[1], x[2], flush); }},
    {"rem", [](const Oracle& o, const Code* x, bool flush) { return o.remainder(x[0], x[1], flush); }},
    {"sqrt", [](const Oracle& o, const Code* x, bool flush) { return o.sqrt(x[0], flush); }},
    {"rsqrt", [](const Oracle& o, const Code* x, bool flush) { return o.rsqrt(x[0], flush); }},
    {"logb", [](const Oracle& o, const Code* x, bool flush) { return o.logb(x[0], flush); }},
};
Exactly find_exactly(const Kind& kind) {
  if (kind.operation != nullptr)
    for (const Operation& o : operations)
      if (o.name == kind.operation->name) return o.exactly;
  return nullptr;
}
bool is_rounding_to_integral(const Kind& kind) {
  return kind.operation != nullptr && (kind.operation->name == "rint" || kind.operation->name == "round");
}

/// What a slot holds, or the other format of the kind where it holds no number of one: there is no line of an integer's numbers.
const Format& a_format_of(const Slot& slot, const Format& other) {
  const Format* f = std::get_if<Format>(&slot);
  return f != nullptr ? *f : other;
}

class OracleWorker final : public Worker {
 public:
  explicit OracleWorker(const Check& check)
      : check_(check), from_(a_format_of(check.kind.operands[0], check.kind.to)), to_(a_format_of(check.kind.result, check.kind.from)), exactly_(find_exactly(check.kind)), result_bytes_(bytes_of(check.kind.result)) {
    for (const Slot& slot : check.kind.operands) bytes_.push_back(bytes_of(slot));
  }

  void answer(const Block& block, Answers& answers) override {
    Code operands[3] = {};
    for (std::size_t i = 0; i < block.count; ++i) {
      for (std::size_t k = 0; k < bytes_.size(); ++k) operands[k] = load(block.operands[k], bytes_[k], i);
      const Rounded r = by_rule(operands, answer(operands));
      store(answers.results, result_bytes_, i, r.code);
      if (answers.flags != nullptr) answers.flags[i] = r.flags.bits;
    }
  }

 private:
  Rounded answer(const Code* x) const {
    const Kind& kind = check_.kind;
    const Context& c = check_.context;
    if (std::holds_alternative<IntegerType>(kind.result)) return to_integer(kind, from_, x[0], c);
    if (std::holds_alternative<IntegerType>(kind.operands[0])) return to_.answer(to_.from_integer(value_of(kind.integer, x[0])), c);
    if (kind.operation == nullptr) return to_.answer(to_.convert(kind.from, without_sign_if_so_ruled(x[0]), c.flushes_inputs()), c);
    if (is_rounding_to_integral(kind)) return from_.round_to_integral(x[0], c, kind.operation->name == "rint");
    return from_.answer(exactly_(from_, x, c.flushes_inputs()), c);
  }

  Code without_sign_if_so_ruled(Code code) const {
    const Format& from = check_.kind.from;
    const bool dropped = check_.context.negatives == Negatives::magnitude && from.is_signed && !to_.format().is_signed && !exact::decode(from, code).nan();
    return dropped ? code & ~(Code{1} << (from.width() - 1)) : code;
  }

  /// The oracle's NaNs are those of the context `ieee`. What the other rules say, in the standard's words: a NaN operand is
  /// handed on or replaced by the default one; where there was none, a new one is made.
  Rounded by_rule(const Code* x, Rounded r) const {
    const Format* f = std::get_if<Format>(&check_.kind.result);
    if (f == nullptr || !exact::decode(*f, r.code).nan()) return r;
    const Code sign = f->is_signed ? Code{1} << (f->width() - 1) : Code{0};
    const auto nan_at = [&](std::size_t i) {
      const Format* of = std::get_if<Format>(&check_.kind.operands[i]);
      return of != nullptr && exact::decode(*of, x[i]).nan();
    };
    bool handed_on = false;
    for (std::size_t i = 0; i < check_.kind.operands.size(); ++i) handed_on = handed_on || nan_at(i);
    if (exactly_ != nullptr && check_.kind.operation->name == "fma" && !check_.context.infinity_times_zero_plus_nan_is_invalid && nan_at(2) &&
        !nan_at(0) && !nan_at(1) && exact::decode(*f, x[2]).kind == exact::Kind::quiet_nan)
      r.flags = {};  // infinity * 0 + quiet NaN: 7.2 c leaves it open
    switch (check_.context.nan) {
      case NanRule::all_ones:          r.code = f->is_signed ? sign - 1 : f->code_mask(); break;
      case NanRule::default_nan:       r.code = to_.invalid().code; break;
      case NanRule::first_operand_x86: if (!handed_on) r.code |= sign; break;
      default:                         break;
    }
    return r;
  }

  Check check_;
  Oracle from_, to_;
  Exactly exactly_;
  int result_bytes_;
  std::vector<int> bytes_;
};

class OracleContestant final : public Contestant {
 public:
  std::string name() const override { return "oracle"; }
  std::vector<Mode> modes(const Kind&) const override {
    return {{Rounding::nearest_even, Overflow::ieee}, {Rounding::toward_zero, Overflow::ieee}, {Rounding::up, Overflow::ieee}, {Rounding::down, Overflow::ieee}};
  }
  Offer offers(const Kind& kind, const Mode&) const override {
    Offer offer;
    const bool converts = kind.use != Use::arithmetic && !kind.stochastic;
    offer.ready = converts || find_exactly(kind) != nullptr || is_rounding_to_integral(kind);
    if (!offer.ready) offer.reason = "not offered by oracle: it judges what rounds (conversions, add, sub, mul, div, fma, rem, sqrt, rsqrt, rint, round, logb)";
    offer.flags = true;
    offer.slow = true;
    return offer;
  }
  std::string refuses(const Check& check) const override {
    const NanRule rule = check.context.nan;
    if (rule == NanRule::arm || rule == NanRule::sign_only || rule == NanRule::unchanged) return "the oracle does not follow the NaN rule of '" + check.machine + "' for this kind";
    if (check.kind.use == Use::to_integer && check.context.integers != IntegerRule::saturate) return "the oracle's conversions to integer saturate; those of '" + check.machine + "' do not";
    return {};
  }
  std::unique_ptr<Worker> start(const Check& check) const override { return std::make_unique<OracleWorker>(check); }
};

}  // namespace

std::unique_ptr<Contestant> make_oracle_contestant() { return std::make_unique<OracleContestant>(); }

}  // namespace ulplab::verify
