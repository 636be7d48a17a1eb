// The kernels mean what they say: in exact arithmetic they all give the sum, and in a format they give what the oracle gives
// when it takes the same steps.
#include <gtest/gtest.h>

#include <vector>

#include "gpu/backends/backend.hpp"
#include "gpu/kernels/random.hpp"
#include "gpu/kernels/sum.hpp"
#include "softfloat/exact/oracle.hpp"
#include "softfloat/names.hpp"

namespace ulplab::gpu {
namespace {

using exact::Rational;

/// Fractions: nothing is ever lost.
struct Fractions {
  using Value = Rational;
  Value zero() { return 0; }
  Value add(const Value& x, const Value& y) { return x + y; }
  Value sub(const Value& x, const Value& y) { return x - y; }
  bool less(const Value& x, const Value& y) { return x < y; }
  bool equal(const Value& x, const Value& y) { return x == y; }
  Value abs(const Value& x) { return x < 0 ? Value(-x) : x; }
};

/// Codes, each operation answered by the oracle.
struct Judge {
  using Value = Code;
  exact::Oracle& oracle;
  Context context{};

  Value zero() { return 0; }
  Value add(Value x, Value y) { return oracle.answer(oracle.add(x, y), context).code; }
  Value sub(Value x, Value y) { return oracle.answer(oracle.sub(x, y), context).code; }
  bool less(Value x, Value y) { return compare_codes(x, y) < 0; }
  bool equal(Value x, Value y) { return compare_codes(x, y) == 0; }
  Value abs(Value x) { return x & ~oracle.format().sign_mask(); }

 private:
  /// 2: unordered.
  int compare_codes(Value x, Value y) const {
    const exact::Decoded a = exact::decode(oracle.format(), x), b = exact::decode(oracle.format(), y);
    if (a.nan() || b.nan()) return 2;
    const auto rank = [](const exact::Decoded& d) { return d.infinite() ? (d.negative ? -1 : 1) : 0; };
    if (rank(a) != 0 || rank(b) != 0) return rank(a) < rank(b) ? -1 : rank(a) > rank(b) ? 1 : 0;
    const Rational va = exact::value_of(a), vb = exact::value_of(b);
    return va < vb ? -1 : va > vb ? 1 : 0;
  }
};

/// The watch of a run that nobody watches.
template <class Kernel, class A, class Values>
auto run(const Kernel& kernel, A a, const Values& values) {
  const auto term = [&](std::uint64_t i) { return values[i]; };
  return kernel(a, values.size(), term);
}

TEST(Kernels, InExactArithmeticAllSumsAreTheSum) {
  for (std::size_t n = 0; n < 20; ++n) {
    std::vector<Rational> terms;
    Rational sum = 0;
    for (std::size_t i = 0; i < n; ++i) {
      terms.emplace_back(static_cast<std::int64_t>(random_at(1, 1, i) % 2001) - 1000, 1 + i);
      sum += terms.back();
    }
    EXPECT_EQ(run(SumNaive{}, Fractions{}, terms), sum);
    EXPECT_EQ(run(SumPairwise{}, Fractions{}, terms), sum);
    EXPECT_EQ(run(SumKahan{}, Fractions{}, terms), sum);
    EXPECT_EQ(run(SumNeumaier{}, Fractions{}, terms), sum);
  }
}

TEST(Kernels, SoftSumsAreTheOraclesStepByStep) {
  const Backend& soft = *find_backend("soft");
  for (const Format& f : {fp8_e4m3, fp8_e5m2fnuz, ieee_format(5, 5), binary16}) {
    exact::Oracle oracle(f);
    for (const Rounding rounding : {Rounding::nearest_even, Rounding::nearest_away, Rounding::toward_zero, Rounding::up, Rounding::down, Rounding::to_odd})
      for (std::uint32_t round = 0; round < 12; ++round) {
        std::vector<Code> terms;
        const std::size_t n = round;
        for (std::size_t i = 0; i < n; ++i) {
          Code code = random_at(3, round, i) & f.code_mask();
          if (!is_finite(f, code)) code = 1;
          terms.push_back(code);
        }
        Judge judge{oracle, rounding_to(rounding)};
        const auto check = [&](Kernel kernel, Code want) {
          Lane lane;
          lane.kernel = kernel;
          lane.format = f;
          lane.context = rounding_to(rounding);
          lane.inputs = terms;
          lane.count = n;
          EXPECT_EQ(soft.run(lane).codes.back(), want) << info_of(kernel).name << " of " << n << " in " << name_of(f) << ", " << name_of(rounding);
        };
        check(Kernel::sum_naive, run(SumNaive{}, judge, terms));
        check(Kernel::sum_pairwise, run(SumPairwise{}, judge, terms));
        check(Kernel::sum_kahan, run(SumKahan{}, judge, terms));
        check(Kernel::sum_neumaier, run(SumNeumaier{}, judge, terms));
      }
  }
}

TEST(Kernels, StochasticSumsTakeTheBitsOfTheirIndex) {
  const Backend& soft = *find_backend("soft");
  exact::Oracle oracle(bfloat16);
  const Code tenth = 0x3DCD;
  Lane lane;
  lane.kernel = Kernel::sum_stochastic;
  lane.format = bfloat16;
  lane.inputs = {&tenth, 1};
  lane.count = 300;
  lane.every = 1;
  lane.seed = 42;
  lane.stream = 7;
  lane.context.random_width = 32;
  const LaneResult got = soft.run(lane);
  ASSERT_EQ(got.codes.size(), 301u);
  Context c = rounding_to(Rounding::stochastic);
  c.random_width = 32;
  Code sum = 0;
  for (std::uint64_t i = 0; i < lane.count; ++i) {
    c.random_bits = static_cast<std::uint32_t>(random_at(42, 7, i));
    sum = oracle.answer(oracle.add(sum, tenth), c).code;
    ASSERT_EQ(got.codes[i], sum) << "after term " << i + 1;
  }
}

TEST(Kernels, ASumThatIsStoppedSaysHowFarItCame) {
  const Backend& soft = *find_backend("soft");
  const Code one = 0x3F800000;
  Lane lane;
  lane.kernel = Kernel::sum_naive;
  lane.format = binary32;
  lane.inputs = {&one, 1};
  lane.count = 100'000'000'000;
  std::stop_source source;
  const LaneResult r = soft.run(lane, {source.get_token(), [&](std::uint64_t done) { if (done > 500'000) source.request_stop(); }});
  EXPECT_TRUE(r.stopped);
  EXPECT_GT(r.done, 500'000u);
  EXPECT_LT(r.done, 1'000'000u);
  EXPECT_EQ(exact::value_of(binary32, r.running), Rational(r.done));
}

TEST(Kernels, APairwiseSumStopsTooAndSoonAfterItIsAsked) {
  for (const char* name : {"soft", "native"}) {
    const Code one = 0x3F800000;
    Lane lane;
    lane.kernel = Kernel::sum_pairwise;
    lane.format = binary32;
    lane.inputs = {&one, 1};
    lane.count = 99'999'999'999;  // halves that miss the multiples of 2^16
    std::stop_source source;
    const LaneResult r = find_backend(name)->run(lane, {source.get_token(), [&](std::uint64_t done) { if (done > 500'000) source.request_stop(); }});
    EXPECT_TRUE(r.stopped) << name;
    EXPECT_GT(r.done, 500'000u) << name;
    EXPECT_LT(r.done, 1'000'000u) << name;
  }
}

TEST(Kernels, ARunningSumInAWiderFormatIsACodeOfThat) {
  Lane lane;
  lane.kernel = Kernel::sum_wide;
  lane.format = binary16;
  lane.wide = binary32;
  EXPECT_EQ(format_of_code(lane, 0, 3), binary32);
  EXPECT_EQ(format_of_code(lane, 1, 3), binary32);
  EXPECT_EQ(format_of_code(lane, 2, 3), binary16) << "rounded back at the end";
  lane.kernel = Kernel::sum_naive;
  EXPECT_EQ(format_of_code(lane, 0, 3), binary16);
}

TEST(Kernels, AreAllInTheTableInTheirOrder) {
  for (std::size_t i = 0; i < kernels().size(); ++i) {
    EXPECT_EQ(static_cast<std::size_t>(kernels()[i].kernel), i);
    EXPECT_FALSE(kernels()[i].what.empty());
  }
}

}  // namespace
}  // namespace ulplab::gpu
