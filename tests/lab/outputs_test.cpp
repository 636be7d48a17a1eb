// Does every output say what the report holds? A report made by hand, rendered, and read back.
#include <gtest/gtest.h>

#include <functional>
#include <nlohmann/json.hpp>

#include "lab/outputs/cell.hpp"
#include "lab/outputs/histogram.hpp"
#include "lab/outputs/outputs.hpp"
#include "lab/report/text.hpp"
#include "softfloat/formats.hpp"

namespace ulplab::lab {
namespace {

Report sample() {
  Report r;
  r.kind = "underflow";
  r.id = "sample";
  r.title = "Which gradients survive?";
  r.question = "What is left of 1.5 * 2^-k in each format, and which scale saves it?";
  r.parameters = {{"scale", "scale", std::int64_t{1024}}};
  r.tables = {{"survivors", "Survivors",
               {{"format", "format", "format", "", {}}, {"smallest", "smallest", "value", "", {}}, {"code", "as code", "code", "", {}},
                {"left", "left", "count", "", {}}, {"share", "share", "share", "", {}}, {"note", "note", "text", "", {}}},
               {{std::string("FP16"), Number{binary16, 0x0001}, Number{binary16, 0x3c01}, std::uint64_t{18}, Ratio{18, 32, true}, std::string("a, \"b\"\nc|d")},
                {std::string("半精度"), Exact{"0.1"}, Empty{}, std::uint64_t{1234567}, Ratio{1, 3, false}, Empty{}},
                {std::string("AVX"), Absent{"this CPU has no AVX512-FP16"}, Empty{}, std::int64_t{-5}, Ratio{1, 1000000, true}, Empty{}}}}};
  HistogramSeries fp32{"fp32", "FP32", {1, 2, 4, 8, 4, 2, 1, 0}, 0, 1, 0, 0, 0};
  HistogramSeries fp16{"fp16", "FP16", {0, 0, 0, 8, 4, 2, 1, 0}, 100, 0, 2, 3, 4};
  r.figures = {{"gradients", "Gradients", "What lies left of 2^-24 is gone.", {"magnitude", "", Scale::log2}, {"count", "", Scale::linear},
                Histogram{-28, 1, {fp32, fp16}}, {{-24, "FP16 smallest subnormal", "fp16"}, {-14, "FP16 smallest normal", ""}}}};
  r.findings = {{"fp16.survivors", "18 survive", std::uint64_t{18}, "= 18", Outcome::held, "2^-24 is the smallest subnormal"},
                {"fp16.share", "", Ratio{18, 32, true}, ">= 0.9", Outcome::failed, ""},
                {"cuda.share", "", Absent{"no driver"}, "= 1", Outcome::skipped, "it has subnormals"}};
  r.lanes = {{"soft.fp16", "soft", "f16", "rne", true, "", false},
             {"f16c.fp16", "f16c", "f16", "rne", true, "", false},
             {"cuda.fp16", "cuda", "f16", "rne", false, "cudaErrorInsufficientDriver (35): install a driver", false}};
  r.comparisons = {{"soft.fp16", "f16c.fp16", 32, 31, 4, Number{binary16, 0x0000}, Number{binary16, 0x8000}, true}};
  r.notes = {"The seed is 1."};
  r.provenance.version = "0.1.0";
  r.provenance.seed = 18446744073709551615u;
  return r;
}

std::string rendered(std::string_view output, const Report& r, const Style& style = {}) { return find_output(output)->render({&r, 1}, style); }

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines(1);
  for (const char c : text)
    if (c == '\n')
      lines.emplace_back();
    else
      lines.back() += c;
  return lines;
}

/// RFC 4180: fields with commas between, quoted where needed.
std::vector<std::vector<std::string>> read_csv(std::string_view text) {
  std::vector<std::vector<std::string>> rows(1, std::vector<std::string>(1));
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quoted && c == '"' && i + 1 < text.size() && text[i + 1] == '"') {
      rows.back().back() += '"';
      ++i;
    } else if (c == '"') {
      quoted = !quoted;
    } else if (!quoted && c == ',') {
      rows.back().emplace_back();
    } else if (!quoted && c == '\n') {
      rows.emplace_back(1);
    } else {
      rows.back().back() += c;
    }
  }
  return rows;
}

bool has(const std::string& text, std::string_view piece) { return text.find(piece) != std::string::npos; }

TEST(Report, TheSampleHasNoFlaws) { EXPECT_EQ(flaws_of(sample()), std::vector<std::string>{}); }

TEST(Report, FlawsAreFound) {
  Report r = sample();
  r.id.clear();
  r.tables[0].rows[0].pop_back();
  r.findings[1].id = r.findings[0].id;
  r.comparisons[0].first_difference.reset();
  r.comparisons[0].lane_b = "nobody";
  std::get<Histogram>(r.figures[0].content).series[0].counts.pop_back();
  r.figures[0].landmarks[0].series = "nobody";
  EXPECT_EQ(flaws_of(r).size(), 7u);
}

TEST(Report, TallyCountsFindingsComparisonsAndLanes) {
  const Tally t = tally_of(sample());
  EXPECT_EQ(t.passed, 1u);
  EXPECT_EQ(t.failed, 2u);   // the share, and the lanes that differ
  EXPECT_EQ(t.skipped, 2u);  // cuda.share, and the lane cuda
}

TEST(Report, AComparisonOfNothingIsNotGreen) {
  Report r;
  r.comparisons = {{"a", "b", 0, 0, {}, {}, {}, true}};
  EXPECT_EQ(tally_of(r).passed, 0u);
  EXPECT_EQ(tally_of(r).skipped, 1u);
}

TEST(Problem, IsWrittenAsFileLineColumn) {
  EXPECT_EQ(to_text(Problem{"a.yaml", 3, 7, "unknown key 'formts'", "did you mean 'formats'?"}),
            "a.yaml:3:7: unknown key 'formts'\n    did you mean 'formats'?\n");
  EXPECT_EQ(to_text(Problem{"a\033.yaml", 1, 1, "bad", ""}), "a\\x1b.yaml:1:1: bad\n");
}

TEST(Text, WidthCountsWhatATerminalShows) {
  EXPECT_EQ(display_width("abc"), 3u);
  EXPECT_EQ(display_width("半精度"), 6u);
  EXPECT_EQ(display_width("e\u0301"), 1u);
  EXPECT_EQ(display_width("█▄─→"), 4u);
}

TEST(Text, PrintableIsHarmless) {
  EXPECT_EQ(printable("a\033[31mb"), "a\\x1b[31mb");
  EXPECT_EQ(printable("\xff\xc0\x80"), "\\xff\\xc0\\x80");
  EXPECT_EQ(printable("\xed\xa0\x80"), "\\xed\\xa0\\x80");  // a surrogate
  EXPECT_EQ(printable("半精度", 2), "半精…");
  EXPECT_EQ(printable(std::string("a\0b", 3)), "a\\x00b");
}

TEST(Text, WrapBreaksAtSpacesAndInLongWords) {
  EXPECT_EQ(wrap("one two three", 7), (std::vector<std::string>{"one two", "three"}));
  EXPECT_EQ(wrap("abcdefgh", 3), (std::vector<std::string>{"abc", "def", "gh"}));
  EXPECT_EQ(wrap("半精度", 5), (std::vector<std::string>{"半精", "度"}));
  EXPECT_EQ(wrap("", 5), (std::vector<std::string>{""}));
}

TEST(Cell, ANumberIsExactWhereThatIsShort) {
  EXPECT_EQ(brief(Number{fp8_e5m2, 0x7b}), "57344");
  EXPECT_EQ(brief(Number{binary16, 0x34cd}), "0.300048828125");
  EXPECT_EQ(brief(Number{binary16, 0x0001}), "≈5.96e-8");
  EXPECT_EQ(brief(Number{binary16, 0x3c01}, true), "0x3c01");
  EXPECT_EQ(named_code(Number{fp4_e2m1, 0x7}), "e2m1:0x7");
  EXPECT_EQ(exact(Number{binary16, 0x0001}), "0.000000059604644775390625");
}

TEST(Cell, SharesNeverLookLikeNothingOrEverythingUnlessTheyAre) {
  struct Row {
    std::uint64_t numerator, denominator;
    const char* text;
  };
  for (const Row& row : {Row{18, 32, "56.25 %"}, Row{0, 5, "0 %"}, Row{5, 5, "100 %"}, Row{1, 1000000, "<0.01 %"},
                         Row{999999, 1000000, ">99.99 %"}, Row{1, 3, "33.33 %"}, Row{2, 3, "66.67 %"}, Row{1, 0, "–"},
                         Row{UINT64_MAX - 1, UINT64_MAX, ">99.99 %"}})
    EXPECT_EQ(percentage(row.numerator, row.denominator), row.text) << row.numerator << '/' << row.denominator;
}

TEST(Cell, LongDecimalsGetAnExponentThenADotDotDot) {
  EXPECT_EQ(abbreviated("0.1"), "0.1");
  EXPECT_EQ(abbreviated("0.000000059604644775390625"), "5.9604644775390625e-8");
  EXPECT_EQ(abbreviated("-0.1000000000000000055511151231257827"), "-1.00000000000…e-1");
  EXPECT_EQ(abbreviated("100000000000000000000000000000000000"), "1e35");
  EXPECT_EQ(abbreviated("a text that is longer than all that"), "a text that is longer than all that");
}

TEST(TextOutput, IsAlignedAndFitsInAHundredColumns) {
  const std::string s = rendered("text", sample());
  for (const std::string& line : lines_of(s)) EXPECT_LE(display_width(line), 100u) << line;
  EXPECT_TRUE(has(s, "  FP16    ≈5.96e-8  ")) << s;
  EXPECT_TRUE(has(s, "  半精度       0.1")) << s;  // six columns wide
  EXPECT_TRUE(has(s, "1 234 567"));
  EXPECT_TRUE(has(s, "0x3c01"));
  EXPECT_TRUE(has(s, "– [1]"));
  EXPECT_TRUE(has(s, "[1] this CPU has no AVX512-FP16"));
  EXPECT_FALSE(has(s, "\033"));
}

TEST(TextOutput, SaysPassFailAndSkip) {
  const std::string s = rendered("text", sample());
  EXPECT_TRUE(has(s, "PASS fp16.survivors = 18 (wanted = 18)  because 2^-24 is the smallest subnormal\n")) << s;
  EXPECT_TRUE(has(s, "FAIL fp16.share = 56.25 % (wanted >= 0.9)\n"));
  EXPECT_TRUE(has(s, "SKIP cuda.share (wanted = 1) not measured: no driver"));
  EXPECT_TRUE(has(s, "FAIL soft.fp16 = f16c.fp16 bit for bit: 31 of 32 codes equal\n     the first difference is at index 4: 0x0000 (0) and 0x8000 (-0)\n"));
  EXPECT_TRUE(has(s, "Not run: cuda.fp16: cudaErrorInsufficientDriver (35): install a driver"));
  EXPECT_TRUE(s.ends_with("\n1 passed, 2 failed, 2 skipped\n"));
}

TEST(TextOutput, ManySkippedForOneReasonShareIt) {
  Report r;
  for (const char* id : {"a.rne", "b.rne", "c.rne"}) r.findings.push_back({id, "", Absent{"not offered by native"}, "0", Outcome::skipped, ""});
  r.findings.push_back({"d.rne", "", Absent{"no driver"}, "0", Outcome::skipped, ""});
  const std::string s = rendered("text", r);
  EXPECT_TRUE(has(s, "SKIP 3 not measured: not offered by native\n     a.rne, b.rne, c.rne\n"));
  EXPECT_TRUE(has(s, "SKIP d.rne (wanted 0) not measured: no driver"));
  EXPECT_TRUE(has(s, "0 passed, 0 failed, 4 skipped"));
}

TEST(TextOutput, QuietIsWhatFailedAndTheTally) {
  const std::vector<std::string> lines = lines_of(rendered("text", sample(), {false, 100, true}));
  ASSERT_EQ(lines.size(), 5u);
  EXPECT_TRUE(lines[0].starts_with("FAIL soft.fp16"));
  EXPECT_TRUE(lines[1].starts_with("     the first difference"));
  EXPECT_TRUE(lines[2].starts_with("FAIL fp16.share"));
  EXPECT_EQ(lines[3], "1 passed, 2 failed, 2 skipped");
}

TEST(TextOutput, ColourAddsEscapesAndNothingElse) {
  const std::string plain = rendered("text", sample());
  std::string coloured = rendered("text", sample(), {true, 100, false});
  EXPECT_TRUE(has(coloured, "\033[32mPASS\033[0m"));
  for (std::size_t at; (at = coloured.find("\033[")) != std::string::npos;) coloured.erase(at, coloured.find('m', at) + 1 - at);
  EXPECT_EQ(coloured, plain);
}

TEST(TextOutput, EscapesWhatAScenarioSmugglesIn) {
  Report r = sample();
  r.title = "\033]0;owned\007";
  r.tables[0].rows[0][0] = std::string("\033[31mred");
  EXPECT_FALSE(has(rendered("text", r), "\033"));
  EXPECT_FALSE(has(rendered("md", r), "\033"));
  EXPECT_FALSE(has(rendered("json", r), "\033"));
}

TEST(Histogram, ShowsEveryLane) {
  const std::string s = drawn(sample().figures[0], {});
  EXPECT_TRUE(has(s, "100 zero")) << s;
  EXPECT_TRUE(has(s, "1 smaller"));
  EXPECT_TRUE(has(s, "2 larger"));
  EXPECT_TRUE(has(s, "3 infinite"));
  EXPECT_TRUE(has(s, "4 NaN"));
  EXPECT_TRUE(has(s, "▲"));  // a lane taller than the tallest bar
  EXPECT_TRUE(has(s, "a 2^-24 FP16 smallest subnormal"));
  EXPECT_TRUE(has(s, "→ 2^-14 FP16 smallest normal"));  // outside, to the right
  EXPECT_TRUE(has(s, "2^-28"));
}

TEST(Histogram, NothingIsTooSmallToSeeAndNothingTooWide) {
  Figure f = sample().figures[0];
  Histogram& h = std::get<Histogram>(f.content);
  h = {-1074, 1, {{"a", "A", std::vector<std::uint64_t>(2100, 0), 0, 0, 0, 0, 0}}};
  f.landmarks.clear();
  h.series[0].counts[5] = 1;
  h.series[0].counts[2000] = UINT64_MAX / 2;
  const std::string s = drawn(f, {});
  for (const std::string& line : lines_of(s)) EXPECT_LE(display_width(line), 100u) << line;
  EXPECT_TRUE(has(s, "▁")) << s;
  EXPECT_TRUE(has(s, "powers of two a bar"));
}

TEST(Histogram, OfNothingSaysSo) {
  Figure f = sample().figures[0];
  f.content = Histogram{};
  EXPECT_EQ(drawn(f, {}), "(nothing to draw)\n");
}

TEST(JsonOutput, ReadsBackAndHoldsNoDouble) {
  const Report r = sample();
  const auto j = nlohmann::json::parse(rendered("json", r));
  EXPECT_EQ(j["schema"], "ulplab.run/1");
  EXPECT_EQ(j["failed"], 2);
  const auto& report = j["reports"][0];
  EXPECT_EQ(report["schema"], "ulplab.report/1");
  const auto& row = report["tables"][0]["rows"][0];
  EXPECT_EQ(row["smallest"]["format"], "f16");
  EXPECT_EQ(row["smallest"]["code"], "0x0001");
  EXPECT_EQ(row["smallest"]["exact"], "0.000000059604644775390625");
  EXPECT_EQ(row["left"], 18);
  EXPECT_EQ(row["share"]["numerator"], 18);
  EXPECT_EQ(row["share"]["denominator"], 32);
  EXPECT_EQ(report["tables"][0]["rows"][1]["smallest"]["exact"], "0.1");
  EXPECT_EQ(report["tables"][0]["rows"][2]["smallest"]["absent"], "this CPU has no AVX512-FP16");
  EXPECT_TRUE(report["tables"][0]["rows"][1]["code"].is_null());
  EXPECT_EQ(report["findings"][0]["outcome"], "passed");
  EXPECT_EQ(report["lanes"][2]["ready"], false);
  EXPECT_EQ(report["comparisons"][0]["first_difference"], 4);
  EXPECT_EQ(report["comparisons"][0]["value_b"]["code"], "0x8000");
  EXPECT_EQ(report["figures"][0]["content"]["series"][1]["zeros"], 100);
  EXPECT_EQ(report["provenance"]["seed"], "18446744073709551615");
  const std::function<void(const nlohmann::json&)> walk = [&](const nlohmann::json& node) {
    EXPECT_FALSE(node.is_number_float()) << node;
    if (node.is_structured())
      for (const auto& child : node) walk(child);
  };
  walk(j);
}

TEST(JsonOutput, CountsThatADoubleCannotHoldAreStrings) {
  Report r = sample();
  r.tables[0].rows[0][3] = std::uint64_t{9007199254740993};
  r.tables[0].rows[1][3] = std::int64_t{INT64_MIN};
  const auto j = nlohmann::json::parse(rendered("json", r));
  EXPECT_EQ(j["reports"][0]["tables"][0]["rows"][0]["left"], "9007199254740993");
  EXPECT_EQ(j["reports"][0]["tables"][0]["rows"][1]["left"], "-9223372036854775808");
}

TEST(JsonOutput, OfNoUtf8IsStillJson) {
  Report r = sample();
  r.title = "\xff\xfe";
  r.provenance.source = "sc\xe9nario.yaml";
  const auto j = nlohmann::json::parse(rendered("json", r));
  EXPECT_EQ(j["reports"][0]["title"], "\\xff\\xfe");
}

TEST(CsvOutput, ReadsBack) {
  const auto rows = read_csv(rendered("csv", sample()));
  EXPECT_EQ(rows[0][0], "# sample/survivors: Survivors");
  EXPECT_EQ(rows[1], (std::vector<std::string>{"format", "smallest", "smallest_code", "smallest_absent", "code", "code_code", "left", "share", "note"}));
  EXPECT_EQ(rows[2], (std::vector<std::string>{"FP16", "0.000000059604644775390625", "f16:0x0001", "", "1.0009765625", "f16:0x3c01", "18", "18/32", "a, \"b\"\nc|d"}));
  EXPECT_EQ(rows[3], (std::vector<std::string>{"半精度", "0.1", "", "", "", "", "1234567", "1/3", ""}));
  EXPECT_EQ(rows[4][3], "this CPU has no AVX512-FP16");
  EXPECT_EQ(rows[5], std::vector<std::string>{""});
  EXPECT_EQ(rows[6][0], "# sample/findings: what was expected");
  EXPECT_EQ(rows[8], (std::vector<std::string>{"fp16.survivors", "passed", "18", "", "= 18", "2^-24 is the smallest subnormal"}));
}

TEST(MarkdownOutput, TablesHaveOneShape) {
  const std::string s = rendered("md", sample());
  std::size_t bars = 0;
  for (const std::string& line : lines_of(s)) {
    std::size_t n = 0;
    for (std::size_t i = 0; i < line.size(); ++i) n += line[i] == '|' && (i == 0 || line[i - 1] != '\\');
    if (n > 0 && bars > 0) {
      EXPECT_EQ(n, bars) << line;
    }
    bars = n;
  }
  EXPECT_TRUE(has(s, "| :--- | ---: |"));
  EXPECT_TRUE(has(s, "c\\|d"));
  EXPECT_TRUE(has(s, "### Gradients"));
  EXPECT_TRUE(has(s, "**failed**"));
}

TEST(Outputs, AreTheSameBytesTwice) {
  for (const Output& o : outputs) EXPECT_EQ(o.render({}, {}), o.render({}, {})) << o.name;
  for (const Output& o : outputs) EXPECT_EQ(rendered(o.name, sample()), rendered(o.name, sample())) << o.name;
}

}  // namespace
}  // namespace ulplab::lab
