// Is a figure that contradicts itself noticed, and does JSON say all that a figure holds?
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "lab/outputs/outputs.hpp"
#include "tests/lab/figure_samples.hpp"

namespace ulplab::lab {
namespace {

std::vector<std::string> flaws_in(const Figure& f) { return flaws_of(samples::report_of(f)); }

nlohmann::json content_of(const Figure& f) {
  const Report r = samples::report_of(f);
  return nlohmann::json::parse(json_output({&r, 1}, {}))["reports"][0]["figures"][0];
}

TEST(FigureData, TheSamplesHaveNoFlaws) {
  for (const Figure& f : samples::usual()) EXPECT_EQ(flaws_in(f), std::vector<std::string>{}) << f.id;
  for (const Figure& f : samples::nasty()) EXPECT_EQ(flaws_in(f), std::vector<std::string>{}) << f.id;
}

TEST(FigureData, AChartThatContradictsItselfIsNoticed) {
  const auto chart = [](ChartSeries s) { return samples::figure("f", {}, {}, Chart{{std::move(s)}}); };
  EXPECT_EQ(flaws_in(chart({"a", "", Mark::line, {0, 1}, {1}, {}})).size(), 1u);              // lengths
  EXPECT_EQ(flaws_in(chart({"a", "", Mark::band, {0, 1}, {1, 2}, {}})).size(), 1u);           // a band needs both sides
  EXPECT_EQ(flaws_in(chart({"a", "", Mark::line, {0, 1}, {1, 2}, {1, 2}})).size(), 1u);       // a line has one
  EXPECT_EQ(flaws_in(chart({"a", "", Mark::line, {1, 0}, {1, 2}, {}})).size(), 1u);           // goes back
  EXPECT_EQ(flaws_in(chart({"a", "", Mark::points, {1, 0}, {1, 2}, {}})).size(), 0u);         // points may
  EXPECT_EQ(flaws_in(chart({"a", "", Mark::line, {0, samples::inf}, {1, 2}, {}})).size(), 1u);
  EXPECT_EQ(flaws_in(chart({"a", "", Mark::line, {0, 1}, {samples::nan, -samples::inf}, {}})).size(), 0u);
  EXPECT_EQ(flaws_in(samples::figure("f", {}, {}, Chart{{{"a", "", Mark::line, {}, {}, {}}, {"a", "", Mark::line, {}, {}, {}}}})).size(), 1u);
}

TEST(FigureData, AHeatMapThatContradictsItselfIsNoticed) {
  const auto map = [](HeatMap m) { return samples::figure("f", {}, {}, std::move(m)); };
  EXPECT_EQ(flaws_in(map({{0, 1}, 0, {{1}, {2}}, {0, 0}, {0, 0}, {0, 0}})).size(), 0u);
  EXPECT_EQ(flaws_in(map({{0, 1}, 0, {{1}, {2}}, {0, 0}, {0}, {0, 0}})).size(), 1u);
  EXPECT_EQ(flaws_in(map({{0, 1}, 0, {{1}, {2, 3}}, {0, 0}, {0, 0}, {0, 0}})).size(), 1u);
  EXPECT_EQ(flaws_in(map({{1, 1}, 0, {{1}, {2}}, {0, 0}, {0, 0}, {0, 0}})).size(), 1u);
  EXPECT_EQ(flaws_in(map({{0, samples::nan}, 0, {{1}, {2}}, {0, 0}, {0, 0}, {0, 0}})).size(), 1u);
}

TEST(FigureData, ALandmarkOfASeriesThatIsNotThereIsNoticed) {
  Figure f = samples::losses();
  f.landmarks[1].series = "nobody";
  EXPECT_EQ(flaws_in(f).size(), 1u);
  f = samples::exponents();
  f.landmarks[0].series = "nobody";
  EXPECT_EQ(flaws_in(f).size(), 1u);
}

TEST(FigureData, JsonHasEveryCoordinateAsText) {
  Figure f = samples::figure("f", {"x", ""}, {"y", "V", Scale::symlog, -14},
                             Chart{{{"a", "A", Mark::band, {0, 0.1, 2}, {samples::nan, samples::inf, -samples::inf}, {1, 1e300, -0.0}}}}, {{3, "here", "a", true}});
  const auto j = content_of(f);
  EXPECT_EQ(j["y"]["scale"], "symlog");
  EXPECT_EQ(j["y"]["linear_below"], -14);
  EXPECT_EQ(j["landmarks"][0]["axis"], "y");
  EXPECT_EQ(j["content"]["type"], "chart");
  const auto& s = j["content"]["series"][0];
  EXPECT_EQ(s["mark"], "band");
  EXPECT_EQ(s["x"], (nlohmann::json{"0", "0.1", "2"}));
  EXPECT_EQ(s["y"], (nlohmann::json{"nan", "inf", "-inf"}));
  EXPECT_EQ(s["y_high"], (nlohmann::json{"1", "1e+300", "-0"}));

  const auto map = content_of(samples::exponents());
  EXPECT_EQ(map["content"]["type"], "heat_map");
  EXPECT_EQ(map["content"]["first_exponent"], -40);
  EXPECT_EQ(map["content"]["columns"].size(), 300u);
  EXPECT_EQ(map["content"]["columns"][0].size(), 40u);
  EXPECT_EQ(map["content"]["infinities"][100], 40);
  EXPECT_EQ(content_of(samples::zero_shares())["x"]["names"][1], "FP16, no scale");
}

}  // namespace
}  // namespace ulplab::lab
