#include "lab/scenario/expect.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace ulplab::lab {
namespace {

struct RelationName {
  Relation relation;
  std::string_view sign;
  std::string_view word;
};
constexpr RelationName relations[] = {
    {Relation::equal, "=", "is"},       {Relation::not_equal, "!=", "is_not"}, {Relation::less, "<", "less_than"},
    {Relation::at_most, "<=", "at_most"}, {Relation::more, ">", "more_than"},   {Relation::at_least, ">=", "at_least"},
};

std::optional<Value> read_value(Reader& reader, const Node& node, const Metric& metric) {
  if (metric.is == Metric::Is::truth) {
    const std::optional<bool> t = reader.truth(node, fmt::format("value of {}", metric.name));
    return t ? std::optional<Value>(*t) : std::nullopt;
  }
  if (metric.is == Metric::Is::word) {
    std::optional<std::string> t = reader.text(node, fmt::format("value of {}", metric.name));
    return t ? std::optional<Value>(std::move(*t)) : std::nullopt;
  }
  if (node.is == Node::Is::scalar) {
    if (node.text == "inf" || node.text == ".inf") return NotNumber::plus_infinity;
    if (node.text == "-inf" || node.text == "-.inf") return NotNumber::minus_infinity;
    if (node.text == "nan" || node.text == ".nan") return NotNumber::nan;
  }
  std::optional<Quantity> q = reader.quantity(node, fmt::format("value of {}", metric.name));
  return q ? std::optional<Value>(std::move(q->value)) : std::nullopt;
}

/// -1, 0, 1; nothing if one is NaN or no number.
std::optional<int> compare(const Value& a, const Value& b) {
  const auto place = [](const Value& v) -> std::optional<int> {
    if (std::holds_alternative<exact::Rational>(v)) return 0;
    const auto* s = std::get_if<NotNumber>(&v);
    if (s == nullptr || *s == NotNumber::nan) return std::nullopt;
    return *s == NotNumber::plus_infinity ? 1 : -1;
  };
  const std::optional<int> pa = place(a), pb = place(b);
  if (!pa || !pb) return std::nullopt;
  if (*pa != 0 || *pb != 0) return *pa < *pb ? -1 : *pa > *pb ? 1 : 0;
  const int c = std::get<exact::Rational>(a).compare(std::get<exact::Rational>(b));
  return c < 0 ? -1 : c > 0 ? 1 : 0;
}

bool holds(const Expectation& e, const Value& measured) {
  if (e.tolerance != 0) {
    const auto* a = std::get_if<exact::Rational>(&measured);
    const auto* b = std::get_if<exact::Rational>(&e.wanted);
    return a != nullptr && b != nullptr && abs(*a - *b) <= e.tolerance;
  }
  if (e.relation == Relation::equal) return measured == e.wanted;
  if (e.relation == Relation::not_equal) return measured != e.wanted;
  const std::optional<int> c = compare(measured, e.wanted);
  if (!c) return false;
  switch (e.relation) {
    case Relation::less:    return *c < 0;
    case Relation::at_most: return *c <= 0;
    case Relation::more:    return *c > 0;
    default:                return *c >= 0;
  }
}

/// The metric's dimensions as the person gave them; every combination.
std::vector<Coordinates> read_coordinates(Fields& fields, const Metric& metric, const std::vector<Dimension>& dimensions, bool& fine) {
  std::vector<Coordinates> all{{}};
  for (const Dimension& d : dimensions) {
    if (std::find(metric.dimensions.begin(), metric.dimensions.end(), d.name) == metric.dimensions.end()) {
      if (const Node* n = fields.optional(d.name)) {
        fields.reader().problem(*n, fmt::format("metric '{}' has no {}", metric.name, d.name), "leave it out");
        fine = false;
      }
      continue;
    }
    const Node* node = fields.optional(d.name);
    std::vector<std::string> chosen;
    if (node == nullptr) {
      if (d.values.size() != 1) {
        fields.reader().problem(fields.node(), fmt::format("which {}? Metric '{}' has one value for each", d.name, metric.name),
                                fmt::format("write `{}: …` with one or several of: {}", d.name, fmt::join(d.values, ", ")));
        fine = false;
        continue;
      }
      chosen = d.values;
    } else {
      for (const Node* n : fields.reader().list(*node, d.name)) {
        std::optional<std::string> word;
        if (d.name == "format" && n->is == Node::Is::scalar) {  // by any of its names
          const auto is = [&](const std::string& v) { return v == n->text; };
          if (std::any_of(d.values.begin(), d.values.end(), is)) {
            word = n->text;
          } else if (std::optional<FormatChoice> f = fields.reader().format(*n)) {
            word = f->name;
            if (std::find(d.values.begin(), d.values.end(), *word) == d.values.end()) {
              fields.reader().problem(*n, fmt::format("format {} is not in this scenario's list", f->title),
                                      fmt::format("it has: {}", fmt::join(d.values, ", ")));
              word.reset();
            }
          }
        } else {
          word = fields.reader().word(*n, d.name, d.values);
        }
        if (word)
          chosen.push_back(*word);
        else
          fine = false;
      }
    }
    std::vector<Coordinates> next;
    for (const Coordinates& c : all)
      for (const std::string& value : chosen) {
        next.push_back(c);
        next.back()[d.name] = value;
      }
    all = std::move(next);
  }
  return all;
}

}  // namespace

std::vector<Expectation> read_expectations(const Node& node, Reader& reader, const Experiment& experiment) {
  const std::vector<Dimension> dimensions = experiment.dimensions();
  const std::vector<Metric> metrics = experiment.metrics();
  std::vector<std::string> metric_names;
  for (const Metric& m : metrics) metric_names.push_back(m.name);
  std::vector<std::string> operators;
  for (const RelationName& r : relations) {
    operators.emplace_back(r.sign);
    operators.emplace_back(r.word);
  }

  std::vector<Expectation> all;
  std::map<std::string, int> ids;
  for (const Node* entry : reader.list(node, "expect")) {
    Fields fields(reader, *entry, "an expectation");
    if (!fields.usable()) continue;
    bool fine = true;
    const Node* metric_node = fields.required("metric", "metric: " + metric_names.front());
    const std::optional<std::string> name = metric_node != nullptr ? reader.word(*metric_node, "metric", metric_names) : std::nullopt;
    if (!name) {
      for (const Dimension& d : dimensions) fields.optional(d.name);
      for (const char* key : {"op", "value", "tolerance", "because"}) fields.optional(key);
      fields.finish();
      continue;
    }
    const Metric& metric = *std::find_if(metrics.begin(), metrics.end(), [&](const Metric& m) { return m.name == *name; });
    const std::vector<Coordinates> places = read_coordinates(fields, metric, dimensions, fine);

    Expectation e;
    e.metric = *name;
    std::string sign = "=";
    if (const Node* op = fields.optional("op")) {
      const std::optional<std::string> word = reader.word(*op, "op", operators);
      fine = fine && word;
      for (const RelationName& r : relations)
        if (word && (*word == r.sign || *word == r.word)) {
          e.relation = r.relation;
          sign = r.sign;
        }
      if (metric.is != Metric::Is::number && e.relation != Relation::equal && e.relation != Relation::not_equal) {
        reader.problem(*op, fmt::format("'{}' compares numbers, and metric '{}' is none", sign, metric.name), "use = or !=");
        fine = false;
      }
    }
    if (const Node* value = fields.required("value", "value: 0")) {
      const std::optional<Value> v = read_value(reader, *value, metric);
      fine = fine && v;
      if (v) e.wanted = *v;
      e.text = fmt::format("{} {}", sign, value->text);
    }
    if (const Node* tolerance = fields.optional("tolerance")) {
      const std::optional<Quantity> t = reader.quantity(*tolerance, "tolerance");
      fine = fine && t;
      if (t && (t->value <= 0 || metric.is != Metric::Is::number || e.relation != Relation::equal)) {
        reader.problem(*tolerance, "a tolerance is a positive number, for a number that should be = another", "leave it out, or op");
        fine = false;
      }
      if (t) {
        e.tolerance = t->value;
        e.text = fmt::format("{} ± {}", e.text, t->text);
      }
    }
    if (const Node* because = fields.required("because", "because: \"why it should hold\"")) {
      e.because = reader.localized(*because, "because");
    }
    fields.finish();
    if (!fine) continue;
    for (const Coordinates& at : places) {
      Expectation one = e;
      one.at = at;
      for (const Dimension& d : dimensions)
        if (const auto found = at.find(d.name); found != at.end() && d.values.size() > 1) one.id += found->second + ".";
      one.id += e.metric;
      if (const int n = ++ids[one.id]; n > 1) one.id += fmt::format(" ({})", n);
      all.push_back(std::move(one));
    }
  }
  return all;
}

Finding judge(const Expectation& e, const Run& run) {
  Finding f;
  f.id = e.id;
  f.wanted = e.text;
  f.because = e.because.in(run.language);
  f.expectation = e.id + " " + e.text;
  const Run::Measurement* m = run.find(e.metric, e.at);
  if (m == nullptr) {
    f.measured = Absent{"the run was stopped before"};
  } else if (!m->value) {
    f.measured = Absent{m->reason};
  } else {
    f.measured = m->cell;
    f.outcome = holds(e, *m->value) ? Outcome::held : Outcome::failed;
  }
  return f;
}

}  // namespace ulplab::lab
