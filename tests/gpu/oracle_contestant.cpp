// Does the oracle answer every sort of kind that it offers, and as softfloat does?
#include "gpu/verify/oracle_contestant.hpp"

#include <gtest/gtest.h>

#include "gpu/verify/plan.hpp"
#include "gpu/verify/soft_contestant.hpp"

namespace ulplab::verify {
namespace {

TEST(OracleContestant, AnswersIntegersFormatsAndOperationsAsOurArithmeticDoes) {  // a kind with an integer never came to its end
  const auto oracle = make_oracle_contestant(), soft = make_soft_contestant();
  for (const char* name : {"f16_to_i32", "f16_to_u8", "bf16_to_i64", "e4m3_to_i8", "i8_to_f16", "i16_to_bf16", "u16_to_e5m2", "f16_to_e4m3", "e4m3_to_f32",
                           "f16_sqrt", "bf16_rint", "e5m2_add", "e2m1_fma"})
    for (const Rounding rounding : {Rounding::nearest_even, Rounding::down}) {
      const Check check = *make_check(std::get<Kind>(parse_kind(name)), {rounding, Overflow::ieee}, "ieee");
      ASSERT_TRUE(oracle->offers(check.kind, check.mode).ready) << name;
      const auto plan = make_plan(check, {});
      ASSERT_TRUE(plan->exhaustive()) << name;
      const auto count = static_cast<std::size_t>(plan->inputs());
      std::vector<std::vector<std::uint64_t>> room(5, std::vector<std::uint64_t>(count));
      plan->fill(0, count, {room[0].data(), room[1].data(), room[2].data()});
      const Block block{0, count, true, {room[0].data(), room[1].data(), room[2].data()}};
      std::vector<std::uint8_t> flags(count), other_flags(count);
      Answers expected, got;
      expected.results = room[3].data();
      expected.flags = flags.data();
      got.results = room[4].data();
      got.flags = other_flags.data();
      soft->start(check)->answer(block, expected);
      oracle->start(check)->answer(block, got);
      EXPECT_EQ(room[3], room[4]) << name;
      EXPECT_EQ(flags, other_flags) << name;
    }
}

}  // namespace
}  // namespace ulplab::verify
