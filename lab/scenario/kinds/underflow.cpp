// Kind `underflow`: what is left of gradients that are multiplied by a scale and stored in a small format?
//
// Gradients are binary32 numbers, as a training run has them before they are stored: a ladder of powers of two, and numbers
// whose logarithm follows the normal law. The product with the scale is formed in binary32, where a power of two costs
// nothing, and rounded once on store.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "gpu/kernels/normal.hpp"
#include "lab/scenario/experiment.hpp"
#include "softfloat/convert.hpp"
#include "softfloat/names.hpp"
#include "softfloat/round.hpp"
#include "softfloat/scalb.hpp"

namespace ulplab::lab {
namespace {

constexpr std::int64_t most_gradients = 4'000'000;
const Format& computed_in = binary32;

/// One set of gradients, largest first in a ladder.
struct Input {
  std::string id;
  std::string title;
  std::vector<Code> gradients;   ///< binary32
  bool is_ladder = false;
};

struct ScaleChoice {
  Quantity quantity;
  Code code = 0;       ///< binary32
  std::string id;      ///< as an integer or a power of two: "1024"
};

/// Was a number too large for the format? The result alone does not say: some directions, and formats without infinity and
/// NaN, deliver the largest number. An infinite gradient is an invalid operation where there is no infinity.
bool overflowed(const Format& f, const Rounded& stored) {
  return stored.flags.has(Flag::overflow) || stored.flags.has(Flag::invalid) || !is_finite(f, stored.code);
}

/// What became of a set of gradients.
struct Counts {
  std::uint64_t total = 0, flushed = 0, subnormal = 0, normal = 0, overflowed = 0;
  std::uint64_t survivors() const { return subnormal + normal; }
};

class UnderflowExperiment final : public Experiment {
 public:
  Common common;
  struct Ladder {
    Quantity significand{"1.5", exact::Rational(3, 2)};
    int from = -8;
    int to = -39;
  };
  std::optional<Ladder> ladder;
  struct Law {
    Quantity mean, sigma;
    std::uint64_t count = 0;
  };
  std::optional<Law> law;
  std::vector<ScaleChoice> scales;

  std::vector<Dimension> dimensions() const override {
    Dimension inputs{"gradients", {}}, scale{"scale", {}};
    if (ladder) inputs.values.emplace_back("ladder");
    if (law) inputs.values.emplace_back("lognormal");
    for (const ScaleChoice& s : scales) scale.values.push_back(s.id);
    return {inputs, format_dimension(common), scale, rounding_dimension(common)};
  }
  std::vector<Metric> metrics() const override {
    const std::vector<std::string> each{"gradients", "format", "scale", "rounding"};
    return {{"nonzero", Metric::Is::number, each, "gradients that did not become zero, infinities included"},
            {"survivors", Metric::Is::number, each, "gradients that neither became zero nor overflowed"},
            {"subnormal", Metric::Is::number, each, "survivors with fewer bits than the format has"},
            {"normal", Metric::Is::number, each, "survivors with all bits"},
            {"flushed", Metric::Is::number, each, "gradients that became zero"},
            {"overflowed", Metric::Is::number, each, "gradients beyond the largest number, whatever was stored for them"},
            {"flushed_share", Metric::Is::number, each, "flushed by all, as an exact fraction"},
            {"smallest_scale", Metric::Is::number, {"gradients", "format", "rounding"},
             "the smallest power of two that saves every gradient without overflow; 0 if there is none"}};
  }

  void run(Run& run) const override {
    if (ladder)
      run.report.parameters.push_back({"ladder", "ladder", fmt::format("{} x 2^k, k = {} … {}", ladder->significand.text, ladder->from, ladder->to)});
    if (law) {
      run.report.parameters.push_back({"lognormal", "log-normal gradients",
                                       fmt::format("{} with log2 |g| ~ N({}, {})", law->count, law->mean.text, law->sigma.text)});
      run.report.provenance.seed = common.seed;
      run.report.provenance.generator = gpu::generator_name;
    }
    std::vector<Input> inputs = make_inputs(run);
    for (const Input& input : inputs) {
      table_of(run, input);
      if (run.stopped()) return;
    }
    rescue_table_of(run, inputs);
    figure_of(run, inputs.back());
  }

 private:
  std::vector<Input> make_inputs(Run& run) const {
    std::vector<Input> inputs;
    if (ladder) {
      Input in{"ladder", fmt::format("Gradients {} x 2^k, one for each k from {} to {}", ladder->significand.text, ladder->from, ladder->to), {}, true};
      const int step = ladder->to < ladder->from ? -1 : 1;
      for (int k = ladder->from; k != ladder->to + step; k += step)
        in.gradients.push_back(round_to(computed_in, ladder->significand.value * exact::power_of_two(k)).code);
      // from large to small, whichever way it was written
      if (step > 0) std::reverse(in.gradients.begin(), in.gradients.end());
      inputs.push_back(std::move(in));
    }
    if (law) {
      Input in{"lognormal", fmt::format("{} gradients, log2 |g| ~ N({}, {})", law->count, law->mean.text, law->sigma.text), {}, false};
      const auto fixed = [](const Quantity& q) { return static_cast<std::int64_t>(exact::Integer(boost::multiprecision::numerator(q.value) * 65536 / boost::multiprecision::denominator(q.value))); };
      const gpu::LogNormal draw{fixed(law->mean), fixed(law->sigma)};
      in.gradients.reserve(law->count);
      run.progress.begin("drawing gradients", law->count);
      for (std::uint64_t i = 0; i < law->count; ++i) {
        if (i % 65536 == 0) {
          run.progress.at(i);
          if (run.stopped()) break;
        }
        in.gradients.push_back(draw(computed_in, common.seed, 0, i));
      }
      inputs.push_back(std::move(in));
    }
    return inputs;
  }

  /// What each gradient becomes. `fresh`: by all lanes, compared, and with flags; else by the reference alone.
  std::optional<gpu::LaneResult> store(Run& run, const Input& input, const FormatChoice& format, const ScaleChoice& scale, Rounding rounding,
                                         bool fresh = true) const {
    std::vector<Code> operands;
    operands.reserve(2 * input.gradients.size());
    for (const Code g : input.gradients) {
      operands.push_back(g);
      operands.push_back(scale.code);
    }
    gpu::Lane lane;
    lane.kernel = gpu::Kernel::scale_and_store;
    lane.format = format.format;
    lane.wide = computed_in;
    lane.context = rounding_to(rounding);
    lane.inputs = operands;
    run.progress.begin(fmt::format("storing the {} in {}, scale {}", input.id, format.title, scale.id), input.gradients.size());
    std::optional<gpu::LaneResult> r = fresh ? run.lane(lane, format, rounding, fmt::format("{} x {}", input.id, scale.id)) : run.again(lane);
    if (r && !r->stopped && fresh && r->flags.empty())  // a machine that tells no flags: our own arithmetic has them
      r->flags = gpu::find_backend("soft")->run(lane, {run.stop, {}}).flags;
    if (!r || r->stopped || (fresh && r->flags.size() < r->codes.size() && run.stopped())) return std::nullopt;
    return r;
  }

  enum class Fate : std::uint8_t { flushed, subnormal, normal, overflowed };
  static Fate fate_of(const Format& f, const Rounded& stored) {
    if (overflowed(f, stored)) return Fate::overflowed;
    switch (class_of(f, stored.code)) {
      case Class::zero:      return Fate::flushed;
      case Class::subnormal: return Fate::subnormal;
      default:               return Fate::normal;
    }
  }

  static Counts count(const Format& f, const gpu::LaneResult& stored) {
    Counts c;
    c.total = stored.codes.size();
    for (std::size_t i = 0; i < stored.codes.size(); ++i) {
      switch (fate_of(f, {stored.codes[i], stored.flags[i]})) {
        case Fate::flushed:    ++c.flushed; break;
        case Fate::subnormal:  ++c.subnormal; break;
        case Fate::normal:     ++c.normal; break;
        case Fate::overflowed: ++c.overflowed; break;
      }
    }
    return c;
  }

  /// The ladder as a picture, one letter a gradient, the largest first.
  static std::string picture(const Format& f, const gpu::LaneResult& stored) {
    std::string s;
    for (std::size_t i = 0; i < stored.codes.size(); ++i) {
      switch (fate_of(f, {stored.codes[i], stored.flags[i]})) {
        case Fate::flushed:    s += "·"; break;
        case Fate::subnormal:  s += "░"; break;
        case Fate::normal:     s += "█"; break;
        case Fate::overflowed: s += "!"; break;
      }
    }
    return s;
  }
  /// A share as a bar of 20 letters: normal, subnormal, lost; what there is one of gets one letter at least.
  static std::string bar(const Counts& c) {
    constexpr std::uint64_t width = 20;
    const std::uint64_t parts[4] = {c.overflowed, c.normal, c.subnormal, c.flushed};
    std::uint64_t letters[4];
    std::uint64_t sum = 0;
    for (int i = 0; i < 4; ++i) sum += letters[i] = parts[i] == 0 ? 0 : std::max<std::uint64_t>(1, (parts[i] * width + c.total / 2) / c.total);
    std::uint64_t& largest = *std::max_element(letters, letters + 4);
    largest = largest + width - sum;
    std::string s;
    const char* glyphs[4] = {"!", "█", "░", "·"};
    for (int i = 0; i < 4; ++i)
      for (std::uint64_t k = 0; k < letters[i]; ++k) s += glyphs[i];
    return s;
  }

  void table_of(Run& run, const Input& input) const {
    Table table{input.id, input.title + ":  █ normal: full precision   ░ subnormal: fewer bits   · became 0   ! overflowed", {}, {}};
    table.columns = {{"format", "stored in", "format", ""},
                     {"rounding", "rounding", "rounding", ""},
                     {"scale", "scale", "scale", "", Alignment::right},
                     {"picture", input.is_ladder ? "large … small gradients" : "share", "picture", "", Alignment::left},
                     {"flushed", "became 0", "count", ""},
                     {"flushed_share", "of all", "share", ""},
                     {"subnormal", "sub-normal", "count", ""},
                     {"normal", "normal", "count", ""},
                     {"overflowed", "over-flowed", "count", ""}};
    const bool one_rounding = common.roundings.size() == 1;
    if (one_rounding) table.columns.erase(table.columns.begin() + 1);
    for (const FormatChoice& format : common.formats)
      for (const Rounding rounding : common.roundings)
        for (const ScaleChoice& scale : scales) {
          if (run.stopped()) break;
          const Coordinates at{{"gradients", input.id}, {"format", format.name}, {"scale", scale.id}, {"rounding", std::string(name_of(rounding))}};
          Row row{format.title};
          if (!one_rounding) row.emplace_back(std::string(name_of(rounding)));
          row.emplace_back(scale.id);
          const std::optional<gpu::LaneResult> stored = store(run, input, format, scale, rounding);
          if (!stored) {
            const std::string reason = run.report.interrupted ? "stopped before" : "no backend of this scenario stores in it";
            if (!run.report.interrupted)
              for (const Metric& m : metrics())
                if (m.name != "smallest_scale") run.cannot_measure(m.name, at, reason);
            row.resize(table.columns.size(), Absent{reason});
            table.rows.push_back(std::move(row));
            continue;
          }
          const Counts c = count(format.format, *stored);
          row.emplace_back(input.is_ladder ? picture(format.format, *stored) : bar(c));
          row.emplace_back(c.flushed);
          row.emplace_back(Ratio{c.flushed, c.total});
          row.emplace_back(c.subnormal);
          row.emplace_back(c.normal);
          row.emplace_back(c.overflowed);
          table.rows.push_back(std::move(row));
          const auto measure = [&](std::string_view metric, std::uint64_t n) { run.measure(metric, at, n, exact::Rational(n)); };
          measure("nonzero", c.total - c.flushed);
          measure("survivors", c.survivors());
          measure("subnormal", c.subnormal);
          measure("normal", c.normal);
          measure("flushed", c.flushed);
          measure("overflowed", c.overflowed);
          run.measure("flushed_share", at, Ratio{c.flushed, c.total}, exact::Rational(c.flushed, c.total));
        }
    run.report.tables.push_back(std::move(table));
  }

  /// Gradients of one sign that are not zero: the one nearest to zero, and the one farthest from it.
  struct Range {
    Code smallest = 0, largest = 0;
  };
  /// Of each sign there is: directed roundings treat them differently.
  static std::vector<Range> ranges_of(const Input& input) {
    std::optional<Range> of_sign[2];
    for (const Code g : input.gradients) {
      if (is_zero(computed_in, g)) continue;
      std::optional<Range>& range = of_sign[sign_of(computed_in, g) ? 1 : 0];
      // codes of one sign are in the order of their magnitudes
      range = range ? Range{std::min(range->smallest, g), std::max(range->largest, g)} : Range{g, g};
    }
    std::vector<Range> ranges;
    for (const std::optional<Range>& range : of_sign)
      if (range) ranges.push_back(*range);
    return ranges;
  }

  /// The smallest k with no gradient lost and none overflowed at 2^k. Both are monotonous in k: more scale, fewer lost.
  static std::optional<int> smallest_saving(const Format& f, Rounding rounding, const std::vector<Range>& ranges) {
    const auto stored = [&](Code g, int k) {
      const Rounded product = scalbn(computed_in, g, k);
      Rounded r = convert(computed_in, product.code, f, rounding_to(rounding));
      r.flags |= product.flags;
      return r;
    };
    const auto ends = [&](const Range& range, int k) { return overflowed(f, stored(range.largest, k)); };
    const auto loses = [&](const Range& range, int k) { return is_zero(f, stored(range.smallest, k).code); };
    for (int k = 0; k <= 300; ++k) {
      if (std::any_of(ranges.begin(), ranges.end(), [&](const Range& r) { return ends(r, k); })) return std::nullopt;
      if (std::none_of(ranges.begin(), ranges.end(), [&](const Range& r) { return loses(r, k); })) return k;
    }
    return std::nullopt;
  }

  void rescue_table_of(Run& run, const std::vector<Input>& inputs) const {
    Table table{"rescue", "The smallest power of two that saves every gradient, with none overflowing", {}, {}};
    table.columns = {{"format", "stored in", "format", ""},
                     {"rounding", "rounding", "rounding", ""},
                     {"zero_at", "to 0 at and below", "value", "", Alignment::right},
                     {"min_normal", "all bits from", "value", "", Alignment::right},
                     {"max", "largest number", "value", ""}};
    for (const Input& input : inputs) table.columns.push_back({input.id, fmt::format("saves the {}", input.id), "scale", "", Alignment::right});
    const bool one_rounding = common.roundings.size() == 1;
    if (one_rounding) table.columns.erase(table.columns.begin() + 1);
    for (const FormatChoice& format : common.formats)
      for (const Rounding rounding : common.roundings) {
        const Format& f = format.format;
        Row row{format.title};
        if (!one_rounding) row.emplace_back(std::string(name_of(rounding)));
        const bool nearest = rounding == Rounding::nearest_even || rounding == Rounding::nearest_away;
        row.emplace_back(nearest ? Cell{fmt::format("{}2^{}", rounding == Rounding::nearest_away ? "just below " : "", f.smallest_quantum_exponent() - 1)}
                                 : Cell{Empty{}});
        row.emplace_back(fmt::format("2^{}", f.emin()));
        row.emplace_back(Number{f, f.max_finite()});
        for (const Input& input : inputs) {
          const Coordinates at{{"gradients", input.id}, {"format", format.name}, {"rounding", std::string(name_of(rounding))}};
          const std::vector<Range> ranges = ranges_of(input);
          if (ranges.empty()) {
            run.cannot_measure("smallest_scale", at, "all gradients are zero");
            row.emplace_back(Absent{"all gradients are zero"});
            continue;
          }
          const std::optional<int> k = smallest_saving(f, rounding, ranges);
          row.emplace_back(k ? power_text(*k) : std::string("none"));
          const exact::Rational value = k ? exact::power_of_two(*k) : exact::Rational(0);
          run.measure("smallest_scale", at, Exact{exact_text(value)}, value);
          if (&format == &common.formats.front() && rounding == common.roundings.front())
            run.report.notes.push_back(verdict(run, input, format, rounding, k));
        }
        table.rows.push_back(std::move(row));
      }
    run.report.tables.push_back(std::move(table));
  }

  static std::string power_text(int k) { return k == 0 ? "1" : k <= 16 ? fmt::format("{} = 2^{}", 1 << k, k) : fmt::format("2^{}", k); }

  std::string verdict(const Run& run, const Input& input, const FormatChoice& format, Rounding rounding, const std::optional<int>& k) const {
    const Coordinates at{{"gradients", input.id}, {"format", format.name}, {"scale", scales.front().id}, {"rounding", std::string(name_of(rounding))}};
    const Run::Measurement* m = run.find("flushed", at);
    if (m == nullptr || !m->value) return fmt::format("{}: nothing was measured.", input.id);
    const auto lost = std::get<std::uint64_t>(m->cell);
    const std::string rescue = k ? fmt::format("a scale of {} saves them all", power_text(*k)) : "no power of two saves them all: they span more than the format";
    return fmt::format("In {} at scale {}, {} of {} gradients ({}) became zero and train nothing; {}.", format.title, scales.front().id, lost,
                       input.gradients.size(), input.id, rescue);
  }

  /// log2 |g|: as computed, and as stored in the first format, at the first scale and at the smallest of the list that saves most.
  void figure_of(Run& run, const Input& input) const {
    const FormatChoice& format = common.formats.front();
    const Rounding rounding = common.roundings.front();
    const ScaleChoice* best = &scales.front();
    std::uint64_t least = ~std::uint64_t{0};
    for (const ScaleChoice& s : scales) {
      const Coordinates at{{"gradients", input.id}, {"format", format.name}, {"scale", s.id}, {"rounding", std::string(name_of(rounding))}};
      const Run::Measurement *flushed = run.find("flushed", at), *over = run.find("overflowed", at);
      if (flushed == nullptr || !flushed->value || over == nullptr) continue;
      const std::uint64_t bad = std::get<std::uint64_t>(flushed->cell) + std::get<std::uint64_t>(over->cell);
      if (bad < least) least = bad, best = &s;
    }
    struct Shown {
      const ScaleChoice* scale;
      std::vector<Code> codes;
      Format f;
      std::string id, title;
    };
    std::vector<Shown> shown{{nullptr, input.gradients, computed_in, "computed", "as computed, in FP32"}};
    for (const ScaleChoice* s : {&scales.front(), best}) {
      if (shown.size() > 1 && s == shown.back().scale) break;
      std::optional<gpu::LaneResult> stored = store(run, input, format, *s, rounding, false);
      if (!stored) return;
      shown.push_back({s, std::move(stored->codes), format.format, fmt::format("{}_{}", format.name, s->id), fmt::format("stored in {}, scale {}", format.title, s->id)});
    }
    Histogram h;
    int low = 0, high = 0;
    bool any = false;
    for (const Shown& s : shown)
      for (const Code c : s.codes)
        if (is_finite(s.f, c) && !is_zero(s.f, c)) {
          const int e = exponent_of(s.f, c);
          low = any ? std::min(low, e) : e;
          high = any ? std::max(high, e) : e;
          any = true;
        }
    const int top = format.format.emax();
    if (top > high && top - high <= 24) high = top;  // near enough to show how far away it is
    low = std::max(low, format.format.smallest_quantum_exponent() - 16);
    high = std::min(std::max(high, low), low + 127);
    h.first_exponent = low;
    for (const Shown& s : shown) {
      HistogramSeries series{s.id, s.title, std::vector<std::uint64_t>(static_cast<std::size_t>(high - low + 1)), 0, 0, 0, 0, 0};
      for (const Code c : s.codes) {
        if (is_nan(s.f, c))
          ++series.nans;
        else if (is_infinity(s.f, c))
          ++series.infinities;
        else if (is_zero(s.f, c))
          ++series.zeros;
        else if (const int e = exponent_of(s.f, c); e < low)
          ++series.below;
        else if (e > high)
          ++series.above;
        else
          ++series.counts[static_cast<std::size_t>(e - low)];
      }
      h.series.push_back(std::move(series));
    }
    const int border = format.format.smallest_quantum_exponent() - 1;
    const bool nearest = rounding == Rounding::nearest_even || rounding == Rounding::nearest_away;
    Figure figure{"gradients", fmt::format("Where the gradients are: {}", input.id),
                  nearest ? fmt::format("What lies left of 2^{} is zero once it is stored in {}; the scale moves everything to the right before that happens.",
                                        border, format.title)
                          : fmt::format("What {} holds, rounded {}; the scale moves everything to the right.", format.title, name_of(rounding)),
                  {"|gradient|, times the scale", "", Scale::log2}, {"gradients", "", Scale::linear}, std::move(h), {}};
    if (nearest) figure.landmarks.push_back({border, fmt::format("{} rounds to zero here and below", format.title), ""});
    figure.landmarks.push_back({format.format.emin(), fmt::format("{} smallest normal", format.title), ""});
    if (high >= top)
      figure.landmarks.push_back({top, fmt::format("{} largest: {}", format.title, short_decimal(exact::value_of(format.format, format.format.max_finite()), 6)), ""});
    run.report.figures.push_back(std::move(figure));
  }
};

}  // namespace

std::unique_ptr<Experiment> read_underflow(Fields& fields, const Common& common) {
  Reader& reader = fields.reader();
  auto e = std::make_unique<UnderflowExperiment>();
  e->common = common;
  if (const Node* n = fields.optional("ladder")) {
    Fields inner(reader, *n, "ladder");
    UnderflowExperiment::Ladder l;
    if (const Node* s = inner.optional("significand"))
      if (const std::optional<Quantity> q = reader.quantity(*s, "significand")) {
        if (q->value <= 0 || q->value > 1000)
          reader.problem(*s, "significand must be more than 0 and at most 1000");
        else
          l.significand = *q;
      }
    if (const Node* from = inner.required("from", "from: -8")) l.from = static_cast<int>(reader.integer(*from, "from", -140, 120).value_or(-8));
    if (const Node* to = inner.required("to", "to: -39")) l.to = static_cast<int>(reader.integer(*to, "to", -140, 120).value_or(-39));
    inner.finish();
    e->ladder = l;
  }
  if (const Node* n = fields.optional("lognormal")) {
    Fields inner(reader, *n, "lognormal");
    UnderflowExperiment::Law l;
    const auto bounded = [&](std::string_view key, int least, int most, Quantity& into) {
      const Node* node = inner.required(key, fmt::format("{}: {}", key, key == "mean" ? "-22" : "4"));
      if (node == nullptr) return;
      const std::optional<Quantity> q = reader.quantity(*node, key);
      if (!q) return;
      if (q->value < least || q->value > most)
        reader.problem(*node, fmt::format("{} must be from {} to {}, but is {}", key, least, most, q->text));
      else if (boost::multiprecision::denominator(exact::Rational(q->value * 65536)) != 1)
        reader.problem(*node, fmt::format("{} must be a multiple of 2^-16, but is {}", key, q->text), "use halves, quarters, …");
      else
        into = *q;
    };
    bounded("mean", -100, 100, l.mean);
    bounded("sigma", 0, 30, l.sigma);
    if (const Node* count = inner.required("count", "count: 100000"))
      l.count = static_cast<std::uint64_t>(reader.integer(*count, "count", 1, most_gradients).value_or(1));
    inner.finish();
    e->law = l;
  }
  if (!e->ladder && !e->law)
    reader.problem(fields.node(), "there are no gradients: the kind underflow needs `ladder` or `lognormal`", "write `ladder: {from: -8, to: -39}`");

  if (const Node* n = fields.required("scales", "scales: [1, 1024]"))
    for (const Node* item : reader.list(*n, "scales"))
      if (const std::optional<Quantity> q = reader.quantity(*item, "scale")) {
        const Rounded r = round_to(computed_in, *q);
        if (q->value <= 0) {
          reader.problem(*item, fmt::format("a scale must be more than 0, but is {}", q->text));
        } else if (r.flags != Flags() || is_subnormal(computed_in, r.code)) {
          reader.problem(*item, fmt::format("scale {} is not a number of FP32, in which it is multiplied", q->text), "powers of two lose nothing");
        } else if (std::any_of(e->scales.begin(), e->scales.end(), [&](const ScaleChoice& s) { return s.code == r.code; })) {
          reader.problem(*item, fmt::format("scale {} is in the list twice", q->text), "keep one of the two");
        } else {
          e->scales.push_back({*q, r.code, q->text});
        }
      }
  for (const FormatChoice& f : common.formats)
    if (f.format.precision > computed_in.precision)
      reader.problem(fields.node(), fmt::format("{} has more bits than FP32, in which the gradients are computed: nothing would be lost", f.title),
                     "list smaller formats");
  if (e->scales.empty()) e->scales.push_back({{"1", 1}, round_to(computed_in, exact::Rational(1)).code, "1"});
  return e;
}

}  // namespace ulplab::lab
