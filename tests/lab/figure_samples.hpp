// Which pictures do the tests of figures look at? Some like those of the scenarios, and nasty ones.
#pragma once

#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "lab/report/report.hpp"

namespace ulplab::lab::samples {

inline constexpr double nan = std::numeric_limits<double>::quiet_NaN();
inline constexpr double inf = std::numeric_limits<double>::infinity();

inline Figure figure(std::string id, Axis x, Axis y, decltype(Figure::content) content, std::vector<Landmark> landmarks = {}) {
  return {id, "The figure " + id, "What is to be seen in " + id + ".", std::move(x), std::move(y), std::move(content), std::move(landmarks)};
}

/// Five training runs on a logarithmic axis: one stalls, one ends in NaN, one passes through infinity.
inline Figure losses() {
  Chart chart;
  const char* const names[] = {"FP32", "FP16, no scale", "FP16, static 2^10", "FP16, dynamic", "BF16"};
  for (int s = 0; s < 5; ++s) {
    ChartSeries series{"run" + std::to_string(s), names[s], Mark::line, {}, {}, {}};
    for (int step = 0; step < 700; ++step) {
      const double wobble = 1 + 0.15 * std::sin(step * 0.7 + s) + 0.1 * std::sin(step * 2.9 + 3 * s);
      double loss = (0.09 * std::exp(-step / (90.0 + 10 * s)) + 0.0015 * (s + 1)) * wobble;
      if (s == 1) loss = 0.088 * (1 + 0.02 * std::sin(step * 1.3));
      if (s == 3 && step < 3) loss = inf;
      if (s == 4 && step > 600) loss = nan;
      series.x.push_back(step);
      series.y.push_back(loss);
    }
    chart.series.push_back(std::move(series));
  }
  return figure("losses", {"step", "", Scale::linear}, {"training loss", "", Scale::log2}, std::move(chart),
                {{-4, "a constant predictor", "", true}, {-24, "FP16 smallest subnormal", "run1", true}});
}

/// The history of a loss scale: doubled every 2000 steps, halved where something overflowed, zero at the end.
inline Figure scale_history() {
  ChartSeries s{"scale", "GradScaler", Mark::stairs, {}, {}, {}};
  double scale = 65536;
  for (int step = 0; step <= 20000; step += 250) {
    if (step % 2000 == 0 && step > 0) scale *= 2;
    if (step == 2250 || step == 9000 || step == 9250) scale /= 2;
    if (step == 20000) scale = 0;
    s.x.push_back(step);
    s.y.push_back(scale);
  }
  ChartSeries skipped{"skipped", "steps that were skipped", Mark::points, {2250, 9000, 9250}, {65536, 524288, 262144}, {}};
  return figure("scale_history", {"step", "", Scale::linear}, {"loss scale", "", Scale::log2}, Chart{{s, skipped}},
                {{15, "FP16 largest: 65504", "", true}, {16, "where GradScaler begins", "", true}});
}

/// A share for each precision, in three layers.
inline Figure zero_shares() {
  Chart chart;
  const char* const layers[] = {"first layer", "second layer", "last layer"};
  for (int layer = 0; layer < 3; ++layer)
    chart.series.push_back({"layer" + std::to_string(layer), layers[layer], Mark::bars, {0, 1, 2, 3, 4},
                            {0.041, 0.83 - 0.2 * layer, 0.05 + 0.01 * layer, 0.06, layer == 1 ? nan : 0.0}, {}});
  Axis x{"precision", "", Scale::linear};
  x.names = {"FP32", "FP16, no scale", "FP16, static 2^10", "FP16, dynamic", "BF16"};
  return figure("zero_shares", x, {"zero deltas", "share", Scale::linear}, std::move(chart));
}

/// Gradients that sink below what FP16 holds.
inline Figure exponents() {
  HeatMap map;
  map.first_exponent = -40;
  for (int step = 0; step < 300; ++step) {
    std::vector<std::uint64_t> column(40);
    for (int bin = 0; bin < 40; ++bin) {
      const double away = (bin - (30 - step / 20.0)) / 4;
      column[static_cast<std::size_t>(bin)] = static_cast<std::uint64_t>(1000 * std::exp(-away * away));
    }
    map.x.push_back(step * 10);
    map.columns.push_back(std::move(column));
    map.zeros.push_back(static_cast<std::uint64_t>(step * 5));
    map.infinities.push_back(step == 100 || step == 101 ? 40 : 0);
    map.nans.push_back(step > 290 ? 7000 : 0);
  }
  return figure("exponents", {"step", "", Scale::linear}, {"|gradient|", "", Scale::log2}, std::move(map),
                {{-24, "FP16 smallest subnormal", "", true}, {-14, "FP16 smallest normal", "", true}, {-13, "just above it", "", true}});
}

/// Three histograms with every lane filled.
inline Figure histogram() {
  const auto bell = [](int at, int cut) {
    std::vector<std::uint64_t> counts;
    for (int e = -40; e < 16; ++e) counts.push_back(e < cut ? 0 : static_cast<std::uint64_t>(14000 * std::exp(-(e - at) * (e - at) / 30.0)));
    return counts;
  };
  Histogram h{-40, 1, {{"computed", "as computed, in FP32", bell(-22, -60), 0, 3, 0, 0, 0},
                       {"f16_1", "stored in FP16, scale 1", bell(-22, -24), 22563, 0, 0, 0, 0},
                       {"f16_16384", "stored in FP16, scale 2^14", bell(-8, -24), 2, 0, 5, 12, 7}}};
  return figure("gradients", {"|gradient|, times the scale", "", Scale::log2}, {"gradients", "", Scale::linear}, std::move(h),
                {{-25, "FP16 rounds to zero here and below", ""}, {-24, "FP16 smallest subnormal", ""}, {-14, "FP16 smallest normal", ""},
                 {15, "FP16 largest: 65504", ""}, {30, "outside the picture", ""}});
}

/// An exact function with a band of what rounding made of it, through zero, on symlog.
inline Figure band() {
  ChartSeries band{"band", "what 5 seeds gave", Mark::band, {}, {}, {}}, middle{"middle", "their mean", Mark::line, {}, {}, {}};
  for (int i = -50; i <= 50; ++i) {
    const double v = i / 10.0 * std::abs(i / 10.0) * 0x1p-10;
    band.x.push_back(i);
    band.y.push_back(v - 0x1p-12 - std::abs(v) / 4);
    band.y_high.push_back(v + 0x1p-12 + std::abs(v) / 4);
    middle.x.push_back(i);
    middle.y.push_back(v);
  }
  return figure("band", {"ulps away", "ulp", Scale::linear}, {"error", "", Scale::symlog, -14}, Chart{{band, middle}});
}

inline std::vector<Figure> usual() { return {losses(), scale_history(), zero_shares(), exponents(), histogram(), band()}; }

/// What goes wrong in pictures: nothing to draw, one point, no range, too many points, lanes only, long and hostile texts.
inline std::vector<Figure> nasty() {
  const auto line = [](std::string id, Scale scale, std::vector<double> y, Mark mark = Mark::line) {
    ChartSeries s{"a", "a series", mark, {}, std::move(y), {}};
    for (std::size_t i = 0; i < s.y.size(); ++i) s.x.push_back(static_cast<double>(i));
    if (mark == Mark::band) s.y_high = s.y;
    return figure(std::move(id), {"x", "s", Scale::linear}, {"y", "V", scale, -10}, Chart{{s}});
  };
  std::vector<Figure> all;
  all.push_back(figure("no_series", {}, {}, Chart{}));
  all.push_back(figure("no_histogram", {}, {}, Histogram{}));
  all.push_back(figure("no_heat_map", {}, {}, HeatMap{}));
  const char* const scales[] = {"linear", "log2", "symlog"};
  for (const Scale scale : {Scale::linear, Scale::log2, Scale::symlog}) {
    const std::string on = std::string("_on_") + scales[static_cast<int>(scale)];
    for (const Mark mark : {Mark::line, Mark::stairs, Mark::bars, Mark::points, Mark::band}) {
      const std::string as = on + "_" + std::to_string(static_cast<int>(mark));
      all.push_back(line("empty" + as, scale, {}, mark));
      all.push_back(line("all_nan" + as, scale, {nan, nan, nan}, mark));
      all.push_back(line("one_point" + as, scale, {0.3}, mark));
      all.push_back(line("one_zero" + as, scale, {0}, mark));
      all.push_back(line("constant" + as, scale, {7, 7, 7, 7}, mark));
      all.push_back(line("infinities" + as, scale, {1, inf, 2, -inf, 4, nan, 8, -0.0, 0x1p-1074}, mark));
      all.push_back(line("negative" + as, scale, {-4, -0x1p-20, 0, 0x1p-20, 1e6, -1e300, 1e308}, mark));
      all.push_back(line("extremes" + as, scale, {-std::numeric_limits<double>::max(), std::numeric_limits<double>::max()}, mark));
    }
  }
  std::vector<double> many(1000000);
  for (std::size_t i = 0; i < many.size(); ++i) many[i] = std::sin(static_cast<double>(i) * 0.01) + (i == 123456 ? 50.0 : 0.0);
  all.push_back(line("million", Scale::linear, many));
  Figure wordy = line("wordy", Scale::linear, {1, 2, 3});
  wordy.title = std::string(300, 'W') + " <script>alert(1)</script> 精度 \" ' & \x01 \xff";
  wordy.caption = std::string(400, 'm') + " and then words that go on and on " + std::string(300, 'w');
  wordy.x.title = std::string(200, 'x');
  wordy.y.title = std::string(200, 'y');
  wordy.x.names = {std::string(100, 'a'), std::string(100, 'b'), "", "d"};
  Chart& chart = std::get<Chart>(wordy.content);
  for (int i = 0; i < 30; ++i) chart.series.push_back({"s" + std::to_string(i), "series " + std::string(static_cast<std::size_t>(4 * i), 'M'), Mark::line, {0, 1, 2}, {1.0 * i, 2.0, 3.0}, {}});
  for (int i = -4; i < 5; ++i) {
    wordy.landmarks.push_back({i, "a landmark with a title that is long " + std::string(80, 'l'), "", true});
    wordy.landmarks.push_back({i, "another landmark", "", false});
  }
  all.push_back(std::move(wordy));
  Figure tall = histogram();
  tall.id = "many_histograms";
  Histogram& h = std::get<Histogram>(tall.content);
  for (int i = 0; i < 9; ++i) h.series.push_back({"m" + std::to_string(i), "more", h.series[1].counts, UINT64_MAX, 1, 1, 1, 1});
  all.push_back(std::move(tall));
  all.push_back(figure("wide_histogram", {"m", "", Scale::log2}, {"count", "", Scale::linear},
                       Histogram{-1074, 1, {{"a", "A", std::vector<std::uint64_t>(2100, 1), 0, 0, 0, 0, 0}}}, {{-1074, "smallest", ""}, {1023, "largest", ""}}));
  all.push_back(figure("one_column", {"step", "", Scale::linear}, {"v", "", Scale::log2}, HeatMap{{5}, 0, {{UINT64_MAX}}, {1}, {0}, {UINT64_MAX}}));
  return all;
}

inline Report report_of(Figure f) {
  Report r;
  r.kind = "sample";
  r.id = f.id;
  r.title = "A report with the figure " + f.id;
  r.figures = {std::move(f)};
  return r;
}

}  // namespace ulplab::lab::samples
