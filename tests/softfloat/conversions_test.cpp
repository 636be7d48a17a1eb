// Is every conversion right: between any two formats of at most 16 bits, to and from integers of 8 to 64 bits?
#include "softfloat/convert.hpp"
#include "softfloat/integer.hpp"
#include "support.hpp"

namespace ulplab::test {
namespace {

/// One target, from every format of at most 16 bits: every code, in every context.
class ConversionsTo : public testing::TestWithParam<TestFormat> {};

TEST_P(ConversionsTo, every_code_of_every_format_is_rounded_once) {
  const Format to = GetParam().format;
  const exact::Oracle oracle(to);
  Failures failures;
  for (const TestFormat& source : formats_up_to(16)) {
    const Format from = source.format;
    const std::string name = source.name + " to " + GetParam().name;
    for (Code a = 0; a < code_count(from) && !failures.enough(); ++a) {
      const auto soft = [&](const Context& c) { return convert(from, a, to, c); };
      judge(failures, oracle, oracle.convert(from, a), every_context(), from, {a}, name.c_str(), soft);
      judge(failures, oracle, oracle.convert(from, a, true), flushing_contexts(), from, {a}, name.c_str(), soft);
    }
  }
}
INSTANTIATE_TEST_SUITE_P(Formats, ConversionsTo, testing::ValuesIn(formats_up_to(16)), name_of_format<testing::TestParamInfo<TestFormat>>);

/// Wider sources: what lies on, just above and just below every number and every midpoint of the target, and random codes.
class NarrowingTo : public testing::TestWithParam<TestFormat> {};

TEST_P(NarrowingTo, numbers_midpoints_and_their_neighbours_are_rounded_once) {
  const Format to = GetParam().format;
  const exact::Oracle oracle(to);
  Failures failures;
  for (const Format& from : {tf32, binary32, binary64, ieee_format(15, 49)}) {
    if (from.width() < to.width()) continue;
    std::vector<Code> inputs;
    const Code count = std::min<Code>(code_count(to), 4096);
    const Code stride = code_count(to) / count;
    CodeSource random(from, 754);
    for (Code i = 0; i < count; ++i) {
      const Code code = i * stride + (stride > 1 ? random.bits() % stride : 0);
      if (exact::decode(to, code).kind != exact::Kind::number) continue;
      const Code number = convert(to, code, from, rounding_to(Rounding::toward_zero)).code;
      // half a unit in the last place of the target further out, if the source has that bit
      const int below = from.precision - to.precision - 1;
      const Code half = below >= 0 ? Code{1} << below : Code{0};
      for (const Code base : {number, number + half, number - half})
        for (const Code off : {Code{0}, Code{1}, ~Code{0}}) inputs.push_back((base + off) & from.code_mask());
    }
    for (int i = 0; i < 2000; ++i) {
      inputs.push_back(random.any());
      inputs.push_back(random.structured());
    }
    for (const Code a : inputs) {
      if (failures.enough()) break;
      judge(failures, oracle, oracle.convert(from, a), every_context(), from, {a}, ("to " + GetParam().name).c_str(),
            [&](const Context& c) { return convert(from, a, to, c); });
    }
  }
}
INSTANTIATE_TEST_SUITE_P(Formats, NarrowingTo, testing::ValuesIn(formats_up_to(32)), name_of_format<testing::TestParamInfo<TestFormat>>);

TEST(Conversion, widening_and_back_gives_the_same_code) {
  Failures failures;
  for (const TestFormat& f : formats_up_to(16)) {
    if (!f.format.has_zero) continue;
    for (Code a = 0; a < code_count(f.format); ++a) {
      const exact::Decoded d = exact::decode(f.format, a);
      if (d.nan() || (d.zero() && a != 0 && !d.negative) || (d.zero() && d.negative && a != f.format.sign_mask())) continue;
      const Rounded wide = convert(f.format, a, binary64);
      const Rounded back = convert(binary64, wide.code, f.format);
      failures.compare(f.format, {a, {}}, {back.code, back.flags | wide.flags}, {}, f.format, {a}, (f.name + " to f64 and back").c_str());
    }
  }
}

TEST(Conversion, to_a_format_without_sign_may_take_the_magnitude) {
  Failures failures;
  for (const Format& from : {binary16, bfloat16, fp8_e4m3, fp8_e5m2})
    for (const Format& to : {scale_e8m0, Format{4, 4, 7, Specials::ieee, true, false, true}}) {
      const exact::Oracle oracle(to);
      for (const Rounding rounding : {Rounding::nearest_even, Rounding::toward_zero, Rounding::up, Rounding::down})
        for (const Overflow overflow : {Overflow::ieee, Overflow::saturate}) {
          Context c = context(rounding, Tininess::after, overflow, Subnormals::keep);
          const Context plain = c;
          c.negatives = Negatives::magnitude;
          for (Code a = 0; a < code_count(from); ++a) {
            const Code taken = exact::decode(from, a).nan() ? a : a & ~(Code{1} << (from.width() - 1));
            failures.compare(to, convert(from, a, to, c), oracle.answer(oracle.convert(from, taken), plain), c, from, {a}, "magnitude");
          }
        }
    }
}

// --- Integers ----------------------------------------------------------------------------------------------------------------

const IntegerType integer_types[] = {{8, true},  {8, false},  {16, true}, {16, false}, {32, true},
                                     {32, false}, {64, true}, {64, false}, {5, true},   {1, false}};

std::string text_of(IntegerType type) { return (type.is_signed ? "i" : "u") + std::to_string(type.width); }

std::uint64_t two_complement(const exact::Integer& n, IntegerType type) {
  const exact::Integer modulus = exact::Integer(1) << type.width;
  return static_cast<std::uint64_t>(((n % modulus) + modulus) % modulus);
}

/// The answer for a code: the integer in the direction of the context, or invalid and what the rule says.
IntegerResult integer_by_definition(const Format& f, Code code, IntegerType type, const Context& c, bool signals_inexact) {
  exact::Decoded d = exact::decode(f, code);
  if (d.subnormal && c.flushes_inputs()) d.significand = 0;
  const exact::Integer one = 1;
  const exact::Integer least = type.is_signed ? exact::Integer(-(one << (type.width - 1))) : exact::Integer(0);
  const exact::Integer most = (one << (type.is_signed ? type.width - 1 : type.width)) - 1;
  bool inexact = false;
  exact::Integer n = 0;
  if (d.kind == exact::Kind::number) {
    n = exact::Oracle::integer_near(d, c, inexact);
    if (d.negative) n = -n;
    if (least <= n && n <= most) return {two_complement(n, type), inexact && signals_inexact ? Flags(Flag::inexact) : Flags()};
  }
  const exact::Integer nearest = d.negative ? least : most;
  exact::Integer answer = nearest;
  switch (c.integers) {
    case IntegerRule::saturate:   answer = d.nan() ? exact::Integer(0) : nearest; break;
    case IntegerRule::nan_is_max: answer = d.nan() ? most : nearest; break;
    case IntegerRule::indefinite: answer = type.is_signed ? least : most; break;
    case IntegerRule::cuda:
      answer = !d.nan() ? nearest : type.width == 64 ? exact::Integer(one << 63) : exact::Integer(0);
      break;
    case IntegerRule::nan_is_high_bit: answer = d.nan() ? exact::Integer(one << (type.width - 1)) : nearest; break;
  }
  return {two_complement(answer, type), Flag::invalid};
}

std::vector<Context> integer_contexts() {
  std::vector<Context> out = all_directions();
  for (const IntegerRule rule : {IntegerRule::indefinite, IntegerRule::nan_is_max, IntegerRule::cuda, IntegerRule::nan_is_high_bit}) {
    Context c = rounding_to(Rounding::toward_zero);
    c.integers = rule;
    out.push_back(c);
  }
  out.push_back(context(Rounding::up, Tininess::after, Overflow::ieee, Subnormals::flush_inputs));
  return out;
}

void check_to_integer(Failures& failures, const Format& f, Code a, const std::vector<Context>& contexts) {
  for (const IntegerType type : integer_types)
    for (const Context& c : contexts)
      for (const Exactness exactness : {Exactness::signals_inexact, Exactness::quiet}) {
        const IntegerResult want = integer_by_definition(f, a, type, c, exactness == Exactness::signals_inexact);
        const IntegerResult got = to_integer(f, a, type, c, exactness);
        failures.checked();
        if (want.bits == got.bits && want.flags == got.flags) continue;
        failures.add("to " + text_of(type) + ", " + test::text_of(c) + "\n  input     " + test::text_of(f, a) + "\n  expected  " +
                     std::to_string(want.bits) + " " + test::text_of(want.flags) + "\n  got       " + std::to_string(got.bits) + " " +
                     test::text_of(got.flags));
      }
}

class ToInteger : public testing::TestWithParam<TestFormat> {};
TEST_P(ToInteger, the_integer_in_the_direction_or_invalid) {
  const Format f = GetParam().format;
  Failures failures;
  const std::vector<Context> contexts = integer_contexts();
  if (f.width() <= 8) {
    for (Code a = 0; a < code_count(f) && !failures.enough(); ++a) check_to_integer(failures, f, a, contexts);
    return;
  }
  // every sign and exponent, with short, long and random significands
  CodeSource codes(f, 64);
  const int fields = 1 << f.exponent_bits;
  for (int field = 0; field < fields && !failures.enough(); ++field) {
    if (fields > 256 && field % 8 != 0 && (field < f.bias - 2 || field > f.bias + 66)) continue;
    for (const Code trailing : {Code{0}, Code{1}, f.trailing_mask(), f.trailing_mask() - 1, codes.bits(), codes.structured()}) {
      const Code a = (static_cast<Code>(field) << f.trailing_bits()) | (trailing & f.trailing_mask());
      check_to_integer(failures, f, a, contexts);
      check_to_integer(failures, f, a | f.sign_mask(), contexts);
    }
  }
}
INSTANTIATE_TEST_SUITE_P(Formats, ToInteger, testing::ValuesIn(formats_up_to(64)), name_of_format<testing::TestParamInfo<TestFormat>>);

class FromInteger : public testing::TestWithParam<TestFormat> {};
TEST_P(FromInteger, the_integer_is_rounded_once) {
  const Format f = GetParam().format;
  const exact::Oracle oracle(f);
  Failures failures;
  std::mt19937_64 random(8);
  for (const IntegerType type : integer_types) {
    std::vector<std::uint64_t> bits;
    if (type.width <= 8) {
      for (std::uint64_t i = 0; i <= type.mask(); ++i) bits.push_back(i);
    } else {
      for (int i = 0; i < type.width; ++i)
        for (const std::uint64_t low : {std::uint64_t{0}, std::uint64_t{1}, ~std::uint64_t{0}, std::uint64_t{3} << i >> 2, random() >> (63 - i)}) {
          bits.push_back(((std::uint64_t{1} << i) + low) & type.mask());
          bits.push_back((~(std::uint64_t{1} << i) - low) & type.mask());
        }
    }
    for (const std::uint64_t b : bits) {
      exact::Integer n = b;
      if (type.is_signed && ((b >> (type.width - 1)) & 1) != 0) n -= exact::Integer(1) << type.width;
      const exact::Outcome outcome = oracle.from_integer(n);
      for (const Context& c : every_context()) {
        const Rounded want = oracle.answer(outcome, c);
        const Rounded got = from_integer(f, type, b, c);
        failures.checked();
        if (!(want == got))
          failures.add(text_of(type) + " " + n.str() + ", " + test::text_of(c) + "\n  expected  " + test::text_of(f, want.code) + " " +
                       test::text_of(want.flags) + "\n  got       " + test::text_of(f, got.code) + " " + test::text_of(got.flags));
      }
    }
  }
}
INSTANTIATE_TEST_SUITE_P(Formats, FromInteger, testing::ValuesIn(formats_up_to(64)), name_of_format<testing::TestParamInfo<TestFormat>>);

}  // namespace
}  // namespace ulplab::test
