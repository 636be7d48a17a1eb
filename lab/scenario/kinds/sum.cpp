// Kind `sum`: the same term added many times, by different algorithms.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "gpu/kernels/random.hpp"
#include "lab/scenario/experiment.hpp"
#include "softfloat/names.hpp"

namespace ulplab::lab {
namespace {

constexpr std::int64_t most_terms = 100'000'000;

/// A way to add: an algorithm, and for the wider accumulator the format it has.
struct Way {
  gpu::Kernel kernel{};
  std::string name;   ///< "naive", "in_f32"
  std::string title;  ///< "naive", "in FP32"
  Format wide{};
};

struct Algorithm {
  std::string_view name;
  gpu::Kernel kernel;
};
constexpr Algorithm algorithms[] = {
    {"naive", gpu::Kernel::sum_naive},       {"pairwise", gpu::Kernel::sum_pairwise}, {"kahan", gpu::Kernel::sum_kahan},
    {"neumaier", gpu::Kernel::sum_neumaier}, {"wide", gpu::Kernel::sum_wide},         {"stochastic", gpu::Kernel::sum_stochastic},
};

/// Does every number of `narrow` have its place in `wide`, and is there more room?
bool is_wider(const Format& wide, const Format& narrow) {
  return wide.precision > narrow.precision && wide.emax() >= narrow.emax() && wide.smallest_quantum_exponent() <= narrow.smallest_quantum_exponent();
}

std::string signed_decimal(const exact::Rational& x, int digits) { return (x > 0 ? "+" : "") + short_decimal(x, digits); }

class SumExperiment final : public Experiment {
 public:
  Common common;
  Quantity term{"0.1", exact::Rational(1, 10)};
  std::uint64_t count = 0;
  std::vector<Way> ways;
  int random_bits = 32;

  std::vector<Dimension> dimensions() const override {
    Dimension algorithm{"algorithm", {}};
    for (const Way& w : ways) algorithm.values.push_back(w.name);
    return {format_dimension(common), algorithm, rounding_dimension(common)};
  }
  std::vector<Metric> metrics() const override {
    const std::vector<std::string> each{"format", "algorithm", "rounding"};
    return {{"value", Metric::Is::number, each, "the sum"},
            {"accumulator", Metric::Is::number, each, "the running sum at the end, before it is rounded back to the format"},
            {"stuck_from", Metric::Is::number, each, "the first term (from 1) that changed nothing any more; 0 if every term counted"},
            {"error_ulps", Metric::Is::number, each, "the sum against the exact sum of the rounded terms, in ulps of that"},
            {"relative_error", Metric::Is::number, each, "the same, relative to the exact sum"}};
  }

  void run(Run& run) const override {
    run.report.parameters = {{"term", "term", Exact{term.text}}, {"count", "how often", Exact{std::to_string(count)}}};
    if (uses_random_bits()) {
      run.report.parameters.push_back({"random_bits", "random bits a rounding", static_cast<std::int64_t>(random_bits)});
      run.report.provenance.seed = common.seed;
      run.report.provenance.generator = gpu::generator_name;
    }
    const exact::Rational as_written = term.value * count;
    Table terms{"terms", "What is added", {}, {}};
    terms.columns = {{"format", "format", "format", ""},
                     {"term", fmt::format("{} is", term.text), "value", ""},
                     {"code", "its code", "code", "", Alignment::right},
                     {"exact", "exact sum of these", "value", ""},
                     {"off", fmt::format("off {}", exact_text(as_written)), "error", ""}};
    for (const FormatChoice& format : common.formats) {
      const Code code = term_in(format);
      Row row{format.title, digits_of(format.format, code), Number{format.format, code}};
      if (is_finite(format.format, code)) {
        const exact::Rational sum = exact::value_of(format.format, code) * count;
        row.emplace_back(Approximate{short_decimal(sum, 12)});
        row.emplace_back(as_written == 0 ? Cell{Empty{}} : Cell{Approximate{signed_decimal((sum - as_written) / as_written, 3)}});
      } else {
        row.insert(row.end(), 2, Empty{});
      }
      terms.rows.push_back(std::move(row));
    }

    std::vector<Table> finals;
    Table details{"details", "Each sum: where it stands still, and how far off it is", {}, {}};
    details.columns = {{"format", "format", "format", ""},
                       {"algorithm", "algorithm", "algorithm", ""},
                       {"rounding", "rounding", "rounding", ""},
                       {"value", "sum", "value", ""},
                       {"code", "its code", "code", "", Alignment::right},
                       {"stuck_from", "stuck from term", "count", ""},
                       {"error_ulps", "error", "error", "ulp"},
                       {"relative_error", "relative error", "error", ""}};
    const bool one_rounding = common.roundings.size() == 1;
    if (one_rounding) details.columns.erase(details.columns.begin() + 2);

    for (const Rounding rounding : common.roundings) {
      Table final{one_rounding ? "sums" : fmt::format("sums_{}", name_of(rounding)),
                  fmt::format("{} x {}{}", count, term.text, one_rounding ? "" : fmt::format(", rounded {}", name_of(rounding))), {}, {}};
      final.columns.push_back({"algorithm", "algorithm", "algorithm", ""});
      for (const FormatChoice& f : common.formats) final.columns.push_back({f.name, f.title, "value", "", Alignment::right});
      for (const Way& way : ways) {
        Row row{way.title};
        for (const FormatChoice& format : common.formats) {
          Row detail{format.title, way.title};
          if (!one_rounding) detail.emplace_back(std::string(name_of(rounding)));
          row.push_back(sum(run, format, way, rounding, detail));
          detail.resize(details.columns.size(), Empty{});
          if (!std::holds_alternative<Absent>(row.back())) details.rows.push_back(std::move(detail));
        }
        final.rows.push_back(std::move(row));
      }
      finals.push_back(std::move(final));
    }
    std::stable_sort(details.rows.begin(), details.rows.end(), [&](const Row& a, const Row& b) { return place_of(a) < place_of(b); });
    for (Table& t : finals) run.report.tables.push_back(std::move(t));
    run.report.tables.push_back(std::move(terms));
    run.report.tables.push_back(std::move(details));
    run.report.notes.push_back(
        "A sum stands still when a term is less than half an ulp of it: adding more terms then changes nothing.");
    run.report.notes.push_back(
        "Errors are against the exact sum of the terms as the format holds them: what the algorithm loses, not what rounding the term does.");
  }

 private:
  bool uses_random_bits() const {
    return std::any_of(ways.begin(), ways.end(), [](const Way& w) { return w.kernel == gpu::Kernel::sum_stochastic; });
  }
  Code term_in(const FormatChoice& format) const { return round_to(format.format, term).code; }
  std::size_t place_of(const Row& row) const {
    for (std::size_t i = 0; i < common.formats.size(); ++i)
      if (common.formats[i].title == std::get<std::string>(row[0])) return i;
    return 0;
  }

  /// One sum; the cell for the table of sums, the rest of the row for the details.
  Cell sum(Run& run, const FormatChoice& format, const Way& way, Rounding rounding, Row& detail) const {
    const Format& f = format.format;
    const Coordinates at{{"format", format.name}, {"algorithm", way.name}, {"rounding", std::string(name_of(rounding))}};
    const auto absent = [&](const std::string& reason) {
      for (const Metric& m : metrics()) run.cannot_measure(m.name, at, reason);
      return Absent{reason};
    };
    if (run.stopped()) return Absent{"stopped before"};
    if (way.kernel == gpu::Kernel::sum_wide && !is_wider(way.wide, f)) return absent("an accumulator must be wider than the format");
    if (way.kernel == gpu::Kernel::sum_stochastic && rounding != common.roundings.front())
      return absent("stochastic rounding takes the place of the direction");

    const Code code = term_in(format);
    gpu::Lane lane;
    lane.kernel = way.kernel;
    lane.format = f;
    lane.wide = way.wide;
    lane.context = rounding_to(rounding);
    lane.context.random_width = static_cast<std::uint8_t>(random_bits);
    lane.inputs = {&code, 1};
    lane.count = count;
    lane.every = std::max<std::uint64_t>(1, count / 1000);
    lane.seed = common.seed;
    run.progress.begin(fmt::format("{} in {}", way.title, format.title), count);
    const std::optional<gpu::LaneResult> result = run.lane(lane, format, rounding, way.name);
    if (!result) return absent("no backend of this scenario computes it");
    if (result->stopped) return Absent{"stopped before it was done"};

    const Code last = result->codes.back();
    const Value value = value_of_code(f, last);
    detail.emplace_back(Number{f, last});
    detail.emplace_back(Number{f, last});
    run.measure("value", at, Number{f, last}, value);
    if (way.kernel == gpu::Kernel::sum_pairwise) {
      run.cannot_measure("accumulator", at, "a pairwise sum has no running sum");
      run.cannot_measure("stuck_from", at, "a pairwise sum has no running sum");
      detail.emplace_back(Empty{});
    } else {
      const Format& runs_in = way.kernel == gpu::Kernel::sum_wide ? way.wide : f;
      run.measure("accumulator", at, Number{runs_in, result->running}, value_of_code(runs_in, result->running));
      const std::uint64_t stuck = stuck_from(*result, way);
      run.measure("stuck_from", at, stuck, exact::Rational(stuck));
      detail.emplace_back(stuck == 0 ? Cell{Empty{}} : Cell{stuck});
    }
    const auto* number = std::get_if<exact::Rational>(&value);
    if (number == nullptr || !is_finite(f, code)) {
      run.cannot_measure("error_ulps", at, "the sum is not a finite number");
      run.cannot_measure("relative_error", at, "the sum is not a finite number");
      return Number{f, last};
    }
    const exact::Rational truth = exact::value_of(f, code) * count;
    const exact::Rational error = *number - truth;
    const exact::Rational ulps = error / ulp_at(f, truth);
    detail.emplace_back(Approximate{signed_decimal(ulps, 3)});
    run.measure("error_ulps", at, Approximate{short_decimal(ulps, 6)}, ulps);
    if (truth != 0) {
      const exact::Rational relative = error / truth;
      detail.emplace_back(Approximate{signed_decimal(relative, 3)});
      run.measure("relative_error", at, Approximate{short_decimal(relative, 6)}, relative);
    } else {
      run.cannot_measure("relative_error", at, "the exact sum is zero");
    }
    return Number{f, last};
  }

  /// All terms are alike: a state that one of them does not change stays for ever. With stochastic rounding a term may leave
  /// the sum alone by chance; it counts as stuck when it did so through the last tenth of the run.
  std::uint64_t stuck_from(const gpu::LaneResult& r, const Way& way) const {
    if (r.last_change >= count) return 0;
    const bool by_chance = way.kernel == gpu::Kernel::sum_stochastic && count - r.last_change < count / 10;
    return by_chance ? 0 : r.last_change + 1;
  }
};

}  // namespace

std::unique_ptr<Experiment> read_sum(Fields& fields, const Common& common) {
  Reader& reader = fields.reader();
  auto e = std::make_unique<SumExperiment>();
  e->common = common;
  if (const Node* n = fields.required("term", "term: 0.1"))
    if (const std::optional<Quantity> q = reader.quantity(*n, "term")) e->term = *q;
  if (const Node* n = fields.required("count", "count: 1000000"))
    e->count = static_cast<std::uint64_t>(reader.integer(*n, "count", 1, most_terms).value_or(1));
  if (const Node* n = fields.optional("random_bits"))
    e->random_bits = static_cast<int>(reader.integer(*n, "random_bits", 1, max_random_width).value_or(max_random_width));

  std::vector<FormatChoice> accumulators;
  if (const Node* n = fields.optional("accumulators"))
    accumulators = reader.formats(*n);
  else
    for (const Format& f : {binary32, binary64}) accumulators.push_back({f, name_of(f), title_of(f)});

  std::vector<std::string> names, chosen;
  for (const Algorithm& a : algorithms) names.emplace_back(a.name);
  if (const Node* n = fields.optional("algorithms")) {
    for (const Node* item : reader.list(*n, "algorithms"))
      if (std::optional<std::string> name = reader.word(*item, "algorithm", names)) {
        if (std::find(chosen.begin(), chosen.end(), *name) != chosen.end())
          reader.problem(*item, fmt::format("algorithm {} is in the list twice", *name), "keep one of the two");
        else
          chosen.push_back(std::move(*name));
      }
  } else {
    chosen = names;
  }
  for (const std::string& name : chosen)
    for (const Algorithm& a : algorithms)
      if (a.name == name) {
        if (a.kernel != gpu::Kernel::sum_wide)
          e->ways.push_back({a.kernel, name, name, {}});
        else
          for (const FormatChoice& f : accumulators) e->ways.push_back({a.kernel, "in_" + f.name, "in " + f.title, f.format});
      }
  return e;
}

}  // namespace ulplab::lab
