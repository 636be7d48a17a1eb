// Does text become the right code? The judges: the number line of softfloat/exact, MPFR, the C library, published vectors.
#include <mpfr.h>

#include <bit>
#include <cfenv>
#include <charconv>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "softfloat/parse.hpp"
#include "softfloat/recorder.hpp"
#include "text_support.hpp"

namespace ulplab::test {
namespace {

constexpr Format widest = ieee_format(15, 49);

// Literals are read by the compiler.
static_assert(parse(binary16, "0.1").value == Rounded{0x2e66, Flag::inexact});
static_assert(parse(binary16, "-0").value == Rounded{0x8000, {}});
static_assert(parse(binary16, "65520").value == Rounded{0x7c00, Flag::overflow | Flag::inexact});
static_assert(parse(binary32, "0x1.8p-3").value == Rounded{0x3e400000, {}});
static_assert(parse(binary64, "1e-300").value == Rounded{0x01a56e1fc2f8f359, Flag::inexact});
static_assert(parse(binary64, "1.7976931348623158e308").value == Rounded{0x7fefffffffffffff, Flag::inexact});
static_assert(parse(bfloat16, "1e400000").value.flags.has(Flag::overflow));
static_assert(!parse(binary16, "3.14e").ok && parse(binary16, "3.14e").position == 5);
static_assert(parse_code("0b0'01111'0000000000", 16).code == 0x3c00);

std::string show(const std::string& text) { return text.size() <= 120 ? text : text.substr(0, 100) + "… (" + std::to_string(text.size()) + " characters)"; }

/// Holds parse against the number line in every given context, for both signs.
void judge_text(Failures& failures, const exact::Oracle& oracle, const ExactText& exact, const std::vector<Context>& contexts) {
  const Format& f = oracle.format();
  const std::string positive = exact.text();
  exact::Located at = oracle.line().locate(exact.value(false));
  for (const bool negative : {false, true}) {
    at.negative = negative;
    const std::string text = negative ? "-" + positive : positive;
    for (const Context& c : contexts) {
      const Rounded want = oracle.round(at, c);
      const Parsed got = parse(f, text, c);
      failures.checked();
      if (got.ok && got.value == want) continue;
      failures.add(show(text) + ", " + text_of(c) + "\n  expected  " + text_of(f, want.code) + "  " + text_of(want.flags) + "\n  got       " +
                   text_of(f, got.value.code) + "  " + text_of(got.value.flags));
    }
  }
}

// --- Midpoints and their near misses --------------------------------------------------------------------------------------

/// Each midpoint between neighbours, the one after the largest number included, and one unit of the 7th decimal behind its
/// last on both sides.
void judge_midpoints(const Format& f, const std::vector<Context>& contexts, Code step = 1) {
  const exact::Oracle oracle(f);
  const exact::NumberLine& line = oracle.line();
  Failures failures;
  for (Code code = 0; code <= line.largest_code() && !failures.enough(); code += step) {
    const Integer high = code == line.largest_code() ? line.beyond() : line.units_of(code + 1);
    const Integer twice = line.units_of(code) + high;
    if (twice == 0) continue;  // the many zeros of a format without subnormals
    const ExactText midpoint = exact_text(twice, line.unit_exponent() - 1);
    judge_text(failures, oracle, midpoint, contexts);
    judge_text(failures, oracle, midpoint.nudged(7, 1), contexts);
    judge_text(failures, oracle, midpoint.nudged(7, -1), contexts);
  }
}

TEST(TextParse, EveryF16MidpointAndItsNearMissesGoTheRightWayInAllDirections) { judge_midpoints(binary16, all_directions()); }

TEST(TextParse, EveryBf16MidpointAndItsNearMissesGoTheRightWayInAllDirections) { judge_midpoints(bfloat16, all_directions()); }

class TextParseSmall : public testing::TestWithParam<TestFormat> {};
TEST_P(TextParseSmall, EveryMidpointAndItsNearMissesGoTheRightWayInEveryContext) { judge_midpoints(GetParam().format, every_context()); }
INSTANTIATE_TEST_SUITE_P(Formats, TextParseSmall, testing::ValuesIn(formats_up_to(9)), name_of_format<testing::TestParamInfo<TestFormat>>);

TEST(TextParse, MidpointsOfWiderFormatsGoTheRightWay) {
  judge_midpoints(bfloat16, every_context(), 997);
  judge_midpoints(tf32, every_context(), 2003);
  judge_midpoints(binary32, every_context(), 0x1234567);
  judge_midpoints(binary64, every_context(), 0x0123456789abcdef);
}

TEST(TextParse, TheWidestFormatThereCanBeNeedsTheMostDigits) {
  const exact::Oracle oracle(widest);
  std::vector<Context> contexts;
  for (const Rounding r : deterministic_roundings) contexts.push_back(context(r));
  contexts.push_back(stochastic(32, 0x9e3779b9));
  Failures failures;
  const int quantum = widest.smallest_quantum_exponent();
  const Integer big = (Integer(1) << 48) - 1;
  for (const Integer& k : {Integer(0), Integer(1), big, Integer(2 * big)}) {
    const ExactText midpoint = exact_text(2 * k + 1, quantum - 1);
    // where the stochastic fraction turns
    const ExactText border = exact_text((k << 32) + (Integer(1) << 32) - 0x9e3779b9u, quantum - 32);
    for (const ExactText& exact : {midpoint, midpoint.nudged(1, 1), midpoint.nudged(1, -1), midpoint.nudged(1000, 1), midpoint.nudged(1000, -1), border,
                                   border.nudged(500, 1), border.nudged(500, -1)})
      judge_text(failures, oracle, exact, contexts);
  }
  // the lowest border of all: the smallest number with one part in 2^32 of it
  const ExactText lowest = exact_text(1, quantum - 32);
  for (const ExactText& exact : {lowest, lowest.nudged(1, 1), lowest.nudged(1, -1)}) judge_text(failures, oracle, exact, {stochastic(32, 0xffffffff)});
  const ExactText threshold = exact_text((Integer(1) << 50) - 1, 16384 - 50);  // half an ulp above the largest number
  for (const ExactText& exact : {threshold, threshold.nudged(3, 1), threshold.nudged(3, -1)}) judge_text(failures, oracle, exact, contexts);
}

TEST(TextParse, AnIntegerOfHundredsOfDigitsLosesNoneOfThem) {
  Failures failures;
  for (const Format& f : {binary64, widest}) {
    const exact::Oracle oracle(f);
    for (const int exponent : {130, 200, 500, 900}) {
      const ExactText midpoint = exact_text((Integer(1) << f.precision) + 1, exponent);  // p + 1 bits, the last one set
      for (const int by : {-1, 0, 1}) judge_text(failures, oracle, midpoint.nudged(0, by), every_context());
    }
  }
}

TEST(TextParse, StochasticRoundingTurnsExactlyWhereTheRandomBitsSay) {
  Failures failures;
  for (const Format& f : {binary16, bfloat16, binary32, binary64, fp8_e4m3}) {
    const exact::Oracle oracle(f);
    CodeSource source(f, 5);
    for (int i = 0; i < 60; ++i) {
      const Code code = source.structured() & f.magnitude_mask();
      if (code >= f.max_finite()) continue;
      for (const int width : {1, 7, 16, 32}) {
        const auto random = static_cast<std::uint32_t>(source.bits() & ((std::uint64_t{1} << width) - 1));
        const exact::NumberLine& line = oracle.line();
        const Integer low = line.units_of(code), high = line.units_of(code + 1);
        const ExactText border = exact_text((high << width) - random * (high - low), line.unit_exponent() - width);
        const std::vector<Context> contexts{stochastic(width, random)};
        for (const ExactText& exact : {border, border.nudged(9, 1), border.nudged(9, -1)}) judge_text(failures, oracle, exact, contexts);
      }
    }
  }
}

// --- Other judges ---------------------------------------------------------------------------------------------------------

/// Random texts: any number of digits, exponents in and around the range, neighbours of midpoints cut somewhere, hex floats.
class TextSource {
 public:
  TextSource(const Format& f, std::uint64_t seed) : f_(f), codes_(f, seed) {}

  std::string next() {
    std::string text = pick(2) == 0 ? "-" : "";
    switch (pick(4)) {
      case 0: return text + random_decimal(1 + pick(40));
      case 1: return text + random_decimal(pick(20) == 0 ? 800 : 1 + pick(8));
      case 2: return text + near_midpoint();
      default: return text + random_hexadecimal();
    }
  }

 private:
  int pick(int n) { return static_cast<int>(codes_.bits() % static_cast<unsigned>(n)); }
  std::string random_decimal(int digits) {
    std::string s;
    const int point = pick(digits + 1);
    for (int i = 0; i < digits; ++i) {
      if (i == point) s += '.';
      s += static_cast<char>('0' + pick(10));
    }
    const int low = f_.smallest_quantum_exponent() * 3 / 10 - 3, high = f_.emax() * 3 / 10 + 3;
    return s + (pick(2) == 0 ? "e" : "E") + std::to_string(low + pick(high - low + 1) - point);
  }
  std::string near_midpoint() {
    const Code code = codes_.structured() & f_.magnitude_mask();
    if (code > f_.max_finite()) return "1";
    const exact::Decoded d = exact::decode(f_, code);
    std::string s = exact_text(Integer(d.significand) * 2 + 1, d.exponent - 1).text();
    if (const std::size_t point = s.find('.'); point != std::string::npos && pick(2) == 0) s.resize(point + 1 + codes_.bits() % (s.size() - point));
    if (pick(3) == 0) s += std::string(s.find('.') == std::string::npos ? "." : "") + std::string(static_cast<std::size_t>(pick(30)), '0') + "1";
    return s;
  }
  std::string random_hexadecimal() {
    std::string s = pick(2) == 0 ? "0x" : "0X";
    const int digits = 1 + pick(pick(10) == 0 ? 60 : 18);
    const int point = pick(digits + 1);
    for (int i = 0; i < digits; ++i) {
      if (i == point) s += '.';
      s += "0123456789abcdefABCDEF"[pick(3) == 0 ? 0 : pick(22)];
    }
    const int low = f_.smallest_quantum_exponent() - 8, high = f_.emax() + 3;
    if (pick(8) == 0) return s;
    const int exponent = low + pick(high - low + 1);
    return s + (pick(2) == 0 ? "p" : "P") + (exponent >= 0 && pick(2) == 0 ? "+" : "") + std::to_string(exponent);
  }

  Format f_;
  CodeSource codes_;
};

TEST(TextParse, AgreesWithMpfrOnRandomTexts) {
  struct Mode {
    Rounding ours;
    mpfr_rnd_t theirs;
  };
  Failures failures;
  for (const Format& f : {binary16, bfloat16, binary32, binary64}) {
    mpfr_set_emin(f.smallest_quantum_exponent() + 1);
    mpfr_set_emax(f.emax() + 1);
    mpfr_t x;
    mpfr_init2(x, f.precision);
    TextSource source(f, 1);
    for (int i = 0; i < 40000; ++i) {
      const std::string text = source.next();
      for (const Mode mode : {Mode{Rounding::nearest_even, MPFR_RNDN}, Mode{Rounding::toward_zero, MPFR_RNDZ}, Mode{Rounding::up, MPFR_RNDU},
                              Mode{Rounding::down, MPFR_RNDD}}) {
        mpfr_clear_flags();
        char* end = nullptr;
        int ternary = mpfr_strtofr(x, text.c_str(), &end, 0, mode.theirs);
        ternary = mpfr_subnormalize(x, ternary, mode.theirs);
        Flags flags;
        if (ternary != 0) flags |= Flag::inexact;
        if (mpfr_overflow_p() != 0) flags |= Flag::overflow;
        const Parsed got = parse(f, text, rounding_to(mode.ours));
        const Code wide = convert(f, got.value.code, binary64).code;
        Flags without_underflow(got.value.flags.bits & ~static_cast<int>(Flag::underflow));  // MPFR's is its own
        failures.checked();
        if (*end == '\0' && got.ok && wide == std::bit_cast<std::uint64_t>(mpfr_get_d(x, MPFR_RNDN)) && without_underflow == flags) continue;
        failures.add(show(text) + ", " + text_of(rounding_to(mode.ours)) + "\n  MPFR  " + std::to_string(mpfr_get_d(x, MPFR_RNDN)) + " " + text_of(flags) +
                     "\n  got   " + text_of(f, got.value.code) + " " + text_of(got.value.flags));
      }
    }
    mpfr_clear(x);
  }
  mpfr_set_emin(mpfr_get_emin_min());
  mpfr_set_emax(mpfr_get_emax_max());
}

TEST(TextParse, AgreesWithTheCLibraryInItsFourDirections) {
  struct Mode {
    Rounding ours;
    int theirs;
  };
  Failures failures;
  TextSource singles(binary32, 2), doubles(binary64, 3);
  for (int i = 0; i < 40000; ++i) {
    const bool is_double = i % 2 != 0;
    const Format& f = is_double ? binary64 : binary32;
    const std::string text = (is_double ? doubles : singles).next();
    for (const Mode mode : {Mode{Rounding::nearest_even, FE_TONEAREST}, Mode{Rounding::toward_zero, FE_TOWARDZERO}, Mode{Rounding::up, FE_UPWARD},
                            Mode{Rounding::down, FE_DOWNWARD}}) {
      std::fesetround(mode.theirs);
      const Code want = is_double ? std::bit_cast<std::uint64_t>(std::strtod(text.c_str(), nullptr))
                                  : std::bit_cast<std::uint32_t>(std::strtof(text.c_str(), nullptr));
      std::fesetround(FE_TONEAREST);
      const Parsed got = parse(f, text, rounding_to(mode.ours));
      failures.checked();
      if (!got.ok || got.value.code != want)
        failures.add(show(text) + ", " + text_of(rounding_to(mode.ours)) + "\n  strtod  " + text_of(f, want) + "\n  got     " + text_of(f, got.value.code));
    }
  }
}

TEST(TextParse, AgreesWithFromChars) {
  Failures failures;
  TextSource source(binary64, 4);
  for (int i = 0; i < 40000; ++i) {
    const std::string text = source.next();
    if (text.find_first_of("xX") != std::string::npos) continue;
    double want = 0;
    if (std::from_chars(text.data(), text.data() + text.size(), want).ec != std::errc()) continue;  // out of range
    const Parsed got = parse(binary64, text);
    failures.checked();
    if (!got.ok || got.value.code != std::bit_cast<std::uint64_t>(want))
      failures.add(show(text) + "\n  from_chars  " + text_of(binary64, std::bit_cast<std::uint64_t>(want)) + "\n  got         " + text_of(binary64, got.value.code));
  }
}

std::filesystem::path shared_data() {
  if (const char* path = std::getenv("ULPLAB_SHARED_DATA")) return path;
#ifdef ULPLAB_SOURCE_DIR
  return std::filesystem::path(ULPLAB_SOURCE_DIR) / ".." / "shared" / "data";
#else
  return std::filesystem::path("..") / "shared" / "data";
#endif
}

TEST(TextParse, EveryLineOfThePublishedVectorsHolds) {
  const std::filesystem::path folder = shared_data() / "decimal";
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << folder << " is not here: the published vectors were not checked";
  Failures failures;
  for (const char* name : {"freetype-2-7.txt", "google-wuffs.txt", "lemire-fast-float.txt"}) {
    std::ifstream in(folder / name);
    std::string half, single, twice, text;
    while (in >> half >> single >> twice >> text) {
      const std::pair<Format, std::string> columns[] = {{binary16, half}, {binary32, single}, {binary64, twice}};
      for (const auto& [f, bits] : columns) {
        const Parsed got = parse(f, text);
        failures.checked();
        if (!got.ok || got.value.code != parse_code("0x" + bits).code) failures.add(std::string(name) + ": " + text + " is " + bits + ", got " + text_of(f, got.value.code));
      }
    }
  }
  EXPECT_GT(failures.comparisons(), 15000u);
}

// --- The grammar ----------------------------------------------------------------------------------------------------------

TEST(TextParse, UnderstandsEverySpellingOfANumber) {
  struct Row {
    const char* text;
    Code code;
    Flags flags;
  };
  const Row rows[] = {
      {"1", 0x3c00, {}},
      {"+1", 0x3c00, {}},
      {"-1", 0xbc00, {}},
      {"5.", 0x4500, {}},
      {".5", 0x3800, {}},
      {"-.5e1", 0xc500, {}},
      {"00001.50000", 0x3e00, {}},
      {"15E-1", 0x3e00, {}},
      {"15e-01", 0x3e00, {}},
      {"0.15e+1", 0x3e00, {}},
      {"1e00000000000000000000000000000000000", 0x3c00, {}},
      {"0", 0x0000, {}},
      {"-0.000e99999999999999999999999", 0x8000, {}},
      {"0x0p999999999999999999999999", 0x0000, {}},
      {"0x1.8p-3", 0x3200, {}},
      {"0X1.8P-3", 0x3200, {}},
      {"0x1F", 0x4fc0, {}},
      {"-0x.8", 0xb800, {}},
      {"0x8.", 0x4800, {}},
      {"0x000.0018p12", 0x3e00, {}},
      {"0x1p+0", 0x3c00, {}},
      {"0x1e5", 0x5f94, {}},  // e is a digit
      {"0x1.00200000000000000000000001p0", 0x3c01, Flag::inexact},
      {"1e400000", 0x7c00, Flag::overflow | Flag::inexact},
      {"-1e99999999999999999999", 0xfc00, Flag::overflow | Flag::inexact},
      {"1e-400000", 0x0000, Flag::underflow | Flag::inexact},
      {"0x1p-99999999999999999999", 0x0000, Flag::underflow | Flag::inexact},
      {"0x1p99999999999999999999", 0x7c00, Flag::overflow | Flag::inexact},
      {"inf", 0x7c00, {}},
      {"+INF", 0x7c00, {}},
      {"-Infinity", 0xfc00, {}},
      {"nan", 0x7e00, {}},
      {"-NaN", 0xfe00, {}},
      {"snan", 0x7d00, {}},
      {"-sNaN", 0xfd00, {}},
  };
  for (const Row& row : rows) {
    const Parsed got = parse(binary16, row.text);
    ASSERT_TRUE(got.ok) << row.text << ": " << got.problem;
    EXPECT_EQ(got.value.code, row.code) << row.text << ": " << text_of(binary16, got.value.code);
    EXPECT_EQ(got.value.flags, row.flags) << row.text << ": " << text_of(got.value.flags);
  }
}

TEST(TextParse, SaysWhereAMalformedTextStopsBeingANumber) {
  struct Row {
    std::string_view text;
    int position;
    const char* says;
  };
  const Row rows[] = {
      {"", 0, "empty"},
      {"-", 1, "only a sign"},
      {"+", 1, "only a sign"},
      {"+-1", 1, "second sign"},
      {"--1", 1, "second sign"},
      {"3.14e", 5, "exponent has no digits"},
      {"3.14e-", 6, "exponent has no digits"},
      {"1e+-3", 3, "exponent has no digits"},
      {"42ea", 3, "exponent has no digits"},
      {"1e5.5", 3, "whole number"},
      {"1e5e5", 3, "does not belong"},
      {"0x", 2, "no digits after 0x"},
      {"-0x", 3, "no digits after 0x"},
      {"0x.", 3, "no digits after 0x"},
      {"0xp3", 2, "no digits after 0x"},
      {"0xg", 2, "does not belong"},
      {"0x1p", 4, "exponent has no digits"},
      {"0x1.8p-", 7, "exponent has no digits"},
      {"0x1p0x1", 5, "does not belong"},
      {"0x1.0000,0000p0", 8, "comma"},
      {"0x1e-5", 4, "written with p"},
      {"1.5p3", 3, "hexadecimal"},
      {".", 1, "no digits"},
      {"-.", 2, "no digits"},
      {".e5", 1, "no digits"},
      {"e5", 0, "not a number"},
      {"1..2", 2, "second point"},
      {"1.2.3", 3, "second point"},
      {"..", 1, "second point"},
      {"0x1.8.p3", 5, "second point"},
      {"1,5", 1, "comma"},
      {"1_000", 1, "separators"},
      {"1'000", 1, "separators"},
      {" 1", 0, "blank"},
      {"1 ", 1, "blank"},
      {"1 000", 1, "blank"},
      {"1\n", 1, "blank"},
      {"- 1", 1, "blank"},
      {"\xe2\x88\x92" "1", 0, "ASCII"},  // U+2212 minus sign
      {"1\xc2\xa0", 1, "ASCII"},         // no-break space
      {"1.5f", 3, "does not belong"},
      {"$1", 0, "does not belong"},
      {"abc", 0, "not a number"},
      {"-infin", 1, "not a number"},
      {"inf1", 0, "not a number"},
      {"nan(1)", 0, "not a number"},
      {"inf ", 0, "not a number"},
      {std::string_view("1\0", 2), 1, "does not belong"},
      {std::string_view("\0", 1), 0, "does not belong"},
  };
  for (const Row& row : rows) {
    for (const Format& f : {binary16, binary64}) {
      const Parsed got = parse(f, row.text);
      ASSERT_FALSE(got.ok) << "'" << row.text << "' was taken";
      EXPECT_EQ(got.position, row.position) << "'" << row.text << "': " << got.problem;
      EXPECT_NE(std::string(got.problem).find(row.says), std::string::npos) << "'" << row.text << "': " << got.problem;
    }
  }
}

TEST(TextParse, EveryByteAfterANumberIsAProblemUnlessItGoesOn) {
  for (int byte = 0; byte < 256; ++byte) {
    const char c = static_cast<char>(byte);
    const bool goes_on = (c >= '0' && c <= '9') || c == '.';
    const Parsed got = parse(binary16, std::string("12") + c);
    EXPECT_EQ(got.ok, goes_on) << byte;
    if (goes_on) continue;
    EXPECT_EQ(got.position, c == 'e' || c == 'E' ? 3 : 2) << byte;
    EXPECT_NE(got.problem, nullptr);
  }
}

TEST(TextParse, InfinityAndNanAreWhatAConversionMakesOfThem) {
  for (const TestFormat& t : formats_up_to(64)) {
    for (const Overflow overflow : {Overflow::ieee, Overflow::saturate, Overflow::to_nan}) {
      Context c;
      c.overflow = overflow;
      for (const bool negative : {false, true}) {
        const Code sign = negative ? binary64.sign_mask() : 0;
        const std::string dash = negative ? "-" : "";
        EXPECT_EQ(parse(t.format, dash + "inf", c).value, convert(binary64, sign | binary64.infinity(), t.format, c)) << t.name;
        EXPECT_EQ(parse(t.format, dash + "nan", c).value, convert(binary64, sign | binary64.infinity() | quiet_bit(binary64), t.format, c)) << t.name;
        const Rounded signaling = parse(t.format, dash + "snan", c).value;
        if (t.format.specials == Specials::ieee && t.format.trailing_bits() > 1) {
          EXPECT_TRUE(is_signaling_nan(t.format, signaling.code)) << t.name;
          EXPECT_EQ(signaling.flags, Flags()) << t.name;
        } else {
          EXPECT_EQ(signaling, convert(binary64, sign | binary64.infinity() | 1, t.format, c)) << t.name;
        }
        EXPECT_EQ(parse(t.format, dash + "0", c).value, rounded_zero(t.format, negative)) << t.name;
      }
    }
  }
  EXPECT_EQ(parse(scale_e8m0, "-1").value, (Rounded{0xff, Flag::invalid}));
  EXPECT_EQ(parse(scale_e8m0, "-1e-999").value, (Rounded{0xff, Flag::invalid}));
  EXPECT_EQ(parse(scale_e8m0, "-0").value, (Rounded{0x00, Flag::underflow | Flag::inexact}));
}

TEST(TextParse, WatchingDoesNotChangeTheAnswer) {
  for (const char* text : {"0.1", "-65520", "1e-30", "0x1.8p-3", "0", "inf", "nan", "snan", "0x1.00200000000000000000000001p0"}) {
    std::vector<Step> steps;
    EXPECT_EQ(parse(binary16, text, {}, Recorder{&steps}).value, parse(binary16, text).value) << text;
    ASSERT_FALSE(steps.empty()) << text;
    EXPECT_EQ(steps.back().kind, StepKind::result);
  }
}

// --- Length ---------------------------------------------------------------------------------------------------------------

TEST(TextParse, AMillionDigitsAreReadExactlyAndAtOnce) {
  const std::string zeros(1'000'000, '0'), nines(1'000'000, '9');
  struct Row {
    std::string text;
    Rounding rounding;
    Rounded want;
  };
  using enum Rounding;
  const Row rows[] = {
      {"1" + zeros + "e-1000000", nearest_even, {0x3c00, {}}},
      {"0." + zeros + "1e1000001", nearest_even, {0x3c00, {}}},
      {zeros + "1." + zeros, nearest_even, {0x3c00, {}}},
      {"1.00048828125" + zeros, nearest_even, {0x3c00, Flag::inexact}},
      {"1.00048828125" + zeros + "1", nearest_even, {0x3c01, Flag::inexact}},
      {"1.00048828124" + nines, nearest_even, {0x3c00, Flag::inexact}},
      {"0." + nines, nearest_even, {0x3c00, Flag::inexact}},
      {"0." + nines, toward_zero, {0x3bff, Flag::inexact}},
      {"1." + zeros + "1", up, {0x3c01, Flag::inexact}},
      {nines, nearest_even, {0x7c00, Flag::overflow | Flag::inexact}},
      {nines + "e-1000000", nearest_even, {0x3c00, Flag::inexact}},
      {"0." + zeros + "1", up, {0x0001, Flag::underflow | Flag::inexact}},
      {"0x1.002" + zeros, nearest_even, {0x3c00, Flag::inexact}},
      {"0x1.002" + zeros + "1", nearest_even, {0x3c01, Flag::inexact}},
      {"0x1" + zeros + "p-4000000", nearest_even, {0x3c00, {}}},
  };
  const auto start = std::chrono::steady_clock::now();
  for (const Row& row : rows) {
    const Parsed got = parse(binary16, row.text, rounding_to(row.rounding));
    ASSERT_TRUE(got.ok) << got.problem;
    EXPECT_EQ(got.value.code, row.want.code) << show(row.text);
    EXPECT_EQ(got.value.flags, row.want.flags) << show(row.text) << text_of(got.value.flags);
  }
  const std::string malformed = "1" + zeros + "x";
  EXPECT_EQ(parse(binary16, malformed).position, 1'000'001);
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  EXPECT_LT(took.count(), 5.0) << "seconds for 16 texts; a quadratic reading takes minutes";
}

// --- Codes as text --------------------------------------------------------------------------------------------------------

TEST(TextParse, ReadsCodesAndSaysWhereTheyAreMalformed) {
  EXPECT_EQ(parse_code("0x3c00", 16).code, 0x3c00u);
  EXPECT_EQ(parse_code("0X3C00", 16).code, 0x3c00u);
  EXPECT_EQ(parse_code("0x1", 4).code, 1u);
  EXPECT_EQ(parse_code("0x00000003c00", 16).code, 0x3c00u);
  EXPECT_EQ(parse_code("0xffffffffffffffff").code, ~Code{0});
  EXPECT_EQ(parse_code("0b0'01111'0000000001", 16).code, 0x3c01u);
  struct Row {
    const char* text;
    int width;
    int position;
  };
  for (const Row& row : {Row{"", 16, 0}, Row{"3c00", 16, 0}, Row{"0x", 16, 2}, Row{"0b", 16, 2}, Row{"0x3g00", 16, 3}, Row{"0b012", 16, 4}, Row{"0x10000", 16, 6},
                         Row{"0x10", 4, 3}, Row{"0x10000000000000000", 64, 18}, Row{"0x3c00 ", 16, 6}, Row{"0x'1", 16, 2}, Row{"0x1'", 16, 3}, Row{"-0x1", 16, 0}}) {
    const ParsedCode got = parse_code(row.text, row.width);
    EXPECT_FALSE(got.ok) << row.text;
    EXPECT_EQ(got.position, row.position) << row.text;
    EXPECT_NE(got.problem, nullptr) << row.text;
  }
}

}  // namespace
}  // namespace ulplab::test
