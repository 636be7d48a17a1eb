#include "gpu/verify/kind.hpp"

#include "softfloat/names.hpp"

namespace ulplab::verify {
namespace {

Rounded apply_operation(const Kind& k, const Code* x, const Context& c) { return k.operation->apply(k.from, x, c); }
Rounded apply_convert(const Kind& k, const Code* x, const Context& c) { return convert(k.from, x[0], k.to, c); }
Rounded apply_from_integer(const Kind& k, const Code* x, const Context& c) { return from_integer(k.to, k.integer, x[0], c); }
Rounded apply_to_integer(const Kind& k, const Code* x, const Context& c) {
  const IntegerResult r = to_integer(k.from, x[0], k.integer, c, k.exactness);
  return {r.bits, r.flags};
}
Rounded apply_scalbn(const Kind& k, const Code* x, const Context& c) {
  return scalbn(k.from, x[0], static_cast<std::int32_t>(static_cast<std::uint32_t>(x[1])), c);
}
Rounded apply_compare(const Kind& k, const Code* x, const Context& c) {
  const Compared r = compare(k.from, x[0], x[1], k.comparison, c);
  return {static_cast<Code>(r.order), r.flags};
}
template <Order A, Order B>
Rounded apply_relation(const Kind& k, const Code* x, const Context& c) {
  const Compared r = compare(k.from, x[0], x[1], k.comparison, c);
  return {r.order == A || r.order == B ? Code{1} : Code{0}, r.flags};
}
Rounded apply_total_order(const Kind& k, const Code* x, const Context&) {
  return {static_cast<Code>(total_order(k.from, x[0], x[1])), {}};
}
Rounded apply_class(const Kind& k, const Code* x, const Context&) { return {static_cast<Code>(class_of(k.from, x[0])), {}}; }

/// Predicates beside the operations table: name, operands, answer, quiet or signaling (IEEE 754-2019, 5.11; the names that
/// have both forms are Berkeley TestFloat's).
struct Predicate {
  std::string_view name;
  int operands;
  Word answer;
  Comparison comparison;
  Kind::Apply apply;
};
constexpr Predicate predicates[] = {
    {"compare", 2, Word::order, Comparison::quiet, apply_compare},
    {"compare_signaling", 2, Word::order, Comparison::signaling, apply_compare},
    {"total_order", 2, Word::order, Comparison::quiet, apply_total_order},
    {"eq", 2, Word::truth, Comparison::quiet, apply_relation<Order::equal, Order::equal>},
    {"eq_signaling", 2, Word::truth, Comparison::signaling, apply_relation<Order::equal, Order::equal>},
    {"le", 2, Word::truth, Comparison::signaling, apply_relation<Order::less, Order::equal>},
    {"le_quiet", 2, Word::truth, Comparison::quiet, apply_relation<Order::less, Order::equal>},
    {"lt", 2, Word::truth, Comparison::signaling, apply_relation<Order::less, Order::less>},
    {"lt_quiet", 2, Word::truth, Comparison::quiet, apply_relation<Order::less, Order::less>},
    {"class", 1, Word::class_name, Comparison::quiet, apply_class},
};

/// `f16`, or nothing; an invented format that breaks a limit leaves its problem behind.
std::optional<Format> read_format(std::string_view text, std::string& problem) {
  const std::optional<Format> f = find_format(text);
  if (!f) problem = "'" + std::string(text) + "': " + format_problem(text);
  return f;
}

bool remove_suffix(std::string_view& text, std::string_view suffix) {
  if (!text.ends_with(suffix)) return false;
  text.remove_suffix(suffix.size());
  return true;
}

std::variant<Kind, KindProblem> parse_conversion(std::string_view name, std::string_view from, std::string_view to) {
  Kind k;
  k.name = name;
  k.use = Use::conversion;
  k.stochastic = remove_suffix(to, "_sr");
  const bool quiet = remove_suffix(to, "_quiet");
  if (quiet) k.exactness = Exactness::quiet;
  const std::optional<IntegerType> from_type = find_integer(from);
  const std::optional<IntegerType> to_type = find_integer(to);
  std::string problem;
  if (quiet && !to_type) return KindProblem{"'" + std::string(name) + "': only conversions to integers have a form that does not raise inexact"};
  if (from_type && to_type) return KindProblem{"'" + std::string(name) + "' has no floating-point format in it"};
  if (!from_type) {
    const std::optional<Format> f = read_format(from, problem);
    if (!f) return KindProblem{problem};
    k.from = *f;
    k.operands = {*f};
  }
  if (!to_type) {
    const std::optional<Format> f = read_format(to, problem);
    if (!f) return KindProblem{problem};
    k.to = *f;
    k.result = *f;
  }
  if (from_type) {
    k.integer = *from_type;
    k.operands = {*from_type};
    k.apply = apply_from_integer;
  } else if (to_type) {
    k.integer = *to_type;
    k.result = *to_type;
    k.use = Use::to_integer;
    k.apply = apply_to_integer;
  } else {
    k.apply = apply_convert;
  }
  return k;
}

}  // namespace

std::vector<Form> forms() {
  constexpr std::string_view codes[] = {"", "a code", "two codes", "three codes"};
  constexpr std::string_view answers[] = {"<, =, > or unordered", "1 or 0", "the class"};
  std::vector<Form> all;
  for (const Operation& o : operations) all.push_back({o.name, codes[o.operands], "a code", o.source});
  all.push_back({"scalbn", "a code, an integer", "a code", "5.3.3 scaleB"});
  for (const Predicate& p : predicates)
    all.push_back({p.name, codes[p.operands], answers[static_cast<int>(p.answer)], p.name == "total_order" ? "5.10" : p.name == "class" ? "5.7.2" : "5.11"});
  return all;
}

int width_of(const Slot& slot) {
  if (const Format* f = std::get_if<Format>(&slot)) return f->width();
  if (const IntegerType* i = std::get_if<IntegerType>(&slot)) return i->width;
  return 8;
}

std::optional<IntegerType> find_integer(std::string_view name) {
  for (const int width : {8, 16, 32, 64}) {
    if (name == "i" + std::to_string(width)) return IntegerType{width, true};
    if (name == "u" + std::to_string(width) || name == "ui" + std::to_string(width)) return IntegerType{width, false};
  }
  return std::nullopt;
}
std::string name_of(IntegerType type) { return (type.is_signed ? "i" : "u") + std::to_string(type.width); }

std::variant<Kind, KindProblem> parse_kind(std::string_view name) {
  if (const auto at = name.find("_to_"); at != std::string_view::npos)
    return parse_conversion(name, name.substr(0, at), name.substr(at + 4));

  // An operation's format is what stands before the first underscore; fp8_e4m3 and its kin have one themselves.
  std::string problem;
  for (auto at = name.find('_'); at != std::string_view::npos; at = name.find('_', at + 1)) {
    std::string_view operation = name.substr(at + 1);
    std::string format_trouble;
    const std::optional<Format> f = read_format(name.substr(0, at), format_trouble);
    if (!f) {
      if (problem.empty()) problem = format_trouble;
      continue;
    }
    Kind k;
    k.name = name;
    k.from = k.to = *f;
    k.stochastic = remove_suffix(operation, "_sr");
    if (operation == "scalbn") {
      if (!f->has_zero) return KindProblem{title_of(*f) + ": " + scale_refusal};
      k.operands = {*f, IntegerType{32, true}};
      k.result = *f;
      k.apply = apply_scalbn;
      return k;
    }
    for (const Predicate& p : predicates) {
      if (p.name != operation) continue;
      k.operands.assign(static_cast<std::size_t>(p.operands), *f);
      k.result = p.answer;
      k.comparison = p.comparison;
      k.apply = p.apply;
      k.signals = p.name == "total_order" || p.name == "class" ? Signals::nothing : Signals::flags;
      return k;
    }
    k.operation = find_operation(operation);
    if (k.operation == nullptr) {
      problem = "there is no operation '" + std::string(operation) + "': `ulplab list operations` shows all";
      continue;
    }
    if (const char* refusal = problem_of(*k.operation, *f)) return KindProblem{title_of(*f) + ": " + refusal};
    k.operands.assign(static_cast<std::size_t>(k.operation->operands), *f);
    k.result = *f;
    k.signals = k.operation->signals;
    k.apply = apply_operation;
    return k;
  }
  if (problem.empty()) problem = "'" + std::string(name) + "' is not a kind: write FORMAT_OPERATION such as f16_add, or FROM_to_TO such as f32_to_f16";
  return KindProblem{problem};
}

std::optional<Context> context_for(std::string_view machine, const Kind& kind, const Context& wanted) {
  const Preset* preset = find_preset(machine, kind.use, kind.from, kind.to);
  if (preset == nullptr || (preset->only && *preset->only != wanted.rounding)) return std::nullopt;
  Context c = preset->context;
  c.rounding = wanted.rounding;
  c.random_bits = wanted.random_bits;
  c.random_width = wanted.random_width;
  if (wanted.overflow != Overflow::ieee) c.overflow = wanted.overflow;
  return c;
}

}  // namespace ulplab::verify
