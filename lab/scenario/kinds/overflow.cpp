// Kind `overflow`: what becomes of a value, a sum, a product or a power of e near a format's largest number?
#include <fmt/format.h>

#include <algorithm>

#include "lab/scenario/experiment.hpp"
#include "softfloat/names.hpp"
#include "softfloat/round.hpp"

namespace ulplab::lab {
namespace {

struct Case {
  enum class Is : std::uint8_t { value, sum, product, exp };
  Is is = Is::value;
  std::string id;
  std::string title;
  Quantity a, b;

  /// Of the numbers as written. e^a is irrational: to 200 bits.
  exact::Rational exact() const {
    switch (is) {
      case Is::value:   return a.value;
      case Is::sum:     return a.value + b.value;
      case Is::product: return a.value * b.value;
      case Is::exp:     return exp_of(a.value);
    }
    return 0;
  }
};

struct Rule {
  std::string_view name;
  Overflow rule;
};
constexpr Rule rules[] = {{"ieee", Overflow::ieee}, {"saturate", Overflow::saturate}, {"to_nan", Overflow::to_nan}};

std::string_view name_of_rule(Overflow rule) {
  for (const Rule& r : rules)
    if (r.rule == rule) return r.name;
  return "";
}

class OverflowExperiment final : public Experiment {
 public:
  Common common;
  std::vector<Case> cases;
  std::vector<Overflow> overflows;

  std::vector<Dimension> dimensions() const override {
    Dimension which{"case", {}}, rule{"overflow", {}};
    for (const Case& c : cases) which.values.push_back(c.id);
    for (const Overflow o : overflows) rule.values.emplace_back(name_of_rule(o));
    return {which, format_dimension(common), rule, rounding_dimension(common)};
  }
  std::vector<Metric> metrics() const override {
    const std::vector<std::string> each{"case", "format", "overflow", "rounding"};
    return {{"value", Metric::Is::number, each, "the result"},
            {"flags", Metric::Is::word, each, "the flags raised, such as 'overflow inexact'; 'none' if none"},
            {"code", Metric::Is::number, each, "the bits of the result, as an integer"}};
  }

  void run(Run& run) const override {
    const bool one_rule = overflows.size() == 1, one_rounding = common.roundings.size() == 1;
    Table details{"details", "Bits and flags", {}, {}};
    details.columns = {{"case", "what", "case", ""},           {"format", "format", "format", ""}, {"overflow", "overflow", "rule", ""},
                       {"rounding", "rounding", "rounding", ""}, {"value", "result", "value", ""},
                       {"code", "its code", "code", "", Alignment::right}, {"flags", "flags", "flags", "", Alignment::left}};
    run.progress.begin("computing", overflows.size() * common.roundings.size() * cases.size());
    std::uint64_t done = 0;
    std::vector<Table> tables;
    for (const Overflow overflow : overflows)
      for (const Rounding rounding : common.roundings) {
        std::string id = "results", title = "Results";
        if (!one_rule) id += fmt::format("_{}", name_of_rule(overflow)), title += overflow_title(overflow);
        if (!one_rounding) id += fmt::format("_{}", name_of(rounding)), title += fmt::format(", rounded {}", name_of(rounding));
        Table table{id, title, {{"case", "what", "case", ""}, {"exact", "exactly", "value", ""}}, {}};
        for (const FormatChoice& f : common.formats) table.columns.push_back({f.name, f.title, "value", "", Alignment::right});
        for (const Case& c : cases) {
          if (run.stopped()) break;
          const exact::Rational exact = c.exact();
          Row row{c.title, c.is == Case::Is::exp ? Cell{Approximate{short_decimal(exact, 10)}} : Cell{Exact{exact_text(exact)}}};
          for (const FormatChoice& format : common.formats) {
            Row detail{c.title, format.title, std::string(name_of_rule(overflow)), std::string(name_of(rounding))};
            row.push_back(one(run, c, format, overflow, rounding, detail));
            if (!std::holds_alternative<Absent>(row.back())) details.rows.push_back(std::move(detail));
          }
          table.rows.push_back(std::move(row));
          run.progress.at(++done);
        }
        tables.push_back(std::move(table));
      }
    for (Table& t : tables) run.report.tables.push_back(std::move(t));
    run.report.tables.push_back(std::move(details));
    for (const FormatChoice& f : common.formats) run.report.notes.push_back(limit_of(f));
  }

 private:
  static std::string overflow_title(Overflow o) {
    switch (o) {
      case Overflow::ieee:     return ", overflow as IEEE 754 has it";
      case Overflow::saturate: return ", overflow saturates";
      case Overflow::to_nan:   return ", overflow gives NaN";
    }
    return "";
  }
  /// "FP16: the largest number is 65504; what is 65520 or more rounds to inf."
  std::string limit_of(const FormatChoice& format) const {
    const Format& f = format.format;
    const exact::Rational largest = exact::value_of(f, f.max_finite());
    const exact::Rational half = ulp_at(f, largest) / 2;
    if (!f.has_nan()) return fmt::format("{}: the largest number is {}; what is larger becomes that.", format.title, short_decimal(largest, 10));
    // The tie goes away from the largest number if that is odd, and stays if it is even.
    const bool tie_leaves = (f.max_finite() & 1) != 0;
    const Cell word = cell_of(value_of_code(f, infinity_or_substitute(f, false, Overflow::ieee)));
    return fmt::format("{}: the largest number is {}; to nearest, what is {} {} becomes {}.", format.title, short_decimal(largest, 10),
                       tie_leaves ? "not below" : "above", short_decimal(largest + half, 10), std::get<Exact>(word).decimal);
  }

  Cell one(Run& run, const Case& c, const FormatChoice& format, Overflow overflow, Rounding rounding, Row& detail) const {
    const Format& f = format.format;
    const Coordinates at{{"case", c.id}, {"format", format.name}, {"overflow", std::string(name_of_rule(overflow))},
                         {"rounding", std::string(name_of(rounding))}};
    Context context = rounding_to(rounding);
    context.overflow = overflow;
    Rounded result = round_to(f, c.a, context);
    if (c.is != Case::Is::value) {
      const Code operands[2] = {result.code, round_to(f, c.b, context).code};
      gpu::Lane lane;
      lane.kernel = c.is == Case::Is::sum ? gpu::Kernel::add : c.is == Case::Is::product ? gpu::Kernel::mul : gpu::Kernel::exp;
      lane.format = f;
      // e^x in binary32, as the frameworks do for small formats; in binary64 for those that are wider
      const bool small = f.precision <= 24 && f.emax() <= binary32.emax() && f.smallest_quantum_exponent() >= binary32.smallest_quantum_exponent();
      lane.wide = small ? binary32 : binary64;
      lane.context = context;
      lane.inputs = {operands, c.is == Case::Is::exp ? std::size_t{1} : std::size_t{2}};
      const std::optional<gpu::LaneResult> r = run.lane(lane, format, rounding, overflow == Overflow::ieee ? c.id : fmt::format("{} ({})", c.id, name_of_rule(overflow)));
      if (!r || r->codes.empty()) {
        const std::string reason = "no backend of this scenario computes it";
        for (const Metric& m : metrics()) run.cannot_measure(m.name, at, reason);
        return Absent{reason};
      }
      result.code = r->codes[0];
      result.flags = r->flags.empty() ? Flags() : r->flags[0];
      if (r->flags.empty()) run.cannot_measure("flags", at, "this backend tells no flags");
    }
    const std::string flags = name_of(result.flags, " ");
    if (run.find("flags", at) == nullptr) run.measure("flags", at, flags, flags);
    run.measure("value", at, Number{f, result.code}, value_of_code(f, result.code));
    run.measure("code", at, Number{f, result.code}, exact::Rational(result.code));
    detail.emplace_back(Number{f, result.code});
    detail.emplace_back(Number{f, result.code});
    detail.emplace_back(flags);
    return Number{f, result.code};
  }
};

std::optional<Case> read_case(Reader& reader, const Node& node) {
  Fields fields(reader, node, "a case");
  if (!fields.usable()) return std::nullopt;
  Case c;
  int ways = 0;
  bool fine = true;
  const auto pair = [&](std::string_view key, Case::Is is, std::string_view sign) {
    const Node* n = fields.optional(key);
    if (n == nullptr) return;
    ++ways;
    c.is = is;
    if (n->is != Node::Is::list || n->items.size() != 2) {
      reader.problem(*n, fmt::format("{} takes two numbers", key), fmt::format("write `{}: [256, 256]`", key));
      fine = false;
      return;
    }
    const std::optional<Quantity> a = reader.quantity(n->items[0], key), b = reader.quantity(n->items[1], key);
    fine = fine && a && b;
    if (a && b) {
      c.a = *a, c.b = *b;
      c.title = fmt::format("{} {} {}", a->text, sign, b->text);
    }
  };
  const auto single = [&](std::string_view key, Case::Is is) {
    const Node* n = fields.optional(key);
    if (n == nullptr) return;
    ++ways;
    c.is = is;
    const std::optional<Quantity> a = reader.quantity(*n, key);
    fine = fine && a;
    if (!a) return;
    if (is == Case::Is::exp && abs(a->value) > 10000) {
      reader.problem(*n, "the argument of exp must be from -10000 to 10000");
      fine = false;
    }
    c.a = *a;
    c.title = is == Case::Is::exp ? fmt::format("exp({})", a->text) : a->text;
  };
  single("value", Case::Is::value);
  pair("sum", Case::Is::sum, "+");
  pair("product", Case::Is::product, "x");
  single("exp", Case::Is::exp);
  if (ways != 1) {
    reader.problem(node, "a case has exactly one of value, sum, product, exp", "write `{id: product, product: [256, 256]}`");
    fine = false;
  }
  if (const Node* n = fields.required("id", "id: product")) {
    c.id = reader.text(*n, "id of a case").value_or("");
    fine = fine && !c.id.empty();
  } else {
    fine = false;
  }
  fields.finish();
  return fine ? std::optional<Case>(std::move(c)) : std::nullopt;
}

}  // namespace

std::unique_ptr<Experiment> read_overflow(Fields& fields, const Common& common) {
  Reader& reader = fields.reader();
  auto e = std::make_unique<OverflowExperiment>();
  e->common = common;
  if (const Node* n = fields.required("cases", "cases: [{id: largest, value: 65504}]"))
    for (const Node* item : reader.list(*n, "cases"))
      if (std::optional<Case> c = read_case(reader, *item)) {
        const auto same = [&](const Case& other) { return other.id == c->id; };
        if (std::any_of(e->cases.begin(), e->cases.end(), same))
          reader.problem(*item, fmt::format("two cases have the id '{}'", c->id), "give each its own");
        else
          e->cases.push_back(std::move(*c));
      }
  if (const Node* n = fields.optional("overflow")) {
    std::vector<std::string> names;
    for (const Rule& r : rules) names.emplace_back(r.name);
    for (const Node* item : reader.list(*n, "overflow"))
      if (const std::optional<std::string> name = reader.word(*item, "overflow", names))
        for (const Rule& r : rules)
          if (r.name == *name) {
            if (std::find(e->overflows.begin(), e->overflows.end(), r.rule) != e->overflows.end())
              reader.problem(*item, fmt::format("{} is in the list twice", *name), "keep one of the two");
            else
              e->overflows.push_back(r.rule);
          }
  } else {
    e->overflows = {Overflow::ieee};
  }
  return e;
}

}  // namespace ulplab::lab
