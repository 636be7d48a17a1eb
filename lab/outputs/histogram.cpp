#include "lab/outputs/histogram.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "lab/outputs/cell.hpp"
#include "lab/outputs/ink.hpp"
#include "lab/report/text.hpp"

namespace ulplab::lab {
namespace {

__extension__ typedef unsigned __int128 Wide;

/// What has no place among the bins is drawn beside them, in lanes of its own.
struct LaneOfSeries {
  const char* mark;  ///< one column wide, under the lane
  const char* word;
  std::uint64_t HistogramSeries::*count;
  bool left;
  Ink ink;
};
constexpr std::array lanes{
    LaneOfSeries{"0", "zero", &HistogramSeries::zeros, true, Ink::warning},
    LaneOfSeries{"<", "smaller", &HistogramSeries::below, true, Ink::plain},
    LaneOfSeries{">", "larger", &HistogramSeries::above, false, Ink::plain},
    LaneOfSeries{"∞", "infinite", &HistogramSeries::infinities, false, Ink::bad},
    LaneOfSeries{"N", "NaN", &HistogramSeries::nans, false, Ink::bad},
};

/// How the bins fit into the columns there are: `group` bins share a bar, a bar is `bar` columns wide.
struct Layout {
  std::size_t bins, group, bar, margin;
  std::size_t bars() const { return (bins + group - 1) / group; }
  std::size_t width() const { return bars() * bar; }
};

Layout layout_of(const Histogram& h, std::size_t columns, std::size_t margin, std::size_t lane_count) {
  const std::size_t bins = h.series.front().counts.size();
  const std::size_t room = std::max<std::size_t>(columns > margin + 4 + 3 * lane_count ? columns - margin - 4 - 3 * lane_count : 0, 16);
  const std::size_t group = bins <= room ? 1 : (bins + room - 1) / room;
  const std::size_t bars = (bins + group - 1) / group;
  return {bins, group, std::clamp<std::size_t>(room / std::max<std::size_t>(bars, 1), 1, 3), margin};
}

std::vector<std::uint64_t> grouped_counts(const HistogramSeries& s, const Layout& at) {
  std::vector<std::uint64_t> sums(at.bars());
  for (std::size_t i = 0; i < s.counts.size(); ++i) sums[i / at.group] += s.counts[i];
  return sums;
}

/// One row of one bar: an eighth of a block at least where there is anything at all.
std::string piece(std::uint64_t count, std::uint64_t most, std::size_t row, std::size_t rows, std::size_t width) {
  constexpr const char* eighths[] = {" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
  const bool too_tall = count > most;
  const std::uint64_t full = rows * 8;
  const auto level = static_cast<std::uint64_t>(Wide{std::min(count, most)} * full / most);
  const std::uint64_t height = count > 0 ? std::max<std::uint64_t>(level, 1) : 0;
  const std::uint64_t here = std::min<std::uint64_t>(height > row * 8 ? height - row * 8 : 0, 8);
  const std::size_t solid = width >= 3 ? width - 1 : width;
  std::string s;
  for (std::size_t i = 0; i < solid; ++i) s += too_tall && row + 1 == rows ? "▲" : eighths[here];
  return s + std::string(width - solid, ' ');
}

std::string power(int exponent) { return fmt::format("2^{}", exponent); }

/// Landmarks at the same place share a letter.
struct Letter {
  std::string mark;
  int exponent = 0;
  std::vector<std::string> titles;
};

}  // namespace

std::string drawn(const Figure& figure, const Style& style) {
  if (!std::holds_alternative<Histogram>(figure.content)) return "(a picture: --format json has its coordinates)\n";
  const Histogram& h = std::get<Histogram>(figure.content);
  if (h.series.empty() || h.series.front().counts.empty()) return "(nothing to draw)\n";
  const auto columns = static_cast<std::size_t>(std::max(style.columns, 40));

  std::vector<const LaneOfSeries*> shown;
  for (const LaneOfSeries& lane : lanes)
    if (std::any_of(h.series.begin(), h.series.end(), [&](const HistogramSeries& s) { return s.*lane.count > 0; })) shown.push_back(&lane);

  // The tallest bar gives the scale of all series, so that they can be compared; a lane that is taller gets an arrow.
  Layout at = layout_of(h, columns, 8, shown.size());
  std::uint64_t most = 0;
  for (const HistogramSeries& s : h.series)
    for (const std::uint64_t n : grouped_counts(s, at)) most = std::max(most, n);
  if (most == 0)
    for (const HistogramSeries& s : h.series)
      for (const LaneOfSeries* lane : shown) most = std::max(most, s.*lane->count);
  most = std::max<std::uint64_t>(most, 1);
  const std::string top = grouped(std::to_string(most));
  at = layout_of(h, columns, std::max<std::size_t>(top.size() + 1, 4), shown.size());

  const auto bars = static_cast<long>(at.bars());
  const auto bar_of = [&](int exponent) {  // -1 and bars: outside
    if (exponent < h.first_exponent) return -1L;
    return std::min((static_cast<long>(exponent) - h.first_exponent) / h.bin_width / static_cast<long>(at.group), bars);
  };
  // From left to right; inside the picture there is one letter a bar, outside an entry each.
  using Place = std::pair<long, int>;
  const auto place_of = [&](const Landmark& l) {
    const long bar = bar_of(l.exponent);
    return bar >= 0 && bar < bars ? Place{bar, 0} : Place{bar, l.exponent};
  };
  std::map<Place, Letter> letters;
  for (const Landmark& l : figure.landmarks) {
    Letter& letter = letters[place_of(l)];
    letter.exponent = l.exponent;
    letter.titles.push_back(printable(l.title));
  }
  char next = 'a';
  for (auto& [place, letter] : letters)
    letter.mark = place.first < 0 ? "←" : place.first == bars ? "→" : next <= 'z' ? std::string(1, next++) : "*";
  const auto letter_at = [&](long bar, const std::string& series) -> const Letter* {
    for (const Landmark& l : figure.landmarks)
      if (bar_of(l.exponent) == bar && (l.series.empty() || l.series == series)) return &letters.at(place_of(l));
    return nullptr;
  };

  const std::size_t rows = h.series.size() > 2 ? 5 : 8;
  const std::string indent(at.margin, ' ');
  std::string out;
  for (const HistogramSeries& s : h.series) {
    std::uint64_t total = 0;
    for (const std::uint64_t n : s.counts) total += n;
    for (const LaneOfSeries& lane : lanes) total += s.*lane.count;
    std::string facts = fmt::format("{} in all", grouped(std::to_string(total)));
    for (const LaneOfSeries* lane : shown)
      if (const std::uint64_t n = s.*lane->count; n > 0)
        facts += fmt::format(", {} {} ({})", grouped(std::to_string(n)), lane->word, percentage(n, total));
    const std::string title = printable(s.title.empty() ? s.id : s.title);
    out += indent + paint(Ink::heading, title, style.colour);
    out += display_width(title) + facts.size() + at.margin + 2 <= columns ? "  " : "\n" + indent;
    out += paint(Ink::faint, facts, style.colour) + '\n';

    const std::vector<std::uint64_t> counts = grouped_counts(s, at);
    const auto row_of_lanes = [&](bool left, auto&& cell) {
      std::string line;
      for (const LaneOfSeries* lane : shown)
        if (lane->left == left) line += (left ? "" : " ") + cell(*lane) + (left ? " " : "");
      return line;
    };
    for (std::size_t row = rows; row-- > 0;) {
      std::string line = pad_left(row + 1 == rows ? top : "", at.margin - 1) + " │";
      const auto lane_piece = [&](const LaneOfSeries& lane) {
        const std::string block = piece(s.*lane.count, most, row, rows, 2);
        return block == "  " ? block : paint(lane.ink, block, style.colour);
      };
      line += row_of_lanes(true, lane_piece);
      for (const std::uint64_t n : counts) line += piece(n, most, row, rows, at.bar);
      line += row_of_lanes(false, lane_piece);
      while (line.back() == ' ') line.pop_back();
      out += line + '\n';
    }
    std::string axis = pad_left("0", at.margin - 1) + " └";
    axis += row_of_lanes(true, [](const LaneOfSeries&) { return std::string("──"); });
    for (long bar = 0; bar < bars; ++bar) {
      const Letter* letter = letter_at(bar, s.id);
      axis += letter != nullptr ? paint(Ink::warning, letter->mark, style.colour) : "─";
      for (std::size_t i = 1; i < at.bar; ++i) axis += "─";
    }
    axis += row_of_lanes(false, [](const LaneOfSeries&) { return std::string("──"); });
    out += axis + '\n';
  }

  // The scale below all of them: a label every so many exponents, a power of two apart, with room to breathe.
  std::string scale(at.margin + 1, ' ');
  for (const LaneOfSeries* lane : shown)
    if (lane->left) scale += std::string(lane->mark) + "  ";
  int step = 1;
  const auto columns_of = [&](int exponents) {
    return static_cast<std::size_t>(exponents) * at.bar / (static_cast<std::size_t>(h.bin_width) * at.group);
  };
  while (columns_of(step) < 7) step *= 2;
  std::string ticks(at.width(), ' ');
  const int last = h.first_exponent + static_cast<int>(at.bins) * h.bin_width;
  const int first_tick = h.first_exponent >= 0 ? (h.first_exponent + step - 1) / step * step : -(-h.first_exponent / step * step);
  for (int e = first_tick; e < last; e += step) {
    const std::string label = power(e);
    const std::size_t x = static_cast<std::size_t>(bar_of(e)) * at.bar;
    if (x + label.size() > ticks.size() + 4) break;
    ticks.resize(std::max(ticks.size(), x + label.size()), ' ');
    ticks.replace(x, label.size(), label);
  }
  std::string right;
  for (const LaneOfSeries* lane : shown)
    if (!lane->left) right += " " + std::string(lane->mark) + " ";
  if (!right.empty()) ticks.resize(at.width(), ' ');
  scale += ticks + right;
  while (scale.back() == ' ') scale.pop_back();
  out += paint(Ink::faint, scale, style.colour) + '\n';

  std::string line;
  const auto item = [&](const std::string& text) {
    if (!line.empty() && at.margin + display_width(line) + 3 + display_width(text) > columns) {
      out += indent + line + '\n';
      line.clear();
    }
    line += (line.empty() ? "" : "   ") + text;
  };
  if (!figure.x.title.empty()) {
    std::string bins = at.group * static_cast<std::size_t>(h.bin_width) == 1
                           ? ""
                           : fmt::format(", {} powers of two a bar", at.group * static_cast<std::size_t>(h.bin_width));
    out += indent + paint(Ink::faint, printable(figure.x.title) + bins, style.colour) + '\n';
  }
  for (const auto& [place, letter] : letters)
    item(fmt::format("{} {} {}", letter.mark, power(letter.exponent), fmt::join(letter.titles, ", ")));
  if (!line.empty()) out += indent + line + '\n';
  return out;
}

}  // namespace ulplab::lab
