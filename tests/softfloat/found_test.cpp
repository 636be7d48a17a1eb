// Do the bugs ever found stay mended? Rows of tests/found.tsv, straight through the library (tests/lab reads the same rows
// through the command), and those that need a format without a name.
#include <fstream>
#include <optional>
#include <sstream>

#include "softfloat/add.hpp"
#include "softfloat/compare.hpp"
#include "softfloat/convert.hpp"
#include "softfloat/div.hpp"
#include "softfloat/integer.hpp"
#include "softfloat/names.hpp"
#include "softfloat/operations.hpp"
#include "softfloat/presets.hpp"
#include "softfloat/parse.hpp"
#include "softfloat/recorder.hpp"
#include "support.hpp"

namespace ulplab::test {
namespace {

/// id source kind inputs rounding expected flags note
using Row = std::vector<std::string>;

std::vector<std::string> split(const std::string& text, char at) {
  std::vector<std::string> out;
  std::istringstream stream(text);
  for (std::string field; std::getline(stream, field, at);) out.push_back(field);
  return out;
}

std::vector<Row> rows_of(const std::string& path) {
  std::vector<Row> rows;
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  while (std::getline(file, line)) rows.push_back(split(line, '\t'));
  return rows;
}

/// `rne`, `rne+sat`, `sr16`; the random bits of sr are the last input.
Context context_of(const std::string& column, std::vector<std::string>& inputs) {
  Context c;
  const std::pair<const char*, Rounding> words[] = {{"rne", Rounding::nearest_even}, {"rna", Rounding::nearest_away},
                                                    {"rtz", Rounding::toward_zero},  {"rup", Rounding::up},
                                                    {"rdn", Rounding::down},         {"rto", Rounding::to_odd}};
  for (const auto& [word, rounding] : words)
    if (column.rfind(word, 0) == 0) c.rounding = rounding;
  if (column.find("+sat") != std::string::npos) c.overflow = Overflow::saturate;
  if (column.find("+nan") != std::string::npos) c.overflow = Overflow::to_nan;
  if (column.rfind("sr", 0) == 0) {
    c = stochastic(std::stoi(column.substr(2)), static_cast<std::uint32_t>(std::stoul(inputs.back(), nullptr, 16)));
    inputs.pop_back();
  }
  return c;
}

Code code_of(const std::string& text) { return std::stoull(text, nullptr, 16); }

/// The answer of the library; nothing where the kind is none of these.
std::optional<std::pair<Format, Rounded>> answer(const std::string& kind, const std::vector<std::string>& inputs, const Context& c) {
  if (const std::size_t to = kind.find("_to_"); to != std::string::npos) {
    const std::optional<Format> target = find_format(kind.substr(to + 4));
    const std::string source = kind.substr(0, to);
    if (!target) return std::nullopt;
    if (source == "dec") return {{*target, parse(*target, inputs[0], c).value}};
    if (source == "i64") {
      const long long n = std::stoll(inputs[0]);
      return {{*target, from_integer(*target, IntegerType{64, true}, static_cast<std::uint64_t>(n), c)}};
    }
    if (const std::optional<Format> from = find_format(source)) return {{*target, convert(*from, code_of(inputs[0]), *target, c)}};
    return std::nullopt;
  }
  const std::size_t cut = kind.find('_');
  const std::optional<Format> f = find_format(kind.substr(0, cut));
  const Operation* operation = cut == std::string::npos ? nullptr : find_operation(std::string_view(kind).substr(cut + 1));
  if (!f || operation == nullptr || inputs.size() != static_cast<std::size_t>(operation->operands)) return std::nullopt;
  Code codes[3] = {};
  for (std::size_t i = 0; i < inputs.size(); ++i) codes[i] = code_of(inputs[i]);
  return {{*f, operation->apply(*f, codes, c)}};
}

TEST(Found, every_row_of_found_tsv_stays_right) {
  const std::vector<Row> rows = rows_of(ULPLAB_SOURCE_DIR "/tests/found.tsv");
  ASSERT_GE(rows.size(), 40u) << "tests/found.tsv";
  int read = 0;
  for (const Row& row : rows) {
    ASSERT_EQ(row.size(), 8u) << row[0] << " needs eight columns";
    std::vector<std::string> inputs = split(row[3], ',');
    Context c = context_of(row[4], inputs);
    const auto after = answer(row[2], inputs, c);
    c.tininess = Tininess::before;
    const auto before = answer(row[2], inputs, c);
    if (!after) continue;  // a kind of the command's own (text out, sums): tests/lab/eval_test.cpp reads it
    ++read;
    const auto& [f, got] = *after;
    const std::string what = row[0] + " " + row[2] + " " + row[3] + " " + row[4] + ": " + row[7];
    if (row[5] == "nan") {
      EXPECT_EQ(exact::decode(f, got.code).kind, exact::Kind::quiet_nan) << what;
    } else {
      EXPECT_EQ(text_of(f, got.code), text_of(f, code_of(row[5]))) << what;
    }
    if (row[6] == "-") continue;
    const std::size_t only_before = row[6].find("underflow(before)");
    std::string with = row[6], without = row[6];
    if (only_before != std::string::npos) {
      with.replace(only_before, 17, "underflow");
      without.erase(only_before, 18);
    }
    EXPECT_EQ(text_of(before->second.flags), with) << what << ", tininess before";
    EXPECT_EQ(text_of(got.flags), without) << what << ", tininess after";
  }
  EXPECT_GE(read, 40);
}

// --- Ours, in formats that have no name ---------------------------------------------------------------------------------------

constexpr Format unsigned_e4p4{4, 4, 7, Specials::ieee, true, false, true};

TEST(Found, F001_a_number_minus_infinity_is_invalid_in_an_unsigned_format) {  // was +infinity
  EXPECT_EQ(sub(unsigned_e4p4, 0x38, unsigned_e4p4.infinity()), (Rounded{0x7c, Flag::invalid}));
}
TEST(Found, F002_logb_of_zero_is_invalid_in_an_unsigned_format) {  // was +infinity, divide by zero
  EXPECT_EQ(logb(unsigned_e4p4, 0), (Rounded{0x7c, Flag::invalid}));
}
TEST(Found, F003_codes_of_64_bits_without_a_sign_compare_as_unsigned) {  // the largest number was smaller than one
  constexpr Format f{15, 50, 16383, Specials::ieee, true, false, true};
  EXPECT_EQ(compare(f, f.max_finite(), 1).order, Order::greater);
  EXPECT_EQ(total_order(f, f.max_finite(), 1), Order::greater);
}
TEST(Found, F004_the_nan_of_a_64_bit_fnuz_format_comes_last) {  // was between -0 and +0
  constexpr Format f{11, 53, 1024, Specials::negative_zero_nan};
  EXPECT_EQ(total_order(f, f.sign_mask(), f.max_finite()), Order::greater);
}
TEST(Found, F005_a_carry_out_of_64_bits_without_a_sign_overflows) {  // was 0, inexact
  constexpr Format f{3, 62, 3, Specials::finite_only, true, false, true};
  EXPECT_EQ(add(f, 0xdfffffffffffffff, 0xe000000000000000), (Rounded{0xffffffffffffffff, Flag::overflow | Flag::inexact}));
}
TEST(Found, F006_round_to_integral_tells_one_result) {  // told two, the first without its flags
  std::vector<Step> steps;
  (void)round_to_integral(binary16, 0x3e00, {}, Exactness::signals_inexact, Recorder{&steps});
  int results = 0;
  for (const Step& s : steps) results += s.kind == StepKind::result ? 1 : 0;
  EXPECT_EQ(results, 1);
  EXPECT_EQ(steps.back().flags, Flags(Flag::inexact));
}

TEST(Found, F007_cuda_keeps_the_top_payload_bit_of_a_nan_from_binary64_to_e5m2) {  // the preset said 0x7e for every NaN
  const Context c = find_preset("cuda", Use::conversion, binary64, fp8_e5m2)->context;
  EXPECT_EQ(convert(binary64, 0x7ff8000000000000, fp8_e5m2, c).code, 0x7eu);
  EXPECT_EQ(convert(binary64, 0xfffc000000000000, fp8_e5m2, c).code, 0xffu);
}

TEST(Found, F008_cuda_makes_0x80000000_of_a_nan_from_binary64_to_32_bits) {  // the preset said 0, as from the other formats
  const auto of_nan = [](const Format& from, IntegerType type) {
    return to_integer(from, from.infinity() | 1 << 5, type, find_preset("cuda", Use::to_integer, from, from)->context).bits;
  };
  EXPECT_EQ(of_nan(binary64, {32, true}), 0x80000000u);
  EXPECT_EQ(of_nan(binary64, {32, false}), 0x80000000u);
  EXPECT_EQ(of_nan(binary32, {32, true}), 0u);
  EXPECT_EQ(of_nan(binary32, {64, true}), 0x8000000000000000u);
}

}  // namespace
}  // namespace ulplab::test
