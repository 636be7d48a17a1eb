// Does a plan hold what it promises: all inputs once, or every decision of the operation, the same from wherever one looks?
#include "gpu/verify/plan.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <set>

#include "gpu/verify/suites.hpp"
#include "softfloat/exact/oracle.hpp"

namespace ulplab::verify {
namespace {

Check check_of(std::string_view kind) {
  const auto parsed = parse_kind(kind);
  EXPECT_TRUE(std::holds_alternative<Kind>(parsed)) << kind << ": " << std::get<KindProblem>(parsed).message;
  return *make_check(std::get<Kind>(parsed), {}, "ieee");
}

std::vector<Operands> inputs_of(const Check& check, const Plan& plan, std::uint64_t first, std::size_t count) {
  std::vector<std::vector<std::uint64_t>> room(3, std::vector<std::uint64_t>(count));
  plan.fill(first, count, {room[0].data(), room[1].data(), room[2].data()});
  std::vector<Operands> all(count);
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t k = 0; k < check.kind.operands.size(); ++k)
      all[i][k] = load(room[k].data(), bytes_of(check.kind.operands[k]), i);
  return all;
}

/// Calls `look` with every input of the sections whose names contain `word`.
template <class Look>
void for_each_input(const Check& check, const Plan& plan, std::string_view word, Look&& look) {
  std::uint64_t begin = 0;
  for (const Section& s : plan.sections()) {
    if (s.name.find(word) != std::string::npos)
      for (std::uint64_t at = 0; at < s.inputs; at += 65536)
        for (const Operands& x :
             inputs_of(check, plan, begin + at, static_cast<std::size_t>(std::min<std::uint64_t>(65536, s.inputs - at))))
          look(x);
    begin += s.inputs;
  }
}

/// Every one of the codes is met by the sections whose names contain `word`.
void expect_met(const Check& check, std::string_view word, std::vector<Code> needed) {
  std::sort(needed.begin(), needed.end());
  needed.erase(std::unique(needed.begin(), needed.end()), needed.end());
  std::vector<bool> met(needed.size());
  for_each_input(check, *make_plan(check, {1000, 1, true}), word, [&](const Operands& x) {
    const auto at = std::lower_bound(needed.begin(), needed.end(), x[0]);
    if (at != needed.end() && *at == x[0]) met[static_cast<std::size_t>(at - needed.begin())] = true;
  });
  for (std::size_t i = 0; i < met.size(); ++i) ASSERT_TRUE(met[i]) << check.kind.name << std::hex << ": 0x" << needed[i];
}

double from_bits(Code code) { return std::bit_cast<double>(code); }
Code bits_of(double x) { return std::bit_cast<Code>(x); }

constexpr PlanOptions documented{1000, 1, true};

TEST(Plan, small_domains_are_whole_and_in_counting_order_with_the_first_operand_outermost) {
  for (const std::string_view name : {"f16_sqrt", "e4m3_add", "e2m1_fma", "e4m3_to_f16", "i16_to_bf16", "e3m2_next"}) {
    const Check check = check_of(name);
    const auto plan = make_plan(check, {});
    ASSERT_TRUE(plan->exhaustive()) << name;
    int bits = 0;
    for (const Slot& slot : check.kind.operands) bits += width_of(slot);
    ASSERT_EQ(plan->inputs(), std::uint64_t{1} << bits);
    EXPECT_EQ(plan->out_of(), std::to_string(plan->inputs()));
    std::uint64_t expected = 0;
    for (const Operands& x : inputs_of(check, *plan, 0, plan->inputs())) {
      std::uint64_t index = 0;
      for (std::size_t k = 0; k < check.kind.operands.size(); ++k) index = index << width_of(check.kind.operands[k]) | x[k];
      ASSERT_EQ(index, expected++) << name;
    }
  }
}

TEST(Plan, stretches_of_large_domains_begin_where_they_are_told) {
  const Check pairs = check_of("f16_add"), unary = check_of("f32_to_f16");
  for (const std::uint64_t first : {0ull, 65530ull, 0x7fffffffull, 0xfffffff0ull}) {
    const auto x = inputs_of(pairs, *make_plan(pairs, {}), first, 16);
    const auto y = inputs_of(unary, *make_plan(unary, {}), first, 16);
    for (std::size_t i = 0; i < 16; ++i) {
      EXPECT_EQ(x[i], (Operands{(first + i) >> 16, (first + i) & 0xffff, 0}));
      EXPECT_EQ(y[i], (Operands{first + i, 0, 0}));
    }
  }
  EXPECT_EQ(make_plan(pairs, {})->out_of(), "4294967296");
}

TEST(Plan, too_large_domains_and_slow_contestants_get_a_documented_set) {
  for (const std::string_view name : {"f16_scalbn", "f16_fma", "f32_add", "f64_to_f16"})
    EXPECT_FALSE(make_plan(check_of(name), {})->exhaustive()) << name;
  EXPECT_FALSE(make_plan(check_of("f16_add"), documented)->exhaustive());
  EXPECT_TRUE(make_plan(check_of("f16_sqrt"), documented)->exhaustive()) << "65,536 inputs are fewer than any set";
  EXPECT_EQ(make_plan(check_of("f16_scalbn"), {})->out_of(), "2^48");
  EXPECT_EQ(make_plan(check_of("f64_fma"), {})->out_of(), "2^192");
}

TEST(Plan, any_stretch_is_a_piece_of_the_same_whole) {
  for (const std::string_view name : {"f64_to_f16", "f32_to_f16", "f64_to_i32", "i64_to_f32", "f64_sqrt", "f32_add", "f64_div",
                                      "f16_fma", "f16_scalbn", "f32_next"}) {
    const Check check = check_of(name);
    const auto plan = make_plan(check, documented), again = make_plan(check, documented);
    std::uint64_t at = 0;
    for (const Section& s : plan->sections()) {
      // Across the border of two sections, and in the middle of one.
      for (const std::uint64_t middle : {at, at + s.inputs / 2}) {
        const std::uint64_t first = middle < 100 ? 0 : middle - 100;
        const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(200, plan->inputs() - first));
        const auto whole = inputs_of(check, *plan, first, count);
        for (const std::size_t begin : {std::size_t{0}, count / 3, count - 1}) {
          const auto piece = inputs_of(check, *again, first + begin, count - begin);
          ASSERT_TRUE(std::equal(piece.begin(), piece.end(), whole.begin() + static_cast<std::ptrdiff_t>(begin)))
              << name << ", " << s.name;
        }
      }
      at += s.inputs;
    }
    EXPECT_EQ(at, plan->inputs()) << "sections are all there is";
  }
}

TEST(Plan, sets_of_all_suites_are_neither_empty_nor_endless_and_fit_the_operands) {
  for (const std::string& name : kinds_of_suite("all")) {
    const Check check = check_of(name);
    const auto plan = make_plan(check, documented);
    if (plan->exhaustive()) continue;
    EXPECT_GT(plan->inputs(), 40'000u) << name;
    EXPECT_LT(plan->inputs(), 100'000'000u) << name;
    for (const std::uint64_t first : {std::uint64_t{0}, plan->inputs() / 2, plan->inputs() - 100})
      for (const Operands& x : inputs_of(check, *plan, first, 100))
        for (std::size_t k = 0; k < check.kind.operands.size(); ++k)
          ASSERT_EQ(x[k] >> 1 >> (width_of(check.kind.operands[k]) - 1), 0u) << name;
  }
}

TEST(Plan, every_kind_that_can_be_read_has_a_plan) {
  std::vector<std::string> kinds;
  for (const std::string format : {"e2p2", "e2p62", "e15p48", "e8p24", "e11p11", "e3p9", "tf32", "e4m3fnuz", "e8m0"}) {
    for (const Form& form : forms()) kinds.push_back(format + "_" + std::string(form.name));
    for (const std::string other : {"e2p2", "e2p62", "e15p48", "e8m0", "f16", "i8", "u64"}) {
      kinds.push_back(format + "_to_" + other);
      if (format != "e8m0") kinds.push_back("i64_to_" + format);
    }
  }
  for (const std::string& name : kinds) {
    const auto parsed = parse_kind(name);
    if (!std::holds_alternative<Kind>(parsed)) continue;  // no arithmetic in E8M0
    const Check check = *make_check(std::get<Kind>(parsed), {}, "ieee");
    const auto plan = make_plan(check, documented);
    ASSERT_GT(plan->inputs(), 0u) << name;
    const std::uint64_t stride = std::max<std::uint64_t>(1, plan->inputs() / 500);
    for (std::uint64_t at = 0; at < plan->inputs(); at += stride) {
      const auto x = inputs_of(check, *plan, at, 1);
      for (std::size_t k = 0; k < check.kind.operands.size(); ++k)
        ASSERT_EQ(x[0][k] >> 1 >> (width_of(check.kind.operands[k]) - 1), 0u) << name;
    }
  }
}

TEST(Plan, the_conversion_from_fp64_to_fp16_meets_every_number_every_midpoint_and_their_neighbours) {
  // The midpoints and the numbers of FP16 are the multiples of half its ulp, of which there are 1024 or 2048 in a binade.
  std::vector<Code> needed;
  const auto need = [&needed](double x) {
    for (const double y : {x, std::nextafter(x, INFINITY), std::nextafter(x, -INFINITY)})
      for (const double sign : {1.0, -1.0}) needed.push_back(bits_of(sign * y));
  };
  for (int k = 0; k < 2048; ++k) need(std::ldexp(k, -25));
  for (int e = -14; e <= 15; ++e)
    for (int k = 0; k < 2048; ++k) need(std::ldexp(1 + k / 2048.0, e));
  need(65536.0);
  expect_met(check_of("f64_to_f16"), "every midpoint", needed);
}

TEST(Plan, a_conversion_meets_each_low_bit_that_decides_alone) {
  constexpr Code midpoint = 0x3ff0020000000000;  // 1 + 2^-11, half way above one, and one more bit somewhere below
  std::vector<Code> needed;
  for (int k = 0; k < 41; ++k)
    for (const Code c : {midpoint + (Code{1} << k), midpoint - (Code{1} << k)}) needed.push_back(c);
  expect_met(check_of("f64_to_f16"), "every midpoint", needed);
}

TEST(Plan, the_conversion_from_fp64_to_fp32_meets_every_binade_and_both_thresholds) {
  std::vector<Code> needed;
  for (int e = -126; e <= 127; ++e)
    for (const double x : {1.0, 1 + 0x1p-23, 2 - 0x1p-23, 1 + 0x1p-24, 2 - 0x1p-24, 1.5 + 0x1p-24})
      for (const double y : {std::ldexp(x, e), -std::nextafter(std::ldexp(x, e), 0)}) needed.push_back(bits_of(y));
  const double overflow = std::ldexp(2 - 0x1p-24, 127);
  for (const double x : {overflow, std::nextafter(overflow, 0), 0x1p128, 0x1p-149, 0x1p-150, std::nextafter(0x1p-150, 1),
                         0x1.8p-149, 0x1p-151, 0x1p-126})
    for (const double y : {x, -x}) needed.push_back(bits_of(y));
  expect_met(check_of("f64_to_f32"), "FP32", needed);
}

TEST(Plan, to_integers_it_meets_every_half_and_both_limits) {
  std::vector<Code> needed;
  for (int half = -65540; half <= 65540; ++half)
    for (const double x : {half / 2.0, std::nextafter(half / 2.0, 1e9), std::nextafter(half / 2.0, -1e9)})
      needed.push_back(bits_of(x));
  expect_met(check_of("f64_to_i16"), "integer", needed);
  needed.clear();
  for (const double x : {0x1p64, std::nextafter(0x1p64, 0), 0x1p63, 0x1p32 - 0.5, 0x1p52 + 0.5, 0.5, 1.5, -0.5})
    needed.push_back(bits_of(x));
  expect_met(check_of("f64_to_u64"), "integers", needed);
}

TEST(Plan, from_integers_it_meets_the_extremes_and_the_midpoints_of_the_target) {
  std::vector<Code> needed;
  for (const std::int64_t n : {std::int64_t{0}, INT64_MAX, INT64_MIN, INT64_MIN + 1, std::int64_t{1} << 62})
    needed.push_back(static_cast<Code>(n));
  for (int e = 25; e < 63; ++e) {
    const std::int64_t midpoint = (std::int64_t{1} << e) + (std::int64_t{1} << (e - 24));
    for (const std::int64_t n : {midpoint, midpoint + 1, midpoint - 1, -midpoint}) needed.push_back(static_cast<Code>(n));
  }
  expect_met(check_of("i64_to_f32"), "", needed);
}

TEST(Plan, pairs_and_triples_meet_all_combinations_of_classes) {
  const Code classes[] = {0,          1,          0x7fffff,   0x800000,   0x3f7fffff, 0x3f800000, 0x3f800001,
                          0x7f7fffff, 0x7f800000, 0x7fc00000, 0x7fc00001, 0x7f800001, 0x7fbfffff, 0x7fffffff};
  std::vector<Code> all;
  for (const Code c : classes) {
    all.push_back(c);
    all.push_back(c | 0x80000000);
  }
  for (const std::string_view name : {"f32_add", "f32_div", "f32_minimum", "f32_compare", "f32_fma"}) {
    const Check check = check_of(name);
    std::set<Operands> met;
    for_each_input(check, *make_plan(check, documented), "combinations of classes", [&](const Operands& x) { met.insert(x); });
    for (const Code a : all)
      for (const Code b : all)
        for (const Code c : check.kind.operands.size() == 3 ? all : std::vector<Code>{0})
          ASSERT_TRUE(met.contains({a, b, c})) << name;
  }
}

TEST(Plan, sums_meet_every_difference_of_exponents_in_both_orders) {
  for (const std::string_view name : {"f32_add", "f64_sub", "bf16_add"}) {
    const Check check = check_of(name);
    const Format f = check.kind.from;
    std::set<int> met;
    for_each_input(check, *make_plan(check, documented), "every difference", [&](const Operands& x) {
      met.insert(static_cast<int>((x[0] >> f.trailing_bits()) & f.exponent_mask()) -
                 static_cast<int>((x[1] >> f.trailing_bits()) & f.exponent_mask()));
    });
    EXPECT_EQ(met.size(), 2 * f.exponent_mask() - 1) << name;
  }
}

/// Where the exact results of a section lie, by the oracle.
struct Places {
  std::uint64_t inputs = 0;
  std::uint64_t exact = 0, ties = 0, tiny_ties = 0;
  std::uint64_t near = 0;  ///< inexact, within 2^-nearness of the distance of two numbers from a number or a midpoint
};
template <class Exactly>
Places places_of(const std::string& kind, std::string_view section, int nearness, Exactly&& exactly) {
  const Check check = check_of(kind);
  const exact::Oracle oracle(check.kind.from);
  Places n;
  std::uint64_t place = 0;
  for_each_input(check, *make_plan(check, documented), section, [&](const Operands& x) {
    if (place++ % 13 != 0 || n.inputs == 20'000) return;
    ++n.inputs;
    const exact::Outcome o = exactly(oracle, x);
    if (o.is != exact::Outcome::Is::number || o.at.below_all || o.at.beyond) return;
    const exact::Gap& gap = o.at.gap;
    if (gap.exact) {
      ++n.exact;
    } else if (gap.half == 0) {
      ++n.ties;
      n.tiny_ties += o.at.tiny_before ? 1 : 0;
    } else {
      // In units of the distance / 2^nearness, from the lower number: near 0, the half, or the whole.
      const exact::Integer low = gap.low << nearness, distance = gap.high - gap.low;
      const auto at_most = [&](std::uint64_t units) { return o.at.x.compare(low + distance * units, nearness) <= 0; };
      const std::uint64_t whole = std::uint64_t{1} << nearness;
      n.near += at_most(1) || (!at_most(whole / 2 - 1) && at_most(whole / 2 + 1)) || !at_most(whole - 1) ? 1 : 0;
    }
  });
  return n;
}

TEST(Plan, sections_that_promise_ties_have_them) {
  for (const std::string format : {"f16", "bf16", "f32", "f64"}) {
    const auto sum = places_of(format + "_add", "sums that are ties", 1,
                               [](const exact::Oracle& o, const Operands& x) { return o.add(x[0], x[1]); });
    EXPECT_GT(sum.ties, sum.inputs / 10) << format;
    const auto product = places_of(format + "_mul", "products that are ties", 1,
                                   [](const exact::Oracle& o, const Operands& x) { return o.mul(x[0], x[1]); });
    EXPECT_GT(product.ties, product.inputs / 10) << format;
    EXPECT_GT(product.tiny_ties, product.inputs / 100) << format;
    const auto quotient = places_of(format + "_div", "one digit more", 1,
                                    [](const exact::Oracle& o, const Operands& x) { return o.div(x[0], x[1]); });
    EXPECT_GT(quotient.tiny_ties, quotient.inputs / 100) << format << ": a quotient is a midpoint only where it is subnormal";
    const auto fused = [](const exact::Oracle& o, const Operands& x) { return o.fma(x[0], x[1], x[2]); };
    const auto normal = places_of(format + "_fma", "brings to a midpoint", 1, fused);
    EXPECT_GT(normal.ties, normal.inputs / 10) << format;
    const auto tiny = places_of(format + "_fma", "subnormal midpoints", 1, fused);
    EXPECT_GT(tiny.tiny_ties, tiny.inputs / 10) << format;
  }
}

TEST(Plan, sections_that_promise_near_ties_have_them_far_nearer_than_chance) {
  // Of random operands, one in 2^38 is as near as this.
  const auto product =
      places_of("f64_mul", "products as near", 40, [](const exact::Oracle& o, const Operands& x) { return o.mul(x[0], x[1]); });
  EXPECT_GT(product.near, product.inputs / 4);
  const auto quotient =
      places_of("f64_div", "quotients as near", 40, [](const exact::Oracle& o, const Operands& x) { return o.div(x[0], x[1]); });
  EXPECT_GT(quotient.near, quotient.inputs / 4);
  const auto root =
      places_of("f64_sqrt", "roots are as near", 38, [](const exact::Oracle& o, const Operands& x) { return o.sqrt(x[0]); });
  EXPECT_GT(25 * root.near, 2 * root.inputs) << "of five neighbours one, of two signs one";
  EXPECT_GT(root.exact, root.inputs / 50);
  const auto sum = places_of("f64_fma", "brings to a midpoint", 40,
                             [](const exact::Oracle& o, const Operands& x) { return o.fma(x[0], x[1], x[2]); });
  EXPECT_GT(sum.near, sum.inputs / 4);
  const auto half = places_of("f64_fma", "half a unit added", 40,
                              [](const exact::Oracle& o, const Operands& x) { return o.fma(x[0], x[1], x[2]); });
  EXPECT_GT(half.near, half.inputs / 4);
}

TEST(Plan, a_remainder_meets_odd_numbers_of_halves) {
  const Check check = check_of("f64_rem");
  std::uint64_t halves = 0;
  for_each_input(check, *make_plan(check, documented), "half behind an integer", [&](const Operands& x) {
    const double a = from_bits(x[0]), b = from_bits(x[1]);
    halves += std::isfinite(a) && b != 0 && std::fabs(std::fmod(a, b)) == std::fabs(b) / 2 ? 1 : 0;
  });
  EXPECT_GT(halves, 10'000u);
}

/// How far the section tells one rounding from two: the share of inputs for which fma and mul, add differ.
TEST(Plan, the_fma_set_tells_one_rounding_from_two) {
  for (const std::string format : {"f16", "bf16", "f32", "f64"}) {
    const Check check = check_of(format + "_fma");
    const Format f = check.kind.from;
    std::uint64_t differ = 0;
    for_each_input(check, *make_plan(check, documented), "triples that tell", [&](const Operands& x) {
      differ += fma(f, x[0], x[1], x[2]).code != add(f, mul(f, x[0], x[1]).code, x[2]).code ? 1 : 0;
    });
    EXPECT_GT(differ, 0u) << format;
    differ = 0;
    for_each_input(check, *make_plan(check, documented), "rounding error", [&](const Operands& x) {
      differ += fma(f, x[0], x[1], x[2]).code != add(f, mul(f, x[0], x[1]).code, x[2]).code ? 1 : 0;
    });
    EXPECT_GT(differ, 50'000u) << format;
  }
}

TEST(Plan, random_inputs_depend_on_the_seed_and_half_of_them_are_near_each_other) {
  const Check check = check_of("f64_add");
  const PlanOptions one{10'000, 1, true}, two{10'000, 2, true};
  const auto a = make_plan(check, one), b = make_plan(check, two);
  const std::uint64_t begin = a->inputs() - 10'000;
  const auto x = inputs_of(check, *a, begin, 10'000), y = inputs_of(check, *b, begin, 10'000);
  EXPECT_NE(x, y);
  EXPECT_NE(a->identity(), b->identity());
  EXPECT_NE(a->identity(), make_plan(check, {10'001, 1, true})->identity());
  EXPECT_NE(a->identity(), make_plan(check_of("f64_sub"), one)->identity());
  EXPECT_EQ(a->identity(), make_plan(check, one)->identity());
  std::uint64_t near = 0;
  for (const Operands& o : x) {
    const auto field = [](Code c) { return static_cast<int>((c >> 52) & 0x7ff); };
    near += std::abs(field(o[0]) - field(o[1])) <= 55 ? 1 : 0;
  }
  EXPECT_GE(near, 5'000u);
  EXPECT_LT(near, 6'000u);
  EXPECT_EQ(make_plan(check, {0, 1, true})->inputs(), begin) << "no random inputs is an answer too";
}

TEST(Plan, a_spread_takes_from_every_section_alike) {
  for (const std::string_view name : {"f64_to_f16", "f16_fma", "f16_sqrt"}) {
    const Check check = check_of(name);
    const auto plan = make_plan(check, documented);
    const std::vector<Section> sections = plan->sections();
    const std::vector<std::uint64_t> places = spread(*plan, 12'000);
    EXPECT_TRUE(std::is_sorted(places.begin(), places.end()));
    EXPECT_EQ(std::adjacent_find(places.begin(), places.end()), places.end());
    std::uint64_t begin = 0;
    for (const Section& s : sections) {
      const auto taken =
          std::count_if(places.begin(), places.end(), [&](std::uint64_t p) { return p >= begin && p < begin + s.inputs; });
      EXPECT_EQ(static_cast<std::uint64_t>(taken), std::min<std::uint64_t>(s.inputs, 12'000 / sections.size()))
          << name << ", " << s.name;
      begin += s.inputs;
    }
  }
}

TEST(Plan, shards_are_contiguous_and_together_the_whole_with_round_borders_where_there_are_many_inputs) {
  for (const std::string_view name : {"f16_sqrt", "f16_add", "f64_to_f16", "e2m1_next"}) {
    const auto plan = make_plan(check_of(name), {});
    for (const std::uint64_t n : {1ull, 2ull, 3ull, 7ull, 64ull, 1000ull}) {
      std::uint64_t at = 0;
      for (std::uint64_t i = 1; i <= n; ++i) {
        const auto [begin, end] = stretch_of(*plan, i, n);
        EXPECT_EQ(begin, at) << name;
        EXPECT_LE(begin, end) << name;
        const bool large = plan->inputs() >= std::uint64_t{1} << 24;
        EXPECT_TRUE(!large || begin % 65536 == 0) << name;
        at = end;
      }
      EXPECT_EQ(at, plan->inputs()) << name;
    }
  }
}

}  // namespace
}  // namespace ulplab::verify
