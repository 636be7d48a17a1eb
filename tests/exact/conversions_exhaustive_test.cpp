// All 2^32 binary32 inputs, in every direction: is each one sent where the number line sends it?
//
// The oracle takes a microsecond a number, 2^32 take it an hour; but a conversion is monotone, so it is a list of steps. The
// oracle finds every step by bisection (some 63,000 to binary16), and then every single input of ours is compared with the
// step it lies on. inexact is judged by this CPU: the result, taken back to double, is or is not the input. underflow is then
// inexact below the border of the tiny numbers, which the oracle gives too.
//
// ctest --preset exhaustive -R Exhaustive
#include <gtest/gtest.h>

#include <bit>
#include <thread>

#include "softfloat/convert.hpp"
#include "softfloat/exact/oracle.hpp"
#include "softfloat/formats.hpp"
#include "softfloat/names.hpp"

namespace ulplab {
namespace {

/// From this magnitude on, up to the next step's, all inputs have this answer.
struct Stair {
  std::uint32_t from;
  Code code;
  bool overflow;
};

Stair answer(const exact::Oracle& oracle, const Context& c, std::uint32_t sign, std::uint32_t magnitude) {
  const Rounded r = oracle.answer(oracle.convert(binary32, sign | magnitude), c);
  return {magnitude, r.code, r.flags.has(Flag::overflow)};
}

void find_steps(const exact::Oracle& oracle, const Context& c, std::uint32_t sign, const Stair& low, const Stair& high, std::vector<Stair>& steps) {
  if (low.code == high.code && low.overflow == high.overflow) return;
  if (high.from - low.from == 1) {
    steps.push_back(high);
    return;
  }
  const Stair middle = answer(oracle, c, sign, low.from + (high.from - low.from) / 2);
  find_steps(oracle, c, sign, low, middle, steps);
  find_steps(oracle, c, sign, middle, high, steps);
}

constexpr std::uint32_t infinity = 0x7f800000;

/// From this magnitude on nothing is tiny. Odd codes of binary32 are inexact in every narrower format, so that the oracle
/// raises underflow for exactly those among them that are tiny.
std::uint32_t end_of_tiny(const exact::Oracle& oracle, const Context& c, std::uint32_t sign) {
  const auto tiny = [&](std::uint32_t m) { return oracle.answer(oracle.convert(binary32, sign | m), c).flags.has(Flag::underflow); };
  std::uint32_t low = 1;
  std::uint32_t high = infinity - 1;
  if (!tiny(low)) return 0;
  while (high - low > 2) {
    const std::uint32_t middle = (low + (high - low) / 2) | 1;
    (tiny(middle) ? low : high) = middle;
  }
  return tiny(low + 1) ? low + 2 : low + 1;
}

template <Format To>
void expect_every_input_on_its_step(Rounding rounding, Overflow overflow) {
  Context c = rounding_to(rounding);
  c.overflow = overflow;
  c.random_bits = 0x5a5a;
  const exact::Oracle oracle(To);
  for (const std::uint32_t sign : {0u, 0x80000000u}) {
    std::vector<Stair> steps{answer(oracle, c, sign, 0)};
    find_steps(oracle, c, sign, steps[0], answer(oracle, c, sign, infinity), steps);
    const std::uint32_t tiny_end = end_of_tiny(oracle, c, sign);
    const auto wrong_in = [&](std::size_t first, std::size_t last) {
      std::uint64_t wrong = 0;
      for (std::size_t i = first; i < last; ++i) {
        const std::uint32_t end = i + 1 < steps.size() ? steps[i + 1].from : infinity;
        const double back = std::bit_cast<double>(convert(To, steps[i].code, binary64).code);
        for (std::uint32_t m = steps[i].from; m < end; ++m) {
          const Rounded r = convert(binary32, sign | m, To, c);
          const bool inexact = back != static_cast<double>(std::bit_cast<float>(sign | m));
          if (r.code == steps[i].code && r.flags.has(Flag::overflow) == steps[i].overflow && r.flags.has(Flag::inexact) == inexact &&
              r.flags.has(Flag::underflow) == (inexact && m < tiny_end))
            continue;
          if (wrong++ < 5)
            ADD_FAILURE() << std::hex << "input 0x" << (sign | m) << ": expected 0x" << steps[i].code << ", got 0x" << r.code << ", flags " << name_of(r.flags);
        }
      }
      return wrong;
    };
    // Steps are about equally many per binade and the low ones long: cut where the inputs are halved.
    std::size_t half = 1;
    while (half < steps.size() && steps[half].from < infinity / 2) ++half;
    std::uint64_t wrong[2] = {};
    {
      std::jthread other([&] { wrong[0] = wrong_in(0, half); });
      wrong[1] = wrong_in(half, steps.size());
    }
    EXPECT_EQ(wrong[0] + wrong[1], 0u) << name_of(To) << " " << name_of(rounding) << ", " << steps.size() << " steps";
  }
  // NaN: sign and top payload bits kept, quieted, where there is room for them; signaling ones raise invalid.
  for (const std::uint32_t sign : {0u, 0x80000000u})
    for (std::uint32_t nan = infinity + 1; nan < 0x80000000u; ++nan) {
      const Rounded r = convert(binary32, sign | nan, To, c);
      const std::uint64_t payload = (nan & 0x7fffff) >> (24 - To.precision);
      const std::uint64_t quiet = std::uint64_t{1} << (To.precision - 2);
      const Code to_sign = sign != 0 ? To.sign_mask() : 0;
      const Code want = To.specials == Specials::ieee           ? to_sign | To.infinity() | quiet | payload
                        : To.specials == Specials::all_ones_nan ? to_sign | To.magnitude_mask()
                                                                : To.max_finite();
      ASSERT_EQ(r.code, want) << std::hex << "0x" << (sign | nan);
      const bool signaling = (nan & 0x00400000u) == 0;
      ASSERT_EQ(r.flags, signaling || !To.has_nan() ? Flags(Flag::invalid) : Flags());
    }
}

struct Direction {
  Rounding rounding;
};
void PrintTo(const Direction& d, std::ostream* out) { *out << name_of(d.rounding); }
class ConversionsExhaustive : public ::testing::TestWithParam<Direction> {};

TEST_P(ConversionsExhaustive, binary32_to_binary16) { expect_every_input_on_its_step<binary16>(GetParam().rounding, Overflow::ieee); }
TEST_P(ConversionsExhaustive, binary32_to_tf32) { expect_every_input_on_its_step<tf32>(GetParam().rounding, Overflow::ieee); }
TEST_P(ConversionsExhaustive, binary32_to_bfloat16) { expect_every_input_on_its_step<bfloat16>(GetParam().rounding, Overflow::ieee); }
TEST_P(ConversionsExhaustive, binary32_to_e4m3) { expect_every_input_on_its_step<fp8_e4m3>(GetParam().rounding, Overflow::to_nan); }
TEST_P(ConversionsExhaustive, binary32_to_e4m3_saturating) { expect_every_input_on_its_step<fp8_e4m3>(GetParam().rounding, Overflow::saturate); }
TEST_P(ConversionsExhaustive, binary32_to_e5m2) { expect_every_input_on_its_step<fp8_e5m2>(GetParam().rounding, Overflow::ieee); }
TEST_P(ConversionsExhaustive, binary32_to_e2m1) { expect_every_input_on_its_step<fp4_e2m1>(GetParam().rounding, Overflow::ieee); }

INSTANTIATE_TEST_SUITE_P(EveryDirection, ConversionsExhaustive,
                         ::testing::Values(Direction{Rounding::nearest_even}, Direction{Rounding::nearest_away}, Direction{Rounding::toward_zero},
                                           Direction{Rounding::up}, Direction{Rounding::down}, Direction{Rounding::to_odd}, Direction{Rounding::stochastic}),
                         [](const auto& parameter) { return std::string(name_of(parameter.param.rounding)); });

}  // namespace
}  // namespace ulplab
