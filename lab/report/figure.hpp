// What is there to draw?
//
// A figure is data; text, SVG, PNG and the window draw the same one: a histogram over powers of two, a chart of series, or a
// heat map of histograms over time. Nothing is dropped: zero, infinity and NaN have lanes of their own in every picture.
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace ulplab::lab {

/// symlog: as log2 on both sides of zero, and linear where |v| < 2^linear_below, so that zero and negative values have a place.
enum class Scale : std::uint8_t { linear, log2, symlog };

struct Axis {
  std::string title;
  std::string unit;
  Scale scale = Scale::linear;
  int linear_below = 0;              ///< exponent of 2; symlog only
  std::vector<std::string> names{};  ///< of the places 0, 1, 2… on a linear x axis, such as bars have; empty: numbers
};

/// A place on an axis worth naming: "smallest normal" at 2^-14.
struct Landmark {
  int exponent = 0;    ///< at 2^exponent
  std::string title;   ///< "FP16 smallest normal"
  std::string series;  ///< id of the series it belongs to; empty: all
  bool on_y = false;   ///< else on the x axis
};

/// Counts of magnitudes. Bin i counts 2^(first_exponent + i*bin_width) <= |v| < 2^(first_exponent + (i+1)*bin_width).
/// What has no exponent, or lies outside the bins, has a lane of its own: nothing is dropped.
struct HistogramSeries {
  std::string id;
  std::string title;
  std::vector<std::uint64_t> counts;  ///< one per bin
  std::uint64_t zeros = 0;
  std::uint64_t below = 0;            ///< nonzero, but smaller than the first bin
  std::uint64_t above = 0;            ///< finite, but larger than the last bin
  std::uint64_t infinities = 0;
  std::uint64_t nans = 0;
};

struct Histogram {
  int first_exponent = 0;
  int bin_width = 1;                    ///< in powers of two
  std::vector<HistogramSeries> series;  ///< all with equally many counts
};

/// stairs: y holds from its x to the next one. bars: from zero, or from the bottom of a log2 axis. band: from y to y_high.
enum class Mark : std::uint8_t { line, stairs, bars, points, band };

/// A picture's coordinates are no stated result, so they may be doubles. NaN and infinities in y have lanes; x is finite.
struct ChartSeries {
  std::string id;
  std::string title;
  Mark mark = Mark::line;
  std::vector<double> x;         ///< not decreasing, but for points
  std::vector<double> y;         ///< as many
  std::vector<double> y_high{};  ///< band: as many; else none
};

struct Chart {
  std::vector<ChartSeries> series;
};

/// Histograms over time. Bin i of a column counts 2^(first_exponent + i) <= |v| < 2^(first_exponent + i + 1).
struct HeatMap {
  std::vector<double> x;                            ///< the step of each column; increasing
  int first_exponent = 0;
  std::vector<std::vector<std::uint64_t>> columns;  ///< one for each x, all with equally many bins
  std::vector<std::uint64_t> zeros;                 ///< one for each x
  std::vector<std::uint64_t> infinities;
  std::vector<std::uint64_t> nans;
};

struct Figure {
  std::string id;
  std::string title;
  std::string caption;  ///< what to see in it, one sentence
  Axis x;
  Axis y;
  std::variant<Histogram, Chart, HeatMap> content;
  std::vector<Landmark> landmarks;
};

}  // namespace ulplab::lab
