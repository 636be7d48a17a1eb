// Are the lines what GitHub's runner reads, whatever is in the text?
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "lab/verify/github.hpp"
#include "tests/lab/verify_sessions.hpp"

namespace ulplab::lab {
namespace {

using namespace made;

std::vector<std::string> lines_of(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

TEST(VerifyGithub, EscapesAsTheRunnerUnescapes) {
  EXPECT_EQ(github_data("100 % of a,b: one\r\ntwo"), "100 %25 of a,b: one%0D%0Atwo");
  EXPECT_EQ(github_property("100 % of a,b: one\r\ntwo"), "100 %25 of a%2Cb%3A one%0D%0Atwo");
  EXPECT_EQ(github_data("%0A"), "%250A");
  EXPECT_EQ(github_data("\033[31m\xff"), "\\x1b[31m\\xff");
}

TEST(VerifyGithub, AnErrorForEachFailureAndANoticeForEachReason) {
  Session s = failing();
  s.results.push_back(skipped("f16_rem", "rne", "not offered by lib:./half.so:to_half"));
  const std::vector<std::string> lines = lines_of(github_annotations(s));
  ASSERT_EQ(lines.size(), 3u);
  EXPECT_EQ(lines[0], "::error title=f32_to_f16 rne by lib%3A./half.so%3Ato_half%3A 4 inputs differ::0x3f801000: expected 0x3c00, got 0x3c01%0ATies go away from zero, "
                      "not to the even neighbour.%0Aulplab verify f32_to_f16 --rounding rne --against lib:./half.so:to_half --context ieee --input 0x3f801000");
  EXPECT_TRUE(lines[1].starts_with("::error title=f16_add rtz by lib%3A./half.so%3Ato_half%3A 1 input differs::0x3c00,0x0001: expected 0x3c00 (inexact), got 0x3c00 (underflow inexact)%0A")) << lines[1];
  EXPECT_EQ(lines[2], "::notice title=2 checks skipped::not offered by lib:./half.so:to_half: f32_to_tf32 rne, f16_rem rne");
}

TEST(VerifyGithub, TroubleIsAnErrorAndARunOfNothingAWarning) {
  Session s = failing();
  s.results = {skipped("f16_add", "rne", "cudaErrorInsufficientDriver (35)", true)};
  s.trouble = "the device\nfell off the bus";
  const std::vector<std::string> lines = lines_of(github_annotations(s));
  ASSERT_EQ(lines.size(), 3u);
  EXPECT_EQ(lines[0], "::error title=the run failed on the way::the device%0Afell off the bus");
  EXPECT_EQ(lines[2], "::warning title=nothing was run::cudaErrorInsufficientDriver (35)");
}

}  // namespace
}  // namespace ulplab::lab
