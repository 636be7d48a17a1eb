// Does a run go on where it was ended, and only if it is the same run?
#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <functional>

#include "lab/verify/checkpoint.hpp"
#include "lab/verify/json.hpp"
#include "tests/lab/verify_sessions.hpp"

namespace ulplab::lab {
namespace {

using namespace made;
namespace fs = std::filesystem;

class VerifyCheckpoint : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "ulplab-test-XXXXXX").string();
    ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
    folder = pattern;
    file = (folder / "checkpoint.json").string();
    planned = failing();
    for (CheckResult& r : planned.results)
      if (r.status != Status::skipped) {
        r.tally = verify::Tally(r.kind == "f16_add" ? 2 : 1);
        r.known.clear();
        r.status = Status::stopped;
      }
  }
  void TearDown() override { fs::remove_all(folder); }

  /// A run that came to input `done` of the first check.
  verify::Resume at(std::uint64_t done) const {
    verify::Resume r{planned, 0, done};
    r.session.results[0].tally.executed = done;
    return r;
  }
  void keep(const std::string& text) const { std::ofstream(file, std::ios::binary) << text; }
  std::string refusal() const {
    const auto read = read_checkpoint(file);
    const Problem* p = std::get_if<Problem>(&read);
    return p == nullptr ? "it was read" : p->message;
  }

  fs::path folder;
  std::string file;
  Session planned;
};

TEST_F(VerifyCheckpoint, ReadsBackWhereTheRunWas) {
  keep(to_json(at(12345)));
  const auto read = read_checkpoint(file);
  ASSERT_TRUE(std::holds_alternative<verify::Resume>(read)) << std::get<Problem>(read).message;
  const verify::Resume& r = std::get<verify::Resume>(read);
  EXPECT_EQ(r.check, 0u);
  EXPECT_EQ(r.done_until, 12345u);
  EXPECT_FALSE(is_done(r));
  EXPECT_EQ(to_json(r.session), to_json(at(12345).session));
  EXPECT_TRUE(refusals(file, planned, r).empty());
}

TEST_F(VerifyCheckpoint, SaysWhenTheRunCameToItsEnd) {
  keep(to_json(verify::Resume{failing(), failing().results.size(), 0}));
  EXPECT_TRUE(is_done(std::get<verify::Resume>(read_checkpoint(file))));
}

TEST_F(VerifyCheckpoint, OfAnotherCommandIsRefusedWithWhatDiffers) {
  struct Row {
    std::function<void(Session&)> change;
    const char* message;
  };
  for (const Row& row : {
           Row{[](Session& s) { s.shard = 2, s.shards = 4; }, "the part is shard 1 of 1 there and shard 2 of 4 here"},
           Row{[](Session& s) { s.against = "native"; }, "the contestant is lib:./half.so:to_half there and native here"},
           Row{[](Session& s) { s.provenance[3].second = "5678"; }, "library SHA-256 is 1234 there and 5678 here"},
           Row{[](Session& s) { s.provenance[0].second = "ulplab 0.1.0 (abcdef0)"; }, "tool is ulplab 0.1.0 (fad1457) there and ulplab 0.1.0 (abcdef0) here"},
           Row{[](Session& s) { s.results[0].mode = "rtz"; }, "check 1 is f32_to_f16 rne there and f32_to_f16 rtz here"},
           Row{[](Session& s) { s.results[3].plan = "seed 2"; }, "the inputs is f64_to_bf16, documented set 1, random 48576, seed 1 there and seed 2 here"},
       }) {
    Session other = planned;
    row.change(other);
    const Problems problems = refusals(file, other, at(12345));
    ASSERT_FALSE(problems.empty()) << row.message;
    EXPECT_EQ(problems[0].file, file);
    EXPECT_NE(problems[0].message.find(row.message), std::string::npos) << problems[0].message;
    EXPECT_NE(problems.back().hint, "");
  }
  Session elsewhere = planned;
  elsewhere.provenance[2].second = "another processor";
  elsewhere.provenance.emplace_back("library", "/elsewhere/half.so");
  EXPECT_TRUE(refusals(file, elsewhere, at(12345)).empty());
}

TEST_F(VerifyCheckpoint, WhatNoRunWroteIsRefused) {
  const std::string text = to_json(at(12345));
  keep(text.substr(0, text.size() / 2));
  EXPECT_EQ(refusal(), "the JSON is not whole: the file was cut off");
  keep("");
  EXPECT_EQ(refusal(), "the JSON is not whole: the file was cut off");
  keep(to_json(planned));
  EXPECT_TRUE(refusal().starts_with("is no checkpoint of this build: its schema is not"));
  keep("[1, 2]");
  EXPECT_TRUE(refusal().starts_with("is no checkpoint of this build"));
  const auto changed = [&](const std::string& from, const std::string& to) {
    std::string other = text;
    other.replace(other.find(from), from.size(), to);
    keep(other);
    return refusal();
  };
  EXPECT_EQ(changed("\"done_until\": \"12345\"", "\"done_until\": \"12346\""),
            "is no checkpoint that a run wrote: its counts of f32_to_f16 rne are of another input than it stands at");
  EXPECT_EQ(changed("\"done_until\": \"12345\"", "\"done_until\": \"x\""), "is no checkpoint that a run wrote: done_until is no number");
  EXPECT_EQ(changed("\"done_until\": \"12345\"", "\"done_until\": 5"), "is no checkpoint that a run wrote: a field is missing, or of another type");
  EXPECT_EQ(changed("\"check\": 0", "\"check\": 9"), "is no checkpoint that a run wrote: it stands behind the last check");
  EXPECT_EQ(changed("\"done\": false", "\"done\": true"), "is no checkpoint that a run wrote: it is not as far as it says");
  EXPECT_TRUE(changed("\"kind\": \"f32_to_f16\"", "\"kind\": \"f32_to_f61\"").starts_with("holds a session that cannot be read: checks[0].kind"));
  fs::remove(file);
  EXPECT_TRUE(refusal().starts_with("cannot be read"));
}

}  // namespace
}  // namespace ulplab::lab
