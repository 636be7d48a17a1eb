#include "lab/report/report.hpp"

#include <algorithm>
#include <cmath>
#include <set>

namespace ulplab::lab {

Tally tally_of(const Report& report) {
  Tally t;
  for (const Finding& f : report.findings) {
    if (f.outcome == Outcome::held) ++t.passed;
    if (f.outcome == Outcome::failed) ++t.failed;
    if (f.outcome == Outcome::skipped) ++t.skipped;
  }
  for (const Comparison& c : report.comparisons) {
    if (!c.must_agree) continue;
    if (c.compared == 0)
      ++t.skipped;  // a comparison of nothing is not green
    else
      ++(c.all_equal() ? t.passed : t.failed);
  }
  for (const LaneStatus& l : report.lanes)
    if (!l.ready) ++t.skipped;
  return t;
}

namespace {

template <class Items>
void require_unique(std::vector<std::string>& flaws, const char* what, const Items& items) {
  std::set<std::string> seen;
  for (const auto& item : items) {
    if (item.id.empty()) flaws.push_back(std::string(what) + " without an id");
    if (!seen.insert(item.id).second) flaws.push_back(std::string(what) + " '" + item.id + "' is there twice");
  }
}

bool is_fraction(const Cell& cell) {
  const Ratio* r = std::get_if<Ratio>(&cell);
  return r == nullptr || r->denominator != 0;
}

void check(std::vector<std::string>& flaws, const Table& table) {
  require_unique(flaws, ("column of table '" + table.id + "'").c_str(), table.columns);
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    const std::string where = "row " + std::to_string(i) + " of table '" + table.id + "'";
    if (table.rows[i].size() != table.columns.size())
      flaws.push_back(where + " has " + std::to_string(table.rows[i].size()) + " cells for " +
                      std::to_string(table.columns.size()) + " columns");
    for (const Cell& cell : table.rows[i])
      if (!is_fraction(cell)) flaws.push_back(where + " has a ratio with denominator 0");
  }
}

/// What can be wrong with one content; `figure` is "figure 'gradients'".
struct FlawsOfContent {
  std::vector<std::string>& flaws;
  const std::string figure;

  void operator()(const Histogram& h) const {
    require_unique(flaws, ("series of " + figure).c_str(), h.series);
    if (h.bin_width < 1) flaws.push_back(figure + " has bins of width " + std::to_string(h.bin_width));
    for (const HistogramSeries& s : h.series)
      if (s.counts.size() != h.series.front().counts.size())
        flaws.push_back("series '" + s.id + "' of " + figure + " has another number of bins than the first");
  }
  void operator()(const Chart& chart) const {
    require_unique(flaws, ("series of " + figure).c_str(), chart.series);
    for (const ChartSeries& s : chart.series) {
      const std::string series = "series '" + s.id + "' of " + figure;
      if (s.y.size() != s.x.size()) flaws.push_back(series + " has " + std::to_string(s.y.size()) + " y for " + std::to_string(s.x.size()) + " x");
      if (s.y_high.size() != (s.mark == Mark::band ? s.x.size() : 0))
        flaws.push_back(series + " has " + std::to_string(s.y_high.size()) + " y_high; a band has one for each x, anything else none");
      if (!std::all_of(s.x.begin(), s.x.end(), [](double x) { return std::isfinite(x); })) flaws.push_back(series + " has an x that is not finite");
      if (s.mark != Mark::points && !std::is_sorted(s.x.begin(), s.x.end())) flaws.push_back(series + " goes back in x");
    }
  }
  void operator()(const HeatMap& map) const {
    for (const std::size_t length : {map.columns.size(), map.zeros.size(), map.infinities.size(), map.nans.size()})
      if (length != map.x.size()) {
        flaws.push_back(figure + " has not as many columns, zeros, infinities and NaNs as x");
        break;
      }
    for (const auto& column : map.columns)
      if (column.size() != map.columns.front().size()) {
        flaws.push_back(figure + " has columns with different numbers of bins");
        break;
      }
    for (std::size_t i = 0; i < map.x.size(); ++i)
      if (!std::isfinite(map.x[i]) || (i > 0 && !(map.x[i - 1] < map.x[i]))) {
        flaws.push_back(figure + " has an x that is not above the one before it");
        break;
      }
  }
};

bool has_series(const Figure& figure, const std::string& id) {
  const auto found = [&](const auto& series) { return std::any_of(series.begin(), series.end(), [&](const auto& s) { return s.id == id; }); };
  if (const Histogram* h = std::get_if<Histogram>(&figure.content)) return found(h->series);
  if (const Chart* c = std::get_if<Chart>(&figure.content)) return found(c->series);
  return false;
}

void check(std::vector<std::string>& flaws, const Figure& figure) {
  std::visit(FlawsOfContent{flaws, "figure '" + figure.id + "'"}, figure.content);
  for (const Landmark& l : figure.landmarks)
    if (!l.series.empty() && !has_series(figure, l.series))
      flaws.push_back("landmark '" + l.title + "' of figure '" + figure.id + "' belongs to no series");
}

}  // namespace

std::vector<std::string> flaws_of(const Report& report) {
  std::vector<std::string> flaws;
  if (report.id.empty()) flaws.emplace_back("the report has no id");
  require_unique(flaws, "parameter", report.parameters);
  require_unique(flaws, "table", report.tables);
  require_unique(flaws, "figure", report.figures);
  require_unique(flaws, "finding", report.findings);
  require_unique(flaws, "lane", report.lanes);
  for (const Table& t : report.tables) check(flaws, t);
  for (const Figure& f : report.figures) check(flaws, f);
  for (const Parameter& p : report.parameters)
    if (!is_fraction(p.value)) flaws.push_back("parameter '" + p.id + "' is a ratio with denominator 0");
  for (const Finding& f : report.findings)
    if (!is_fraction(f.measured)) flaws.push_back("finding '" + f.id + "' measured a ratio with denominator 0");
  for (const Comparison& c : report.comparisons) {
    const std::string pair = "comparison of '" + c.lane_a + "' and '" + c.lane_b + "'";
    if (c.equal > c.compared) flaws.push_back(pair + " has more equal codes than codes");
    if (c.all_equal() == c.first_difference.has_value()) flaws.push_back(pair + " does not know where the first difference is");
    for (const std::string& lane : {c.lane_a, c.lane_b}) {
      bool known = false;
      for (const LaneStatus& l : report.lanes) known = known || l.id == lane;
      if (!known) flaws.push_back(pair + " names a lane that is not in the report");
    }
  }
  return flaws;
}

}  // namespace ulplab::lab
