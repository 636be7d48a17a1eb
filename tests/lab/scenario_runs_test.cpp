// Scenarios run: what they expect holds, twice with the same result, and they stop when asked to.
#include <gtest/gtest.h>

#include <filesystem>

#include "lab/outputs/outputs.hpp"
#include "lab/scenario/plan.hpp"
#include "lab/scenario/scenario.hpp"

namespace ulplab::lab {
namespace {

Scenario loaded(ScenarioResult r) {
  if (const Problems* problems = std::get_if<Problems>(&r)) {
    ADD_FAILURE() << to_text(*problems);
    return {};
  }
  return std::get<Scenario>(std::move(r));
}

Report reported(const Scenario& s) {
  Progress silent;
  return run(s, silent, {});
}

class Shipped : public testing::TestWithParam<std::filesystem::path> {};

TEST_P(Shipped, HoldsAndIsTheSameTwice) {
  const Scenario scenario = loaded(load(GetParam()));
  ASSERT_TRUE(scenario.plan);
  for (const Localized* text : {&scenario.title, &scenario.question, &scenario.observe}) {
    EXPECT_FALSE(text->en.empty()) << "title, question and observe, in English";
    EXPECT_FALSE(text->zh.empty()) << "and in Chinese, after: " << text->en;
  }
  const Report first = reported(scenario);
  for (const std::string& flaw : flaws_of(first)) ADD_FAILURE() << flaw;
  for (const Finding& f : first.findings) {
    EXPECT_EQ(f.outcome, Outcome::held) << f.id << " wanted " << f.wanted;
    EXPECT_FALSE(f.because.empty());
  }
  EXPECT_FALSE(first.findings.empty());
  for (const Comparison& c : first.comparisons) EXPECT_TRUE(c.all_equal()) << c.lane_a << " " << c.lane_b;
  EXPECT_FALSE(first.interrupted);

  const Report second = reported(loaded(load(GetParam())));
  ASSERT_EQ(first.tables.size(), second.tables.size());
  for (std::size_t i = 0; i < first.tables.size(); ++i) EXPECT_EQ(first.tables[i].rows, second.tables[i].rows) << first.tables[i].id;
  EXPECT_EQ(first.notes, second.notes);
}

std::vector<std::filesystem::path> shipped() {
  std::vector<std::filesystem::path> all;
  for (const auto& e : std::filesystem::directory_iterator(std::filesystem::path(ULPLAB_SOURCE_DIR) / "scenarios"))
    if (e.path().extension() == ".yaml") all.push_back(e.path());
  std::sort(all.begin(), all.end());
  return all;
}
INSTANTIATE_TEST_SUITE_P(Scenarios, Shipped, testing::ValuesIn(shipped()), [](const auto& parameter) {
  std::string name = parameter.param.stem().string();
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

Report run_text(const std::string& text) {
  const Scenario s = loaded(load_text(text, "test.yaml"));
  return s.plan ? reported(s) : Report{};
}

Outcome only_outcome(const Report& r) { return r.findings.size() == 1 ? r.findings[0].outcome : Outcome::skipped; }

TEST(ScenarioRuns, AFormatTypedByHandIsTheNamedOne) {
  const std::string text = "schema: 1\nkind: underflow\ntitle: t\nladder: {from: -8, to: -39}\nscales: [1]\nformats: [";
  const std::string expect = "]\nexpect: {metric: nonzero, value: 10, because: \"as E5M2\"}\n";
  for (const char* format : {"e5m2", "e5p3", "E5P3", "{exponent_bits: 5, precision: 3}",
                             "{exponent_bits: 5, precision: 3, bias: 15, specials: ieee, subnormals: true, name: mine}"}) {
    const Report r = run_text(text + format + expect);
    EXPECT_EQ(only_outcome(r), Outcome::held) << format;
  }
  const Report r = run_text(text + "{exponent_bits: 5, precision: 3, subnormals: false}]\nexpect: {metric: nonzero, value: 8, because: \"no subnormals: rounds to 2^-14 from half of it on\"}\n");
  EXPECT_EQ(only_outcome(r), Outcome::held);
}

TEST(ScenarioRuns, EveryRelationIsJudgedExactly) {
  const std::string text = "schema: 1\nkind: sum-equals\ntitle: t\na: 0.1\nb: 0.2\nc: 0.3\nformats: f16\nexpect: {metric: sum, because: b, ";
  struct Row {
    const char* what;
    Outcome want;
  };
  const Row rows[] = {
      {"value: 0.2998046875", Outcome::held},
      {"value: 0.29980468750000000000000000000000000001", Outcome::failed},  // no double in the path
      {"op: \"<\", value: 0.29980468750000000000000000000000000001", Outcome::held},
      {"op: less_than, value: 0.2998046875", Outcome::failed},
      {"op: at_most, value: 0.2998046875", Outcome::held},
      {"op: \">\", value: 0x1.3p-2", Outcome::held},
      {"op: is_not, value: 0.3", Outcome::held},
      {"value: 0.3, tolerance: 0.0001953125", Outcome::held},
      {"value: 0.3, tolerance: 0.0001953124", Outcome::failed},
      {"value: nan", Outcome::failed},
      {"op: \"<\", value: inf", Outcome::held},
  };
  for (const Row& row : rows) {
    const Report r = run_text(text + row.what + "}\n");
    EXPECT_EQ(only_outcome(r), row.want) << row.what;
  }
}

TEST(ScenarioRuns, DirectionsAndSaturationAreRun) {
  const Report r = run_text(
      "schema: 1\nkind: overflow\ntitle: t\nformats: [f16]\nroundings: [rne, rtz, rup]\noverflow: [ieee, saturate, to_nan]\n"
      "cases: [{id: half, value: 65520}]\nexpect:\n"
      "  - {metric: value, overflow: ieee, rounding: [rne, rup], value: inf, because: b}\n"
      "  - {metric: value, overflow: [ieee, saturate, to_nan], rounding: rtz, value: 65504, because: b}\n"
      "  - {metric: value, overflow: saturate, rounding: rup, value: 65504, because: b}\n"
      "  - {metric: value, overflow: to_nan, rounding: rne, value: nan, because: b}\n");
  EXPECT_EQ(r.findings.size(), 7u);
  for (const Finding& f : r.findings) EXPECT_EQ(f.outcome, Outcome::held) << f.id;
  for (const std::string& flaw : flaws_of(r)) ADD_FAILURE() << flaw;
}

TEST(ScenarioRuns, ARandomSeedChangesTheDraws) {
  const auto draws = [](const std::string& seed) {
    return run_text("schema: 1\nkind: underflow\ntitle: t\nformats: [f16]\nscales: [1]\nlognormal: {mean: -22, sigma: 4, count: 1000}\nseed: " + seed + "\n")
        .tables.at(0)
        .rows;
  };
  EXPECT_EQ(draws("1"), draws("1"));
  EXPECT_NE(draws("1"), draws("2"));
}

TEST(ScenarioRuns, OverflowIsToldByTheFlagWhateverIsStored) {
  // 1.5 x 2^(30 + k), k = -8 … -39: above FP16's 65504 for k = -8 … -14, above E4M3's 448 for k = -8 … -21, above
  // E2M1's 6 for k = -8 … -27; E2M1 keeps 6, 3, 1.5 and, cut, 0.75
  for (const char* backends : {"", "backends: [native]\n"}) {
    const bool native = backends[0] != '\0';
    const Report r = run_text(
        std::string("schema: 1\nkind: underflow\ntitle: t\nladder: {from: -8, to: -39}\nscales: [2^30]\nroundings: [rne, rtz]\n") + backends +
        (native ? "formats: [f32]\n" : "formats: [f16, e4m3, e2m1]\n") + "expect:\n" +
        (native ? "  - {metric: overflowed, rounding: rne, value: 0, because: b}\n"
                : "  - {metric: overflowed, format: f16, rounding: [rne, rtz], value: 7, because: b}\n"
                  "  - {metric: normal, format: f16, rounding: [rne, rtz], value: 25, because: b}\n"
                  "  - {metric: subnormal, format: f16, rounding: [rne, rtz], value: 0, because: b}\n"
                  "  - {metric: overflowed, format: e2m1, rounding: [rne, rtz], value: 20, because: b}\n"
                  "  - {metric: survivors, format: e2m1, rounding: rtz, value: 4, because: b}\n"
                  "  - {metric: overflowed, format: e4m3, rounding: [rne, rtz], value: 14, because: b}\n"));
    for (const Finding& f : r.findings) EXPECT_EQ(f.outcome, Outcome::held) << f.id << " " << backends;
    for (const std::string& flaw : flaws_of(r)) ADD_FAILURE() << flaw;
  }
}

TEST(ScenarioRuns, AScaleThatSavesAllIsFoundWithoutInfinityAndForEachSign) {
  const std::string head = "schema: 1\nkind: underflow\ntitle: t\nscales: [1]\n";
  // 1.5 x 2^-20: zero at and below 2^-2 in E2M1, 2^-5 in E3M2, 2^-4 in E2M3
  const Report small = run_text(head +
      "ladder: {from: -20, to: -20}\nformats: [e2m1, e3m2, e2m3]\nexpect:\n"
      "  - {metric: smallest_scale, format: e2m1, value: 2^18, because: \"1.5 x 2^-2 is above 2^-2\"}\n"
      "  - {metric: smallest_scale, format: e3m2, value: 2^15, because: \"1.5 x 2^-5 is above 2^-5\"}\n"
      "  - {metric: smallest_scale, format: e2m3, value: 2^16, because: \"1.5 x 2^-4 is above 2^-4\"}\n");
  for (const Finding& f : small.findings) EXPECT_EQ(f.outcome, Outcome::held) << f.id;
  const Report signs = run_text(head +
      "lognormal: {mean: -22, sigma: 4, count: 1000}\nformats: [f16]\nroundings: [rup, rdn]\nexpect:\n"
      "  - {metric: flushed, rounding: [rup, rdn], op: \">\", value: 0, because: b}\n"
      "  - {metric: smallest_scale, rounding: [rup, rdn], op: \">\", value: 1, because: \"some of the other sign became zero\"}\n");
  EXPECT_EQ(signs.findings.size(), 4u);
  for (const Finding& f : signs.findings) EXPECT_EQ(f.outcome, Outcome::held) << f.id;
}

TEST(ScenarioRuns, StopsWhenAskedToAndKeepsWhatItHas) {
  const Scenario s = loaded(load_text(
      "schema: 1\nkind: sum\ntitle: t\nterm: 0.1\ncount: 100000000\nformats: [f16, f32]\nalgorithms: [naive]\n"
      "expect: {metric: value, format: [f16, f32], algorithm: naive, value: 1, because: b}\n", "test.yaml"));
  ASSERT_TRUE(s.plan);
  struct Stopper : Progress {
    std::stop_source source;
    void at(std::uint64_t done) override {
      if (done > 1000000) source.request_stop();
    }
  } stopper;
  const Report r = run(s, stopper, stopper.source.get_token());
  EXPECT_TRUE(r.interrupted);
  for (const std::string& flaw : flaws_of(r)) ADD_FAILURE() << flaw;
  for (const Finding& f : r.findings) EXPECT_EQ(f.outcome, Outcome::skipped) << f.id;
}

TEST(ScenarioRuns, OnlyTheBackendsAskedForRun) {
  const std::string text = "schema: 1\nkind: sum-equals\ntitle: t\na: 0.1\nb: 0.2\nc: 0.3\nformats: [f32, e4m3]\nbackends: ";
  const Report soft = run_text(text + "[soft]\n");
  EXPECT_EQ(soft.lanes.size(), 2u);
  EXPECT_TRUE(soft.comparisons.empty());
  const Report native = run_text(text + "[native]\n");
  for (const LaneStatus& l : native.lanes) EXPECT_EQ(l.backend, "native");
  EXPECT_TRUE(std::any_of(native.lanes.begin(), native.lanes.end(), [](const LaneStatus& l) { return !l.ready && !l.reason.empty(); }))
      << "E4M3 cannot run there, and the report says why";
}

}  // namespace
}  // namespace ulplab::lab
