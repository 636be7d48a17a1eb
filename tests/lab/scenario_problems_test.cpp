// What a person can get wrong in a scenario: each with the place, a sentence, and all of it at once.
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <fstream>

#include "lab/scenario/scenario.hpp"
#include "lab/scenario/yaml.hpp"

namespace ulplab::lab {
namespace {

Problems problems_in(const std::string& text) {
  ScenarioResult r = load_text(text, "test.yaml");
  return std::holds_alternative<Problems>(r) ? std::get<Problems>(r) : Problems{};
}

std::string all_of(const Problems& problems) {
  std::string s;
  for (const Problem& p : problems) s += to_text(p);
  return s;
}

struct Row {
  const char* what;
  std::string text;
  int line;
  int column;
  const char* message;  ///< a part of it
  const char* hint;     ///< a part of it
};

const std::string head = "schema: 1\nkind: sum\ntitle: t\n";                       // lines 1 to 3
const std::string sums = head + "term: 0.1\ncount: 10\nformats: [f16, bf16]\n";    // lines 1 to 6
const std::string equals = "schema: 1\nkind: sum-equals\ntitle: t\na: 0.1\nb: 0.2\nc: 0.3\n";  // lines 1 to 6
const std::string under = "schema: 1\nkind: underflow\ntitle: t\n";                // lines 1 to 3
const std::string over = "schema: 1\nkind: overflow\ntitle: t\n";                  // lines 1 to 3

const Row rows[] = {
    // the file
    {"empty file", "", 1, 1, "the file is empty", "schema: 1"},
    {"only a comment", "# nothing\n", 1, 1, "nothing in this file", "schema: 1"},
    {"binary file", std::string("schema: 1\nkind\0: x", 18), 2, 5, "byte 0x00 is no text", "UTF-8"},
    {"Latin-1", "schema: 1\ntitle: na\xEFve\n", 2, 10, "byte 0xef is not UTF-8", "UTF-8"},
    {"overlong UTF-8", "schema: \xE0\x80\x80\n", 1, 9, "byte 0xe0 is not UTF-8", ""},
    {"overlong UTF-8 of four bytes", "schema: \xF0\x80\x80\x80\n", 1, 9, "byte 0xf0 is not UTF-8", ""},
    {"beyond U+10FFFF", "schema: \xF4\x90\x80\x80\n", 1, 9, "byte 0xf4 is not UTF-8", ""},
    {"a tab for indentation", head + "term: 0.1\nlists:\n\t- a\n", 6, 1, "tab", "spaces"},
    {"a list at the top", "- schema: 1\n", 1, 1, "a scenario must be a map, but is a list", "key: value"},
    {"a word at the top", "hello\n", 1, 1, "a scenario must be a map, but is 'hello'", "key: value"},
    {"an open bracket", head + "formats: [f16, bf16\n", 5, 1, "list that begins with [ is not closed", "]"},
    {"an open quote", head + "question: \"why\n", 4, 11, "quoted text begins here and is not closed", "quote"},
    {"a second document", sums + "---\nschema: 1\n", 8, 1, "a second document begins here", "one file is one scenario"},
    {"an anchor", equals + "formats: &some [f16]\n", 7, 10, "anchors (&some)", "each value"},
    {"an alias", head + "term: &t 0.1\ncount: *t\nformats: [f16]\n", 5, 8, "aliases", "write the value out"},
    {"a tag", head + "term: !!float 0.1\ncount: 1\n", 4, 7, "tags (tag:yaml.org,2002:float)", "leave the tag out"},
    {"deeply nested", head + "term: " + std::string(3000, '[') + "\n", 4, 0, "nested too deeply", ""},
    // keys
    {"no schema", "kind: sum\ntitle: t\nterm: 1\ncount: 1\n", 1, 1, "lacks the key 'schema'", "schema: 1"},
    {"another schema", "schema: 2\nkind: sum\ntitle: t\nterm: 1\ncount: 1\n", 1, 9, "schema must be 1, but is '2'", ""},
    {"no kind", "schema: 1\ntitle: t\n", 1, 1, "lacks the key 'kind'", "sum-equals"},
    {"a misspelt kind", "schema: 1\nkind: unterflow\ntitle: t\n", 2, 7, "but is 'unterflow'", "did you mean 'underflow'?"},
    {"an unknown kind", "schema: 1\nkind: weather\ntitle: t\n", 2, 7, "but is 'weather'", "one of: sum-equals, sum, underflow, overflow"},
    {"a misspelt key", sums + "algoritms: [naive]\n", 7, 1, "unknown key 'algoritms'", "did you mean 'algorithms'?"},
    {"another kind's key", sums + "scales: [1]\n", 7, 1, "unknown key 'scales'", "known keys"},
    {"a duplicate key", sums + "count: 20\n", 7, 1, "'count' is here twice: the first is in line 5", "keep one"},
    {"a missing parameter", head + "count: 10\n", 1, 1, "lacks the key 'term'", "term: 0.1"},
    {"a key that is a list", sums + "[a, b]: c\n", 7, 1, "a key must be a word", ""},
    {"a title that is a list", "schema: 1\nkind: sum\ntitle: [t]\nterm: 1\ncount: 1\n", 3, 8, "title must be a text, but is a list", ""},
    {"a title without English", "schema: 1\nkind: sum\ntitle: {zh: 题}\nterm: 1\ncount: 1\n", 3, 8, "lacks the key 'en'", ""},
    {"a column behind Chinese letters", "schema: 1\nkind: sum\ntitle: {zh: 一百万, en: t, fr: u}\nterm: 1\ncount: 1\n", 3, 25, "unknown key 'fr'", ""},
    {"an id with blanks", "schema: 1\nid: my test\n" + sums.substr(10), 2, 5, "'my test' cannot be an id", "a to z"},
    // numbers
    {"a negative count", head + "term: 0.1\ncount: -5\n", 5, 8, "count must be from 1 to 100000000, but is -5", ""},
    {"count zero", head + "term: 0.1\ncount: 0\n", 5, 8, "count must be from 1 to 100000000, but is 0", ""},
    {"a huge count", head + "term: 0.1\ncount: 1e30\n", 5, 8, "count must be from 1 to 100000000, but is 1e30", ""},
    {"half a count", head + "term: 0.1\ncount: 2.5\n", 5, 8, "must be a whole number, but is 2.5", "from 1 to 100000000"},
    {"a count in words", head + "term: 0.1\ncount: many\n", 5, 8, "'many' is not a number", "0.1, 1.5e-7, 0x1p-14 or 2^14"},
    {"a count that is a list", head + "term: 0.1\ncount: [1, 2]\n", 5, 8, "count must be a number, but is a list", ""},
    {"no count behind the colon", head + "term: 0.1\ncount:\n", 5, 1, "count must be a number, but is empty", ""},
    {"an octal number", head + "term: 0.1\ncount: 010\n", 5, 8, "begins with a zero", "leave the zero out"},
    {"underscores", head + "term: 0.1\ncount: 1_000\n", 5, 8, "'1_000' is not a number", ""},
    {"infinity", head + "term: .inf\ncount: 10\n", 4, 7, "'.inf' is not a number", ""},
    {"infinity by its word", head + "term: inf\ncount: 10\n", 4, 7, "not a finite number", ""},
    {"an exponent beyond everything", head + "term: 1e999999\ncount: 10\n", 4, 7, "beyond every format", "20000"},
    {"a power that is none", head + "term: 2^half\ncount: 10\n", 4, 7, "'2^half' is not a power of two", "2^14"},
    {"a seed that is a word", sums + "seed: yes\n", 7, 7, "seed: 'yes' is not a number", ""},
    // formats, roundings, backends
    {"a misspelt format", equals + "formats: [f16, bf61]\n", 7, 16, "format 'bf61'", "did you mean 'bf16'?"},
    {"a format without precision bits", equals + "formats: [e5p1]\n", 7, 11, "format 'e5p1'", ""},
    {"a format too wide", equals + "formats: [e15p62]\n", 7, 11, "fit in 64 bits", ""},
    {"a format twice, by two names", equals + "formats: [f16, half]\n", 7, 16, "FP16 is in the list twice", ""},
    {"E8M0", equals + "formats: [e8m0]\n", 7, 11, "no sign or no zero", "signed format"},
    {"no formats", equals + "formats: []\n", 7, 10, "formats is empty", "[a, b]"},
    {"a format map with a slip", equals + "formats: [{exponent_bits: 5, precisoin: 11}]\n", 7, 30, "unknown key 'precisoin'", "did you mean 'precision'?"},
    {"a format map that cannot be", equals + "formats: [{exponent_bits: 1, precision: 3}]\n", 7, 11, "this format cannot be: specials 'ieee'", ""},
    {"a YAML 1.1 boolean", equals + "formats: [{exponent_bits: 5, precision: 3, subnormals: yes}]\n", 7, 56, "true or false, but is 'yes'", "words here"},
    {"a quoted boolean", equals + "formats: [{exponent_bits: 5, precision: 3, subnormals: \"true\"}]\n", 7, 56, "true or false", ""},
    {"a format named like a column", over + "formats: [{exponent_bits: 4, precision: 4, name: exact}]\n", 4, 50, "'exact' is taken", "of its own"},
    {"a format named like the cases' column", over + "formats: [{exponent_bits: 4, precision: 4, name: case}]\n", 4, 50, "'case' is taken", ""},
    {"a format named like the algorithms' column", sums + "accumulators: [{exponent_bits: 9, precision: 20, name: algorithm}]\n", 7, 56, "'algorithm' is taken", ""},
    {"a format named like another", equals + "formats: [{exponent_bits: 4, precision: 4, name: half}]\n", 7, 50, "'half' is taken: it is FP16", ""},
    {"two formats of one name", sums + "accumulators: [{exponent_bits: 9, precision: 20, name: a}, {exponent_bits: 9, precision: 21, name: a}]\n", 7, 100, "another format of this scenario", ""},
    {"a misspelt direction", equals + "roundings: [rne, rtn]\n", 7, 18, "no rounding direction 'rtn'", "did you mean"},
    {"stochastic as a direction", equals + "roundings: [sr]\n", 7, 13, "not a direction here", "algorithm 'stochastic'"},
    {"an unknown backend", equals + "backends: [sofd]\n", 7, 12, "'sofd'", "did you mean 'soft'?"},
    {"an unknown algorithm", sums + "algorithms: [naive, cahan]\n", 7, 21, "'cahan'", "did you mean 'kahan'?"},
    {"too many random bits", sums + "random_bits: 64\n", 7, 14, "random_bits must be from 1 to 32, but is 64", ""},
    // the kinds' own
    {"no gradients", under + "scales: [1]\n", 1, 1, "there are no gradients", "ladder"},
    {"scale zero", under + "ladder: {from: -8, to: -9}\nscales: [1, 0]\n", 5, 13, "a scale must be more than 0", ""},
    {"a scale that FP32 does not have", under + "ladder: {from: -8, to: -9}\nscales: [0.1]\n", 5, 10, "not a number of FP32", "powers of two"},
    {"a ladder beyond FP32", under + "ladder: {from: -8, to: -400}\nscales: [1]\n", 4, 24, "to must be from -140 to 120, but is -400", ""},
    {"a negative sigma", under + "lognormal: {mean: -22, sigma: -1, count: 10}\nscales: [1]\n", 4, 31, "sigma must be from 0 to 30", ""},
    {"FP64 where FP32 is computed", under + "ladder: {from: -8, to: -9}\nscales: [1]\nformats: [f64]\n", 1, 1, "FP64 has more bits than FP32", ""},
    {"a case with two questions", over + "cases:\n  - {id: a, value: 1, exp: 2}\n", 5, 5, "exactly one of value, sum, product, exp", ""},
    {"a product of three", over + "cases:\n  - {id: a, product: [1, 2, 3]}\n", 5, 22, "product takes two numbers", "[256, 256]"},
    {"two cases of one name", over + "cases:\n  - {id: a, value: 1}\n  - {id: a, value: 2}\n", 6, 5, "two cases have the id 'a'", ""},
    // expectations
    {"an unknown metric", sums + "expect:\n  - {metric: valu, value: 1, because: b}\n", 8, 14, "'valu'", "did you mean 'value'?"},
    {"an expectation without a reason", sums + "expect:\n  - {metric: value, format: f16, algorithm: naive, value: 1}\n", 8, 5, "lacks the key 'because'", ""},
    {"an expectation for no format", sums + "expect:\n  - {metric: value, algorithm: naive, value: 1, because: b}\n", 8, 5, "which format?", "f16, bf16"},
    {"a format that is not run", sums + "expect:\n  - {metric: value, format: f32, algorithm: naive, value: 1, because: b}\n", 8, 29, "not in this scenario's list", "f16, bf16"},
    {"an unknown relation", sums + "expect:\n  - {metric: value, format: f16, algorithm: naive, op: \"=>\", value: 1, because: b}\n", 8, 56, "'=>'", ""},
    {"a truth compared by size", equals + "formats: f16\nexpect:\n  - {metric: equal, op: \">\", value: true, because: b}\n", 9, 25, "compares numbers", "= or !="},
    {"a truth that is a word", equals + "formats: f16\nexpect:\n  - {metric: equal, value: no, because: b}\n", 9, 28, "true or false, but is 'no'", "words here"},
    {"a negative tolerance", sums + "expect:\n  - {metric: value, format: f16, algorithm: naive, value: 1, tolerance: -1, because: b}\n", 8, 73, "positive number", ""},
};

TEST(ScenarioProblems, EachIsToldAtItsPlace) {
  for (const Row& row : rows) {
    const Problems problems = problems_in(row.text);
    bool found = false;
    for (const Problem& p : problems)
      found = found || (p.line == row.line && (row.column == 0 || p.column == row.column) && p.message.find(row.message) != std::string::npos &&
                        p.hint.find(row.hint) != std::string::npos);
    EXPECT_TRUE(found) << row.what << ": wanted " << row.line << ":" << row.column << " " << row.message << " (" << row.hint << "), got\n"
                       << all_of(problems) << "for\n" << row.text;
    for (const Problem& p : problems) EXPECT_FALSE(p.message.empty()) << row.what;
  }
}

TEST(ScenarioProblems, AllAreToldAtOnceInTheOrderOfTheFile) {
  const Problems problems = problems_in(
      "schema: 1\nkind: sum\ntitle: []\nterm: x\ncount: 0\nformats: [f17]\nroundings: [up, down, sideways]\nwhy: because\n");
  ASSERT_EQ(problems.size(), 6u) << all_of(problems);
  for (std::size_t i = 0; i < problems.size(); ++i) EXPECT_EQ(problems[i].line, static_cast<int>(i) + 3) << all_of(problems);
}

TEST(ScenarioProblems, MissingFilesAndDirectoriesAreProblemsToo) {
  const auto first = [](const std::filesystem::path& p) { return std::get<Problems>(load(p)).at(0); };
  EXPECT_NE(first("/nowhere/at-all.yaml").message.find("no such file"), std::string::npos);
  const std::filesystem::path empty = std::filesystem::temp_directory_path() / "ulplab-test-empty.yaml";
  std::ofstream(empty) << "";
  for (const std::filesystem::path& p : {std::filesystem::path("/nowhere/at-all.yaml"), std::filesystem::temp_directory_path(), empty,
                                         std::filesystem::path("/dev/zero"), std::filesystem::path("/proc/self/mem")}) {
    EXPECT_EQ(first(p).line, 1) << p;
    EXPECT_EQ(first(p).column, 1) << p;
  }
  std::filesystem::remove(empty);
  EXPECT_EQ(first("/nowhere/at-all.yaml").file, "/nowhere/at-all.yaml");
  EXPECT_NE(first(std::filesystem::temp_directory_path()).message.find("a directory"), std::string::npos);

  const std::filesystem::path big = std::filesystem::temp_directory_path() / "ulplab-test-big.yaml";
  std::ofstream(big) << std::string(max_scenario_bytes + 1, '#');
  EXPECT_NE(first(big).message.find("more than 1048576 bytes"), std::string::npos);
  std::filesystem::remove(big);
  EXPECT_NE(first("/dev/zero").message.find("more than 1048576 bytes"), std::string::npos) << "a device without an end";
}

TEST(ScenarioProblems, AFileOfManyValuesIsRefusedBeforeItCostsMuch) {
  std::string text = head + "term: [";
  for (int i = 0; i < 30000; ++i) text += "1,";
  const Problems problems = problems_in(text + "1]\n");
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_NE(problems[0].message.find("more than 20000 values"), std::string::npos);
  EXPECT_EQ(problems[0].line, 4);
  EXPECT_GT(problems[0].column, 20000);
}

TEST(ScenarioProblems, HostileTextCostsLittle) {
  const auto begin = std::chrono::steady_clock::now();
  const Problems digits = problems_in(head + "term: " + std::string(1000000, '7') + "\ncount: 1\n");
  ASSERT_EQ(digits.size(), 1u) << all_of(digits).substr(0, 1000);
  EXPECT_NE(digits[0].message.find("1000000 characters"), std::string::npos);
  EXPECT_EQ(digits[0].line, 4);

  std::string text = head + "term: [";
  for (int i = 0; i < 18000; ++i) text += "\"这是一个很长很长的字符串\", ";
  const Problems strings = problems_in(text + "&a 1]\n");
  ASSERT_FALSE(strings.empty());
  EXPECT_EQ(strings.back().column, 8 + 18000 * 16) << "columns are still counted in characters";
  // seconds before; a tenth of one now, and room for a machine that is busy or checks its memory
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::milliseconds(1500));
}

}  // namespace
}  // namespace ulplab::lab
