// Are the operations on one operand right for every code of every format of at most 16 bits?
//
// sqrt, rsqrt, round to integral (both kinds of exactness), scalbn, logb, ulp, next up and down; every direction, both kinds of
// tininess, overflow rules and flushing.
#include "softfloat/next.hpp"
#include "softfloat/round_to_integral.hpp"
#include "softfloat/rsqrt.hpp"
#include "softfloat/scalb.hpp"
#include "softfloat/sqrt.hpp"
#include "softfloat/ulp.hpp"
#include "support.hpp"

namespace ulplab::test {
namespace {

class AllCodes : public testing::TestWithParam<TestFormat> {
 protected:
  Format f = GetParam().format;
  exact::Oracle oracle{f};

  template <class Exact, class Soft>
  void run(const char* name, Exact exact, Soft soft) {
    Failures failures;
    for (Code a = 0; a < code_count(f) && !failures.enough(); ++a) {
      judge(failures, oracle, exact(a, false), every_context(), f, {a}, name, [&](const Context& c) { return soft(a, c); });
      judge(failures, oracle, exact(a, true), flushing_contexts(), f, {a}, name, [&](const Context& c) { return soft(a, c); });
    }
  }
};

TEST_P(AllCodes, the_square_root_is_rounded_once) {
  run("sqrt", [&](Code a, bool flush) { return oracle.sqrt(a, flush); },
      [&](Code a, const Context& c) { return ulplab::sqrt(f, a, c); });
}

TEST_P(AllCodes, the_reciprocal_square_root_is_rounded_once) {
  run("rsqrt", [&](Code a, bool flush) { return oracle.rsqrt(a, flush); },
      [&](Code a, const Context& c) { return rsqrt(f, a, c); });
}

TEST_P(AllCodes, scalbn_multiplies_by_a_power_of_two_and_rounds_once) {
  const int range = (1 << f.exponent_bits) + f.precision + 3;
  for (const int n : {0, 1, -1, 2, -f.precision, -range / 3, range / 2, -range, range})
    run(("scalbn by " + std::to_string(n)).c_str(), [&](Code a, bool flush) { return oracle.scalbn(a, n, flush); },
        [&](Code a, const Context& c) { return scalbn(f, a, n, c); });
}

TEST_P(AllCodes, scale2_doubles_and_leaves_every_nan_as_it_is) {
  if (!f.has_zero) return;
  run("scale2",
      [&](Code a, bool flush) {
        exact::Outcome o = oracle.scalbn(a, 1, flush);
        if (exact::decode(f, a).nan()) o.fixed = {a, {}};
        return o;
      },
      [&](Code a, const Context& c) { return scale2(f, a, c); });
}

TEST_P(AllCodes, logb_is_the_exponent) {
  run("logb", [&](Code a, bool flush) { return oracle.logb(a, flush); }, [&](Code a, const Context& c) { return logb(f, a, c); });
}

TEST_P(AllCodes, round_to_integral_finds_the_integer_in_the_direction) {
  Failures failures;
  std::vector<Context> contexts = every_context();
  for (const Context& c : flushing_contexts()) contexts.push_back(c);
  for (Code a = 0; a < code_count(f) && !failures.enough(); ++a)
    for (const Context& c : contexts) {
      failures.compare(f, oracle.round_to_integral(a, c, true), round_to_integral(f, a, c), c, f, {a}, "round to integral, exact");
      failures.compare(f, oracle.round_to_integral(a, c, false), round_to_integral(f, a, c, Exactness::quiet), c, f, {a},
                       "round to integral");
    }
}

/// All numbers in order, infinities included, each zero once: negative ones first.
std::vector<Code> numbers_in_order(const exact::Oracle& oracle) {
  const Format& f = oracle.format();
  std::vector<Code> positive;
  for (Code m = 0; m <= oracle.line().largest_code(); ++m) {
    const exact::Decoded d = exact::decode(f, m);
    if (!(d.zero() && m != 0)) positive.push_back(m);
  }
  if (f.specials == Specials::ieee) positive.push_back(oracle.infinity(false));
  std::vector<Code> all;
  if (f.is_signed)
    for (std::size_t i = positive.size(); i-- > 0;)
      if (positive[i] != 0) all.push_back(positive[i] | Code{1} << (f.width() - 1));
  all.insert(all.end(), positive.begin(), positive.end());
  return all;
}

TEST_P(AllCodes, next_up_and_next_down_walk_along_all_numbers) {
  Failures failures;
  const std::vector<Code> all = numbers_in_order(oracle);
  const Code negative_zero = oracle.zero(true).code;
  const Context c;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Code above = i + 1 < all.size() ? all[i + 1] : all[i];
    const Code below = i > 0 ? all[i - 1] : all[i];
    const bool from_below_zero = f.has_zero && above == 0 && i + 1 < all.size();  // 5.3.1: the sign of the operand stays
    failures.compare(f, {from_below_zero ? negative_zero : above, {}}, next_up(f, all[i]), c, f, {all[i]}, "next up");
    failures.compare(f, {below, {}}, next_down(f, all[i]), c, f, {all[i]}, "next down");
  }
  for (Code code = 0; code < code_count(f); ++code) {
    const exact::Decoded d = exact::decode(f, code);
    if (d.zero()) {  // both zeros, and the many zeros of formats without subnormals
      failures.compare(f, next_up(f, 0), next_up(f, code), c, f, {code}, "next up");
      failures.compare(f, next_down(f, 0), next_down(f, code), c, f, {code}, "next down");
    }
    if (d.nan()) {
      const Rounded want{oracle.carry_nan(f, code), d.kind == exact::Kind::signaling_nan ? Flags(Flag::invalid) : Flags()};
      failures.compare(f, want, next_up(f, code), c, f, {code}, "next up");
      failures.compare(f, want, next_down(f, code), c, f, {code}, "next down");
      failures.compare(f, want, ulp(f, code), c, f, {code}, "ulp");
    }
  }
}

TEST_P(AllCodes, the_ulp_is_the_distance_to_the_next_number_away_from_zero) {
  Failures failures;
  const exact::NumberLine& line = oracle.line();
  for (Code m = 0; m <= line.largest_code(); ++m) {
    const exact::Decoded d = exact::decode(f, m);
    if (d.zero() && m != 0) continue;
    Code above = m + 1;
    while (above < line.largest_code() && exact::decode(f, above).zero()) ++above;
    const exact::Integer distance =
        (m == line.largest_code() ? line.beyond() : line.units_of(above)) - line.units_of(m);
    EXPECT_EQ(exact::Integer(1) << (ulp_exponent(f, m) - line.unit_exponent()), distance) << text_of(f, m);
    if (testing::Test::HasFailure()) return;
    const exact::Outcome outcome = oracle.number({false, distance, 1, line.unit_exponent()});
    const Rounded want{oracle.answer(outcome, rounding_to(Rounding::up)).code, {}};
    for (const Code code : {m, m | f.sign_mask()})
      if (!exact::decode(f, code).nan()) failures.compare(f, want, ulp(f, code), {}, f, {code}, "ulp");
  }
}

INSTANTIATE_TEST_SUITE_P(Formats, AllCodes, testing::ValuesIn(formats_up_to(16)), name_of_format<testing::TestParamInfo<TestFormat>>);

}  // namespace
}  // namespace ulplab::test
