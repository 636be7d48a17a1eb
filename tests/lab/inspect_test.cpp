// Do show, explain and table say what the library computed, and do they answer nonsense?
#include <gtest/gtest.h>

#include <algorithm>

#include "lab/inspect/explain.hpp"
#include "lab/inspect/format_table.hpp"
#include "lab/inspect/show.hpp"
#include "softfloat/formats.hpp"
#include "softfloat/names.hpp"
#include "softfloat/print.hpp"

namespace ulplab::lab {
namespace {

Shown show_one(std::string_view value, const Format& f, Rounding rounding = Rounding::nearest_even) {
  return std::get<ShownValue>(show_value(value, {f}, rounding_to(rounding))).formats.at(0);
}

TEST(Show, three_tenths_in_fp16) {
  const Shown s = show_one("0.3", binary16);
  EXPECT_EQ(s.code, 0x34cdu);
  EXPECT_EQ(s.bits, "0b0'01101'0011001101");
  EXPECT_EQ(s.exact, "0.300048828125");
  EXPECT_EQ(s.shortest, "0.3");
  EXPECT_EQ(s.hex, "0x1.334p-2");
  EXPECT_EQ(s.ulp, "2^-12 = 0.000244140625");
  EXPECT_EQ(s.error_ulps, "0.2");
  EXPECT_EQ(s.error_exact, "0.000048828125");
  EXPECT_EQ(s.below, 0x34ccu);
  EXPECT_EQ(s.above, 0x34ceu);
  EXPECT_EQ(name_of(s.flags), "inexact");
}

TEST(Show, values_that_other_tools_get_wrong) {
  EXPECT_EQ(show_one("65520", binary16).code, 0x7c00u);
  EXPECT_EQ(name_of(show_one("65520", binary16).flags), "overflow;inexact");
  EXPECT_EQ(show_one("8.94069671630859375e-8", binary16).code, 0x0002u);    // a tie to even among subnormals
  EXPECT_EQ(show_one("8.940696716308593749e-8", binary16).code, 0x0001u);  // just below it
  EXPECT_EQ(show_one("1.0000000596046447753906251", binary32).code, 0x3f800001u);
  EXPECT_EQ(show_one("464", fp8_e4m3).code, 0x7eu);
  EXPECT_EQ(show_one("464.0001", fp8_e4m3).code, 0x7fu);
  EXPECT_EQ(show_one("0.3", binary16, Rounding::toward_zero).code, 0x34ccu);
}

TEST(Show, an_error_of_not_quite_half_an_ulp_is_not_called_a_half) {
  EXPECT_EQ(show_one("8.940696716308593749e-8", binary16).error_ulps, "about -0.5");
  EXPECT_EQ(show_one("8.94069671630859375e-8", binary16).error_ulps, "0.5");
  EXPECT_EQ(show_one("65519.99", binary16).error_ulps, "-0.4997");
}

TEST(Show, a_code_is_shown_in_its_own_format_first) {
  const ShownValue v = std::get<ShownValue>(show_value("fp16:0x3c01", {binary32, binary16}, Context{}));
  ASSERT_EQ(v.formats.size(), 2u);
  EXPECT_EQ(v.formats[0].format, binary16);
  EXPECT_EQ(v.formats[1].format, binary32);
  EXPECT_EQ(v.formats[1].code, 0x3f802000u);
  EXPECT_EQ(v.formats[1].error_exact, "0");
}

TEST(Show, works_in_every_named_format_and_in_invented_ones) {
  for (const NamedFormat& n : named_formats) EXPECT_FALSE(show_one("1", n.format).exact.empty()) << n.name;
  EXPECT_EQ(show_one("0.3", *find_format("e5p3")).code, show_one("0.3", fp8_e5m2).code);
  EXPECT_EQ(show_one("-1", scale_e8m0).kind, "quiet NaN");
}

TEST(Show, malformed_values_get_a_column_and_a_sentence) {
  const std::pair<std::string_view, int> rows[] = {{"", 1}, {"0.3.1", 4}, {"1,5", 2}, {"abc", 1}, {"fp16:", 6}, {"fp16:3c00", 6}, {"f9:0x1", 1}, {":", 1}, {"0x", 3}, {"1e", 3}};
  for (const auto& [written, column] : rows) {
    const auto r = show_value(written, {binary16}, Context{});
    ASSERT_TRUE(std::holds_alternative<Problem>(r)) << written;
    EXPECT_GT(std::get<Problem>(r).message.size(), 8u) << written;
    EXPECT_EQ(std::get<Problem>(r).column, column) << written << ": " << std::get<Problem>(r).message;
  }
}

Explanation explained(std::string_view text, Rounding rounding = Rounding::nearest_even) {
  const auto e = parse_expression(text);
  EXPECT_TRUE(std::holds_alternative<Expression>(e)) << text;
  return std::get<Explanation>(explain(std::get<Expression>(e), rounding_to(rounding)));
}
bool says(const Explanation& e, std::string_view text) {
  return std::any_of(e.lines.begin(), e.lines.end(), [&](const ExplainLine& l) { return l.text.find(text) != std::string::npos; });
}

TEST(Explain, an_addition_shows_its_alignment_its_tie_and_its_decision) {
  const Explanation e = explained("fp16: 0.1 + 0.2");
  EXPECT_EQ(e.result.code, 0x34ccu);
  EXPECT_TRUE(says(e, "   1.10011001100 × 2^-3"));
  EXPECT_TRUE(says(e, "+  0.11001100110 × 2^-3"));
  EXPECT_TRUE(says(e, "= 10.01100110010 × 2^-3"));
  EXPECT_TRUE(says(e, "10011001100 | 1 "));
  EXPECT_TRUE(says(e, "exactly half"));
  EXPECT_TRUE(says(e, "0 (even), so it stays"));
}

TEST(Explain, every_direction_gives_the_result_of_the_plain_operation) {
  for (const NamedRounding& r : named_roundings) {
    if (r.rounding == Rounding::stochastic) continue;
    for (const std::string_view text : {"fp16: 0.1 + 0.2", "bf16: 1/3", "e4m3: 448 * 2", "fp32: fma(1.1, 1.3, -1.4)", "fp64: sqrt(2)", "fp16: rem(5, 3)", "e2m1: 5 - 1.5", "fp16: 1e-7 * 0.5", "e5p3: rsqrt(3)", "f16: rint(2.5)", "f16: next_up(0)"}) {
      const Explanation e = explained(text, r.rounding);
      Code operands[3] = {};
      for (std::size_t i = 0; i < e.expression.operands.size(); ++i)
        operands[i] = std::get<ShownValue>(show_value(e.expression.operands[i], {e.expression.format}, e.context)).formats[0].code;
      EXPECT_EQ(e.result, e.expression.operation->apply(e.expression.format, operands, e.context)) << text << " " << r.name;
      EXPECT_EQ(e.steps.back().kind, StepKind::result) << text;
    }
  }
}

TEST(Explain, codes_and_functions_and_signs_are_read) {
  EXPECT_EQ(explained("fp16: 0x3c00 - -0x3c00p0").expression.operands.at(1), "-0x3c00p0");
  EXPECT_EQ(explained("fp16: 0x3c00+0x3c00").result.code, 0x4000u);
  EXPECT_EQ(explained("1e-3*2e+3").result.code, explained("fp16: 1e-3 * 2e3").result.code);
  EXPECT_EQ(explained("bf16:fma( 3 ,89, 0x8001 )").result.code, 0x4385u);
  EXPECT_EQ(explained("fp16: 0.1").result.code, 0x2e66u);
  EXPECT_EQ(explained("fp16: 0x2e66").result.code, 0x2e66u);
}

TEST(Explain, malformed_expressions_get_a_column_and_a_sentence) {
  const std::pair<std::string_view, int> rows[] = {{"", 1},           {"fp16:", 6},       {"fp16: +", 7},       {"fp16: 1 +", 10},  {"fp16: 1 ^ 2", 9},
                                                   {"fp16: 1 + 2 + 3", 13}, {"xy: 1", 1},  {"fp16: sin(1)", 7}, {"fp16: fma(1,2)", 7}, {"fp16: sqrt(1", 13},
                                                   {"fp16: sqrt()", 12}, {"e8m0: 1 + 1", 1}, {"1 2", 3}};
  for (const auto& [text, column] : rows) {
    const auto r = parse_expression(text);
    ASSERT_TRUE(std::holds_alternative<Problem>(r)) << text;
    EXPECT_EQ(std::get<Problem>(r).column, column) << text << ": " << std::get<Problem>(r).message;
  }
  for (const std::string_view text : {"fp16: 0x13c00 + 1", "fp16: 1..2 + 1", "fp16: abc + 1", "fp16: 1 + 2x"}) {
    const auto e = parse_expression(text);
    ASSERT_TRUE(std::holds_alternative<Expression>(e)) << text;
    EXPECT_TRUE(std::holds_alternative<Problems>(explain(std::get<Expression>(e), Context{}))) << text;
  }
}

TEST(Table, counts_every_code_once) {
  for (const NamedFormat& n : named_formats) {
    const Report r = describe(n.format);
    std::uint64_t sum = 0;
    for (const Row& row : r.tables.at(1).rows) sum += std::get<std::uint64_t>(row.at(1));
    const std::uint64_t all = n.format.code_mask();  // one less than there are, for 64 bits have 2^64
    EXPECT_EQ(sum - 1, all) << n.name;
    EXPECT_EQ(r.tables.size(), n.format.width() <= 8 ? 3u : 2u);
    EXPECT_TRUE(flaws_of(r).empty()) << n.name;
    if (n.format.width() > 16) continue;
    std::uint64_t counts[6] = {};
    for (Code c = 0; c <= n.format.code_mask(); ++c) ++counts[static_cast<int>(class_of(n.format, c))];
    for (int i = 0; i < 6; ++i) EXPECT_EQ(std::get<std::uint64_t>(r.tables[1].rows[static_cast<std::size_t>(i)][1]), counts[i]) << n.name;
  }
}

TEST(Table, knows_the_border_of_overflow) {
  const auto border = [](const Format& f) {
    const Report r = describe(f);
    for (const Row& row : r.tables[0].rows)
      if (std::get<std::string>(row[0]).starts_with("rounds beyond it")) {
        const Number at = std::get<Number>(row[1]);
        return std::get<std::string>(row[0]).substr(17) + " " + decimal_scientific(at.format, at.code, 20);
      }
    return std::string();
  };
  EXPECT_EQ(border(binary16), "from 6.5520000000000000000e4");
  EXPECT_EQ(border(fp8_e5m2), "from 6.1440000000000000000e4");
  EXPECT_EQ(border(fp8_e4m3), "above 4.6400000000000000000e2");
  EXPECT_EQ(border(binary64), "from 1.7976931348623158079e308");  // 2^1024 - 2^970
}

}  // namespace
}  // namespace ulplab::lab
