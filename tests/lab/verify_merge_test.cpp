// Are shards the whole, and is what is not a whole refused by name?
#include <gtest/gtest.h>

#include <functional>

#include "gpu/verify/soft_contestant.hpp"
#include "lab/verify/json.hpp"
#include "lab/verify/merge.hpp"
#include "tests/lab/verify_sessions.hpp"

namespace ulplab::lab {
namespace {

using namespace made;

/// Our arithmetic, with the last bit of every eleventh input's result turned.
class Bent final : public verify::Contestant {
 public:
  std::string name() const override { return "bent"; }
  verify::Offer offers(const verify::Kind& kind, const verify::Mode& mode) const override { return soft_->offers(kind, mode); }
  std::unique_ptr<verify::Worker> start(const verify::Check& check) const override {
    struct Worker final : verify::Worker {
      std::unique_ptr<verify::Worker> soft;
      int bytes = 0;
      void answer(const verify::Block& block, verify::Answers& answers) override {
        soft->answer(block, answers);
        for (std::size_t i = 0; i < block.count; ++i)
          if ((block.first + i) % 11 == 3) verify::store(answers.results, bytes, i, verify::load(answers.results, bytes, i) ^ 1);
      }
    };
    auto w = std::make_unique<Worker>();
    w->soft = soft_->start(check);
    w->bytes = verify::bytes_of(check.kind.result);
    return w;
  }

 private:
  std::unique_ptr<verify::Contestant> soft_ = verify::make_soft_contestant();
};

Session run(std::uint64_t shard, std::uint64_t shards) {
  const auto soft = verify::make_soft_contestant();
  const Bent bent;
  verify::Request request;
  request.what = {"f16_sqrt", "e4m3_add", "f16_to_f32"};
  request.modes = {verify::Mode{}, verify::Mode{Rounding::up, Overflow::ieee}};
  request.shard = shard;
  request.shards = shards;
  Session s = verify::run_session(std::get<Session>(verify::plan_session(request, *soft, bent)), request, *soft, bent, {});
  s.provenance = {{"tool", "ulplab 0.1.0"}, {"CPU", "processor " + std::to_string(shard)}};
  return s;
}

std::vector<ShardFile> shards(std::uint64_t n) {
  std::vector<ShardFile> files;
  for (std::uint64_t i = n; i >= 1; --i) files.push_back({"part" + std::to_string(i) + ".json", run(i, n)});  // in any order
  return files;
}

/// What is the same however it was run.
std::string timeless(Session s) {
  for (CheckResult& r : s.results) {
    r.milliseconds = 0;
    r.diagnosis.clear();  // of the mismatches that each part looked at
    r.sentence.clear();
  }
  s.provenance.clear();
  return to_json(s);
}

std::vector<std::string> refusals_of(const std::vector<ShardFile>& files) {
  const auto merged = merge(files);
  std::vector<std::string> sentences;
  if (const Problems* problems = std::get_if<Problems>(&merged))
    for (const Problem& p : *problems) sentences.push_back(p.file + ": " + p.message);
  return sentences;
}
bool has(const std::string& text, std::string_view piece) { return text.find(piece) != std::string::npos; }

TEST(VerifyMerge, OfAllShardsIsTheWholeRun) {
  const std::string whole = timeless(run(1, 1));
  for (const std::uint64_t n : {1u, 2u, 3u, 7u}) {
    const auto merged = merge(shards(n));
    ASSERT_TRUE(std::holds_alternative<Session>(merged)) << to_text(std::get<Problems>(merged));
    const Session& s = std::get<Session>(merged);
    EXPECT_EQ(timeless(s), whole) << n;
    EXPECT_EQ(verify::exit_code_of(s, false), 1);
  }
}

TEST(VerifyMerge, OfFilesThatWereWrittenAndReadIsTheSame) {
  std::vector<ShardFile> files = shards(3);
  for (ShardFile& f : files) f.session = std::get<Session>(session_of_json(to_json(f.session), f.file));
  EXPECT_EQ(timeless(std::get<Session>(merge(files))), timeless(run(1, 1)));
}

TEST(VerifyMerge, TakesTheLikelyFaultFromTheShardThatNamedOneOfMostMismatches) {
  std::vector<ShardFile> files = shards(3);
  for (ShardFile& f : files) {
    CheckResult& r = f.session.results[0];
    r.sentence = f.session.shard == 2 ? "" : "named by " + std::to_string(f.session.shard);
    r.diagnosis = f.session.shard == 2 ? "" : "fault";
    r.tally.first.clear();
    r.tally.mismatches = f.session.shard == 2 ? 300 : f.session.shard == 3 ? 200 : 100;
  }
  const auto merged = merge(files);
  ASSERT_TRUE(std::holds_alternative<Session>(merged));
  EXPECT_EQ(std::get<Session>(merged).results[0].sentence, "named by 3");
}

TEST(VerifyMerge, NamesEveryMachineAndAddsTheTimes) {
  std::vector<ShardFile> files = shards(2);
  for (ShardFile& f : files) f.session.results[0].milliseconds = 70;
  const Session s = std::get<Session>(merge(files));
  EXPECT_EQ(s.results[0].milliseconds, 140u);
  EXPECT_EQ(s.provenance[1].second, "processor 1; processor 2");
}

TEST(VerifyMerge, KnownDifferencesAreJudgedOnTheWhole) {
  std::vector<ShardFile> files(2);
  for (std::uint64_t i = 0; i < 2; ++i) {
    Session s = failing();
    s.results = {with_known_difference()};
    CheckResult& r = s.results[0];
    r.begin = i * (r.inputs / 2);
    r.end = r.begin + r.inputs / 2;
    r.tally.executed = r.inputs / 2;
    r.known[0].occurred = r.tally.known["avx512_bf16_flushes"] = 16711678 / 2;
    s.shard = i + 1;
    s.shards = 2;
    files[i] = {"part" + std::to_string(i + 1), s};
  }
  Session whole = std::get<Session>(merge(files));
  EXPECT_EQ(whole.results[0].status, Status::passed);
  EXPECT_EQ(whole.results[0].known[0].occurred, 16711678u);
  EXPECT_FALSE(whole.results[0].known[0].violated);

  files[1].session.results[0].known[0].occurred -= 1;
  whole = std::get<Session>(merge(files));
  EXPECT_EQ(whole.results[0].status, Status::failed);
  EXPECT_TRUE(whole.results[0].known[0].violated);
}

TEST(VerifyMerge, AShardThatWasStoppedMakesTheWholeSo) {
  std::vector<ShardFile> files(2);
  for (std::uint64_t i = 0; i < 2; ++i) {
    Session s = failing();
    s.results = {check("f16_sqrt", "rne", 16)};
    s.results[0].begin = i * 32768;
    s.results[0].end = s.results[0].begin + 32768;
    s.results[0].tally.executed = 32768;
    s.shard = i + 1;
    s.shards = 2;
    files[i] = {"part" + std::to_string(i + 1), s};
  }
  EXPECT_EQ(verify::exit_code_of(std::get<Session>(merge(files)), false), 0);
  files[1].session.results[0].tally.executed = 5;
  files[1].session.results[0].status = Status::stopped;
  files[1].session.interrupted = true;
  const Session stopped = std::get<Session>(merge(files));
  EXPECT_EQ(stopped.results[0].status, Status::stopped);
  EXPECT_EQ(verify::exit_code_of(stopped, false), 130);
  files[1].session.trouble = "the device fell off the bus";
  const Session troubled = std::get<Session>(merge(files));
  EXPECT_EQ(troubled.trouble, "shard 2 of 2 (part2): the device fell off the bus");
  EXPECT_EQ(verify::exit_code_of(troubled, false), 3);
}

TEST(VerifyMerge, MissingAndDoubledShardsAreNamed) {
  std::vector<ShardFile> files = shards(4);
  files.erase(files.begin() + 1);  // 3 of 4
  ASSERT_EQ(refusals_of(files).size(), 1u);
  EXPECT_TRUE(has(refusals_of(files)[0], "of 4 shards one is missing: 3"));
  files.erase(files.begin());
  EXPECT_TRUE(has(refusals_of(files)[0], "of 4 shards some are missing: 3, 4"));
  files = shards(2);
  files.push_back({"again.json", files[0].session});
  EXPECT_EQ(refusals_of(files), std::vector<std::string>{"again.json: shard 2 of 2 is there twice: part2.json is it too"});
  EXPECT_EQ(refusals_of({}).size(), 1u);
}

TEST(VerifyMerge, ShardsOfAnotherRunAreNamedWithWhatDiffers) {
  struct Row {
    std::function<void(Session&)> change;
    const char* message;
  };
  const std::vector<ShardFile> good = shards(2);
  for (const Row& row : {
           Row{[](Session& s) { s.provenance[0].second = "ulplab 0.2.0"; }, "tool is ulplab 0.2.0 here and ulplab 0.1.0 there"},
           Row{[](Session& s) { s.against = "native"; }, "the contestant is native here and bent there"},
           Row{[](Session& s) { s.with = "oracle"; }, "the reference is oracle here and soft there"},
           Row{[](Session& s) { s.provenance.emplace_back("library SHA-256", "1234"); }, "library SHA-256 is 1234 here and nothing there"},
           Row{[](Session& s) { s.shards = 3; }, "is shard 1 of 3, and part2.json is shard 2 of 2"},
           Row{[](Session& s) { s.results[0].kind = "f16_rsqrt"; }, "check 1 is f16_rsqrt rne here and f16_sqrt rne there"},
           Row{[](Session& s) { s.results[1].mode = "rdn"; }, "check 2 is f16_sqrt rdn here and f16_sqrt rup there"},
           Row{[](Session& s) { s.results.pop_back(); }, "the number of checks is 5 here and 6 there"},
           Row{[](Session& s) { s.results[0].machine = "cuda"; }, "f16_sqrt rne: the context is cuda here and ieee there"},
           Row{[](Session& s) { s.results[0].plan = "documented set 1, seed 2"; }, "f16_sqrt rne: the inputs is documented set 1, seed 2 here"},
           Row{[](Session& s) { s.results[0].flags_compared = true; }, "f16_sqrt rne: flags is compared here and not compared there"},
           Row{[](Session& s) { s.results[0].status = Status::skipped; }, "f16_sqrt rne: whether it is run is skipped: "},
           Row{[](Session& s) { s.results[0].end += 1; }, "which overlaps the one before"},
           Row{[](Session& s) { s.results[0].end -= 1; }, "and the one before ends at"},
       }) {
    std::vector<ShardFile> files = good;
    row.change(files[1].session);  // part1.json
    const std::vector<std::string> sentences = refusals_of(files);
    ASSERT_FALSE(sentences.empty()) << row.message;
    EXPECT_TRUE(has(sentences[0], row.message)) << sentences[0] << "\n  not " << row.message;
  }
}

}  // namespace
}  // namespace ulplab::lab
