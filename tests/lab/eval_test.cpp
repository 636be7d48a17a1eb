// Does one line give the right answer? Rows of cases, then the grammar.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "lab/eval/evaluator.hpp"
#include "softfloat/names.hpp"
#include "softfloat/operations.hpp"
#include "softfloat/presets.hpp"

namespace ulplab::lab {
namespace {

struct Case {
  std::string id, source, kind, inputs, rounding, expected, flags, note;
};

std::vector<Case> read_cases(const std::filesystem::path& path) {
  std::vector<Case> cases;
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);  // the heading
  while (std::getline(file, line)) {
    if (line.empty()) continue;
    std::vector<std::string> fields;
    std::istringstream stream(line);
    for (std::string field; std::getline(stream, field, '\t');) fields.push_back(field);
    fields.resize(8);
    cases.push_back({fields[0], fields[1], fields[2], fields[3], fields[4], fields[5], fields[6], fields[7]});
  }
  return cases;
}

Answer ask(std::string_view kind, std::string_view rounding, std::string_view inputs, const EvalSettings& settings = {}) {
  const auto made = make_evaluator(kind, rounding, settings);
  if (const std::string* problem = std::get_if<std::string>(&made)) return {"error", "-", *problem};
  return std::get<Evaluator>(made)(inputs);
}

/// `nan` in a file means any quiet NaN of the kind's result.
bool is_quiet_nan(const Case& c, const std::string& got) {
  std::string format = c.kind.substr(0, c.kind.find('_'));
  if (const auto to = c.kind.find("_to_"); to != std::string::npos) format = c.kind.substr(to + 4, c.kind.find('_', to + 4) - to - 4);
  const std::optional<Format> f = find_format(format);
  return f && got.starts_with("0x") && class_of(*f, std::strtoull(got.c_str(), nullptr, 16)) == Class::quiet_nan;
}

void expect_case(const Case& c) {
  const Answer got = ask(c.kind, c.rounding, c.inputs);
  const bool value_right = c.expected == "nan" ? is_quiet_nan(c, got.expected) : got.expected == c.expected;
  EXPECT_TRUE(value_right) << c.id << " " << c.kind << " " << c.inputs << " " << c.rounding << ": expected " << c.expected << ", got " << got.expected
                           << "  " << got.problem << "\n  " << c.note;
  if (c.flags != "-") {
    EXPECT_EQ(got.flags, c.flags) << c.id << " " << c.kind << " " << c.inputs << " " << c.rounding;
  }
}

std::filesystem::path shared_data() {
  if (const char* path = std::getenv("ULPLAB_SHARED_DATA")) return path;
  return std::filesystem::path(ULPLAB_SOURCE_DIR) / "../shared/data";
}

TEST(Eval, every_bug_we_ever_found_stays_mended) {
  const std::vector<Case> cases = read_cases(std::filesystem::path(ULPLAB_SOURCE_DIR) / "tests/found.tsv");
  ASSERT_GE(cases.size(), 10u);
  for (const Case& c : cases) expect_case(c);
}

TEST(Eval, bugs_of_other_software_are_not_ours) {
  const std::filesystem::path file = shared_data() / "cases.tsv";
  if (!std::filesystem::exists(file)) GTEST_SKIP() << "cases.tsv is not here (" << file << "): set ULPLAB_SHARED_DATA to the folder that has it";
  const std::vector<Case> cases = read_cases(file);
  ASSERT_EQ(cases.size(), 185u);
  for (const Case& c : cases) expect_case(c);
}

TEST(Eval, codes_go_in_and_out_at_full_width_in_lower_case) {
  EXPECT_EQ(ask("f16_add", "rne", "0x3c00,0x3c01").expected, "0x4000");
  EXPECT_EQ(ask("f32_to_e4m3", "rne+sat", "0x43e88000").expected, "0x7e");
  EXPECT_EQ(ask("f16_to_tf32", "rne", "0x3C00").expected, "0x1fc00");  // 19 bits: five digits
  EXPECT_EQ(ask("f16_to_e2m1", "rne", "0x3c00").expected, "0x2");
  EXPECT_EQ(ask("f32_to_e8m0", "rtz", "0x3f800000").expected, "0x7f");
}

TEST(Eval, flags_come_in_a_fixed_order) {
  EXPECT_EQ(ask("f16_div", "rne", "0x3c00,0x0000").flags, "divzero");
  EXPECT_EQ(ask("f16_mul", "rne", "0x7bff,0x7bff").flags, "overflow;inexact");
  EXPECT_EQ(ask("f16_mul", "rne", "0x0001,0x0001").flags, "underflow;inexact");
  EXPECT_EQ(ask("f16_add", "rne", "0x3c00,0x3c00").flags, "none");
  EXPECT_EQ(ask("f16_total_order", "-", "0x3c00,0x3c00").flags, "-");
}

TEST(Eval, underflow_that_only_one_convention_raises_is_marked_unless_one_is_chosen) {
  // 0x03ff * 0x3c01 = 0x0400: tiny before rounding, not after
  EXPECT_EQ(ask("f16_mul", "rne", "0x03ff,0x3c01").flags, "underflow(before);inexact");
  EXPECT_EQ(ask("f16_mul", "rne", "0x03ff,0x3c01", {"ieee", Tininess::before}).flags, "underflow;inexact");
  EXPECT_EQ(ask("f16_mul", "rne", "0x03ff,0x3c01", {"ieee", Tininess::after}).flags, "inexact");
}

TEST(Eval, ieee_raises_invalid_for_infinity_times_zero_plus_quiet_nan_and_x86_does_not) {
  EXPECT_EQ(ask("f16_fma", "rne", "0x7c00,0x0000,0x7e55").flags, "invalid");
  EXPECT_EQ(ask("f16_fma", "rne", "0x7c00,0x0000,0x7e55", {"x86_avx512_fp16", {}}).flags, "none");
  EXPECT_EQ(ask("f16_fma", "rne", "0x7c00,0x0000,0x7e55", {"x86_avx512_fp16", {}}).expected, "0x7e55");
}

TEST(Eval, machines_differ_in_their_nans) {
  EXPECT_EQ(ask("f16_sub", "rne", "0x7c00,0x7c00").expected, "0x7e00");
  EXPECT_EQ(ask("f16_sub", "rne", "0x7c00,0x7c00", {"x86_sse", {}}).expected, "0xfe00");
  EXPECT_EQ(ask("f16_sub", "rne", "0x7c00,0x7c00", {"cuda", {}}).expected, "0x7fff");
  EXPECT_EQ(ask("f16_add", "rne", "0x7e01,0x7c02", {"arm", {}}).expected, "0x7e02");
  EXPECT_EQ(ask("f16_add", "rne", "0x7e01,0x7c02", {"ieee", {}}).expected, "0x7e01");
  EXPECT_EQ(ask("f32_to_bf16", "rne", "0x00408000", {"x86_avx512_bf16", {}}).expected, "0x0000");
  EXPECT_EQ(ask("bf16_to_f32", "rne", "0xff81", {"cuda", {}}).expected, "0xff810000");
  EXPECT_EQ(ask("f64_to_e4m3", "rne", "0xfff8000000000000", {"cuda", {}}).expected, "0xff");
  EXPECT_EQ(ask("f32_to_e4m3", "rne", "0xffc00000", {"cuda", {}}).expected, "0x7f");
  EXPECT_EQ(ask("f32_to_e4m3", "rne", "0x7f800000", {"cuda_satfinite", {}}).expected, "0x7e");
  EXPECT_EQ(ask("f16_to_i32", "rtz", "0x7e00", {"x86_sse", {}}).expected, "-2147483648");
  EXPECT_EQ(ask("f16_to_i32", "rtz", "0x7e00", {"riscv", {}}).expected, "2147483647");
}

TEST(Eval, a_machine_that_has_one_direction_only_does_not_offer_the_others) {
  EXPECT_NE(ask("f32_to_bf16", "rup", "0x3f800000", {"x86_avx512_bf16", {}}).problem, "");
}

TEST(Eval, every_operation_and_every_format_can_be_asked) {
  for (const NamedFormat& n : named_formats)
    for (const Operation& o : operations) {
      std::string inputs = "0x0";
      for (int i = 1; i < o.operands; ++i) inputs += ",0x0";
      const Answer a = ask(std::string(n.name) + "_" + std::string(o.name), "rne", inputs);
      if (problem_of(o, n.format) == nullptr) {
        EXPECT_EQ(a.problem, "") << n.name << "_" << o.name;
      } else {
        EXPECT_NE(a.problem.find("scale"), std::string::npos) << "the refusal says why: " << a.problem;
      }
    }
}

TEST(Eval, invented_formats_are_formats) {
  EXPECT_EQ(ask("e5p3_add", "rne", "0x3c,0x3c").expected, ask("e5m2_add", "rne", "0x3c,0x3c").expected);
  EXPECT_EQ(ask("f32_to_e6p9", "rne", "0x3f800000").expected, "0x1f00");
}

TEST(Eval, malformed_lines_answer_error_and_say_why) {
  const std::pair<std::string_view, std::string_view> rows[] = {
      {"f16_add", ""},           {"f16_add", "0x3c00"},         {"f16_add", "0x3c00,0x3c00,0x3c00"}, {"f16_add", "3c00,3c00"},
      {"f16_add", "0x13c00,0x0"}, {"f16_add", "0x,0x0"},         {"f16_add", "0x3c00;0x3c00"},        {"f16_add", "0x-1,0x0"},
      {"i8_to_f16", "128"},      {"i8_to_f16", "-129"},         {"u8_to_f16", "-1"},                 {"i64_to_f16", "9223372036854775808"},
      {"i64_to_f16", "1.0"},     {"dec_to_f16", "1,5"},         {"dec_to_f16", ""},                  {"f16_to_int", "0x3c00"},
      {"f16_to_int", "0x3c00,i7"}, {"f16_minmax", "min,0x0,0x0"}, {"sum_f16", "seq"},                 {"sum_f16", "fast;0x3c00"},
      {"sum_f16", "seq;0*0x3c00"}, {"sum_f16", "seq;0x3c00,"},   {"f16_twosum", "0x3c00"},            {"f16_to_hex", "1.0"},
  };
  for (const auto& [kind, inputs] : rows) {
    const Answer a = ask(kind, "rne", inputs);
    EXPECT_EQ(a.expected, "error") << kind << " " << inputs;
    EXPECT_EQ(a.flags, "-");
    EXPECT_GT(a.problem.size(), 10u) << kind << " " << inputs << " needs a sentence";
  }
}

TEST(Eval, kinds_and_roundings_that_do_not_exist_are_refused_with_a_sentence) {
  for (const std::string_view kind : {"", "f16", "f16_", "_add", "f17_add", "f16_plus", "i8_to_i16", "f16_to_", "e99p9_add", "sum_", "mean_f0", "f16_to_dec", "dec_to_"})
    EXPECT_TRUE(std::holds_alternative<std::string>(make_evaluator(kind, "rne", {}))) << kind;
  for (const std::string_view rounding : {"nearest", "rnee", "sr0", "sr33", "sr1x", "+sat", "rne+", "rne+sat+sat"})
    EXPECT_TRUE(std::holds_alternative<std::string>(make_evaluator("f16_add", rounding, {}))) << rounding;
  EXPECT_TRUE(std::holds_alternative<std::string>(make_evaluator("f16_add", "rne", {"vax", {}})));
}

TEST(Eval, stochastic_rounding_takes_its_bits_as_the_last_input) {
  EXPECT_EQ(ask("f32_to_bf16_sr", "sr16", "0x3f808000,0x8000").expected, "0x3f81");
  EXPECT_EQ(ask("f32_to_bf16_sr", "sr16", "0x3f808000,0x7fff").expected, "0x3f80");
  EXPECT_EQ(ask("f16_add", "sr8", "0x6800,0x3c00,0x80").expected, "0x6801");  // 2049 lies half-way
  EXPECT_EQ(ask("f16_add", "sr8", "0x6800,0x3c00,0x7f").expected, "0x6800");
  EXPECT_EQ(ask("dec_to_f16_sr", "sr8", "2049,0x80").expected, "0x6801");
  EXPECT_NE(ask("f16_add", "sr8", "0x6800,0x3c00").problem, "");
}

TEST(Eval, sums_of_any_length_are_exact_where_they_say_so) {
  EXPECT_EQ(ask("sum_f16", "rne", "exact;1000000000*0x0001").expected, ask("dec_to_f16", "rne", "59.604644775390625").expected);
  EXPECT_EQ(ask("mean_f16", "rne", "exact;0x3c00,0x4000").expected, "0x3e00");
  EXPECT_EQ(ask("mean_f16", "rne", "seq;0x3c00,0x4000").expected, "0x3e00");
  EXPECT_EQ(ask("sum_f16", "rne", "exact;0x7c00,0xfc00").expected, "0x7e00");
  EXPECT_EQ(ask("sum_f16", "rdn", "exact;0x3c00,0xbc00").expected, "0x8000");
}

Answer testfloat(std::string_view function, std::string_view rounding, Tininess tininess, std::string_view line) {
  const auto made = make_testfloat_evaluator(function, rounding, {"ieee", tininess});
  if (const std::string* problem = std::get_if<std::string>(&made)) return {"", "", *problem};
  return std::get<Evaluator>(made)(line);
}

TEST(TestFloat, lines_are_answered_with_operands_result_and_flags) {
  EXPECT_EQ(testfloat("f16_add", "rne", Tininess::after, "83D7 FFBC").expected, "83D7 FFBC FFBC 00");
  EXPECT_EQ(testfloat("f16_mul", "rne", Tininess::before, "03FF 3C01").expected, "03FF 3C01 0400 03");
  EXPECT_EQ(testfloat("f16_mul", "rne", Tininess::after, "03FF 3C01").expected, "03FF 3C01 0400 01");
  EXPECT_EQ(testfloat("f16_le", "rne", Tininess::after, "3C00 4000").expected, "3C00 4000 1 00");
  EXPECT_EQ(testfloat("f16_lt", "rne", Tininess::after, "7E00 4000").expected, "7E00 4000 0 10");
  EXPECT_EQ(testfloat("f32_to_f64", "rne", Tininess::after, "3F800000").expected, "3F800000 3FF0000000000000 00");
  EXPECT_EQ(testfloat("ui64_to_f16", "rne", Tininess::after, "0000000000000801").expected, "0000000000000801 6800 01");
  EXPECT_EQ(testfloat("f16_to_i32", "rtz", Tininess::after, "BC01").expected, "BC01 FFFFFFFF 01");
  EXPECT_EQ(testfloat("f16_mulAdd", "rne", Tininess::after, "3C00 3C00 3C00").expected, "3C00 3C00 3C00 4000 00");
  EXPECT_EQ(testfloat("f16_roundToInt", "rne", Tininess::after, "3E00").expected, "3E00 4000 01");
  EXPECT_EQ(testfloat("f16_add", "rne", Tininess::after, "3C00").expected, "error");
}

}  // namespace
}  // namespace ulplab::lab
