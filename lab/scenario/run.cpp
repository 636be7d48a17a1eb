// Measurements, lanes and their comparison: the part of running that all kinds share.
#include <fmt/format.h>

#include <algorithm>

#include "lab/scenario/experiment.hpp"
#include "softfloat/names.hpp"

namespace ulplab::lab {
namespace {

std::string key_of(std::string_view metric, const Coordinates& at) {
  std::string key(metric);
  for (const auto& [name, value] : at) key += "|" + name + "=" + value;
  return key;
}

}  // namespace

void Run::measure(std::string_view metric, const Coordinates& at, Cell cell, Value value) {
  measurements_[key_of(metric, at)] = {std::move(cell), std::move(value), ""};
}
void Run::cannot_measure(std::string_view metric, const Coordinates& at, std::string reason) {
  measurements_[key_of(metric, at)] = {Absent{reason}, std::nullopt, reason};
}
const Run::Measurement* Run::find(std::string_view metric, const Coordinates& at) const {
  const auto found = measurements_.find(key_of(metric, at));
  return found == measurements_.end() ? nullptr : &found->second;
}

std::optional<gpu::LaneResult> Run::lane(const gpu::Lane& asked, const FormatChoice& format, Rounding rounding, std::string_view part) {
  const std::string label = fmt::format("{}|{}|{}|{}", report.id, format.name, name_of(rounding), part);
  gpu::Lane lane = asked;
  lane.label = label;
  const std::string name = common.roundings.size() > 1 ? format.name + "." + std::string(name_of(rounding)) : format.name;
  gpu::Watcher watcher{stop, [&](std::uint64_t done) { progress.at(done); }};
  std::optional<gpu::LaneResult> reference;
  std::string reference_id;
  const gpu::Backend* reference_backend = nullptr;

  for (const gpu::Backend* backend : gpu::backends()) {
    const bool required = std::find(common.backends.begin(), common.backends.end(), backend->name()) != common.backends.end();
    if (!required && !common.backends.empty()) continue;
    const gpu::Availability offered = backend->offers(lane);
    if (!offered.ready) {
      auto same = std::find_if(missing_.begin(), missing_.end(),
                               [&](const Missing& m) { return m.backend == backend->name() && m.reason == offered.reason; });
      if (same == missing_.end()) same = missing_.insert(same, Missing{std::string(backend->name()), std::string(backend->title()), offered.reason, {}, {}, false});
      // A machine that is not there at all is missed; an operation it never had is not.
      same->required = same->required || (required && offered.lacking);
      const auto note = [](std::vector<std::string>& in, std::string_view what) {
        if (!what.empty() && std::find(in.begin(), in.end(), what) == in.end()) in.emplace_back(what);
      };
      note(same->lanes, name);
      note(same->parts, part);
      continue;
    }
    const std::string id = fmt::format("{}.{}", backend->title(), name);
    if (ready_.find(id) == ready_.end()) {
      ready_[id] = LaneStatus{id, std::string(backend->name()), format.title, std::string(name_of(rounding)), true,
                              std::string(backend->instructions(lane)), required};
      ready_order_.push_back(id);
    }
    gpu::LaneResult result = backend->run(lane, watcher);
    if (result.stopped) report.interrupted = true;
    if (witness && !result.stopped) witness(*backend, lane, result);
    if (!reference) {
      reference = std::move(result);
      reference_id = id;
      reference_backend = backend;
      if (report.interrupted) break;
      continue;
    }
    if (report.interrupted) break;

    // All bits, NaN included: where NaNs came out, the reference answers under the other machine's rule.
    const gpu::LaneResult* expected = &*reference;
    gpu::LaneResult by_rule;
    const bool other_rule = backend->nan_rule(lane) != reference_backend->nan_rule(lane);
    const auto has_nan = [&](const std::vector<Code>& codes) {
      for (std::size_t i = 0; i < codes.size(); ++i)
        if (is_nan(gpu::format_of_code(lane, i, codes.size()), codes[i])) return true;
      return false;
    };
    if (other_rule && has_nan(reference->codes)) {
      gpu::Lane again = lane;
      again.context.nan = backend->nan_rule(lane);
      by_rule = reference_backend->run(again, watcher);
      expected = &by_rule;
    }
    const std::string pair = reference_id + "|" + id;
    auto [at, fresh] = comparisons_.try_emplace(pair, Comparison{reference_id, id, 0, 0, std::nullopt, Empty{}, Empty{}, true});
    if (fresh) comparison_order_.push_back(pair);
    Comparison& c = at->second;
    const std::size_t n = std::max(expected->codes.size(), result.codes.size());
    for (std::size_t i = 0; i < n; ++i) {
      const bool there = i < expected->codes.size() && i < result.codes.size();
      if (there && expected->codes[i] == result.codes[i]) {
        ++c.equal;
      } else if (!c.first_difference) {
        c.first_difference = c.compared + i;
        if (i < expected->codes.size()) c.value_a = Number{gpu::format_of_code(lane, i, expected->codes.size()), expected->codes[i]};
        if (i < result.codes.size()) c.value_b = Number{gpu::format_of_code(lane, i, result.codes.size()), result.codes[i]};
        report.notes.push_back(fmt::format("{} and {} differ first in '{}', code {}.", reference_id, id, part, i));
      }
    }
    c.compared += n;
  }
  return reference;
}

std::optional<gpu::LaneResult> Run::again(const gpu::Lane& lane) {
  for (const gpu::Backend* backend : gpu::backends()) {
    const bool wanted = common.backends.empty() || std::find(common.backends.begin(), common.backends.end(), backend->name()) != common.backends.end();
    if (!wanted || !backend->offers(lane).ready) continue;
    gpu::LaneResult r = backend->run(lane, {stop, {}});
    if (r.stopped) return std::nullopt;
    return r;
  }
  return std::nullopt;
}

void Run::finish_lanes() {
  for (const std::string& id : ready_order_) report.lanes.push_back(ready_[id]);
  for (const Missing& m : missing_) {
    // Where the backend ran nothing in these formats, the formats say it all; else the parts that it did not run do.
    const bool partly = std::any_of(m.lanes.begin(), m.lanes.end(), [&](const std::string& l) { return ready_.contains(m.title + "." + l); });
    std::string lanes = fmt::format("{}", fmt::join(m.lanes, ", "));
    if (partly && !m.parts.empty()) lanes += fmt::format(": {}", fmt::join(m.parts, ", "));
    report.lanes.push_back({fmt::format("{} ({})", m.title, lanes), m.backend, lanes, "", false, m.reason, m.required});
  }
  for (const std::string& pair : comparison_order_) report.comparisons.push_back(comparisons_[pair]);
}

Dimension rounding_dimension(const Common& common) {
  Dimension d{"rounding", {}};
  for (const Rounding r : common.roundings) d.values.emplace_back(name_of(r));
  return d;
}

Cell digits_of(const Format& f, Code code) {
  if (!is_finite(f, code)) return Number{f, code};
  const exact::Rational x = exact::value_of(f, code);
  std::string all = exact_text(x);
  if (all.size() <= 20) return Exact{std::move(all)};
  return Approximate{short_decimal(x, 17)};
}

Cell cell_of(const Value& value) {
  if (const auto* number = std::get_if<exact::Rational>(&value)) return Exact{exact_text(*number)};
  if (const auto* special = std::get_if<NotNumber>(&value))
    return Exact{*special == NotNumber::nan ? "nan" : *special == NotNumber::plus_infinity ? "inf" : "-inf"};
  if (const auto* truth = std::get_if<bool>(&value)) return std::string(*truth ? "true" : "false");
  return std::get<std::string>(value);
}

}  // namespace ulplab::lab
