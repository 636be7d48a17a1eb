// ulplab list: the tables of the house, as they are.
#include <array>
#include <set>

#include "gpu/verify/contestant.hpp"
#include "gpu/verify/kind.hpp"
#include "gpu/verify/known_differences.hpp"
#include "gpu/verify/suites.hpp"
#include "lab/cli/commands.hpp"
#include "lab/cli/render.hpp"
#include "lab/cli/words.hpp"
#include "lab/scenario/scenario.hpp"
#include "softfloat/names.hpp"
#include "softfloat/presets.hpp"

namespace ulplab::lab {
namespace {

Column words(std::string id, std::string title) { return {std::move(id), std::move(title), "text", "", Alignment::left}; }
Column number(std::string id, std::string title, std::string quantity = "count") {
  return {std::move(id), std::move(title), std::move(quantity), "", Alignment::right};
}
std::string word(std::string_view s) { return std::string(s); }

Table formats() {
  Table t{"formats", "Formats; any other is eWpP: W exponent bits, precision P with the implicit bit",
          {words("name", "name"), words("title", "title"), number("width", "bits"), number("exponent_bits", "exponent"),
           number("precision", "precision"), number("bias", "bias"), words("also", "also called"), words("source", "source")}, {}};
  for (const NamedFormat& n : named_formats) {
    std::string also;
    for (const std::string_view a : n.also)
      if (!a.empty()) also.append(also.empty() ? "" : ", ").append(a);
    t.rows.push_back({word(n.name), word(n.title), std::int64_t{n.format.width()}, std::int64_t{n.format.exponent_bits},
                      std::int64_t{n.format.precision}, std::int64_t{n.format.bias}, also, word(n.source)});
  }
  return t;
}

Table ranges() {
  Table t{"ranges", "What they reach", {words("name", "name"), number("largest", "largest", "value"),
          number("smallest_normal", "smallest normal", "value"), number("smallest", "smallest above zero", "value")}, {}};
  for (const NamedFormat& n : named_formats) {
    const Format& f = n.format;
    t.rows.push_back({word(n.name), Number{f, f.max_finite()}, Number{f, f.min_normal()}, Number{f, f.min_nonzero()}});
  }
  return t;
}

Table roundings() {
  Table t{"roundings", "Rounding modes", {words("name", "name"), words("title", "title"), words("source", "what it does")}, {}};
  for (const NamedRounding& r : named_roundings) t.rows.push_back({word(r.name), word(r.title), word(r.source)});
  t.rows.push_back({word("…+sat"), word(""), word("the same, but what is too large becomes the largest finite number")});
  t.rows.push_back({word("…+nan"), word(""), word("the same, but what is too large becomes NaN, in a format with infinity infinity")});
  t.rows.push_back({word("sr1 … sr32"), word(""), word("stochastic, with so many random bits")});
  return t;
}

Table contexts() {
  Table t{"contexts", "Machines: what each does where IEEE 754 leaves a choice",
          {words("name", "name"), words("for", "for"), words("what", "what it does"), words("source", "source")}, {}};
  for (const Preset& p : presets) {
    std::string use = "everything else";
    if (p.use == Use::conversion && p.from && p.to)
      use = title_of(*p.from) + " to " + title_of(*p.to);
    else if (p.use == Use::conversion)
      use = "conversions";
    else if (p.use == Use::to_integer)
      use = "to integers";
    else if (p.use == Use::arithmetic)
      use = "arithmetic";
    bool alone = true;
    for (const Preset& q : presets) alone = alone && (&q == &p || q.machine != p.machine);
    t.rows.push_back({word(p.machine), alone ? word("everything") : use, word(p.what), word(p.source)});
  }
  return t;
}

Table operations_table() {
  Table t{"operations", "Kinds for eval, sweep and verify: FORMAT_NAME such as f16_add; conversions FROM_to_TO between formats, i8 … u64 and dec (docs/eval.md)",
          {words("name", "name"), words("inputs", "inputs"), words("answer", "answer"), words("source", "IEEE 754-2019")}, {}};
  for (const verify::Form& f : verify::forms()) t.rows.push_back({word(f.name), word(f.inputs), word(f.answer), word(f.source)});
  return t;
}

Table suites() {
  Table t{"suites", "Suites of verify", {words("name", "name"), number("kinds", "kinds"), words("what", "what it covers")}, {}};
  for (const verify::Suite& s : verify::suites())
    t.rows.push_back({word(s.name), static_cast<std::uint64_t>(verify::kinds_of_suite(s.name).size()), word(s.what)});
  return t;
}

Table contestants() {
  Table t{"contestants", "Contestants of verify: --with and --against",
          {words("form", "form"), words("ready", "ready"), words("what", "what answers")}, {}};
  for (const verify::ContestantForm& c : verify::contestant_forms()) {
    Cell ready;  // what has a file behind it is ready or not only with that file
    std::string what = word(c.what);
    if (c.form.find(':') == std::string_view::npos) {
      const auto made = verify::make_contestant(c.form);
      const gpu::Availability a = std::get<std::unique_ptr<verify::Contestant>>(made)->availability();
      ready = word(a.ready ? "yes" : "no");
      if (!a.ready) what += "; here: " + a.reason;
    }
    t.rows.push_back({word(c.form), ready, what});
  }
  return t;
}

Table differences() {
  Table t{"differences", "Known differences: what a machine is known to do otherwise",
          {words("id", "id"), words("contestant", "contestant"), words("reason", "reason"), words("source", "source")}, {}};
  std::set<std::array<std::string_view, 3>> seen;
  for (const verify::KnownDifference& d : verify::all_known_differences())
    if (seen.insert({d.id, d.reason, d.source}).second)
      t.rows.push_back({word(d.id), word(d.contestant), word(d.reason), word(d.source)});
  return t;
}

Table difference_counts() {
  Table t{"difference_counts", "How often they occur over all inputs; verify fails when that changes (empty: only that they occur)",
          {words("id", "id"), words("kind", "kind"), words("where", "where"), number("inputs", "inputs")}, {}};
  for (const verify::KnownDifference& d : verify::all_known_differences())
    t.rows.push_back({word(d.id), word(d.kind), word(d.where.said), d.whole == 0 ? Cell{} : Cell{d.whole}});
  return t;
}

Table kinds() {
  Table t{"kinds", "Kinds of scenario", {words("name", "name"), words("summary", "what it asks")}, {}};
  for (const KindInfo& k : scenario_kinds()) t.rows.push_back({word(k.name), word(k.summary)});
  return t;
}

Table scenarios() {
  Table t{"scenarios", "Scenarios: ulplab run NAME", {words("name", "name"), words("kind", "kind"), words("title", "title"), words("file", "file")}, {}};
  std::vector<std::string> seen;
  for (const std::filesystem::path& folder : scenario_folders())
    for (const std::filesystem::path& file : scenarios_in(folder)) {
      const std::string name = file.stem().string();
      bool hidden = false;
      for (const std::string& s : seen) hidden = hidden || s == name;
      if (hidden) continue;
      seen.push_back(name);
      const ScenarioResult result = load(file);
      if (const Scenario* s = std::get_if<Scenario>(&result))
        t.rows.push_back({name, s->kind, s->title.en, file.string()});
      else
        t.rows.push_back({name, Cell{}, Absent{"ulplab check " + file.string() + " says what is wrong"}, file.string()});
    }
  return t;
}

struct List {
  std::string_view name;
  Table (*make)();
};
constexpr List lists[] = {
    {"formats", formats},   {"formats", ranges}, {"roundings", roundings}, {"contexts", contexts}, {"operations", operations_table},
    {"suites", suites},     {"contestants", contestants}, {"differences", differences}, {"differences", difference_counts},
    {"kinds", kinds},       {"scenarios", scenarios},
};

}  // namespace

int list(const ListOptions& options, Terminal& terminal) {
  Report report = report_about("list", "");
  for (const List& l : lists)
    if (options.what.empty() || options.what == l.name) report.tables.push_back(l.make());
  // -q is for messages; a list is what was asked for
  const Style style{terminal.colour(), terminal.columns(), false};
  terminal.write(chosen_output(options.format, terminal).render({&report, 1}, style));
  return exit_ok;
}

}  // namespace ulplab::lab
