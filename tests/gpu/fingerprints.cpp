// Is a result that is not the recorded one found by the fingerprints?
#include "tests/gpu/recordings.hpp"
#include "gpu/verify/recorded_fingerprints.hpp"

namespace ulplab::verify {
namespace {

TEST(Fingerprints, spell_one_and_two_wrong_places_and_count_more) {
  constexpr int bits = 20;
  const auto wrong_at = [](const std::vector<std::uint64_t>& places) {
    std::vector<std::uint64_t> difference(1 + bits);
    for (const std::uint64_t p : places) {
      const std::uint64_t d = fp::term(p, 0x3c00) - fp::term(p, 0x3c01);
      difference[0] += d;
      for (int j = 0; j < bits; ++j) difference[static_cast<std::size_t>(1 + j)] += (p >> j & 1) != 0 ? d : 0;
    }
    return locate(difference);
  };
  for (const std::uint64_t p : {0u, 1u, 2u, 0x8000u, 0xfffffu, 12345u}) {
    const Located one = wrong_at({p});
    ASSERT_EQ(one.wrong.size(), 1u);
    EXPECT_EQ(one.wrong[0].place, p);
    for (const std::uint64_t q : {3u, 0x7ffffu, 0xffffeu, 12344u}) {
      const Located two = wrong_at({p, q});
      ASSERT_EQ(two.wrong.size(), 2u) << p << ' ' << q;
      EXPECT_TRUE((two.wrong[0].place == p && two.wrong[1].place == q) || (two.wrong[0].place == q && two.wrong[1].place == p));
      const Located three = wrong_at({p, q, 999});
      EXPECT_TRUE(three.wrong.empty());
      EXPECT_EQ(three.at_least, 3u);
    }
  }
  const Located many = wrong_at({0x0001, 0x0002, 0x0004, 0x0008, 0x0010, 0x0020, 0x0040, 0x0080, 0x0100, 0x0200});
  EXPECT_TRUE(many.wrong.empty());
  EXPECT_EQ(many.at_least, 5u);  // 20 different partial sums are more than four results have
}

TEST(Fingerprints, locate_one_and_two_wrong_results_and_recover_the_recorded_ones) {
  const RecordingFolder folder;
  for (const int bits : {16, 18, 20}) {
    Machine machine;
    machine.wrong = {{0xabcde, 0x15}, {0xaf000, 0x200}};
    RecordSettings settings = without_tables();
    settings.stretch_bits = bits;
    const auto replay = opened(recorded(machine, pairs, folder, settings).file);
    ASSERT_NE(replay, nullptr);
    EXPECT_EQ(compared(machine, *replay, pairs).mismatches, 0u);
    const Tally t = compared(*make_soft_contestant(), *replay, pairs);
    EXPECT_EQ(t, compared(*make_soft_contestant(), machine, pairs)) << bits;  // the same counts and the same mismatches
    ASSERT_EQ(t.first.size(), 2u);
    EXPECT_EQ(t.first[0].index, 0xabcdeu);
    EXPECT_EQ(t.first[0].got, t.first[0].expected ^ 0x15);
    EXPECT_TRUE(t.first[0].got_known);
    // Each is counted in the shard that has the input, wherever the shards begin.
    EXPECT_EQ(compared(*make_soft_contestant(), *replay, pairs, {}, 0, 0xabcde).mismatches, 0u);
    EXPECT_EQ(compared(*make_soft_contestant(), *replay, pairs, {}, 0xabcde, 0xaf000).mismatches, 1u);
    EXPECT_EQ(compared(*make_soft_contestant(), *replay, pairs, {}, 0xabcde, 0xaf001).mismatches, 2u);
    EXPECT_EQ(compared(*make_soft_contestant(), *replay, pairs, {}, 0xaf001).executed, all_pairs - 0xaf001);
  }
}

TEST(Fingerprints, locate_wrong_results_in_each_stretch) {
  const RecordingFolder folder;
  Machine machine;
  machine.wrong = {{5, 1}, {0x10005, 1}, {0xfffff, 2}, {0xffffe, 1}};
  RecordSettings settings = without_tables();
  settings.stretch_bits = 16;
  EXPECT_EQ(compared(*make_soft_contestant(), *opened(recorded(machine, pairs, folder, settings).file), pairs), compared(*make_soft_contestant(), machine, pairs));
}

TEST(Fingerprints, notice_that_two_blocks_have_each_others_results) {
  // Without weights the sum of all would be the same: same places, same results.
  std::vector<std::uint64_t> here(1 + 17), there(1 + 17);
  fp::Sums a, b;
  a.add(0, 1);
  b.add(0, 2);
  fp::add_block(here.data(), 17, 0, a);
  fp::add_block(here.data(), 17, 1, b);
  fp::add_block(there.data(), 17, 0, b);
  fp::add_block(there.data(), 17, 1, a);
  EXPECT_NE(here[0], there[0]);
}

TEST(Fingerprints, report_a_stretch_with_more_wrong_results_and_how_many_at_least) {
  const RecordingFolder folder;
  Machine machine;
  machine.wrong = {{0x30001, 1}, {0x30002, 1}, {0x30700, 1}};
  RecordSettings settings = without_tables();
  settings.stretch_bits = 16;
  const auto replay = opened(recorded(machine, pairs, folder, settings).file);
  const Tally t = compared(*make_soft_contestant(), *replay, pairs);
  ASSERT_EQ(t.first.size(), 1u);
  EXPECT_EQ(t.first[0].index, 0x30000u);
  EXPECT_FALSE(t.first[0].got_known);
  EXPECT_EQ(t.first[0].incident, "at least 3 of 65536 results from input 196608 on are not the recorded ones");
  EXPECT_EQ(t.mismatches, 3u);
  EXPECT_EQ(t.incidents, 0u);
  EXPECT_EQ(t.executed, all_pairs);
  // Cut through, it is reported on both sides: neither is green.
  EXPECT_EQ(compared(*make_soft_contestant(), *replay, pairs, {}, 0, 0x30010).mismatches, 1u);
  EXPECT_EQ(compared(*make_soft_contestant(), *replay, pairs, {}, 0x30010).mismatches, 1u);
}

TEST(Fingerprints, with_the_results_that_differed_kept_beside_them_locate_all) {
  const RecordingFolder folder;
  Machine machine;
  for (std::uint64_t i = 0; i < 500; ++i) machine.wrong[i * 2003] = 1;
  const auto soft = make_soft_contestant();
  RecordSettings settings = without_tables();
  settings.reference = soft.get();
  const Recorded r = recorded(machine, pairs, folder, settings);
  EXPECT_EQ(r.exceptions, 500u);
  const auto replay = opened(r.file);
  EXPECT_EQ(compared(*soft, *replay, pairs), compared(*soft, machine, pairs));
  EXPECT_EQ(compared(machine, *replay, pairs).mismatches, 0u);
  // And what the reference gets wrong later is found nevertheless.
  Machine worse = machine;
  worse.wrong[0x93456] = 4;
  const Tally t = compared(worse, *replay, pairs);
  ASSERT_EQ(t.mismatches, 1u);
  EXPECT_EQ(t.first[0].index, 0x93456u);
  EXPECT_EQ(t.first[0].got, t.first[0].expected ^ 4);
}

TEST(Fingerprints, f16_additions_of_all_pairs_ExhaustiveRecording) {
  const RecordingFolder folder;
  struct Soft final : Contestant {
    std::unique_ptr<Contestant> soft = make_soft_contestant();
    std::string name() const override { return "soft"; }
    Offer offers(const Kind& k, const Mode& m) const override { return soft->offers(k, m); }
    std::unique_ptr<Worker> start(const Check& c) const override {
      struct OneWrong final : Worker {
        std::unique_ptr<Worker> worker;
        void answer(const Block& block, Answers& answers) override {
          worker->answer(block, answers);
          constexpr std::uint64_t at = 0x3c001234;
          if (block.first <= at && at < block.first + block.count) static_cast<std::uint16_t*>(answers.results)[at - block.first] ^= 1;
        }
      };
      auto w = std::make_unique<OneWrong>();
      w->worker = soft->start(c);
      return w;
    }
  };
  const Recorded r = recorded(Soft(), "f16_add", folder);
  EXPECT_EQ(r.bytes / 1024, 184u);
  const Tally t = compared(*make_soft_contestant(), *opened(r.file), "f16_add");
  ASSERT_EQ(t.mismatches, 1u);
  EXPECT_EQ(t.first[0].index, 0x3c001234u);
}

}  // namespace
}  // namespace ulplab::verify
