// Is what a contestant answered replayed to the last bit, and is a result that is not the recorded one found?
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <map>

#include "gpu/verify/compare.hpp"
#include "gpu/verify/record.hpp"
#include "gpu/verify/recorded.hpp"
#include "gpu/verify/recorded_fingerprints.hpp"
#include "gpu/verify/recorded_check.hpp"
#include "gpu/verify/soft_contestant.hpp"

namespace ulplab::verify {
namespace {

namespace fs = std::filesystem;
namespace fp = gpu::fingerprint;

struct RecordingFolder {
  fs::path path = fs::temp_directory_path() / ("ulplab-recorded-checks-" + std::to_string(::getpid()));
  RecordingFolder() { fs::create_directories(path); }
  ~RecordingFolder() { fs::remove_all(path); }
};

/// Our arithmetic in generic form, with the results of some inputs replaced: index of the input -> what is done to the code.
class Machine final : public Contestant {
 public:
  std::map<std::uint64_t, Code> wrong;  ///< xored to the result
  std::uint64_t silent = ~std::uint64_t{0};
  unsigned most_workers = 0;

  std::string name() const override { return "machine"; }
  Offer offers(const Kind&, const Mode&) const override {
    Offer offer;
    offer.ready = true;
    offer.instructions = "MADE UP";
    offer.workers = most_workers;
    return offer;
  }
  std::unique_ptr<Worker> start(const Check& check) const override {
    struct Answering final : Worker {
      const Machine& machine;
      Check check;
      Answering(const Machine& m, const Check& c) : machine(m), check(c) {}
      void answer(const Block& block, Answers& answers) override {
        for (std::size_t i = 0; i < block.count; ++i) {
          Code operands[3] = {};
          for (std::size_t k = 0; k < check.kind.operands.size(); ++k) operands[k] = load(block.operands[k], bytes_of(check.kind.operands[k]), i);
          const auto found = machine.wrong.find(block.first + i);
          store(answers.results, bytes_of(check.kind.result), i, check.kind(operands, check.context).code ^ (found == machine.wrong.end() ? 0 : found->second));
          if (block.first + i == machine.silent) answers.incidents.push_back({i, "crashed: SIGSEGV"});
        }
      }
    };
    return std::make_unique<Answering>(*this, check);
  }
  std::vector<std::pair<std::string, std::string>> provenance() const override { return {{"CPU", "a test"}, {"kind", "clashes with a key"}}; }
};

Kind kind_of(std::string_view name) { return std::get<Kind>(parse_kind(name)); }

/// All of a check, or a stretch of it, compared as `ulplab verify` does.
Tally compared(const Contestant& with, const Contestant& against, std::string_view kind, const PlanOptions& options = {}, std::uint64_t begin = 0, std::uint64_t end = ~std::uint64_t{0}) {
  const Check check = *make_check(kind_of(kind), {}, "ieee");
  const std::unique_ptr<Plan> plan = make_plan(check, options);
  Tally tally(check.kind.operands.size());
  Sample sample;
  compare({check, *plan, with, against, false}, begin, std::min(end, plan->inputs()), {}, {}, tally, sample);
  return tally;
}

Recorded recorded(const Contestant& of, std::string_view kind, const RecordingFolder& folder, RecordSettings settings = {}) {
  settings.folder = folder.path.string();
  settings.facts.emplace_back("date", "2026-01-02");
  return record(of, kind_of(kind), {}, settings);
}

std::unique_ptr<Contestant> opened(const std::string& path) {
  auto made = open_recording(path);
  if (const std::string* wrong = std::get_if<std::string>(&made)) {
    ADD_FAILURE() << *wrong;
    return nullptr;
  }
  return std::move(std::get<std::unique_ptr<Contestant>>(made));
}

/// 2^20 pairs of a format of 10 bits: 16 blocks where no table is made. And a unary map of 2^22 inputs, which are asked for in
/// four pieces.
constexpr const char* pairs = "e5p5_add";
constexpr std::uint64_t all_pairs = std::uint64_t{1} << 20;
constexpr const char* narrowing = "e8p14_to_e5p6";

RecordSettings without_tables() {
  RecordSettings settings;
  settings.largest_table = 0;
  return settings;
}

// ---- round trips -----------------------------------------------------------------------------------------------------

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

// ---- locating --------------------------------------------------------------------------------------------------------

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

// ---- a contestant that sums up by itself ---------------------------------------------------------------------------------

/// Sums up one answer after the other; asked for answers themselves, it has none.
class SelfSummingMachine final : public Contestant {
 public:
  Machine machine;
  std::string name() const override { return machine.name(); }
  Offer offers(const Kind& kind, const Mode& mode) const override { return machine.offers(kind, mode); }
  std::unique_ptr<Worker> start(const Check&) const override { throw Infrastructure{"it was asked for answers"}; }
  std::unique_ptr<Summary> summary(const Check& check) const override { return std::make_unique<Summing>(*this, check); }

 private:
  struct Summing final : Summary {
    const SelfSummingMachine& of;
    Check check;
    Summing(const SelfSummingMachine& m, const Check& c) : of(m), check(c) {}
    Code right(std::uint64_t index) const {
      Code operands[3] = {};
      int below = 0;
      for (std::size_t k = check.kind.operands.size(); k-- > 0; below += width_of(check.kind.operands[k]))
        operands[k] = low_bits(index >> below, width_of(check.kind.operands[k]));
      return check.kind(operands, check.context).code;
    }
    Code answer(std::uint64_t index) const {
      const auto found = of.machine.wrong.find(index);
      return right(index) ^ (found == of.machine.wrong.end() ? 0 : found->second);
    }
    std::vector<gpu::ResultRun> runs(std::uint64_t begin, std::uint64_t end) override {
      std::vector<gpu::ResultRun> all;
      for (std::uint64_t i = begin; i < end; ++i)
        if (const Code r = answer(i); all.empty() || all.back().result != r) all.push_back({i, r});
      return all;
    }
    std::vector<fp::Sums> fingerprints(std::uint64_t first, std::uint64_t count) override {
      std::vector<fp::Sums> all(count);
      for (std::uint64_t b = 0; b < count; ++b)
        for (std::uint64_t i = 0; i < fp::block; ++i) all[b].add(i, answer((first + b) * fp::block + i));
      return all;
    }
    bool compares_with(const Contestant& reference) const override { return reference.name() == "soft"; }
    std::vector<Exception> differences(std::uint64_t begin, std::uint64_t end, std::uint64_t most) override {
      std::vector<Exception> list;
      for (std::uint64_t i = begin; i < end && list.size() < most; ++i)
        if (answer(i) != right(i)) list.push_back({i, answer(i)});
      return list;
    }
  };
};

TEST(Recordings, that_the_contestant_sums_up_itself_are_those_made_of_its_answers) {
  RecordingFolder by_itself, of_answers;
  of_answers.path /= "answers";
  by_itself.path /= "summed";
  const auto soft = make_soft_contestant();
  struct Example {
    const char* kind;
    std::size_t most_runs, most_exceptions;
    int bits;
    const char* contents;
  };
  const Example examples[] = {{narrowing, 1 << 18, 100, 22, "runs"},
                              {narrowing, 100, 100, 18, "fingerprints"},
                              {pairs, 100, 100, 22, "fingerprints"},
                              {pairs, 100, 3, 16, "fingerprints"}};
  for (const Example& e : examples) {
    SelfSummingMachine summing;
    summing.machine.wrong = {{0x1234, 1}, {0x20000, 1}, {0x20001, 1}, {0xfffff, 3}};
    RecordSettings settings = without_tables();
    settings.most_runs = e.most_runs;
    settings.most_exceptions = e.most_exceptions;
    settings.stretch_bits = e.bits;
    settings.reference = soft.get();
    const Recorded one = recorded(summing.machine, e.kind, of_answers, settings);
    const Recorded other = recorded(summing, e.kind, by_itself, settings);
    ASSERT_EQ(other.contents, e.contents) << e.kind << ' ' << other.reason;
    EXPECT_EQ(one.exceptions, other.exceptions) << e.kind;
    const auto a = check_of(std::get<gpu::Recording>(gpu::read_recording(one.file))), b = check_of(std::get<gpu::Recording>(gpu::read_recording(other.file)));
    EXPECT_EQ(std::get<RecordedCheck>(a).contents, std::get<RecordedCheck>(b).contents) << e.kind;
  }
}

TEST(Recordings, that_the_contestant_sums_up_itself_can_be_stopped) {
  const RecordingFolder folder;
  std::stop_source stop;
  stop.request_stop();
  RecordSettings settings = without_tables();
  settings.folder = folder.path.string();
  for (const char* kind : {narrowing, pairs}) EXPECT_TRUE(record(SelfSummingMachine(), kind_of(kind), {}, settings, {stop.get_token(), {}, {}}).stopped) << kind;
  EXPECT_TRUE(fs::is_empty(folder.path));
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

// ---- files -----------------------------------------------------------------------------------------------------------

RecordedCheck small_check(std::string_view kind, decltype(RecordedCheck::contents) contents, std::uint64_t inputs) {
  return {kind_of(kind), {}, "ieee", "machine", "", inputs, std::move(contents), {{"date", "2026-01-02"}}, "x.recording", ""};
}

Fingerprints small_fingerprints() {
  Fingerprints f;
  f.bits = 16;
  for (std::uint64_t i = 0; i < 3 * 17; ++i) f.sums.push_back(fp::mix64(i));
  f.exceptions = {{7, 0x3c00}, {140000, 0x3c01}};
  f.plan = "some set";
  return f;
}

TEST(RecordedChecks, come_back_as_they_were_written) {
  const RecordedCheck checks[] = {
      small_check("f32_to_f16", Runs{{0, 5, 0x80000000}, {0, 1, 0x8000}}, std::uint64_t{1} << 32),
      small_check("e2m1_to_f16", Table{std::vector<Code>(16, 0x3c00)}, 16),
      small_check("f64_to_f16", small_fingerprints(), 140001),
  };
  for (const RecordedCheck& c : checks) {
    const auto parsed = gpu::parse_recording(gpu::bytes_of(to_recording(c)), "x.recording");
    const auto read = check_of(std::get<gpu::Recording>(parsed));
    ASSERT_TRUE(std::holds_alternative<RecordedCheck>(read)) << std::get<std::string>(read);
    const RecordedCheck& back = std::get<RecordedCheck>(read);
    EXPECT_EQ(back.kind.name, c.kind.name);
    EXPECT_EQ(back.contents, c.contents);
    EXPECT_EQ(back.inputs, c.inputs);
    EXPECT_EQ(back.facts, c.facts);
  }
}

TEST(RecordedChecks, with_a_damaged_payload_but_a_right_checksum_are_refused_or_read_and_never_crash) {
  for (const RecordedCheck& c : {small_check("f32_to_f16", Runs{{0, 5, 0x80000000}, {0, 1, 0x8000}}, std::uint64_t{1} << 32), small_check("e2m1_to_f16", Table{std::vector<Code>(16, 0x3c00)}, 16),
                                 small_check("f64_to_f16", small_fingerprints(), 140001)}) {
    const gpu::Recording good = to_recording(c);
    for (std::size_t size = 0; size < good.payload.size(); ++size) {
      gpu::Recording bad = good;
      bad.payload.resize(size);
      EXPECT_TRUE(std::holds_alternative<std::string>(check_of(bad))) << size;
    }
    for (std::size_t i = 0; i < good.payload.size(); ++i)
      for (const int change : {0x01, 0x80, 0xff}) {
        gpu::Recording bad = good;
        bad.payload[i] ^= static_cast<std::byte>(change);
        check_of(bad);
      }
    for (std::size_t i = 0; i < good.header.size(); ++i)
      for (const char* value : {"", "0", "1", "18446744073709551615", "-1", "9e9", "f16_fma", "rsr", "table", "fingerprints", "runs"}) {
        gpu::Recording bad = good;
        bad.header[i].second = value;
        const auto read = check_of(bad);
        if (const std::string* wrong = std::get_if<std::string>(&read)) {
          EXPECT_TRUE(wrong->starts_with("x.recording: ") || wrong->starts_with(": ")) << *wrong;
          EXPECT_GT(wrong->size(), 20u) << *wrong;
        }
      }
  }
}

std::string refusal(const RecordedCheck& c) {
  const auto read = check_of(to_recording(c));
  return std::holds_alternative<std::string>(read) ? std::get<std::string>(read) : "";
}

TEST(RecordedChecks, that_contradict_themselves_are_refused_with_the_reason) {
  const std::uint64_t all = std::uint64_t{1} << 32;
  const auto has = [](const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; };
  EXPECT_TRUE(has(refusal(small_check("f32_to_f16", Runs{{1}, {0}}, all)), "does not begin at input 0"));
  EXPECT_TRUE(has(refusal(small_check("f32_to_f16", Runs{{0, 9, 5}, {0, 1, 2}}, all)), "run 2 does not begin behind the one before it"));
  EXPECT_TRUE(has(refusal(small_check("f32_to_f16", Runs{{0, 9, 9}, {0, 1, 2}}, all)), "run 2 does not begin behind the one before it"));
  EXPECT_TRUE(has(refusal(small_check("f32_to_f16", Runs{{0, 9}, {1, 1}}, all)), "has the result of the one before it"));
  EXPECT_TRUE(has(refusal(small_check("f32_to_f16", Runs{}, all)), "there is no run"));
  EXPECT_TRUE(has(refusal(small_check("f16_to_e4m3", Runs{{0, 70000}, {1, 2}}, 65536)), "begins behind the last input"));
  EXPECT_TRUE(has(refusal(small_check("f32_to_e2m1", Runs{{0}, {0x10}}, all)), "more bits"));
  EXPECT_TRUE(has(refusal(small_check("f16_add", Runs{{0}, {0}}, all)), "one operand only"));
  EXPECT_TRUE(has(refusal(small_check("f32_to_f16", Runs{{0}, {0}}, all - 1)), "number of inputs"));
  gpu::Recording of_set = to_recording(small_check("f16_add", Table{std::vector<Code>(16)}, 16));
  of_set.add("plan", "mine");
  EXPECT_TRUE(has(std::get<std::string>(check_of(of_set)), "only fingerprints"));
  EXPECT_TRUE(has(refusal(small_check("e2m1_to_f16", Table{std::vector<Code>(15)}, 16)), "one result for each of the 16"));
  EXPECT_TRUE(has(refusal(small_check("e2m1_to_e2m1", Table{std::vector<Code>(16, 0x10)}, 16)), "more bits"));
  Fingerprints b = small_fingerprints();
  b.bits = 15;
  EXPECT_TRUE(has(refusal(small_check("f64_to_f16", b, 140001)), "from 16 to 28"));
  EXPECT_TRUE(has(refusal(small_check("f64_to_f16", small_fingerprints(), 200001)), "one fingerprint for each 65536"));
  b = small_fingerprints();
  std::swap(b.exceptions[0], b.exceptions[1]);
  EXPECT_TRUE(has(refusal(small_check("f64_to_f16", b, 140001)), "out of order"));
}

TEST(RecordedContestants, of_a_folder_have_all_its_kinds_and_refuse_what_is_not_clear) {
  const RecordingFolder folder;
  EXPECT_NE(std::get<std::string>(open_recording(folder.path.string())).find("there is no recording here"), std::string::npos);
  EXPECT_NE(std::get<std::string>(open_recording("")).find("file or a folder"), std::string::npos);
  const Machine machine;
  const Recorded a = recorded(machine, "f16_sqrt", folder);
  recorded(machine, "e4m3_to_f16", folder);
  const auto replay = opened(folder.path.string());
  ASSERT_NE(replay, nullptr);
  EXPECT_EQ(replay->known_as(), "machine");
  EXPECT_TRUE(replay->offers(kind_of("f16_sqrt"), {}).ready);
  EXPECT_EQ(replay->offers(kind_of("f16_sqrt"), {}).instructions, "MADE UP");
  EXPECT_TRUE(replay->offers(kind_of("e4m3_to_f16"), {}).ready);
  EXPECT_FALSE(replay->offers(kind_of("f16_sqrt"), {Rounding::up, {}}).ready);
  EXPECT_NE(replay->offers(kind_of("f16_add"), {}).reason.find("there is no recording of it"), std::string::npos);
  bool has_digest = false;
  for (const auto& [key, value] : replay->provenance()) has_digest = has_digest || (key == "recording" && value.find("sha256 ") != std::string::npos && value.find("f16_sqrt.rne.recording") != std::string::npos);
  EXPECT_TRUE(has_digest);

  fs::copy_file(a.file, a.file + ".copy.recording");
  EXPECT_NE(std::get<std::string>(open_recording(folder.path.string())).find("are both recordings of f16_sqrt rne"), std::string::npos);
  fs::remove(a.file + ".copy.recording");
  fs::resize_file(a.file, fs::file_size(a.file) - 1);
  EXPECT_NE(std::get<std::string>(open_recording(folder.path.string())).find("f16_sqrt.rne.recording: the header promises"), std::string::npos);
}

}  // namespace
}  // namespace ulplab::verify
