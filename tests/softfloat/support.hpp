// What do the tests of numbers share? The formats and contexts they run over, and a way to fail that helps.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <initializer_list>
#include <random>
#include <string>
#include <vector>

#include "softfloat/exact/oracle.hpp"
#include "softfloat/formats.hpp"

namespace ulplab::test {

/// A format under test. Every named format, and invented ones that reach corners no named format has.
struct TestFormat {
  std::string name;
  Format format;
  friend void PrintTo(const TestFormat& f, std::ostream* out) { *out << f.name; }
};

inline const std::vector<TestFormat>& invented_formats() {
  static const std::vector<TestFormat> formats{
      //                                    w   p  bias  specials                     subn.  signed zero
      {"e4p4_without_subnormals",    Format{4,  4,   7, Specials::ieee,              false, true,  true}},
      {"e3p3_fnuz_without_subnormals", Format{3, 3,  4, Specials::negative_zero_nan, false, true,  true}},
      {"e3p5",                       Format{3,  5,   3}},
      {"e2p2",                       Format{2,  2,   1}},
      {"e1p3_finite",                Format{1,  3,   0, Specials::finite_only}},
      {"e1p4_one_nan",               Format{1,  4,   0, Specials::all_ones_nan}},
      {"e4p1_finite",                Format{4,  1,   7, Specials::finite_only}},
      {"e4p1_one_nan",               Format{4,  1,   7, Specials::all_ones_nan,      false, true,  true}},
      {"e3p3_large_numbers",         Format{3,  3, -10}},
      {"e3p3_small_numbers",         Format{3,  3,  20}},
      {"e4p4_unsigned",              Format{4,  4,   7, Specials::ieee,              true,  false, true}},
      {"e3p4_unsigned_finite",       Format{3,  4,   3, Specials::finite_only,       true,  false, true}},
      {"e4p3_without_zero",          Format{4,  3,   7, Specials::all_ones_nan,      false, false, false}},
      {"e4p3_ieee_without_zero",     Format{4,  3,   7, Specials::ieee,              false, false, false}},
  };
  return formats;
}

/// All of them whose codes have at most `bits` bits.
inline std::vector<TestFormat> formats_up_to(int bits) {
  std::vector<TestFormat> out;
  for (const NamedFormat& named : named_formats)
    if (named.format.width() <= bits) out.push_back({std::string(named.name), named.format});
  for (const TestFormat& invented : invented_formats())
    if (invented.format.width() <= bits) out.push_back(invented);
  return out;
}

/// Number of codes. Precondition: less than 64 bits.
inline Code code_count(const Format& f) { return Code{1} << f.width(); }

inline Context context(Rounding rounding, Tininess tininess = Tininess::after, Overflow overflow = Overflow::ieee,
                       Subnormals subnormals = Subnormals::keep) {
  Context c;
  c.rounding = rounding;
  c.tininess = tininess;
  c.overflow = overflow;
  c.subnormals = subnormals;
  return c;
}

inline Context stochastic(int width, std::uint32_t bits, Tininess tininess = Tininess::after) {
  Context c = context(Rounding::stochastic, tininess);
  c.random_width = static_cast<std::uint8_t>(width);
  c.random_bits = bits;
  return c;
}

inline constexpr Rounding deterministic_roundings[] = {Rounding::nearest_even, Rounding::nearest_away, Rounding::toward_zero,
                                                       Rounding::up,           Rounding::down,         Rounding::to_odd};

/// Every direction with both kinds of tininess; stochastic with several widths and random values, of which the bits above the
/// width must not count.
inline std::vector<Context> all_directions() {
  std::vector<Context> out;
  for (const Tininess tininess : {Tininess::before, Tininess::after}) {
    for (const Rounding rounding : deterministic_roundings) out.push_back(context(rounding, tininess));
    out.push_back(stochastic(1, 1, tininess));
    out.push_back(stochastic(3, 0xfffffffd, tininess));
    out.push_back(stochastic(16, 0xabcd8000, tininess));
    out.push_back(stochastic(32, 0x9e3779b9, tininess));
  }
  return out;
}

/// Overflow rules and flushed results, in the directions that tell them apart.
inline std::vector<Context> other_policies() {
  std::vector<Context> out;
  for (const Rounding rounding : {Rounding::nearest_even, Rounding::toward_zero, Rounding::up, Rounding::down}) {
    out.push_back(context(rounding, Tininess::after, Overflow::saturate));
    out.push_back(context(rounding, Tininess::after, Overflow::to_nan));
    out.push_back(context(rounding, Tininess::after, Overflow::ieee, Subnormals::flush_results));
    out.push_back(context(rounding, Tininess::before, Overflow::ieee, Subnormals::flush_results));
  }
  return out;
}

inline const std::vector<Context>& every_context() {
  static const std::vector<Context> contexts = [] {
    std::vector<Context> all = all_directions();
    for (const Context& c : other_policies()) all.push_back(c);
    return all;
  }();
  return contexts;
}

/// Where operands are flushed too; the exact result is another one then.
inline const std::vector<Context>& flushing_contexts() {
  static const std::vector<Context> contexts{
      context(Rounding::nearest_even, Tininess::after, Overflow::ieee, Subnormals::flush_inputs),
      context(Rounding::up, Tininess::before, Overflow::ieee, Subnormals::flush_both),
      context(Rounding::down, Tininess::after, Overflow::ieee, Subnormals::flush_both)};
  return contexts;
}

inline const char* word_for(Rounding r) {
  constexpr const char* names[] = {"nearest_even", "nearest_away", "toward_zero", "up", "down", "to_odd", "stochastic"};
  return names[static_cast<int>(r)];
}

inline std::string text_of(const Context& c) {
  std::string out = word_for(c.rounding);
  if (c.rounding == Rounding::stochastic) {
    char random[64];
    std::snprintf(random, sizeof random, "(%d bits of 0x%x)", c.random_width, c.random_bits);
    out += random;
  }
  out += c.tininess == Tininess::before ? ", tininess before" : ", tininess after";
  constexpr const char* overflow[] = {"", ", saturate", ", overflow to NaN"};
  constexpr const char* subnormals[] = {"", ", flush inputs", ", flush results", ", flush both"};
  return out + overflow[static_cast<int>(c.overflow)] + subnormals[static_cast<int>(c.subnormals)];
}

inline std::string text_of(Flags flags) {
  std::string out;
  const auto word = [&](Flag flag, const char* name) {
    if (flags.has(flag)) out += out.empty() ? name : std::string(";") + name;
  };
  word(Flag::invalid, "invalid");
  word(Flag::divide_by_zero, "divzero");
  word(Flag::overflow, "overflow");
  word(Flag::underflow, "underflow");
  word(Flag::inexact, "inexact");
  return out.empty() ? "none" : out;
}

inline std::string text_of(const Format& f, Code code) {
  char out[96];
  const exact::Decoded d = exact::decode(f, code);
  const int digits = (f.width() + 3) / 4;
  const char* sign = d.negative ? "-" : "";
  const auto bits = static_cast<unsigned long long>(code);
  if (d.nan())
    std::snprintf(out, sizeof out, "0x%0*llx (%s%s)", digits, bits, sign, d.kind == exact::Kind::quiet_nan ? "qNaN" : "sNaN");
  else if (d.infinite())
    std::snprintf(out, sizeof out, "0x%0*llx (%sinf)", digits, bits, sign);
  else
    std::snprintf(out, sizeof out, "0x%0*llx (%s0x%llxp%d = %s%g)", digits, bits, sign, static_cast<unsigned long long>(d.significand),
                  d.exponent, sign, std::ldexp(static_cast<double>(d.significand), d.exponent));
  return out;
}

/// Collects wrong answers, tells the first ten and counts the rest. One comparison costs nothing while it holds.
class Failures {
 public:
  ~Failures() {
    EXPECT_EQ(count_, 0u) << "wrong answers in all, of " << checked_;
    EXPECT_GT(checked_, 0u) << "nothing was compared";
  }
  Failures() = default;
  Failures(const Failures&) = delete;
  Failures& operator=(const Failures&) = delete;

  void checked(std::uint64_t n = 1) { checked_ += n; }
  std::uint64_t comparisons() const { return checked_; }
  bool enough() const { return count_ >= 10; }

  void add(const std::string& what) {
    if (++count_ <= 10) ADD_FAILURE() << what;
  }

  void compare(const Format& result, const Rounded& want, const Rounded& got, const Context& c, const Format& operand,
               std::initializer_list<Code> inputs, const char* operation) {
    ++checked_;
    if (want == got) return;
    tell(result, want, got, c, operand, inputs, operation);
  }

 private:
  void tell(const Format& result, const Rounded& want, const Rounded& got, const Context& c, const Format& operand,
            std::initializer_list<Code> inputs, const char* operation) {
    if (++count_ > 10) return;
    std::string text = std::string(operation) + ", " + text_of(c);
    for (const Code input : inputs) text += "\n  input     " + text_of(operand, input);
    text += "\n  expected  " + text_of(result, want.code) + "  " + text_of(want.flags);
    text += "\n  got       " + text_of(result, got.code) + "  " + text_of(got.flags);
    const exact::Decoded a = exact::decode(result, want.code);
    const exact::Decoded b = exact::decode(result, got.code);
    if (!a.nan() && !b.nan()) text += "\n  distance  " + std::to_string(rank(result, got.code) - rank(result, want.code)) + " numbers";
    ADD_FAILURE() << text;
  }
  static std::int64_t rank(const Format& f, Code code) {  // for a message only
    const Code sign = f.is_signed ? Code{1} << (f.width() - 1) : Code{0};
    const auto magnitude = static_cast<std::int64_t>(code & ~sign);
    return (code & sign) != 0 ? -magnitude : magnitude;
  }

  std::uint64_t checked_ = 0;
  std::uint64_t count_ = 0;
};

/// Holds one exact outcome against an implementation in many contexts.
template <class Soft>
void judge(Failures& failures, const exact::Oracle& oracle, const exact::Outcome& outcome, const std::vector<Context>& contexts,
           const Format& operand, std::initializer_list<Code> inputs, const char* operation, Soft&& soft) {
  for (const Context& c : contexts) failures.compare(oracle.format(), oracle.answer(outcome, c), soft(c), c, operand, inputs, operation);
}

/// Codes that reach corners: specials, neighbours of powers of two, all exponents, short and random significands.
class CodeSource {
 public:
  CodeSource(const Format& f, std::uint64_t seed) : f_(f), random_(seed) {}

  Code any() { return random_() & f_.code_mask(); }

  Code structured() {
    const int t = f_.trailing_bits();
    const std::uint64_t r = random_();
    Code trailing = 0;
    switch (r % 6) {
      case 0: trailing = 0; break;
      case 1: trailing = f_.trailing_mask(); break;
      case 2: trailing = t > 0 ? Code{1} << ((r >> 8) % static_cast<unsigned>(t)) : 0; break;
      case 3: trailing = t > 0 ? f_.trailing_mask() << ((r >> 8) % static_cast<unsigned>(t)) : 0; break;
      case 4: trailing = ((r >> 8) % 5) - 2; break;
      default: trailing = random_(); break;
    }
    Code field = random_();
    switch ((r >> 32) % 8) {
      case 0: field = (r >> 40) % 3; break;
      case 1: field = f_.exponent_mask() - (r >> 40) % 3; break;
      case 2:
      case 3: field = static_cast<Code>(f_.bias) + (r >> 40) % 7 - 3; break;
      default: break;
    }
    const Code sign = (r >> 60) & 1 ? f_.sign_mask() : Code{0};
    return sign | ((field & f_.exponent_mask()) << t) | (trailing & f_.trailing_mask());
  }

  /// A code whose exponent is near that of `other`: sums that cancel, quotients near one.
  Code near(Code other) {
    const std::uint64_t r = random_();
    const Code step = (r & 1) ? (r >> 8) % 4 : (r >> 8) & (f_.trailing_mask() >> ((r >> 1) % 8));
    const Code sign = (r >> 60) & 1 ? f_.sign_mask() : Code{0};
    return ((other + step) ^ sign) & f_.code_mask();
  }

  std::uint64_t bits() { return random_(); }

 private:
  Format f_;
  std::mt19937_64 random_;
};

/// A name GoogleTest accepts.
template <class Info>
std::string name_of_format(const Info& info) { return info.param.name; }

}  // namespace ulplab::test
