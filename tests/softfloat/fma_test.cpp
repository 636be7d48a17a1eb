// Is fma right for every triple of the formats of at most 6 bits, and for samples of the wider ones?
//
// Samples are drawn where fma goes wrong: the addend close to the negated product (cancellation), far below it (sticky bits),
// a half quantum away from it (double rounding).
#include "softfloat/fma.hpp"

#include "softfloat/mul.hpp"
#include "support.hpp"

namespace ulplab::test {
namespace {

void check(Failures& failures, const exact::Oracle& oracle, Code a, Code b, Code c) {
  const Format& f = oracle.format();
  const auto soft = [&](const Context& x) { return fma(f, a, b, c, x); };
  judge(failures, oracle, oracle.fma(a, b, c), every_context(), f, {a, b, c}, "fma", soft);
  judge(failures, oracle, oracle.fma(a, b, c, true), flushing_contexts(), f, {a, b, c}, "fma", soft);
}

class AllTriples : public testing::TestWithParam<TestFormat> {};
TEST_P(AllTriples, fma_rounds_once) {
  const exact::Oracle oracle(GetParam().format);
  const Code n = code_count(GetParam().format);
  Failures failures;
  for (Code a = 0; a < n && !failures.enough(); ++a)
    for (Code b = 0; b < n; ++b)
      for (Code c = 0; c < n; ++c) check(failures, oracle, a, b, c);
}
INSTANTIATE_TEST_SUITE_P(Formats, AllTriples, testing::ValuesIn(formats_up_to(5)), name_of_format<testing::TestParamInfo<TestFormat>>);

/// Six bits: all triples, each in one context of the list in turn, and every fourth in all of them.
class SixBitTriples : public testing::TestWithParam<TestFormat> {};
TEST_P(SixBitTriples, fma_rounds_once) {
  const Format f = GetParam().format;
  const exact::Oracle oracle(f);
  const Code n = code_count(f);
  const std::vector<Context>& contexts = every_context();
  Failures failures;
  std::size_t turn = 0;
  for (Code a = 0; a < n && !failures.enough(); ++a)
    for (Code b = 0; b < n; ++b)
      for (Code c = 0; c < n; ++c) {
        const exact::Outcome outcome = oracle.fma(a, b, c);
        if ((turn & 3) == 0) {
          check(failures, oracle, a, b, c);
        } else {
          for (std::size_t i = 0; i < 4; ++i) {
            const Context& x = contexts[(turn * 4 + i) % contexts.size()];
            failures.compare(f, oracle.answer(outcome, x), fma(f, a, b, c, x), x, f, {a, b, c}, "fma");
          }
        }
        ++turn;
      }
}
std::vector<TestFormat> six_bit_formats() {
  std::vector<TestFormat> out;
  for (const TestFormat& f : formats_up_to(6))
    if (f.format.width() == 6) out.push_back(f);
  return out;
}
INSTANTIATE_TEST_SUITE_P(Formats, SixBitTriples, testing::ValuesIn(six_bit_formats()), name_of_format<testing::TestParamInfo<TestFormat>>);

class SampledTriples : public testing::TestWithParam<TestFormat> {};
TEST_P(SampledTriples, fma_rounds_once) {
  const Format f = GetParam().format;
  const exact::Oracle oracle(f);
  CodeSource codes(f, 2019);
  Failures failures;
  const int wide = f.width() > 32 ? 20 : f.width() > 16 ? 8 : f.width() > 8 ? 4 : 1;
  for (int i = 0; i < 40000 / wide && !failures.enough(); ++i) {
    const Code a = i % 3 == 0 ? codes.any() : codes.structured();
    const Code b = i % 3 == 0 ? codes.any() : codes.structured();
    const Code product = mul(f, a, b).code;
    check(failures, oracle, a, b, i % 2 == 0 ? codes.structured() : codes.any());
    check(failures, oracle, a, b, codes.near(product));
    check(failures, oracle, a, b, product ^ f.sign_mask());  // what is left is the rounding error of the product
    // an addend of the size of the last bits of the product, or so
    const int places = static_cast<int>(codes.bits() % static_cast<unsigned>(3 * f.precision + 2));
    const Code magnitude = magnitude_of(f, product);
    const Code step = static_cast<Code>(places) << f.trailing_bits();
    check(failures, oracle, a, b, (magnitude > step ? magnitude - step : 0) | (codes.bits() & f.sign_mask()));
  }
}
std::vector<TestFormat> wider_formats() {
  std::vector<TestFormat> out;
  for (const TestFormat& f : formats_up_to(64))
    if (f.format.width() > 6) out.push_back(f);
  out.push_back({"e3p61", ieee_format(3, 61)});
  out.push_back({"e2p62", ieee_format(2, 62)});
  out.push_back({"e15p49", ieee_format(15, 49)});
  return out;
}
INSTANTIATE_TEST_SUITE_P(Formats, SampledTriples, testing::ValuesIn(wider_formats()), name_of_format<testing::TestParamInfo<TestFormat>>);

}  // namespace
}  // namespace ulplab::test
