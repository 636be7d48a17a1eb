// Are comparison, total order, minimum, maximum and nextafter right for every pair of every format of at most 8 bits?
#include <map>

#include "softfloat/compare.hpp"
#include "softfloat/minmax.hpp"
#include "softfloat/next.hpp"
#include "support.hpp"

namespace ulplab::test {
namespace {

Order order_of(exact::Relation r) { return static_cast<Order>(r); }
static_assert(static_cast<int>(Order::less) == static_cast<int>(exact::Relation::less) &&
              static_cast<int>(Order::equal) == static_cast<int>(exact::Relation::equal) &&
              static_cast<int>(Order::greater) == static_cast<int>(exact::Relation::greater) &&
              static_cast<int>(Order::unordered) == static_cast<int>(exact::Relation::unordered));

class OrderAllPairs : public testing::TestWithParam<TestFormat> {
 protected:
  Format f = GetParam().format;
  exact::Oracle oracle{f};
  Failures failures;

  std::string pair(Code a, Code b) { return text_of(f, a) + ", " + text_of(f, b); }
  bool nan(Code a) { return exact::decode(f, a).nan(); }
  bool signaling(Code a) { return exact::decode(f, a).kind == exact::Kind::signaling_nan; }
  /// Formats without subnormals have many codes for zero; in an order of all codes only the canonical one has a place.
  bool canonical(Code a) {
    const exact::Decoded d = exact::decode(f, a);
    return !d.zero() || (a & f.trailing_mask()) == 0;
  }
  Flags flags_of_nans(Code a, Code b) { return signaling(a) || signaling(b) ? Flags(Flag::invalid) : Flags(); }
  Rounded nan_among(Code a, Code b) { return {oracle.carry_nan(f, nan(a) ? a : b), flags_of_nans(a, b)}; }
};

TEST_P(OrderAllPairs, comparison_is_by_value_and_nan_is_unordered) {
  Context flush;
  flush.subnormals = Subnormals::flush_inputs;
  for (Code a = 0; a < code_count(f); ++a)
    for (Code b = 0; b < code_count(f); ++b)
      for (const Comparison kind : {Comparison::quiet, Comparison::signaling})
        for (const Context& c : {Context{}, flush}) {
          const Compared got = compare(f, a, b, kind, c);
          const Order want = order_of(oracle.compare(a, b, c.flushes_inputs()));
          const bool signals = (nan(a) || nan(b)) && (kind == Comparison::signaling || signaling(a) || signaling(b));
          failures.checked();
          if (got.order != want || !(got.flags == (signals ? Flags(Flag::invalid) : Flags()))) failures.add("compare " + pair(a, b));
        }
}

TEST_P(OrderAllPairs, total_order_sorts_all_codes) {
  std::map<Code, std::pair<int, exact::Integer>> keys;
  for (Code a = 0; a < code_count(f); ++a) keys[a] = oracle.total_order_key(a);
  for (Code a = 0; a < code_count(f); ++a)
    for (Code b = 0; b < code_count(f); ++b) {
      if (!canonical(a) || !canonical(b)) continue;
      const Order want = keys[a] < keys[b] ? Order::less : keys[b] < keys[a] ? Order::greater : Order::equal;
      failures.checked();
      if (total_order(f, a, b) != want) failures.add("total order of " + pair(a, b));
      if ((want == Order::equal) != (a == b)) failures.add("two codes in one place: " + pair(a, b));
    }
}

TEST_P(OrderAllPairs, minimum_and_maximum_are_those_of_754_2019) {
  const Context c;
  for (Code a = 0; a < code_count(f); ++a)
    for (Code b = 0; b < code_count(f); ++b) {
      for (const Extremum which : {Extremum::minimum, Extremum::maximum, Extremum::minimum_number, Extremum::maximum_number}) {
        const bool number_form = which == Extremum::minimum_number || which == Extremum::maximum_number;
        const bool least = which == Extremum::minimum || which == Extremum::minimum_number;
        const Rounded got = min_max(f, which, a, b, c);
        Rounded want;
        if (nan(a) || nan(b)) {
          want = nan_among(a, b);
          if (number_form && nan(a) != nan(b)) want.code = nan(a) ? b : a;
        } else {
          exact::Relation r = oracle.compare(a, b);
          const bool a_negative = exact::decode(f, a).negative;
          const bool b_negative = exact::decode(f, b).negative;
          if (r == exact::Relation::equal && a_negative != b_negative) r = a_negative ? exact::Relation::less : exact::Relation::greater;
          if (r == exact::Relation::equal) {  // the same number; where it has several codes, either may come out
            want.code = got.code == b ? b : a;
          } else {
            want.code = (r == exact::Relation::less) == least ? a : b;
          }
        }
        failures.compare(f, want, got, c, f, {a, b}, least ? "minimum" : "maximum");
      }
    }
}

TEST_P(OrderAllPairs, nextafter_steps_towards_the_second_operand) {
  const Context c;
  for (Code a = 0; a < code_count(f); ++a)
    for (Code b = 0; b < code_count(f); ++b) {
      Rounded want;
      switch (oracle.compare(a, b)) {
        case exact::Relation::unordered: want = nan_among(a, b); break;
        case exact::Relation::equal:     want.code = b; break;
        case exact::Relation::less:      want = next_up(f, a); break;
        case exact::Relation::greater:   want = next_down(f, a); break;
      }
      failures.compare(f, want, next_after(f, a, b), c, f, {a, b}, "nextafter");
    }
}

INSTANTIATE_TEST_SUITE_P(Formats, OrderAllPairs, testing::ValuesIn(formats_up_to(8)), name_of_format<testing::TestParamInfo<TestFormat>>);

/// Wider formats, up to the widest there are: the order of random and structured pairs.
class OrderSampled : public testing::TestWithParam<TestFormat> {};
TEST_P(OrderSampled, comparison_and_total_order_hold_for_samples) {
  const Format f = GetParam().format;
  const exact::Oracle oracle(f);
  Failures failures;
  CodeSource codes(f, 5);
  for (int i = 0; i < 4000; ++i) {
    const Code a = codes.structured();
    const Code b = i % 3 == 0 ? codes.near(a) : i % 3 == 1 ? codes.structured() : codes.any();
    const Order want = order_of(oracle.compare(a, b));
    failures.checked();
    if (compare(f, a, b).order != want) failures.add("compare " + text_of(f, a) + ", " + text_of(f, b));
    const auto ka = oracle.total_order_key(a);
    const auto kb = oracle.total_order_key(b);
    if (!f.subnormals && f.has_zero) continue;
    const Order total = ka < kb ? Order::less : kb < ka ? Order::greater : Order::equal;
    if (total_order(f, a, b) != total) failures.add("total order of " + text_of(f, a) + ", " + text_of(f, b));
  }
}
std::vector<TestFormat> wide_formats() {
  std::vector<TestFormat> out;
  for (const TestFormat& f : formats_up_to(64))
    if (f.format.width() > 8) out.push_back(f);
  out.push_back({"e3p62_unsigned", Format{3, 62, 3, Specials::finite_only, true, false, true}});
  out.push_back({"e15p50_unsigned", Format{15, 50, 16383, Specials::ieee, true, false, true}});
  out.push_back({"e11p53_fnuz", Format{11, 53, 1024, Specials::negative_zero_nan}});
  out.push_back({"e2p62", ieee_format(2, 62)});
  return out;
}
INSTANTIATE_TEST_SUITE_P(Formats, OrderSampled, testing::ValuesIn(wide_formats()), name_of_format<testing::TestParamInfo<TestFormat>>);

}  // namespace
}  // namespace ulplab::test
