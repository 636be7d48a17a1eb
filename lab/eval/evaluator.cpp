#include "lab/eval/evaluator.hpp"

#include <algorithm>

#include "lab/eval/decimal_rounding.hpp"
#include "lab/eval/fields.hpp"
#include "lab/eval/sums.hpp"
#include "softfloat/names.hpp"
#include "softfloat/parse.hpp"
#include "softfloat/print.hpp"

namespace ulplab::lab {
namespace {

using verify::Kind;

constexpr std::string_view no_flags = "-";

/// Everything that one evaluator needs to know, copied into it.
struct Setting {
  RoundingColumn column;
  EvalSettings settings;

  bool stochastic() const { return column.rounding == Rounding::stochastic; }
};

/// Flags of an operation that was asked under both conventions of tininess.
std::string write_flags(Flags before, Flags after) {
  std::string s = name_of(after);
  if (!before.has(Flag::underflow) || after.has(Flag::underflow)) return s;
  // underflow stands before inexact, which it never comes without
  const std::size_t at = s.find("inexact");
  return s.insert(at == std::string::npos ? s.size() : at, "underflow(before);");
}

/// Asks `operation(context)` once, or under both conventions where none was chosen.
template <class Operation>
Answer answer_with_flags(const Setting& s, Context c, const Operation& operation, const verify::Slot& result) {
  if (s.settings.tininess) c.tininess = *s.settings.tininess;
  const Rounded r = operation(c);
  std::string flags = name_of(r.flags);
  if (!s.settings.tininess) {
    c.tininess = Tininess::before;
    const Flags before = operation(c).flags;
    c.tininess = Tininess::after;
    flags = write_flags(before, operation(c).flags);
  }
  return {write_result(r.code, result), flags, {}};
}

/// Puts the random bits, which are the last field, into the context, and takes that field away.
void take_random_bits(const Setting& s, std::vector<std::string_view>& fields, Context& c) {
  if (!s.stochastic()) return;
  if (fields.size() < 2) throw BadField{"stochastic rounding takes its random bits as the last input, such as 0x8000"};
  c.random_bits = read_random_bits(fields.back(), s.column.random_width);
  fields.pop_back();
}

/// A context for a kind, or a sentence.
std::variant<Context, std::string> context_of(const Kind& kind, const Setting& s) {
  Context wanted;
  wanted.rounding = s.column.rounding;
  const std::optional<Context> c = verify::context_for(s.settings.machine, kind, wanted);
  if (!c) return "'" + s.settings.machine + "' does not offer '" + kind.name + "' in this direction: `ulplab list contexts` shows what it has";
  const Format* result = std::get_if<Format>(&kind.result);
  return with(s.column, *c, result != nullptr ? *result : kind.from);
}

Answer answer_codes(const Kind& kind, const Setting& s, Context c, std::string_view inputs) {
  std::vector<std::string_view> fields = split(inputs, ',');
  take_random_bits(s, fields, c);
  if (fields.size() != kind.operands.size())
    throw BadField{"'" + kind.name + "' takes " + std::to_string(kind.operands.size()) + " inputs, separated by commas; here are " +
                   std::to_string(fields.size())};
  Code operands[3] = {};
  for (std::size_t i = 0; i < fields.size(); ++i) operands[i] = read_operand(fields[i], kind.operands[i]);
  Answer a = answer_with_flags(s, c, [&](const Context& context) { return kind(operands, context); }, kind.result);
  if (kind.signals == Signals::nothing) a.flags = no_flags;
  return a;
}

Answer answer_text_in(const Format& f, const Setting& s, const Context& base, std::string_view inputs) {
  Context c = base;
  if (s.stochastic()) {
    const std::size_t comma = inputs.rfind(',');
    if (comma == std::string_view::npos) throw BadField{"stochastic rounding takes its random bits as the last input, such as 1.5,0x8000"};
    c.random_bits = read_random_bits(inputs.substr(comma + 1), s.column.random_width);
    inputs = inputs.substr(0, comma);
  }
  const Parsed parsed = parse(f, inputs, c);
  if (!parsed.ok) throw BadField{"column " + std::to_string(parsed.position + 1) + ": " + parsed.problem};
  return answer_with_flags(s, c, [&](const Context& context) { return parse(f, inputs, context).value; }, f);
}

/// Wraps a function that throws BadField into one that answers `error`.
template <class Function>
Evaluator guarded(Function function) {
  return [function = std::move(function)](std::string_view inputs) -> Answer {
    try {
      return function(inputs);
    } catch (const BadField& bad) {
      return {"error", std::string(no_flags), bad.sentence};
    }
  };
}

using Made = std::variant<Evaluator, std::string>;

/// `ending` at the end of a kind, with a format before it.
std::optional<Format> format_before(std::string_view kind, std::string_view ending) {
  if (!kind.ends_with(ending)) return std::nullopt;
  return find_format(kind.substr(0, kind.size() - ending.size()));
}

Made make_text_out(const Format& f, std::string (*write)(const Format&, Code)) {
  return guarded([f, write](std::string_view inputs) { return Answer{write(f, read_code(inputs, f.width())), std::string(no_flags), {}}; });
}

Made make_text_in(std::string_view kind, std::string_view format, const Setting& s) {
  const std::optional<Format> f = find_format(format);
  if (!f) return "'" + std::string(format) + "': " + format_problem(format);
  Kind conversion;
  conversion.name = kind;
  conversion.use = Use::conversion;
  conversion.from = conversion.to = *f;
  conversion.result = *f;
  const auto c = context_of(conversion, s);
  if (const std::string* problem = std::get_if<std::string>(&c)) return *problem;
  return guarded([f = *f, s, c = std::get<Context>(c)](std::string_view inputs) { return answer_text_in(f, s, c, inputs); });
}

/// `f16_to_int`: the integer type is the second input.
Made make_to_any_integer(const Format& f, const Setting& s) {
  const std::string prefix = name_of(f) + "_to_";
  return guarded([prefix, s](std::string_view inputs) {
    std::vector<std::string_view> fields = split(inputs, ',');
    if (fields.size() < 2) throw BadField{"write the code and the integer type, such as 0x3c00,i32"};
    const auto kind = verify::parse_kind(prefix + std::string(fields[1]));
    if (!verify::find_integer(fields[1]) || !std::holds_alternative<Kind>(kind))
      throw BadField{"'" + std::string(fields[1]) + "' is not an integer type: write i8, i16, i32, i64, u8, u16, u32 or u64"};
    fields.erase(fields.begin() + 1);
    std::string rest(fields[0]);
    for (std::size_t i = 1; i < fields.size(); ++i) rest += "," + std::string(fields[i]);
    const auto c = context_of(std::get<Kind>(kind), s);
    if (const std::string* problem = std::get_if<std::string>(&c)) throw BadField{*problem};
    return answer_codes(std::get<Kind>(kind), s, std::get<Context>(c), rest);
  });
}

/// A machine's context for arithmetic in a format, with the direction put in; or a sentence.
std::variant<Context, std::string> arithmetic_context(std::string_view kind, const Format& f, const Setting& s) {
  if (!f.has_zero) return title_of(f) + ": " + scale_refusal;
  if (s.stochastic()) return "'" + std::string(kind) + "' would need random bits for every step: choose another direction";
  Kind k;
  k.name = kind;
  k.from = k.to = f;
  k.result = f;
  return context_of(k, s);
}

/// `f16_minmax`: the name of IEEE 754-2019 9.6 is the first input.
Evaluator minmax(const Format& f, const Context& c) {
  return guarded([f, c](std::string_view inputs) {
    constexpr std::pair<std::string_view, Extremum> names[] = {{"minimum", Extremum::minimum},
                                                               {"maximum", Extremum::maximum},
                                                               {"minimumNumber", Extremum::minimum_number},
                                                               {"maximumNumber", Extremum::maximum_number}};
    const std::vector<std::string_view> fields = split(inputs, ',');
    const auto* named = std::find_if(std::begin(names), std::end(names), [&](const auto& n) { return n.first == fields[0]; });
    if (fields.size() != 3 || named == std::end(names))
      throw BadField{"write minimum, maximum, minimumNumber or maximumNumber and two codes, separated by commas"};
    const Rounded r = min_max(f, named->second, read_code(fields[1], f.width()), read_code(fields[2], f.width()), c);
    return Answer{hex_code(r.code, f.width()), name_of(r.flags), {}};
  });
}

/// Knuth's TwoSum: s = a + b, and e with s + e = a + b exactly (nearest-even, no overflow).
Evaluator two_sum(const Format& f, const Context& c) {
  return guarded([f, c](std::string_view inputs) {
    const std::vector<std::string_view> fields = split(inputs, ',');
    if (fields.size() != 2) throw BadField{"write two codes, separated by a comma"};
    const Code a = read_code(fields[0], f.width());
    const Code b = read_code(fields[1], f.width());
    const Code sum = add(f, a, b, c).code;
    const Code b_part = sub(f, sum, a, c).code;
    const Code a_part = sub(f, sum, b_part, c).code;
    const Code error = add(f, sub(f, a, a_part, c).code, sub(f, b, b_part, c).code, c).code;
    return Answer{hex_code(sum, f.width()) + "," + hex_code(error, f.width()), std::string(no_flags), {}};
  });
}

Evaluator round_decimals(const Format& f, const Context& c) {
  return guarded([f, c](std::string_view inputs) {
    const std::vector<std::string_view> fields = split(inputs, ',');
    if (fields.size() != 2) throw BadField{"write a code and a number of decimals, such as 0x4000,5"};
    const auto decimals = static_cast<std::int32_t>(read_operand(fields[1], IntegerType{32, true}));
    if (decimals < 0 || decimals > 20000) throw BadField{"the number of decimals must be between 0 and 20000"};
    const Code code = read_code(fields[0], f.width());
    const std::string rounded = round_to_decimals(exact_decimal(f, code), decimals);
    return Answer{hex_code(parse(f, rounded, c).value.code, f.width()), std::string(no_flags), {}};
  });
}

/// An evaluator that needs a format and a context of arithmetic.
Made make_arithmetic(std::string_view kind, std::string_view format, const Setting& s, Evaluator (*make)(const Format&, const Context&)) {
  const std::optional<Format> f = find_format(format);
  if (!f) return "'" + std::string(format) + "': " + format_problem(format);
  const auto c = arithmetic_context(kind, *f, s);
  if (const std::string* problem = std::get_if<std::string>(&c)) return *problem;
  return make(*f, std::get<Context>(c));
}

template <bool Mean>
Evaluator sum_or_mean(const Format& f, const Context& c) {
  return guarded([f, c](std::string_view inputs) { return Answer{hex_code(total(f, inputs, Mean, c), f.width()), std::string(no_flags), {}}; });
}

}  // namespace

std::variant<Evaluator, std::string> make_evaluator(std::string_view kind, std::string_view rounding, const EvalSettings& settings) {
  const std::optional<RoundingColumn> column = parse_rounding_column(rounding);
  if (!column) return "'" + std::string(rounding) + "' is not a rounding: " + std::string(rounding_help);
  if (!has_preset(settings.machine)) return "there is no context '" + settings.machine + "': `ulplab list contexts` shows all";
  const Setting s{*column, settings};

  if (kind == "parse_error")
    return guarded([](std::string_view inputs) {
      const Parsed parsed = parse(binary64, inputs);
      return Answer{parsed.ok ? "ok" : "error", std::string(no_flags), {}};
    });
  if (kind.starts_with("dec_to_")) {
    std::string_view format = kind.substr(7);
    if (format.ends_with("_sr")) format.remove_suffix(3);
    return make_text_in(kind, format, s);
  }
  if (kind.starts_with("sum_")) return make_arithmetic(kind, kind.substr(4), s, sum_or_mean<false>);
  if (kind.starts_with("mean_")) return make_arithmetic(kind, kind.substr(5), s, sum_or_mean<true>);
  constexpr std::pair<std::string_view, Evaluator (*)(const Format&, const Context&)> composed[] = {
      {"_minmax", minmax}, {"_twosum", two_sum}, {"_round_decimals", round_decimals}};
  for (const auto& [ending, make] : composed)
    if (kind.ends_with(ending)) return make_arithmetic(kind, kind.substr(0, kind.size() - ending.size()), s, make);
  if (const auto f = format_before(kind, "_to_dec_shortest"))
    return make_text_out(*f, [](const Format& format, Code code) { return shortest_decimal(format, code); });
  if (const auto f = format_before(kind, "_to_dec_exact"))
    return make_text_out(*f, [](const Format& format, Code code) { return exact_decimal(format, code); });
  if (const auto f = format_before(kind, "_to_hex"))
    return make_text_out(*f, [](const Format& format, Code code) { return hex_float(format, code); });
  if (const auto f = format_before(kind, "_to_int")) return make_to_any_integer(*f, s);

  const auto parsed = verify::parse_kind(kind);
  if (const verify::KindProblem* problem = std::get_if<verify::KindProblem>(&parsed)) return problem->message;
  const Kind& k = std::get<Kind>(parsed);
  if (k.stochastic && !s.stochastic()) return "'" + std::string(kind) + "' rounds stochastically: give it the rounding sr16";
  const auto c = context_of(k, s);
  if (const std::string* problem = std::get_if<std::string>(&c)) return *problem;
  return guarded([k, s, context = std::get<Context>(c)](std::string_view inputs) { return answer_codes(k, s, context, inputs); });
}

std::variant<Evaluator, std::string> make_testfloat_evaluator(std::string_view function, std::string_view rounding, const EvalSettings& settings) {
  const std::optional<RoundingColumn> column = parse_rounding_column(rounding);
  if (!column || column->rounding == Rounding::stochastic) return "'" + std::string(rounding) + "' is not a rounding that TestFloat has";
  // TestFloat's names for what has another one here.
  std::string name(function);
  constexpr std::pair<std::string_view, std::string_view> renamed[] = {{"_mulAdd", "_fma"}, {"_roundToInt", "_rint"}};
  for (const auto& [theirs, ours] : renamed)
    if (name.ends_with(theirs)) name.replace(name.size() - theirs.size(), theirs.size(), ours);
  const auto parsed = verify::parse_kind(name);
  if (const verify::KindProblem* problem = std::get_if<verify::KindProblem>(&parsed)) return problem->message;
  const Kind& k = std::get<Kind>(parsed);
  Setting s{*column, settings};
  s.settings.tininess = settings.tininess.value_or(Tininess::after);
  auto c = context_of(k, s);
  if (const std::string* problem = std::get_if<std::string>(&c)) return *problem;
  Context context = std::get<Context>(c);
  context.tininess = *s.settings.tininess;
  return guarded([k, context](std::string_view line) {
    constexpr std::string_view digits = "0123456789ABCDEF";
    Answer a;
    Code operands[3] = {};
    std::size_t n = 0;
    for (const std::string_view field : split(line, ' ')) {
      if (n == k.operands.size()) throw BadField{"too many operands"};
      operands[n] = read_hex_digits(field, verify::width_of(k.operands[n]));
      ++n;
    }
    if (n != k.operands.size()) throw BadField{"too few operands"};
    const Rounded r = k(operands, context);
    a.expected.append(line).push_back(' ');
    const bool truth = std::holds_alternative<verify::Word>(k.result);
    for (int i = truth ? 0 : (verify::width_of(k.result) + 3) / 4 - 1; i >= 0; --i) a.expected += digits[(r.code >> (4 * i)) & 15];
    a.expected += ' ';
    a.expected += digits[r.flags.bits >> 4];
    a.expected += digits[r.flags.bits & 15];
    return a;
  });
}

}  // namespace ulplab::lab
