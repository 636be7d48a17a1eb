// What is there to draw?
//
// A figure is data; text, SVG and the window draw the same one. The first content is a histogram over powers of two;
// further ones (lines, stairs, points) become further alternatives of Figure::content.
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace ulplab::lab {

enum class Scale : std::uint8_t { linear, log2 };

struct Axis {
  std::string title;
  std::string unit;
  Scale scale = Scale::linear;
};

/// A place on the x axis worth naming: "smallest normal" at 2^-14.
struct Landmark {
  int exponent = 0;    ///< at 2^exponent
  std::string title;   ///< "FP16 smallest normal"
  std::string series;  ///< id of the series it belongs to; empty: all
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

struct Figure {
  std::string id;
  std::string title;
  std::string caption;  ///< what to see in it, one sentence
  Axis x;
  Axis y;
  std::variant<Histogram> content;
  std::vector<Landmark> landmarks;
};

}  // namespace ulplab::lab
