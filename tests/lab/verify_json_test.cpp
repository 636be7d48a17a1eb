// Does a verification survive being written as JSON, and is a file refused that is not what was written?
#include <gtest/gtest.h>

#include <functional>
#include <nlohmann/json.hpp>

#include "lab/verify/json.hpp"
#include "tests/lab/verify_sessions.hpp"

namespace ulplab::lab {
namespace {

using namespace made;

std::string refusal(const std::string& text) {
  const auto read = session_of_json(text, "a.json");
  const Problem* p = std::get_if<Problem>(&read);
  if (p == nullptr) return "it was read";
  EXPECT_EQ(p->file, "a.json");
  return p->message;
}

/// The document with something done to it.
std::string changed(const std::function<void(nlohmann::json&)>& change) {
  nlohmann::json document = nlohmann::json::parse(to_json(failing()));
  change(document);
  return document.dump();
}

TEST(VerifyJson, ReadsBackWhatItWrote) {
  Session s = failing();
  s.shard = 2;
  s.shards = 3;
  s.interrupted = true;
  s.trouble = "cudaErrorIllegalAddress (700)";
  s.results[0].tally.first[0].got_known = false;
  s.results[0].tally.first[0].got = 0;
  const std::string text = to_json(s);
  const auto read = session_of_json(text, "a.json");
  ASSERT_TRUE(std::holds_alternative<Session>(read)) << std::get<Problem>(read).message;
  const Session& back = std::get<Session>(read);
  EXPECT_EQ(to_json(back), text);
  ASSERT_EQ(back.results.size(), s.results.size());
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(back.results[i].tally, s.results[i].tally) << i;
    EXPECT_EQ(back.results[i].known, s.results[i].known) << i;
    EXPECT_EQ(back.results[i].plan, s.results[i].plan) << i;
  }
  EXPECT_EQ(back.provenance, s.provenance);
}

TEST(VerifyJson, HoldsNoDoubleAndCodesAsHexadecimal) {
  const auto j = nlohmann::json::parse(to_json(failing()));
  EXPECT_EQ(j["schema"], "ulplab.verify/1");
  const auto& first = j["checks"][0]["first"][0];
  EXPECT_EQ(first["operands"][0], "0x3f801000");
  EXPECT_EQ(first["expected"], "0x3c00");
  EXPECT_EQ(first["got"], "0x3c01");
  EXPECT_EQ(first["ulps"], "1");
  EXPECT_TRUE(j["checks"][0]["first"][3]["got"].is_null());
  EXPECT_EQ(j["checks"][0]["inputs_by_class"]["NaN"], 16777214);
  EXPECT_EQ(j["checks"][1]["mismatches_by_class"]["normal, subnormal"], 1);
  const std::function<void(const nlohmann::json&)> walk = [&](const nlohmann::json& node) {
    EXPECT_FALSE(node.is_number_float()) << node;
    if (node.is_structured())
      for (const auto& child : node) walk(child);
  };
  walk(j);
}

TEST(VerifyJson, CountsThatADoubleCannotHoldAreStrings) {
  Session s = failing();
  s.results[3].inputs = s.results[3].end = (std::uint64_t{1} << 53) + 1;
  const auto j = nlohmann::json::parse(to_json(s));
  EXPECT_EQ(j["checks"][3]["inputs"], "9007199254740993");
  EXPECT_EQ(std::get<Session>(session_of_json(to_json(s), "")).results[3].inputs, 9007199254740993u);
}

TEST(VerifyJson, EveryCutIsRefused) {
  const std::string text = to_json(failing());
  for (std::size_t n = 0; n + 2 < text.size(); n += 97) {
    const auto read = session_of_json(std::string_view(text).substr(0, n), "a.json");
    ASSERT_TRUE(std::holds_alternative<Problem>(read)) << n;
    const Problem& p = std::get<Problem>(read);
    EXPECT_EQ(p.message, "the JSON is not whole: the file was cut off") << n;
  }
  EXPECT_EQ(refusal("{\n  \"schema\": nonsense\n}\n"), "this is no JSON");
  const auto read = session_of_json("{\n  \"schema\": nonsense\n}\n", "a.json");
  EXPECT_EQ(std::get<Problem>(read).line, 2);
}

TEST(VerifyJson, EveryChangedByteIsReadOrRefusedAndNeverHarms) {
  const std::string text = to_json(failing());
  for (std::size_t i = 0; i < text.size(); i += 13)
    for (const char c : {'\0', '"', '9', '-', '}', '\xff'}) {
      std::string other = text;
      other[i] = c;
      (void)session_of_json(other, "a.json");
    }
}

TEST(VerifyJson, EveryMissingOrUnknownFieldIsNamed) {
  const auto whole = nlohmann::json::parse(to_json(failing()));
  for (const auto& field : whole.items()) {
    const std::string key = field.key();
    if (key == "schema") continue;
    EXPECT_EQ(refusal(changed([&](auto& j) { j.erase(key); })), "the document lacks the field '" + key + "'");
  }
  for (const auto& field : whole["checks"][0].items())
    EXPECT_EQ(refusal(changed([&](auto& j) { j["checks"][0].erase(field.key()); })), "checks[0] lacks the field '" + field.key() + "'");
  EXPECT_EQ(refusal(changed([](auto& j) { j["checks"][1]["first"][0]["colour"] = 1; })), "checks[1].first[0] has an unknown field 'colour'");
}

TEST(VerifyJson, WhatIsOutOfRangeIsRefused) {
  struct Row {
    std::function<void(nlohmann::json&)> change;
    const char* message;
  };
  for (const Row& row : {
           Row{[](auto& j) { j["schema"] = "ulplab.run/1"; }, "schema is 'ulplab.run/1', and this build reads 'ulplab.verify/1'"},
           Row{[](auto& j) { j = nlohmann::json::array(); }, "the document is no report of ulplab: it has no schema"},
           Row{[](auto& j) { j["shard"] = 2; }, "shard is not between 1 and the number of shards"},
           Row{[](auto& j) { j["passed"] = 3; }, "passed is not the number of such checks: the file was changed"},
           Row{[](auto& j) { j["checks"][0]["kind"] = "f32_to_f61"; }, "checks[0].kind "},
           Row{[](auto& j) { j["checks"][0]["mode"] = "sr"; }, "checks[0].mode is no rounding mode"},
           Row{[](auto& j) { j["checks"][0]["status"] = "green"; }, "checks[0].status is none of passed, failed, skipped and stopped"},
           Row{[](auto& j) { j["checks"][0]["context"] = "abacus"; }, "checks[0].context is no context that this build knows"},
           Row{[](auto& j) { j["checks"][0]["end"] = "4294967297"; }, "checks[0] has a stretch begin … end that is none of its inputs"},
           Row{[](auto& j) { j["checks"][0]["executed"] = -1; }, "checks[0].executed is no count"},
           Row{[](auto& j) { j["checks"][0]["executed"] = 0.5; }, "checks[0].executed is no count"},
           Row{[](auto& j) { j["checks"][0]["executed"] = "1e9"; }, "checks[0].executed is no count"},
           Row{[](auto& j) { j["checks"][0]["executed"] = 4294967297; }, "checks[0].executed is more than there are inputs from begin to end"},
           Row{[](auto& j) { j["checks"][0]["mismatches"] = 3; }, "checks[0].mismatches does not fit the other counts"},
           Row{[](auto& j) { j["checks"][0]["first"][0]["operands"][0] = "0x1ffffffff"; }, "checks[0].first[0].operands[0] has more than 32 bits"},
           Row{[](auto& j) { j["checks"][0]["first"][0]["operands"][0] = "17"; }, "checks[0].first[0].operands[0] is no code: 0x and hexadecimal digits"},
           Row{[](auto& j) { j["checks"][0]["first"][0]["operands"].push_back("0x0"); }, "checks[0].first[0].operands has another number of operands than f32_to_f16"},
           Row{[](auto& j) { std::swap(j["checks"][0]["first"][0], j["checks"][0]["first"][1]); }, "checks[0].first[1] is not in the order of the inputs"},
           Row{[](auto& j) { j["checks"][0]["inputs_by_class"]["denormal"] = 1; }, "checks[0].inputs_by_class counts a class that is none, 'denormal'"},
           Row{[](auto& j) { j["checks"][1]["first"][0]["got_flags"][0] = "bent"; }, "checks[1].first[0].got_flags[0] is no flag"},
       })
    EXPECT_TRUE(refusal(changed(row.change)).starts_with(row.message)) << refusal(changed(row.change)) << "\n  not " << row.message;
}

TEST(VerifyJson, AFileThatIsNotThereIsAProblem) {
  EXPECT_TRUE(std::get<Problem>(read_session("/no/such/file.json")).message.starts_with("cannot be read: No such file"));
  EXPECT_TRUE(std::get<Problem>(read_session("/tmp")).message.starts_with("cannot be read"));
}

}  // namespace
}  // namespace ulplab::lab
