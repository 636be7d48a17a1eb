// Is what a person reads the code's value? The judges: exact rationals, reading back, trying every shorter text, the C library.
#include <algorithm>
#include <bit>
#include <charconv>
#include <cstdlib>

#include "softfloat/decimal_error.hpp"
#include "softfloat/parse.hpp"
#include "softfloat/print.hpp"
#include "text_support.hpp"

namespace ulplab::test {
namespace {

constexpr Format widest = ieee_format(15, 49);

struct Row {
  Format format;
  Code code;
  const char* text;
};

// --- Exact ----------------------------------------------------------------------------------------------------------------

TEST(TextPrint, ExactDecimalIsTheWholeValueWithoutExponent) {
  const Row rows[] = {
      {binary16, 0x3c00, "1"},
      {binary16, 0x2e66, "0.0999755859375"},
      {binary16, 0x7bff, "65504"},
      {binary16, 0x07ff, "0.000122010707855224609375"},
      {binary16, 0x8001, "-0.000000059604644775390625"},
      {binary16, 0x0000, "0"},
      {binary16, 0x8000, "-0"},
      {binary16, 0x7c00, "inf"},
      {binary16, 0xfc00, "-inf"},
      {binary16, 0x7e00, "nan"},
      {binary16, 0xfe01, "nan"},
      {binary16, 0x34cd, "0.300048828125"},
      {fp8_e4m3fnuz, 0x80, "nan"},
      {fp8_e4m3, 0x7e, "448"},
      {fp4_e2m1, 0xf, "-6"},
      {scale_e8m0, 0x7f, "1"},
      {bfloat16, 0x7f7f, "338953138925153547590470800371487866880"},
      {binary64, 0x3fb999999999999a, "0.1000000000000000055511151231257827021181583404541015625"},
  };
  for (const Row& r : rows) EXPECT_EQ(exact_decimal(r.format, r.code), r.text);
}

/// Exact decimal and hex float of one code against exact integers, and read back without any flag.
void judge_exact_texts(Failures& failures, const Format& f, Code code) {
  if (!is_finite(f, code)) return;
  const exact::Decoded d = exact::decode(f, code);
  std::string want = exact_text(Integer(d.significand), d.exponent).text();
  if (want.find('.') != std::string::npos) {
    want.erase(want.find_last_not_of('0') + 1);
    if (want.back() == '.') want.pop_back();
  }
  if (d.negative) want.insert(0, "-");
  const std::string exact = exact_decimal(f, code), hex = hex_float(f, code);
  const bool odd_zero = is_zero(f, code) && magnitude_of(f, code) != 0;  // formats without subnormals: many codes are zero
  const Rounded back{odd_zero ? zero_of(f, d.negative) : code, {}};
  failures.checked();
  if (exact != want) failures.add("exact decimal of " + text_of(f, code) + ": " + exact + ", expected " + want);
  if (parse(f, exact).value != back) failures.add("exact decimal of " + text_of(f, code) + " does not read back: " + exact);
  if (parse(f, hex).value != back) failures.add("hex float of " + text_of(f, code) + " does not read back: " + hex);
}

class TextPrintEveryCode : public testing::TestWithParam<TestFormat> {};

TEST_P(TextPrintEveryCode, IsExactAndReadsBackAsItself) {
  Failures failures;
  for (Code code = 0; code < code_count(GetParam().format) && !failures.enough(); ++code) judge_exact_texts(failures, GetParam().format, code);
}

TEST(TextPrint, WiderFormatsAreExactAndReadBack) {
  Failures failures;
  for (const Format& f : {tf32, binary32, binary64}) {
    CodeSource source(f, 1);
    for (int i = 0; i < 3000; ++i) judge_exact_texts(failures, f, i % 2 != 0 ? source.structured() : source.any());
  }
  for (const Code code : {Code{1}, Code{12345}, widest.min_normal() - 1, widest.min_normal(), widest.max_finite(), widest.max_finite() | widest.sign_mask()})
    judge_exact_texts(failures, widest, code);
}

// --- Hex float ------------------------------------------------------------------------------------------------------------

TEST(TextPrint, HexFloatShowsTheBitsOfTheSignificand) {
  const Row rows[] = {
      {binary16, 0x3200, "0x1.8p-3"}, {binary16, 0x3c00, "0x1p0"},      {binary16, 0x0001, "0x1p-24"},   {binary16, 0x0003, "0x1.8p-23"},
      {binary16, 0x7bff, "0x1.ffcp15"}, {binary16, 0x8000, "-0x0p0"},   {binary16, 0xfc00, "-inf"},      {binary32, 0x3dcccccd, "0x1.99999ap-4"},
      {scale_e8m0, 0x00, "0x1p-127"}, {fp4_e2m1, 0xd, "-0x1.8p1"},      {bfloat16, 0x0001, "0x1p-133"},  {binary64, 1, "0x1p-1074"},
  };
  for (const Row& r : rows) EXPECT_EQ(hex_float(r.format, r.code), r.text);
}

TEST(TextPrint, HexFloatOfNormalNumbersIsThatOfToChars) {
  CodeSource source(binary64, 7);
  Failures failures;
  for (int i = 0; i < 20000; ++i) {
    const Code code = i % 2 != 0 ? source.structured() : source.any();
    if (class_of(binary64, code) != Class::normal) continue;
    char buffer[64];
    const auto end = std::to_chars(buffer, buffer + sizeof buffer, std::bit_cast<double>(code & binary64.magnitude_mask()), std::chars_format::hex).ptr;
    std::string want = std::string(sign_of(binary64, code) ? "-0x" : "0x") + std::string(buffer, end);
    want.erase(std::remove(want.begin(), want.end(), '+'), want.end());
    failures.checked();
    if (hex_float(binary64, code) != want) failures.add(hex_float(binary64, code) + ", expected " + want);
  }
}

// --- Shortest -------------------------------------------------------------------------------------------------------------

TEST(TextPrint, ShortestDecimalHasTheFewestDigitsThatReadBack) {
  const Row rows[] = {
      // numpy#12613, numpy#18608, JuliaLang#9072, dotnet/runtime#37630, JuliaLang#50642, dotnet/runtime#98841
      {binary16, 0x7bff, "6.55e4"}, {binary16, 0x7400, "1.638e4"}, {binary16, 0x7962, "4.41e4"}, {binary16, 0x6c76, "4.57e3"}, {binary16, 0x2e66, "1e-1"},
      {binary16, 0x0001, "6e-8"}, {binary16, 0x0002, "1e-7"}, {binary16, 0x03ff, "6.1e-5"},
      // BFloat16s.jl#121, boostorg/charconv#162, Microfloats.jl#25
      {bfloat16, 0x3f81, "1.01e0"}, {bfloat16, 0x3df8, "1.21e-1"}, {bfloat16, 0x0001, "9e-41"}, {bfloat16, 0x4380, "2.56e2"}, {fp8_e4m3, 0x7e, "4.5e2"},
      {binary16, 0x0000, "0e0"}, {binary16, 0x8000, "-0e0"}, {binary16, 0xbc00, "-1e0"}, {binary16, 0x7c00, "inf"}, {binary16, 0xfc00, "-inf"}, {binary16, 0xfe00, "nan"},
      {binary64, 1, "5e-324"}, {binary64, 0x7fefffffffffffff, "1.7976931348623157e308"}, {binary64, 0x4340000000000001, "9.007199254740994e15"},
      {binary64, 0x44b52d02c7e14af6, "1e23"}, {binary32, 0x0f800000, "1.2621775e-29"},
      // no infinity, no NaN: whatever is too large reads back as the largest number
      {fp4_e2m1, 0x7, "6e0"}, {fp6_e3m2, 0x1f, "3e1"}, {fp6_e2m3, 0x1f, "8e0"},
      {scale_e8m0, 0x00, "6e-39"}, {scale_e8m0, 0x7f, "1e0"}, {scale_e8m0, 0xfe, "2e38"}, {scale_e8m0, 0xff, "nan"},
  };
  for (const Row& r : rows) EXPECT_EQ(shortest_decimal(r.format, r.code), r.text);
}

TEST(TextPrint, PlainShortestLeavesOutTheExponentWhereThatIsEasyToRead) {
  const Row rows[] = {
      {binary16, 0x2e66, "0.1"},       {binary16, 0x7bff, "65500"},   {binary16, 0x8000, "-0"},          {binary16, 0x0001, "6e-8"},
      {binary16, 0x3e00, "1.5"},       {binary16, 0x03ff, "0.000061"}, {binary16, 0x00a8, "0.00001"},      {binary16, 0x5640, "100"},
      {binary16, 0x7e00, "nan"},       {binary32, 0x4b800000, "16777216"}, {binary32, 0x7f7fffff, "3.4028235e38"},
      {bfloat16, 0x4974, "1000000"},   {bfloat16, 0x4b19, "1e7"}, {binary64, 0x430c6bf526340000, "1e15"}, {binary64, 0x4271f71fb04cb000, "1234567890123"},
  };
  for (const Row& r : rows) EXPECT_EQ(plain_shortest(r.format, r.code), r.text);
}

/// Every decimal of few digits, by the code it reads as: the fewest digits of each code, and the closest among these.
class Shortest {
 public:
  Shortest(const Format& f, int most_digits) : f_(f), best_(code_count(f)) {
    const int low = f.smallest_quantum_exponent() * 31 / 100 - 2, high = f.emax() * 31 / 100 + 2;
    std::int64_t from = 1;
    for (int digits = 1; digits <= most_digits; ++digits, from *= 10)
      for (std::int64_t n = from; n < from * 10; ++n)
        if (digits == 1 || n % 10 != 0)
          for (int e = low - digits; e <= high; ++e) offer(n, e, digits);
  }
  /// More than one if equally close.
  std::vector<std::string> of(Code magnitude) const {
    const Rational value = value_of(f_, magnitude);
    std::vector<std::string> closest;
    Rational least = -1;
    for (const auto& [n, e] : best_[magnitude].candidates) {
      const Rational candidate = e >= 0 ? Rational(n * power(10, e)) : Rational(Integer(n), power(10, -e));
      const Rational distance = abs(candidate - value);
      if (least >= 0 && distance > least) continue;
      if (distance != least) closest.clear();
      least = distance;
      std::string text = std::to_string(n);
      const int exponent = e + static_cast<int>(text.size()) - 1;
      if (text.size() > 1) text.insert(1, ".");
      closest.push_back(text + "e" + std::to_string(exponent));
    }
    return closest;
  }

 private:
  struct Best {
    int digits = 0;
    std::vector<std::pair<std::int64_t, int>> candidates;  // n * 10^e
  };
  void offer(std::int64_t n, int e, int digits) {
    const Code code = parse(f_, std::to_string(n) + "e" + std::to_string(e)).value.code;
    Best& best = best_[code];
    if (best.digits != 0 && best.digits < digits) return;
    best.digits = digits;
    best.candidates.emplace_back(n, e);
  }
  Format f_;
  std::vector<Best> best_;
};

TEST_P(TextPrintEveryCode, ShortestReadsBackAndNoTextOfFewDigitsIsShorterOrCloser) {
  const Format& f = GetParam().format;
  const int most_digits = f.width() <= 9 ? 4 : f.exponent_bits <= 5 ? 5 : 4;  // enough for every code
  const Shortest shortest(f, most_digits);
  Failures failures;
  for (Code code = 0; code < code_count(f) && !failures.enough(); ++code) {
    if (!is_finite(f, code)) continue;
    const std::string text = shortest_decimal(f, code);
    failures.checked();
    if (is_zero(f, code)) {
      if (text != (sign_of(f, code) ? "-0e0" : "0e0")) failures.add("zero is " + text);
      continue;
    }
    if (parse(f, text).value.code != code || parse(f, plain_shortest(f, code)).value.code != code) failures.add(text + " does not read back as " + text_of(f, code));
    if (sign_of(f, code)) {
      if (text != "-" + shortest_decimal(f, magnitude_of(f, code))) failures.add(text + " is not the opposite of its opposite");
      continue;
    }
    const std::vector<std::string> want = shortest.of(code);
    if (want.empty())
      failures.add(text + " for " + text_of(f, code) + " was not found by trying");
    else if (std::find(want.begin(), want.end(), text) == want.end()) failures.add(text_of(f, code) + " is " + text + ", but " + want.front() + " is shorter or closer");
  }
}
INSTANTIATE_TEST_SUITE_P(Formats, TextPrintEveryCode, testing::ValuesIn(formats_up_to(16)), name_of_format<testing::TestParamInfo<TestFormat>>);

/// `1.5e-07` as `1.5e-7`, `1e+05` as `1e5`.
std::string our_exponent(std::string text) {
  const std::size_t e = text.find('e');
  if (e == std::string::npos) return text;
  return text.substr(0, e + 1) + std::to_string(std::atoi(text.c_str() + e + 1));
}

template <class Number, class Bits>
void judge_shortest_against_to_chars(const Format& f, int count) {
  CodeSource source(f, 11);
  Failures failures;
  for (int i = 0; i < count; ++i) {
    const Code code = i % 2 != 0 ? source.structured() : source.any();
    if (!is_finite(f, code)) continue;
    char buffer[64];
    const auto end = std::to_chars(buffer, buffer + sizeof buffer, std::bit_cast<Number>(static_cast<Bits>(code)), std::chars_format::scientific).ptr;
    const std::string want = our_exponent(std::string(buffer, end)), got = shortest_decimal(f, code);
    failures.checked();
    if (got != want) failures.add(text_of(f, code) + " is " + got + ", to_chars " + want);
    if (parse(f, got).value.code != code) failures.add(got + " does not read back as " + text_of(f, code));
  }
}
TEST(TextPrint, ShortestF32IsThatOfToChars) { judge_shortest_against_to_chars<float, std::uint32_t>(binary32, 200000); }
TEST(TextPrint, ShortestF64IsThatOfToChars) { judge_shortest_against_to_chars<double, std::uint64_t>(binary64, 100000); }

TEST(TextPrint, ShortestOfWiderFormatsReadsBack) {
  Failures failures;
  for (const Format& f : {tf32, widest}) {
    CodeSource source(f, 13);
    for (int i = 0; i < (f == widest ? 300 : 50000); ++i) {
      const Code code = source.structured();
      if (!is_finite(f, code)) continue;
      failures.checked();
      if (parse(f, shortest_decimal(f, code)).value.code != code) failures.add(shortest_decimal(f, code) + " does not read back as " + text_of(f, code));
    }
  }
}

// --- To so many digits ----------------------------------------------------------------------------------------------------

TEST(TextPrint, DecimalScientificIsRoundedFromTheExactValue) {
  EXPECT_EQ(decimal_scientific(binary16, 0x2e66, 4), "9.998e-2");
  EXPECT_EQ(decimal_scientific(binary16, 0x3c00, 4), "1.000e0");
  EXPECT_EQ(decimal_scientific(binary16, 0x7bff, 2), "6.6e4");
  EXPECT_EQ(decimal_scientific(binary16, 0x7bff, 8), "6.5504000e4");
  EXPECT_EQ(decimal_scientific(binary16, 0xbe00, 1), "-2e0");  // 1.5: a tie to even
  EXPECT_EQ(decimal_scientific(binary16, 0x4100, 1), "2e0");   // 2.5
  EXPECT_EQ(decimal_scientific(binary16, 0x48c0, 1), "1e1");   // 9.5: the carry
  EXPECT_EQ(decimal_scientific(binary16, 0x0000, 3), "0.00e0");
  EXPECT_EQ(decimal_scientific(binary16, 0xfc00, 3), "-inf");
}

TEST(TextPrint, DecimalScientificIsThatOfPrintf) {
  CodeSource source(binary64, 17);
  Failures failures;
  for (int i = 0; i < 40000; ++i) {
    // small integers and short fractions too, where ties happen
    const Code code = i % 4 == 0 ? std::bit_cast<Code>(static_cast<double>(source.bits() % 100000) / 64) : i % 2 != 0 ? source.structured() : source.any();
    if (!is_finite(binary64, code)) continue;
    const int digits = 1 + static_cast<int>(source.bits() % (i % 100 == 0 ? 60 : 20));
    char buffer[512];
    std::snprintf(buffer, sizeof buffer, "%.*e", digits - 1, std::bit_cast<double>(code));
    const std::string want = our_exponent(buffer), got = decimal_scientific(binary64, code, digits);
    failures.checked();
    if (got != want) failures.add(got + ", printf " + want);
  }
}

// --- The error of a conversion --------------------------------------------------------------------------------------------

TEST(TextPrint, ConversionErrorIsWhatTheCodeIsTooMuch) {
  struct ErrorRow {
    Format format;
    const char* text;
    const char* exact;
    const char* ulps;
  };
  const ErrorRow rows[] = {
      {binary16, "0.3", "0.000048828125", "0.2"},
      {binary16, "-0.3", "-0.000048828125", "-0.2"},
      {binary16, "0.5", "0", "0"},
      {binary16, "0", "0", "0"},
      {binary16, "-0", "0", "0"},
      {binary16, "0x1p-2", "0", "0"},
      {binary16, "65519.99", "-15.99", "-0.4997"},
      {binary16, "2049", "-1", "-0.5"},
      {binary16, "0x801", "-1", "-0.5"},
      {binary16, "1e-8", "-0.00000001", "-0.1678"},
      {binary16, "1.00000000000000000001", "-0.00000000000000000001", "-1.024e-17"},
      {fp4_e2m1, "1e20", "-99999999999999999994", "-5e19"},
      {binary64, "0.1", "0.0000000000000000055511151231257827021181583404541015625", "0.4"},
      {binary64, "1e23", "-8388608", "-0.5"},
  };
  for (const ErrorRow& r : rows) {
    const auto error = conversion_error(r.format, parse(r.format, r.text).value.code, r.text);
    ASSERT_TRUE(error.has_value()) << r.text;
    EXPECT_EQ(error->exact, r.exact) << r.text;
    EXPECT_EQ(error->ulps, r.ulps) << r.text;
  }
  EXPECT_FALSE(conversion_error(binary16, 0x7c00, "1e9").has_value());
  EXPECT_FALSE(conversion_error(binary16, 0x3c00, "inf").has_value());
  EXPECT_FALSE(conversion_error(binary16, 0x3c00, "1x").has_value());
  EXPECT_FALSE(conversion_error(binary16, 0x0000, "1e-400000").has_value());
  EXPECT_FALSE(conversion_error(binary16, 0x7bff, "1e400000").has_value());
  EXPECT_FALSE(conversion_error(binary16, 0x3c00, "1." + std::string(100000, '0') + "1").has_value());
}

TEST(TextPrint, ConversionErrorOfALongTextIsCutVisibly) {
  const std::string text = "1." + std::string(3000, '0') + "1";
  EXPECT_EQ(conversion_error(binary16, 0x3c00, text)->exact, "-1e-3001");
  const std::string third = "0." + std::string(3000, '3');
  const auto error = conversion_error(binary16, parse(binary16, third).value.code, third);
  EXPECT_EQ(error->exact, "-8.138020833333333333333333333333333333333…e-5");
  EXPECT_EQ(error->ulps, "-0.3333");
  EXPECT_EQ(conversion_error(binary16, parse(binary16, third).value.code, third, 4000)->exact.size(), 3003u);
}

TEST(TextPrint, ValueOfTheTextPlusErrorIsTheValueOfTheCode) {
  Failures failures;
  for (const Format& f : {binary16, bfloat16, fp8_e5m2, binary32, binary64}) {
    CodeSource source(f, 19);
    for (int i = 0; i < 400; ++i) {
      const Code near = source.structured();
      if (!is_finite(f, near)) continue;
      const std::string text = decimal_scientific(f, near, 1 + static_cast<int>(source.bits() % 20));
      const Code code = i % 3 == 0 ? source.structured() : parse(f, text).value.code;  // also where it is no rounding at all
      if (!is_finite(f, code)) continue;
      const auto error = conversion_error(f, code, text, 5000);
      failures.checked();
      if (!error) {
        failures.add("no error for " + text);
        continue;
      }
      // read both decimals with Boost
      const auto read = [](std::string s) {
        const bool negative = s[0] == '-';
        if (negative) s.erase(0, 1);
        int exponent = 0;
        if (const std::size_t e = s.find('e'); e != std::string::npos) {
          exponent = std::atoi(s.c_str() + e + 1);
          s.resize(e);
        }
        if (const std::size_t point = s.find('.'); point != std::string::npos) {
          exponent -= static_cast<int>(s.size() - point - 1);
          s.erase(point, 1);
        }
        if (const std::size_t first = s.find_first_not_of('0'); first != std::string::npos) s.erase(0, first);
        if (s.find_first_not_of('0') == std::string::npos) s = "0";  // Boost takes a leading 0 for octal
        const Rational digits{Integer(s)};
        const Rational value = exponent >= 0 ? Rational(digits * power(10, exponent)) : Rational(digits / power(10, -exponent));
        return negative ? Rational(-value) : value;
      };
      const Rational difference = value_of(f, code) - read(text);
      if (read(error->exact) != difference) failures.add(text + " to " + text_of(f, code) + ": error " + error->exact);
      // 4 digits of difference / ulp: within half a unit of the fourth
      const Rational ulps = difference / exact::power_of_two(ulp_exponent(f, code));
      if (abs(read(error->ulps) - ulps) * 2000 > abs(ulps)) failures.add(text + " to " + text_of(f, code) + ": ulps " + error->ulps);
    }
  }
}

// --- The integer underneath -----------------------------------------------------------------------------------------------

Integer value_of(BigUnsigned x) {
  Integer value = 0, scale = 1;
  for (; !x.zero(); scale *= 1000000007) value += scale * x.divide(1000000007);
  return value;
}

TEST(TextPrint, BigUnsignedCalculatesLikeBoost) {
  std::mt19937_64 random(23);
  const auto number = [&](int limbs) {
    BigUnsigned x;
    for (int i = 0; i < limbs; ++i) {
      x.shift_left(64);
      x.add(BigUnsigned(random() % 3 == 0 ? random() % 2 * ~std::uint64_t{0} : random()));
    }
    return x;
  };
  for (int i = 0; i < 2000; ++i) {
    const int n = 1 + static_cast<int>(random() % 12);
    BigUnsigned divisor = number(n);
    divisor.add(BigUnsigned(1));
    divisor.shift_left((64 - divisor.bit_length() % 64) % 64);
    BigUnsigned x = divisor;
    const std::uint64_t factor = random() % 2 == 0 ? random() : ~std::uint64_t{0} - random() % 3;
    x.multiply_add(factor, 0);
    BigUnsigned rest = number(n);
    if (rest.compare(divisor) >= 0) rest = BigUnsigned(7);
    x.add(rest);  // factor * divisor + rest
    const Integer before = value_of(x), by = value_of(divisor);
    EXPECT_EQ(before, by * factor + value_of(rest));
    EXPECT_EQ(static_cast<int>(msb(before)) + 1, x.bit_length());
    const BigUnsigned::Top top = x.top();
    const Integer bits = (Integer(static_cast<std::uint64_t>(top.bits >> 64)) << 64) + static_cast<std::uint64_t>(top.bits);
    EXPECT_EQ(bits, before >> top.exponent);
    EXPECT_EQ(top.more, (bits << top.exponent) != before);
    EXPECT_EQ(x.take_quotient(divisor), factor);
    EXPECT_EQ(x.compare(rest), 0);

    BigUnsigned a = number(n);
    const Integer value = value_of(a);
    const int k = static_cast<int>(random() % 200);
    a.multiply_power_of_ten(k);
    EXPECT_EQ(value_of(a), value * power(10, k));
  }
}

}  // namespace
}  // namespace ulplab::test
