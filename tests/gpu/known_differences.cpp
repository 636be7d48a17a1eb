// Does every row of the table of known differences still occur, as often as it says, and does nothing else?
#include "gpu/verify/known_differences.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <map>
#include <set>

#include "gpu/verify/plan.hpp"
#include "gpu/verify/soft_contestant.hpp"
#include "gpu/verify/unit_contestant.hpp"

namespace ulplab::verify {
namespace {

std::unique_ptr<Contestant> contestant_named(std::string_view name) {
  if (name == "native") return make_native_contestant();
  return name == "eigen" ? make_eigen_contestant() : make_nvidia_host_contestant();
}

struct Found {
  std::map<const KnownDifference*, std::uint64_t> rows;
  std::uint64_t unexplained = 0;
  Mismatch first_unexplained;
};

/// Both answer the inputs of the plan, every `stride`-th block of it.
Found compare_all(const Contestant& against, const Check& check, const Plan& plan, std::uint64_t stride) {
  constexpr std::size_t block = 1 << 14;
  Found found;
  const auto soft = make_soft_contestant()->start(check), subject = against.start(check);
  const auto rows = known_differences(against.name(), check);
  std::vector<std::vector<std::uint64_t>> room(5, std::vector<std::uint64_t>(block));
  const int bytes = bytes_of(check.kind.result);
  for (std::uint64_t at = 0; at < plan.inputs(); at += block * stride) {
    const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(block, plan.inputs() - at));
    plan.fill(at, count, {room[0].data(), room[1].data(), room[2].data()});
    const Block inputs{at, count, plan.exhaustive(), {room[0].data(), room[1].data(), room[2].data()}};
    Answers expected, got;
    expected.results = room[3].data();
    got.results = room[4].data();
    soft->answer(inputs, expected);
    subject->answer(inputs, got);
    for (std::size_t i = 0; i < count; ++i) {
      Mismatch m;
      m.expected = load(room[3].data(), bytes, i);
      m.got = load(room[4].data(), bytes, i);
      if (m.expected == m.got) continue;
      for (std::size_t k = 0; k < check.kind.operands.size(); ++k)
        m.operands[k] = load(room[k].data(), bytes_of(check.kind.operands[k]), i);
      const auto row = std::find_if(rows.begin(), rows.end(), [&](const KnownDifference* k) { return k->is(check, m); });
      if (row != rows.end()) ++found.rows[*row];
      else if (found.unexplained++ == 0) found.first_unexplained = m;
    }
  }
  return found;
}

/// Calls `look` for every check that a row of the table speaks of and this machine can run, once.
template <class Look>
void for_each_check(Look&& look) {
  std::set<std::string> seen;
  for (const KnownDifference& k : all_known_differences()) {
    const auto against = contestant_named(k.contestant);
    const Kind kind = std::get<Kind>(parse_kind(k.kind));
    for (const Mode& mode : against->modes(kind)) {
      const Offer offer = against->offers(kind, mode);
      const std::string name = against->name() + ' ' + kind.name + ' ' + name_of(mode);
      if (!offer.ready) {
        std::cout << name << ": " << offer.reason << '\n';
        continue;
      }
      if (seen.insert(name).second) look(*against, *make_check(kind, mode, offer.machine), name);
    }
  }
}

void expect_explained(const Found& found, const std::string& name) {
  EXPECT_EQ(found.unexplained, 0u) << name << std::hex << ": 0x" << found.first_unexplained.operands[0] << ", 0x"
                                   << found.first_unexplained.operands[1] << " gives 0x" << found.first_unexplained.got
                                   << " and not 0x" << found.first_unexplained.expected;
}

TEST(KnownDifferences, every_row_occurs_and_explains_all_there_is) {
  int checks = 0;
  for_each_check([&](const Contestant& against, const Check& check, const std::string& name) {
    ++checks;
    const auto plan = make_plan(check, {1u << 16, 1, true});
    const Found found = compare_all(against, check, *plan, 1 + plan->inputs() / 1'000'000);
    expect_explained(found, name);
    for (const KnownDifference* k : known_differences(against.name(), check)) {
      const auto times = found.rows.find(k);
      ASSERT_NE(times, found.rows.end()) << name << ": " << k->id << " does not occur";
      EXPECT_TRUE(!plan->exhaustive() || k->whole == 0 || times->second == k->whole) << name << ": " << times->second;
    }
  });
  if (checks == 0) GTEST_SKIP() << "this machine has none of the contestants that the table speaks of";
}

TEST(KnownDifferences, counts_over_whole_domains_are_right_Exhaustive) {
  for_each_check([](const Contestant& against, const Check& check, const std::string& name) {
    const auto plan = make_plan(check, {});
    if (!plan->exhaustive()) return;
    const Found found = compare_all(against, check, *plan, 1);
    expect_explained(found, name);
    for (const KnownDifference* k : known_differences(against.name(), check))
      EXPECT_TRUE(k->whole == 0 || found.rows.at(k) == k->whole) << name << ": " << found.rows.at(k);
  });
}

TEST(KnownDifferences, under_its_own_preset_the_instruction_differs_in_nothing) {
  const Kind kind = std::get<Kind>(parse_kind("f32_to_bf16"));
  EXPECT_TRUE(known_differences("native", *make_check(kind, {}, "x86_avx512_bf16")).empty());
  EXPECT_EQ(known_differences("native", *make_check(kind, {}, "x86_sse")).size(), 1u);
  EXPECT_TRUE(known_differences("soft", *make_check(kind, {}, "x86_sse")).empty());
}

TEST(KnownDifferences, a_row_explains_only_what_it_describes) {
  const Check check = *make_check(std::get<Kind>(parse_kind("bf16_maximum")), {}, "cuda");
  const KnownDifference& row = *known_differences("nvidia-host", check).at(0);
  Mismatch m;
  m.operands = {0x8000, 0x0000, 0};
  m.expected = 0;
  m.got = 0x8000;
  EXPECT_TRUE(row.is(check, m));
  m.got = 0x7fff;
  EXPECT_FALSE(row.is(check, m));
  m.operands = {0x0000, 0x8000, 0};
  m.got = 0x8000;
  EXPECT_FALSE(row.is(check, m)) << "the other order is right";
}

TEST(KnownDifferences, every_row_names_a_kind_that_exists_and_has_reason_and_source) {
  for (const KnownDifference& k : all_known_differences()) {
    EXPECT_TRUE(std::holds_alternative<Kind>(parse_kind(k.kind))) << k.kind;
    EXPECT_FALSE(k.id.empty() || k.reason.empty() || k.source.empty()) << k.id;
  }
}

}  // namespace
}  // namespace ulplab::verify
