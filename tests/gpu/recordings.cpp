// Is what a contestant answered replayed to the last bit?
#include "tests/gpu/recordings.hpp"

namespace ulplab::verify {
namespace {

TEST(Recordings, of_a_unary_map_are_runs_and_replay_every_input) {
  const RecordingFolder folder;
  Machine machine;
  machine.wrong = {{0x1234, 1}, {0x1235, 1}, {(1u << 22) - 1, 3}};
  const Recorded r = recorded(machine, narrowing, folder, without_tables());
  EXPECT_EQ(r.reason, "");
  EXPECT_EQ(r.contents, "runs");
  EXPECT_EQ(r.inputs, std::uint64_t{1} << 22);
  const auto replay = opened(r.file);
  ASSERT_NE(replay, nullptr);
  EXPECT_EQ(compared(machine, *replay, narrowing).mismatches, 0u);
  const Tally against_soft = compared(*make_soft_contestant(), *replay, narrowing);
  EXPECT_EQ(against_soft.executed, std::uint64_t{1} << 22);
  EXPECT_EQ(against_soft.mismatches, 3u);
  EXPECT_EQ(against_soft.first.at(0).index, 0x1234u);
  // Runs answer inputs in any order.
  machine.wrong.clear();
  EXPECT_EQ(compared(machine, *opened(recorded(machine, narrowing, folder, without_tables()).file), narrowing, {1000, 1, true}).mismatches, 0u);
}

TEST(Recordings, of_at_most_2_20_inputs_are_tables_and_replay_every_input) {
  const RecordingFolder folder;
  Machine machine;
  machine.wrong = {{0, 1}, {65535, 2}};
  for (const char* kind : {"f16_sqrt", "f16_to_f32", "f16_to_i64", "e4m3_mul", "e2m1_fma", "f16_class"}) {
    const Recorded r = recorded(machine, kind, folder);
    EXPECT_EQ(r.contents, "table") << kind;
    const auto replay = opened(r.file);
    ASSERT_NE(replay, nullptr);
    EXPECT_EQ(compared(machine, *replay, kind).mismatches, 0u) << kind;
    EXPECT_EQ(compared(Machine(), *replay, kind).mismatches, r.inputs == 65536 ? 2u : 1u) << kind;
  }
}

TEST(Recordings, of_a_map_with_too_many_runs_are_fingerprints) {
  const RecordingFolder folder;
  RecordSettings settings = without_tables();
  settings.most_runs = 100;
  const Recorded r = recorded(Machine(), narrowing, folder, settings);
  EXPECT_EQ(r.contents, "fingerprints");
  EXPECT_EQ(compared(*make_soft_contestant(), *opened(r.file), narrowing).mismatches, 0u);
}

TEST(Recordings, of_pairs_are_fingerprints_and_agree_with_the_same_results) {
  const RecordingFolder folder;
  Machine machine;
  machine.most_workers = 1;  // as a device has
  const Recorded r = recorded(machine, pairs, folder, without_tables());
  EXPECT_EQ(r.contents, "fingerprints");
  EXPECT_EQ(r.entries, 1u);
  const auto replay = opened(r.file);
  const Tally t = compared(*make_soft_contestant(), *replay, pairs);
  const Tally direct = compared(*make_soft_contestant(), Machine(), pairs);
  EXPECT_EQ(t.mismatches, 0u);
  EXPECT_EQ(t, direct);  // executed, results and inputs by class as well
}

TEST(Recordings, of_a_documented_set_agree_over_that_set_and_refuse_another) {
  const RecordingFolder folder;
  RecordSettings settings = without_tables();
  settings.plan.random = 80000;
  Machine machine;
  machine.wrong = {{70000, 1}};
  const Recorded r = recorded(machine, "f64_to_e2m1", folder, settings);
  ASSERT_EQ(r.reason, "");
  EXPECT_EQ(r.contents, "fingerprints");
  const auto replay = opened(r.file);
  ASSERT_NE(replay, nullptr);
  EXPECT_EQ(compared(machine, *replay, "f64_to_e2m1", settings.plan).mismatches, 0u);
  const Tally t = compared(*make_soft_contestant(), *replay, "f64_to_e2m1", settings.plan);
  EXPECT_EQ(t.executed, r.inputs);
  ASSERT_EQ(t.mismatches, 1u);
  EXPECT_EQ(t.first.at(0).index, 70000u);
  EXPECT_EQ(t.first.at(0).got, t.first.at(0).expected ^ 1);

  const Check check = *make_check(kind_of("f64_to_e2m1"), {}, "ieee");
  PlanOptions other = settings.plan;
  other.random = 80001;
  EXPECT_EQ(replay->refuses_plan(check, *make_plan(check, settings.plan)), "");
  EXPECT_NE(replay->refuses_plan(check, *make_plan(check, other)).find("another documented set"), std::string::npos);
  EXPECT_FALSE(replay->judges(machine, check, *make_plan(check, other)));
  EXPECT_THROW(replay->start(check), Infrastructure);
}

TEST(Recordings, of_an_input_that_got_no_answer_are_not_written) {
  const RecordingFolder folder;
  Machine machine;
  machine.silent = 77;
  const Recorded r = recorded(machine, "f16_sqrt", folder);
  EXPECT_EQ(r.reason, "input 77 got no answer: crashed: SIGSEGV");
  EXPECT_EQ(r.file, "");
  EXPECT_TRUE(fs::is_empty(folder.path));
}

TEST(Recordings, that_are_stopped_are_not_written) {
  const RecordingFolder folder;
  std::stop_source stop;
  RecordSettings settings = without_tables();
  settings.folder = folder.path.string();
  RecordWatch watch{stop.get_token(), {}, [&](std::uint64_t) { stop.request_stop(); }};
  const Recorded r = record(Machine(), kind_of(narrowing), {}, settings, watch);
  EXPECT_TRUE(r.stopped);
  EXPECT_TRUE(fs::is_empty(folder.path));
}

}  // namespace
}  // namespace ulplab::verify
