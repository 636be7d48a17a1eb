// Does the report of a verification say what came out, in every form, and never more than was run?
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "lab/outputs/outputs.hpp"
#include "lab/report/text.hpp"
#include "lab/verify/mismatch.hpp"
#include "lab/verify/report.hpp"
#include "tests/lab/verify_sessions.hpp"

namespace ulplab::lab {
namespace {

using namespace made;

std::string rendered(const Session& s, std::string_view output) {
  const Report r = report_of(s);
  EXPECT_EQ(flaws_of(r), std::vector<std::string>{});
  return find_output(output)->render({&r, 1}, {});
}
bool has(const std::string& text, std::string_view piece) { return text.find(piece) != std::string::npos; }

std::string golden(const std::string& name) {
  std::ifstream file(std::string(ULPLAB_SOURCE_DIR) + "/tests/golden/" + name, std::ios::binary);
  std::ostringstream s;
  s << file.rdbuf();
  return s.str();
}

verify::Kind kind_of(const std::string& name) { return std::get<verify::Kind>(verify::parse_kind(name)); }
std::string distance(const std::string& kind, Code expected, Code got) { return distance_of(kind_of(kind), mismatch(0, {}, expected, got)).value_or("none"); }

TEST(VerifyReport, OfAFailingSessionIsTheGoldenText) { EXPECT_EQ(rendered(failing(), "text"), golden("verify_failing.txt")); }

TEST(VerifyReport, FitsInAHundredColumns) {
  Session s = failing();
  s.results[2].machine = "x86_f16c";  // the one preset with a longer name takes three columns more
  std::istringstream lines(rendered(s, "text"));
  for (std::string line; std::getline(lines, line);)
    EXPECT_TRUE(has(line, " ulplab verify ") || display_width(line) <= 100u) << line;  // commands are to be copied
}

TEST(VerifyReport, CountsFindingsAsPassedFailedAndSkipped) {
  const Tally t = tally_of(report_of(failing()));
  EXPECT_EQ(t.passed, 2u);
  EXPECT_EQ(t.failed, 2u);
  EXPECT_EQ(t.skipped, 1u);
}

TEST(VerifyReport, CsvAndMarkdownHaveTheSameNumbers) {
  for (const char* output : {"csv", "md"}) {
    const std::string s = rendered(failing(), output);
    for (const char* piece : {"0x3f801000", "0x3c01", "signaling NaN", "Ties go away from zero", "ulplab verify f16", "VCVTNEPS2BF16"}) EXPECT_TRUE(has(s, piece)) << output << piece;
  }
  EXPECT_TRUE(has(rendered(failing(), "csv"), "f32_to_f16,rne,,ieee,failed,4294967296,4294967296,2^32,4\n"));
}

TEST(VerifyReport, AStoppedCheckIsNotGreen) {
  Session s = failing();
  s.results = {check("f16_sqrt", "rne", 16)};
  s.results[0].status = Status::stopped;
  s.results[0].tally.executed = 1000;
  s.interrupted = true;
  const std::string text = rendered(s, "text");
  EXPECT_TRUE(has(text, "SKIP f16_sqrt.rne (wanted 0) not measured: stopped after 1000 of 65 536 inputs, none of which differs")) << text;
  EXPECT_TRUE(has(text, "executed 1000 of 65 536 inputs"));
  EXPECT_TRUE(has(text, "0 passed, 0 failed, 1 skipped"));
}

TEST(VerifyReport, TroubleIsAFailure) {
  Session s = failing();
  s.results = {check("f16_sqrt", "rne", 16)};
  s.trouble = "cudaErrorIllegalAddress (700) after the kernel";
  EXPECT_TRUE(has(rendered(s, "text"), "FAIL infrastructure = cudaErrorIllegalAddress (700) after the kernel"));
  EXPECT_EQ(tally_of(report_of(s)).failed, 1u);
}

TEST(VerifyReport, ARunThatExecutedNothingSaysSoAndWhy) {
  Session s = failing();
  s.results = {skipped("f32_to_f16", "rne", "cudaErrorInsufficientDriver (35): no driver", true), skipped("f16_add", "rne", "cudaErrorInsufficientDriver (35): no driver", true),
               skipped("f16_rem", "rne", "not offered by cuda")};
  EXPECT_EQ(why_nothing_ran(s), "cudaErrorInsufficientDriver (35): no driver (and 1 check for other reasons)");
  EXPECT_EQ(executed_sentence(s), "executed 0 of 0 inputs");
  EXPECT_TRUE(has(rendered(s, "text"), "Note: Nothing was run: cudaErrorInsufficientDriver (35)"));
  EXPECT_EQ(why_nothing_ran(failing()), "");
}

TEST(VerifyReport, AKnownDifferenceThatStoppedIsAFailure) {
  Session s = failing();
  s.results = {with_known_difference()};
  s.results[0].status = Status::failed;
  s.results[0].known[0].occurred = 0;
  s.results[0].known[0].violated = true;
  const std::string text = rendered(s, "text");
  EXPECT_TRUE(has(text, "FAIL f32_to_bf16.rne = 0 occurrences of the known difference avx512_bf16_flushes (wanted 16 711 678)")) << text;
  EXPECT_TRUE(has(text, "occurs no more: a failure"));
}

TEST(VerifyReport, OfManyMismatchesAFewAreShown) {
  Session s = failing();
  CheckResult r = check("f32_to_f16", "rne", 32);
  r.status = Status::failed;
  for (std::uint64_t i = 0; i < 100; ++i) r.tally.note(mismatch(i, {i}, 0, 1));
  s.results = {r};
  EXPECT_TRUE(has(rendered(s, "text"), "f32_to_f16 rne: 100 inputs differ, the first 4 (--json: 16)\n"));
  EXPECT_FALSE(has(rendered(s, "text"), "0x00000004"));  // the fifth
  EXPECT_TRUE(has(rendered(s, "junit"), "0x0000000f"));
}

TEST(VerifyReport, ACheckWithoutInputsInThisShardIsNotGreen) {
  Session s = failing();
  CheckResult r = check("e4m3_add", "rne", 16);
  r.status = Status::passed;
  r.begin = r.end = 7;
  r.tally.executed = 0;
  s.results = {r};
  s.shards = 9;
  EXPECT_TRUE(has(rendered(s, "text"), "SKIP e4m3_add.rne (wanted 0) not measured: this shard has no inputs of it"));
  EXPECT_TRUE(has(rendered(s, "text"), "0 passed, 0 failed, 1 skipped"));
  EXPECT_TRUE(has(rendered(s, "junit"), "skipped=\"1\"")) << rendered(s, "junit");
}

TEST(VerifyReport, CommandsStayOnOneLineSoThatTheyCanBeCopied) {
  Session s = failing();
  s.against = "lib:/a/path/of/many/folders/that/is/longer/than/a/line/on/most/terminals/is/libconverters.so:binary32_to_binary16";
  const auto parsed = verify::parse_kind(s.results[0].kind);
  const std::string command = verify_command(s, s.results[0], std::get<verify::Kind>(parsed), s.results[0].tally.first.at(0));
  ASSERT_GT(command.size(), 150u);
  EXPECT_TRUE(has(rendered(s, "text"), command + "\n")) << rendered(s, "text");
}

TEST(VerifyMismatch, DistanceIsInNumbersOfTheResultsFormat) {
  EXPECT_EQ(distance("f32_to_f16", 0x3c00, 0x3c01), "1");
  EXPECT_EQ(distance("f32_to_f16", 0x3c01, 0x3c00), "-1");
  EXPECT_EQ(distance("f32_to_f16", 0x7bff, 0x7c00), "1");     // infinity follows the largest
  EXPECT_EQ(distance("f32_to_f16", 0x0000, 0x8000), "0");     // zeros of both signs are one place
  EXPECT_EQ(distance("f32_to_f16", 0x8001, 0x0001), "2");
  EXPECT_EQ(distance("f32_to_f16", 0x7e00, 0x3c00), "none");  // NaN is no place
  EXPECT_EQ(distance("f64_add", 0xffefffffffffffff, 0x7fefffffffffffff), "18437736874454810622");
  EXPECT_EQ(distance("f16_to_i32", 0xffffffff, 0x00000001), "2");
  EXPECT_EQ(distance("f64_to_u64", 0, ~Code{0}), "18446744073709551615");
  EXPECT_EQ(distance("f16_lt_quiet", 0, 1), "none");          // a truth is no number
}

TEST(VerifyMismatch, CommandsAskAgain) {
  Session s = failing();
  const CheckResult& r = s.results[1];
  const verify::Kind kind = kind_of(r.kind);
  EXPECT_EQ(eval_command(r, kind, r.tally.first[0]), "echo 0x3c00,0x0001 | ulplab eval f16_add --rounding rtz");
  EXPECT_EQ(verify_command(s, r, kind, r.tally.first[0]),
            "ulplab verify f16_add --rounding rtz --against lib:./half.so:to_half --context ieee --flags --input 0x3c00,0x0001");
  s.with = "oracle";
  s.against = "pipe:./my half 'quoted'";
  EXPECT_EQ(verify_command(s, r, kind, r.tally.first[0]),
            "ulplab verify f16_add --rounding rtz --with oracle --against 'pipe:./my half '\\''quoted'\\''' --context ieee --flags --input 0x3c00,0x0001");
}

}  // namespace
}  // namespace ulplab::lab
