// Does a verification count right, whoever is wrong, in one run, in shards, and when it goes on after an end?
#include "gpu/verify/session.hpp"

#include <gtest/gtest.h>

#include <atomic>

#include "gpu/verify/soft_contestant.hpp"
#include "softfloat/formats.hpp"

namespace ulplab::verify {
namespace {

/// Our arithmetic, with something done to its answers.
class Altered final : public Contestant {
 public:
  using Change = std::function<void(const Check&, const Block&, Answers&)>;
  explicit Altered(Change change) : change_(std::move(change)) {}

  std::string name() const override { return "altered"; }
  Offer offers(const Kind& kind, const Mode& mode) const override {
    if (kind.name == "f16_sqrt" && missing) return {false, "not offered by altered", false, {}, {}, false, false, 0};
    if (device) return {false, "no device", true, {}, {}, false, false, 0};
    return soft_->offers(kind, mode);
  }
  std::unique_ptr<Worker> start(const Check& check) const override {
    struct Changed final : Worker {
      std::unique_ptr<Worker> soft;
      Check check;
      const Change* change = nullptr;
      void answer(const Block& block, Answers& answers) override {
        soft->answer(block, answers);
        (*change)(check, block, answers);
      }
    };
    auto w = std::make_unique<Changed>();
    w->soft = soft_->start(check);
    w->check = check;
    w->change = &change_;
    return w;
  }

  bool missing = false;
  bool device = false;

 private:
  std::unique_ptr<Contestant> soft_ = make_soft_contestant();
  Change change_;
};

void nothing(const Check&, const Block&, Answers&) {}

/// Wrong by one unit for every operand code whose low `bits` bits are zero.
Altered::Change wrong_where_low_bits_are_zero(int bits) {
  return [bits](const Check& check, const Block& block, Answers& answers) {
    const int in = bytes_of(check.kind.operands[0]), out = bytes_of(check.kind.result);
    for (std::size_t i = 0; i < block.count; ++i)
      if ((load(block.operands[0], in, i) & ((Code{1} << bits) - 1)) == 0) store(answers.results, out, i, load(answers.results, out, i) ^ 1);
  };
}

Request request(std::vector<std::string> what) {
  Request r;
  r.what = std::move(what);
  r.modes = {Mode{}};
  return r;
}

Session run(const Request& r, const Contestant& against, const SessionWatch& watch = {}, const Resume* resume = nullptr) {
  const auto soft = make_soft_contestant();
  auto planned = plan_session(r, *soft, against);
  EXPECT_TRUE(std::holds_alternative<Session>(planned)) << std::get<std::string>(planned);
  return run_session(std::get<Session>(planned), r, *soft, against, watch, resume);
}

TEST(Session, equal_contestants_pass_over_all_inputs) {
  const Altered same(nothing);
  const Session s = run(request({"f16_sqrt", "e4m3_add", "f16_to_f32"}), same);
  ASSERT_EQ(s.results.size(), 3u);
  for (const CheckResult& r : s.results) {
    EXPECT_EQ(r.status, Status::passed) << r.kind;
    EXPECT_TRUE(r.exhaustive);
    EXPECT_EQ(r.tally.executed, 65536u) << r.kind;
    EXPECT_EQ(r.tally.mismatches, 0u);
  }
  EXPECT_EQ(exit_code_of(s, true), 0);
}

TEST(Session, every_difference_is_counted_and_the_first_are_kept_in_input_order) {
  const Altered wrong(wrong_where_low_bits_are_zero(4));
  const Session s = run(request({"f16_sqrt"}), wrong);
  const Tally& t = s.results[0].tally;
  EXPECT_EQ(s.results[0].status, Status::failed);
  EXPECT_EQ(t.mismatches, 4096u);
  ASSERT_EQ(t.first.size(), Tally::keep);
  for (std::size_t i = 0; i < t.first.size(); ++i) {
    EXPECT_EQ(t.first[i].index, 16 * i);
    EXPECT_EQ(t.first[i].operands[0], 16 * i);
    EXPECT_EQ(t.first[i].got, t.first[i].expected ^ 1);
  }
  std::uint64_t wrong_ones = 0;
  for (const std::uint64_t n : t.wrong) wrong_ones += n;
  EXPECT_EQ(wrong_ones, 4096u) << "counted by class too";
  EXPECT_EQ(exit_code_of(s, false), 1);
}

TEST(Session, classes_are_counted_as_one_counts_by_hand) {
  const Altered same(nothing);
  const Session s = run(request({"f16_to_f32", "e5m2_add", "e4m3_to_f16", "f16_to_i8", "e2m1_fma"}), same);
  using G = std::array<std::uint64_t, groups>;
  const Tally& halves = s.results[0].tally;
  EXPECT_EQ(halves.inputs, (std::vector<std::uint64_t>{2, 2046, 61440, 2, 2046}));
  EXPECT_EQ(halves.results, (G{2, 0, 63486, 2, 2046})) << "subnormals of FP16 are normal in FP32";
  // All pairs, counted one by one.
  for (std::size_t i = 1; i < s.results.size(); ++i) {
    const Kind kind = std::get<Kind>(parse_kind(s.results[i].kind));
    std::vector<std::uint64_t> inputs(s.results[i].tally.inputs.size());
    G results{};
    for (Code n = 0; n < s.results[i].inputs; ++n) {
      Operands x{};
      Code rest = n;
      for (std::size_t k = kind.operands.size(); k-- > 0; rest >>= width_of(kind.operands[k])) x[k] = rest & ((Code{1} << width_of(kind.operands[k])) - 1);
      ++inputs[group_index(kind, x)];
      ++results[static_cast<std::size_t>(group_of(kind.result, kind(x.data(), Context{}).code))];
    }
    EXPECT_EQ(s.results[i].tally.inputs, inputs) << kind.name;
    EXPECT_EQ(s.results[i].tally.mismatches, 0u) << kind.name;
    EXPECT_EQ(s.results[i].tally.results, results) << kind.name;
  }
}

TEST(Session, flags_are_compared_where_they_are_asked_for) {
  const Altered silent([](const Check&, const Block& block, Answers& answers) {
    if (answers.flags != nullptr)
      for (std::size_t i = 0; i < block.count; ++i) answers.flags[i] = 0;
  });
  Request r = request({"f16_sqrt"});
  EXPECT_EQ(run(r, silent).results[0].tally.mismatches, 0u);
  r.flags = true;
  const CheckResult with_flags = run(r, silent).results[0];
  EXPECT_TRUE(with_flags.flags_compared);
  std::uint64_t raising = 0;
  for (Code x = 0; x < 65536; ++x) raising += sqrt(binary16, x, Context{}).flags == Flags() ? 0 : 1;
  EXPECT_EQ(with_flags.tally.mismatches, raising);
  EXPECT_TRUE(with_flags.tally.first.at(0).flags_compared);
}

TEST(Session, an_input_without_an_answer_is_a_mismatch_that_says_so) {
  const Altered crashes([](const Check&, const Block& block, Answers& answers) {
    for (std::size_t i = 0; i < block.count; ++i)
      if (load(block.operands[0], 2, i) == 0x3c01) answers.incidents.push_back({i, "crashed: SIGSEGV"});
  });
  const Tally t = run(request({"f16_sqrt"}), crashes).results[0].tally;
  EXPECT_EQ(t.mismatches, 1u);
  EXPECT_EQ(t.incidents, 1u);
  ASSERT_EQ(t.first.size(), 1u);
  EXPECT_EQ(t.first[0].operands[0], 0x3c01u);
  EXPECT_EQ(t.first[0].incident, "crashed: SIGSEGV");
}

TEST(Session, a_contestant_that_gives_up_is_counted_for_what_it_answered) {
  const Altered gives_up([](const Check&, const Block& block, Answers& answers) {
    if (block.first < 1000 && 1000 < block.first + block.count) {
      answers.incidents.push_back({998, "no answer within 2 s"});
      answers.incidents.push_back({999, "no answer within 2 s"});
    }
    if (block.first + block.count > 1000) {
      answers.gave_up = "it has not answered twice";
      answers.answered = block.first > 1000 ? 0 : 1000 - static_cast<std::size_t>(block.first);
    }
  });
  const Session s = run(request({"f16_sqrt", "e4m3_add"}), gives_up);
  EXPECT_EQ(s.results[0].tally.executed, 1000u);
  EXPECT_EQ(s.results[0].tally.incidents, 2u);
  EXPECT_EQ(s.results[0].status, Status::failed);
  EXPECT_EQ(s.results[0].reason, "it has not answered twice");
  EXPECT_FALSE(s.interrupted) << "the next check is run";
  EXPECT_NE(s.results[1].tally.executed, 0u);
  EXPECT_EQ(exit_code_of(s, false), 1);
}

TEST(Session, shards_add_up_to_the_whole) {
  const Altered wrong(wrong_where_low_bits_are_zero(3));
  Request r = request({"f16_sqrt", "e4m3_mul", "f64_to_e4m3"});
  r.plan.random = 1000;
  const Session whole = run(r, wrong);
  std::vector<Tally> sums;
  for (const CheckResult& row : whole.results) sums.emplace_back(row.kind == "e4m3_mul" ? 2 : 1);
  for (r.shard = 1, r.shards = 3; r.shard <= 3; ++r.shard) {
    const Session part = run(r, wrong);
    for (std::size_t i = 0; i < sums.size(); ++i) sums[i].add(part.results[i].tally);
  }
  for (std::size_t i = 0; i < sums.size(); ++i) EXPECT_EQ(sums[i], whole.results[i].tally) << whole.results[i].kind;
}

TEST(Session, a_run_that_was_stopped_goes_on_where_it_was) {
  const Altered wrong(wrong_where_low_bits_are_zero(8));
  Request r = request({"f16_sqrt", "f64_to_e4m3"});
  r.plan.random = std::uint64_t{1} << 20;
  const Session whole = run(r, wrong);

  std::stop_source source;
  SessionWatch watch;
  watch.stop = source.get_token();
  std::optional<Resume> kept;
  watch.at = [&](std::uint64_t done) {
    if (done > 100'000) source.request_stop();
  };
  watch.checkpoint = [&](const Session& s, std::size_t check, std::uint64_t until) { kept = Resume{s, check, until}; };
  const Session first = run(r, wrong, watch);
  EXPECT_TRUE(first.interrupted);
  EXPECT_EQ(exit_code_of(first, false), 130);
  ASSERT_TRUE(kept);
  EXPECT_EQ(kept->check, 1u);
  EXPECT_LT(kept->done_until, whole.results[1].inputs);

  const Session resumed = run(r, wrong, {}, &*kept);
  EXPECT_FALSE(resumed.interrupted);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(resumed.results[i].tally, whole.results[i].tally);
    EXPECT_EQ(resumed.results[i].status, whole.results[i].status);
  }
}

TEST(Session, what_nobody_offers_is_skipped_in_a_suite_and_refused_by_name) {
  Altered other(nothing);
  other.missing = true;
  const auto soft = make_soft_contestant();
  EXPECT_TRUE(std::holds_alternative<std::string>(plan_session(request({"f16_sqrt"}), *soft, other)));
  EXPECT_TRUE(std::holds_alternative<std::string>(plan_session(request({"f16_sqrrt"}), *soft, other)));
  Request suite = request({"arithmetic"});
  const Session planned = std::get<Session>(plan_session(suite, *soft, other));
  bool seen = false;
  for (const CheckResult& row : planned.results)
    if (row.kind == "f16_sqrt") {
      seen = true;
      EXPECT_EQ(row.status, Status::skipped);
      EXPECT_EQ(row.reason, "not offered by altered");
    }
  EXPECT_TRUE(seen);
}

TEST(Session, a_run_that_executed_nothing_is_never_green) {
  Altered absent(nothing);
  absent.device = true;
  const Session s = run(request({"f16_sqrt"}), absent);
  EXPECT_EQ(s.results[0].status, Status::skipped);
  EXPECT_EQ(s.results[0].reason, "no device");
  EXPECT_EQ(exit_code_of(s, false), 77);
  EXPECT_EQ(exit_code_of(s, true), 3);
  EXPECT_EQ(exit_code_of(Session{}, false), 77);
}

TEST(Session, trouble_in_mid_run_ends_it_and_is_no_mismatch) {
  std::atomic<int> blocks{0};
  const Altered fails([&](const Check&, const Block&, Answers&) {
    if (++blocks > 3) throw Infrastructure{"the device went away"};
  });
  const Session s = run(request({"f16_sqrt"}), fails);
  EXPECT_EQ(s.trouble, "the device went away");
  EXPECT_EQ(exit_code_of(s, false), 3);
  EXPECT_NE(s.results[0].status, Status::passed);
}

TEST(Session, modes_are_written_as_they_are_read) {
  for (const std::string_view text : {"rne", "rna", "rtz", "rup", "rdn", "rto", "rne+sat", "rtz+nan"}) {
    ASSERT_TRUE(parse_mode(text)) << text;
    EXPECT_EQ(name_of(*parse_mode(text)), text);
  }
  for (const std::string_view text : {"", "sr16", "rne+", "+sat", "nearest+sat+sat", "rnE+SAT "}) EXPECT_FALSE(parse_mode(text)) << text;
}

}  // namespace
}  // namespace ulplab::verify
