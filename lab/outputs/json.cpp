// A report for programs. One document whatever the number of reports:
//
//     {"schema": "ulplab.run/1", "passed": …, "failed": …, "skipped": …, "reports": [ … ]}
//
// No value is a JSON double: a number is {"format", "code", "exact", "shortest"}, all strings; a count is a JSON integer,
// or a string where a double could not hold it; a coordinate of a picture is a string too: "0.125", "inf", "nan".
#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "lab/outputs/cell.hpp"
#include "lab/outputs/outputs.hpp"
#include "lab/report/text.hpp"
#include "softfloat/names.hpp"
#include "softfloat/print.hpp"

namespace ulplab::lab {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::uint64_t largest_json_integer = std::uint64_t{1} << 53;

/// JSON is UTF-8; what is not (a file name, say) goes out escaped.
std::string utf8(const std::string& s) { return printable(s); }

Json count(std::uint64_t n) { return n <= largest_json_integer ? Json(n) : Json(std::to_string(n)); }
Json count(std::int64_t n) {
  if (n >= 0) return count(static_cast<std::uint64_t>(n));
  return n >= -static_cast<std::int64_t>(largest_json_integer) ? Json(n) : Json(std::to_string(n));
}

Json object(const char* key, const std::string& text) {
  Json o = Json::object();
  o[key] = utf8(text);
  return o;
}

struct JsonOfCell {
  Json operator()(const Empty&) const { return nullptr; }
  Json operator()(const std::string& s) const { return utf8(s); }
  Json operator()(std::int64_t n) const { return count(n); }
  Json operator()(std::uint64_t n) const { return count(n); }
  Json operator()(const Number& n) const {
    return {{"format", name_of(n.format)},
            {"code", hex_code(n)},
            {"exact", exact_decimal(n.format, n.code)},
            {"shortest", plain_shortest(n.format, n.code)}};
  }
  Json operator()(const Exact& e) const { return object("exact", e.decimal); }
  Json operator()(const Approximate& a) const { return object("approximate", a.decimal); }
  Json operator()(const Ratio& r) const { return {{"numerator", count(r.numerator)}, {"denominator", count(r.denominator)}}; }
  Json operator()(const Absent& a) const { return object("absent", a.reason); }
};
Json json_of(const Cell& cell) { return std::visit(JsonOfCell{}, cell); }

Json json_of(const Table& table) {
  Json columns = Json::array();
  for (const Column& c : table.columns)
    columns.push_back({{"id", utf8(c.id)}, {"title", utf8(c.title)}, {"quantity", utf8(c.quantity)}, {"unit", utf8(c.unit)}});
  Json rows = Json::array();
  for (const Row& row : table.rows) {
    Json object = Json::object();
    for (std::size_t i = 0; i < row.size() && i < table.columns.size(); ++i) object[utf8(table.columns[i].id)] = json_of(row[i]);
    rows.push_back(std::move(object));
  }
  return {{"id", utf8(table.id)}, {"title", utf8(table.title)}, {"columns", std::move(columns)}, {"rows", std::move(rows)}};
}

Json json_of(const Axis& axis) {
  constexpr const char* scales[] = {"linear", "log2", "symlog"};
  Json o{{"title", utf8(axis.title)}, {"unit", utf8(axis.unit)}, {"scale", scales[static_cast<int>(axis.scale)]}};
  if (axis.scale == Scale::symlog) o["linear_below"] = axis.linear_below;
  if (!axis.names.empty()) {
    o["names"] = Json::array();
    for (const std::string& name : axis.names) o["names"].push_back(utf8(name));
  }
  return o;
}

/// Coordinates of a picture: the shortest decimals that mean the same double, as text; "nan", "inf", "-inf".
Json coordinates(const std::vector<double>& values) {
  Json array = Json::array();
  for (const double v : values) array.push_back(std::isnan(v) ? std::string("nan") : fmt::format("{}", v));
  return array;
}

Json counts_of(const std::vector<std::uint64_t>& counts) {
  Json array = Json::array();
  for (const std::uint64_t n : counts) array.push_back(count(n));
  return array;
}

Json json_of(const Histogram& h) {
  Json series = Json::array();
  for (const HistogramSeries& s : h.series) {
    series.push_back({{"id", utf8(s.id)}, {"title", utf8(s.title)}, {"counts", counts_of(s.counts)}, {"zeros", count(s.zeros)},
                      {"below", count(s.below)}, {"above", count(s.above)}, {"infinities", count(s.infinities)}, {"nans", count(s.nans)}});
  }
  return {{"type", "histogram"}, {"first_exponent", h.first_exponent}, {"bin_width", h.bin_width}, {"series", std::move(series)}};
}

Json json_of(const Chart& chart) {
  constexpr const char* marks[] = {"line", "stairs", "bars", "points", "band"};
  Json series = Json::array();
  for (const ChartSeries& s : chart.series) {
    Json o{{"id", utf8(s.id)}, {"title", utf8(s.title)}, {"mark", marks[static_cast<int>(s.mark)]}, {"x", coordinates(s.x)}, {"y", coordinates(s.y)}};
    if (s.mark == Mark::band) o["y_high"] = coordinates(s.y_high);
    series.push_back(std::move(o));
  }
  return {{"type", "chart"}, {"series", std::move(series)}};
}

Json json_of(const HeatMap& map) {
  Json columns = Json::array();
  for (const auto& column : map.columns) columns.push_back(counts_of(column));
  return {{"type", "heat_map"}, {"first_exponent", map.first_exponent}, {"x", coordinates(map.x)}, {"columns", std::move(columns)},
          {"zeros", counts_of(map.zeros)}, {"infinities", counts_of(map.infinities)}, {"nans", counts_of(map.nans)}};
}

Json json_of(const Figure& figure) {
  Json landmarks = Json::array();
  for (const Landmark& l : figure.landmarks)
    landmarks.push_back({{"exponent", l.exponent}, {"axis", l.on_y ? "y" : "x"}, {"title", utf8(l.title)}, {"series", utf8(l.series)}});
  return {{"id", utf8(figure.id)}, {"title", utf8(figure.title)}, {"caption", utf8(figure.caption)},
          {"x", json_of(figure.x)}, {"y", json_of(figure.y)},
          {"content", std::visit([](const auto& c) { return json_of(c); }, figure.content)}, {"landmarks", std::move(landmarks)}};
}

Json json_of(const Finding& f) {
  constexpr const char* words[] = {"passed", "failed", "skipped"};
  return {{"id", utf8(f.id)}, {"outcome", words[static_cast<int>(f.outcome)]}, {"expectation", utf8(f.expectation)},
          {"measured", json_of(f.measured)}, {"wanted", utf8(f.wanted)}, {"because", utf8(f.because)}};
}

Json json_of(const LaneStatus& l) {
  return {{"id", utf8(l.id)}, {"backend", utf8(l.backend)}, {"format", utf8(l.format)}, {"rounding", utf8(l.rounding)},
          {"ready", l.ready}, {"reason", utf8(l.reason)}, {"required", l.required}};
}

Json json_of(const Comparison& c) {
  return {{"lane_a", utf8(c.lane_a)}, {"lane_b", utf8(c.lane_b)}, {"compared", count(c.compared)}, {"equal", count(c.equal)},
          {"first_difference", c.first_difference ? count(*c.first_difference) : Json(nullptr)},
          {"value_a", json_of(c.value_a)}, {"value_b", json_of(c.value_b)}, {"must_agree", c.must_agree}};
}

Json json_of(const Provenance& p) {
  return {{"tool", utf8(p.tool)}, {"version", utf8(p.version)}, {"source", utf8(p.source)},
          {"seed", p.seed ? Json(std::to_string(*p.seed)) : Json(nullptr)}, {"generator", utf8(p.generator)}};
}

Json json_of(const Report&);

template <class Items>
Json list_of(const Items& items) {
  Json array = Json::array();
  for (const auto& item : items) array.push_back(json_of(item));
  return array;
}

Json json_of(const Report& r) {
  Json parameters = Json::object();
  for (const Parameter& p : r.parameters) parameters[utf8(p.id)] = json_of(p.value);
  Json notes = Json::array();
  for (const std::string& note : r.notes) notes.push_back(utf8(note));
  const Tally tally = tally_of(r);
  return {{"schema", utf8(r.schema)}, {"kind", utf8(r.kind)}, {"id", utf8(r.id)}, {"title", utf8(r.title)},
          {"question", utf8(r.question)}, {"observe", utf8(r.observe)}, {"parameters", std::move(parameters)}, {"lanes", list_of(r.lanes)},
          {"tables", list_of(r.tables)}, {"figures", list_of(r.figures)}, {"comparisons", list_of(r.comparisons)},
          {"findings", list_of(r.findings)}, {"notes", std::move(notes)}, {"passed", count(tally.passed)},
          {"failed", count(tally.failed)}, {"skipped", count(tally.skipped)}, {"interrupted", r.interrupted},
          {"provenance", json_of(r.provenance)}};
}

}  // namespace

std::string json_output(std::span<const Report> reports, const Style&) {
  Tally total;
  for (const Report& r : reports) {
    const Tally t = tally_of(r);
    total.passed += t.passed;
    total.failed += t.failed;
    total.skipped += t.skipped;
  }
  const Json document{{"schema", "ulplab.run/1"}, {"passed", count(total.passed)}, {"failed", count(total.failed)},
                      {"skipped", count(total.skipped)}, {"reports", list_of(reports)}};
  return document.dump(2) + '\n';
}

}  // namespace ulplab::lab
