// A program on a pipe answers, however its library gathers its output; where it ends, hangs or answers nonsense, that is known of
// one input.
#include "gpu/verify/pipe.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>

#include "gpu/verify/pipe_line.hpp"

namespace ulplab::verify {
namespace {

namespace fs = std::filesystem;

Check check_of(std::string_view kind, std::string_view mode = "rne") {
  return *make_check(std::get<Kind>(parse_kind(kind)), *parse_mode(mode), "ieee");
}

PipeLimits impatient() {
  PipeLimits limits;
  limits.silence = std::chrono::milliseconds(1000);
  limits.grace = std::chrono::milliseconds(60);
  return limits;
}

struct Outcome {
  std::vector<Code> results;
  std::vector<std::uint8_t> flags;
  Answers answers;
};

/// A worker that is asked for consecutive codes of one operand (the others are that code, too).
class Asked {
 public:
  explicit Asked(const std::string& command, const Check& check = check_of("bf16_to_f32"), bool testfloat = false) : check_(check) {
    auto made = open_pipe(command, testfloat, impatient());
    contestant_ = std::move(std::get<0>(made));
    worker_ = contestant_->start(check_);
  }

  Outcome operator()(Code first, std::size_t count, bool flags = false) {
    std::vector<std::uint64_t> codes(count), results(count);
    const int bytes = bytes_of(check_.kind.operands[0]);
    for (std::size_t i = 0; i < count; ++i) store(codes.data(), bytes, i, first + i);
    Block block{first, count, false, {}};
    for (std::size_t k = 0; k < check_.kind.operands.size(); ++k) block.operands[k] = codes.data();
    Outcome outcome;
    outcome.flags.resize(count);
    outcome.answers.results = results.data();
    outcome.answers.flags = flags ? outcome.flags.data() : nullptr;
    worker_->answer(block, outcome.answers);
    for (std::size_t i = 0; i < count; ++i) outcome.results.push_back(load(results.data(), bytes_of(check_.kind.result), i));
    return outcome;
  }

 private:
  Check check_;
  std::unique_ptr<Contestant> contestant_;
  std::unique_ptr<Worker> worker_;
};

/// A bfloat16 code with sixteen zeros behind it is the same number in binary32.
std::size_t wrong_ones(const Outcome& outcome, Code first) {
  std::size_t n = 0;
  for (std::size_t i = 0; i < outcome.results.size(); ++i) n += outcome.results[i] != (first + i) << 16 ? 1 : 0;
  return n;
}

/// The system's, which starts at once; wrappers that choose between several take seconds.
bool python() { return fs::exists("/usr/bin/python3"); }

/// The trouble that the first question ends in.
std::string trouble_of(const std::string& command, bool flags = false) {
  try {
    Asked ask(command);
    ask(0, 100, flags);
  } catch (const Infrastructure& failure) {
    return failure.what();
  }
  return "there was none";
}

TEST(Pipe, AnswersComeFromProgramsThatWriteLineByLineAndFromThoseThatGather) {
  std::vector<std::string> commands = {
      "sed -u 's/$/0000/'",
      "sed 's/$/0000/'",
      "awk '{ print $0 \"0000\" }'",
      "while read x; do echo ${x}0000; done",
      "sort | sed 's/$/0000/'",                                    // answers nothing before it has read everything
      "sed 's/$/0000/; s/x/X/' | tr a-f A-F",
      "awk '{ printf \"%s%s0000\", gap, $0; gap = \"\\n\" }'",      // the last line lacks its end
      "sed 's/$/0000\\r/'",
      "sed 's/$/0000\\tnone/'",
  };
  if (python()) {
    commands.push_back("/usr/bin/python3 -c 'import sys\nfor x in sys.stdin: print(x.strip() + \"0000\")'");
    commands.push_back("/usr/bin/python3 -c 'import sys\nfor x in sys.stdin: print(x.strip() + \"0000\", flush=True)'");
    commands.push_back("/usr/bin/python3 -c 'import sys\nfor x in sys.stdin.read().split(): print(x + \"0000\")'");
  }
#ifdef ULPLAB_COMMAND
  commands.push_back(ULPLAB_COMMAND " eval {kind} --rounding {mode}");
#endif
  for (const std::string& command : commands) {
    Asked ask(command);
    for (const Code first : {Code{0}, Code{9000}}) {
      const Outcome outcome = ask(first, 4096);
      EXPECT_EQ(wrong_ones(outcome, first), 0u) << command;
      EXPECT_TRUE(outcome.answers.incidents.empty()) << command << ": " << outcome.answers.incidents[0].what;
    }
    EXPECT_EQ(wrong_ones(ask(16256, 1), 16256), 0u) << command;
  }
}

TEST(Pipe, NeitherSideBlocksWhenMoreIsWrittenThanAPipeHolds) {
  Asked ask("sed -u 's/$/0000/; p; s/.*/&/; d'");  // one line for one, each in a write of its own
  EXPECT_EQ(wrong_ones(ask(0, 30000), 0), 0u);
}

TEST(Pipe, AProgramThatWritesLineByLineIsStartedOnce) {
  const fs::path log = fs::temp_directory_path() / ("ulplab_pipe_" + std::to_string(::getpid()));
  {
    Asked ask("echo started >>" + log.string() + "; exec sed -u 's/$/0000/'");
    for (Code first = 0; first < 1000; first += 100) EXPECT_EQ(wrong_ones(ask(first, 100), first), 0u);
  }
  EXPECT_EQ(fs::file_size(log), std::string("started\n").size());
  fs::remove(log);
}

TEST(Pipe, TheCommandKnowsKindAndMode) {
  const std::string command = "test $ULPLAB_KIND$ULPLAB_MODE = {kind}{mode} && test {kind}{mode} = bf16_to_f32rtz && sed 's/$/0000/'";
  Asked ask(command, check_of("bf16_to_f32", "rtz"));
  EXPECT_EQ(wrong_ones(ask(5, 5), 5), 0u);
}

#ifdef ULPLAB_COMMAND
TEST(Pipe, FlagsAreRead) {
  Asked ask(ULPLAB_COMMAND " eval {kind} --rounding {mode}", check_of("f16_sqrt"));
  const Outcome outcome = ask(0xbc00, 1, true);  // the root of -1
  EXPECT_EQ(outcome.results[0], 0x7e00u);
  EXPECT_EQ(outcome.flags[0], Flags(Flag::invalid).bits);
}

TEST(Pipe, TestFloatsLinesAreSpoken) {
  Asked ask(ULPLAB_COMMAND " eval {kind} --testfloat --rounding {mode}", check_of("f16_add"), true);
  const Outcome outcome = ask(0x3c00, 3000, true);
  for (std::size_t i = 0; i < 3000; ++i) {
    const Code operands[] = {0x3c00 + i, 0x3c00 + i};
    const Rounded right = check_of("f16_add").kind(operands, Context{});
    ASSERT_EQ(outcome.results[i], right.code);
    ASSERT_EQ(outcome.flags[i], right.flags.bits);
  }
}
#endif

TEST(Pipe, AProgramThatEndsAtOneInputIsStartedAgainBehindIt) {
  std::vector<std::string> commands = {
      "while read x; do case $x in 0x0bb8) exit 3;; esac; echo ${x}0000; done",
      "awk '$0 == \"0x0bb8\" { exit 3 } { print $0 \"0000\" }'",
  };
  // The answers that a program held back are lost with it: the culprit has to be searched for.
  if (python())
    commands.push_back(
        "/usr/bin/python3 -c 'import os, sys\n"
        "for x in sys.stdin: print(x.strip() + \"0000\") if x != \"0x0bb8\\n\" else os._exit(3)'");
  for (const std::string& command : commands) {
    const Outcome outcome = Asked(command)(1000, 4096);
    ASSERT_EQ(outcome.answers.incidents.size(), 1u) << command;
    EXPECT_EQ(outcome.answers.incidents[0].index, 2000u) << command;
    EXPECT_EQ(outcome.answers.incidents[0].what, "ended with exit code 3");
    EXPECT_EQ(wrong_ones(outcome, 1000), 1u) << command;
  }
}

TEST(Pipe, AProgramThatHangsAtOneInputIsStartedAgainBehindIt) {
  const Outcome outcome = Asked("while read x; do case $x in 0x0007) sleep 1000;; esac; echo ${x}0000; done")(0, 20);
  ASSERT_EQ(outcome.answers.incidents.size(), 1u);
  EXPECT_EQ(outcome.answers.incidents[0].index, 7u);
  EXPECT_EQ(outcome.answers.incidents[0].what, "no answer within 1 s");
  EXPECT_EQ(wrong_ones(outcome, 0), 1u);
}

TEST(Pipe, NonsenseIsAnIncidentOfItsInput) {
  const std::pair<const char*, const char*> cases[] = {
      {"sed 's/$/0000/; 3s/.*/error\\t-/'", "answered 'error?-', which is no result of bf16_to_f32"},
      {"sed 's/$/0000/; 3s/.*//'", "answered '', which is no result of bf16_to_f32"},
      {"sed 's/$/0000/; 3s/.*/0x123456789/'", "answered '0x123456789', which is no result of bf16_to_f32"},
      {"sed 's/$/0000/; 3s/.*/1.5/'", "answered '1.5', which is no result of bf16_to_f32"},
      {"sed 's/$/0000/; 3s/$/\\tinexakt/'", "answered '0x00020000?inexakt': behind the tab stand no flags"},
  };
  for (const auto& [command, what] : cases) {
    const Outcome outcome = Asked(command)(0, 10);
    ASSERT_EQ(outcome.answers.incidents.size(), 1u) << command;
    EXPECT_EQ(outcome.answers.incidents[0].index, 2u);
    EXPECT_EQ(outcome.answers.incidents[0].what, what);
    EXPECT_EQ(outcome.results[9], 0x90000u);
  }
}

TEST(Pipe, AProgramThatOnlyTalksNonsenseIsGivenUp) {
  Asked ask("sed 's/.*/hello/'");
  const Outcome outcome = ask(0, 100);
  EXPECT_EQ(outcome.answers.answered, 100u);
  EXPECT_EQ(outcome.answers.gave_up,
            "gave up after 100 inputs without an answer; of the last: answered 'hello', which is no result of bf16_to_f32");
  EXPECT_EQ(ask(0, 100).answers.answered, 0u);
}

TEST(Pipe, WhatIsNoAnsweringProgramIsATroubleOfTheEnvironment) {
  const std::pair<const char*, const char*> cases[] = {
      {"no_such_program_anywhere", "gave no answer at all: ended with exit code 127, and wrote: "},
      {"echo 'no module named half' >&2; exit 1", "gave no answer at all: ended with exit code 1, and wrote: no module named half"},
      {"kill -9 $$", "gave no answer at all: was ended by signal 9"},
      {"head -n 1 > /dev/null; tr '\\0' x < /dev/zero", "wrote a line of more than 65536 characters: 'xxxx"},
      {"yes 0x00000000", "wrote more lines than it was asked for"},  // without end
      {"echo welcome; sed 's/$/0000/'", "wrote more lines than it was asked for"},
      {"sed 's/$/0000/'; echo 100 done", "wrote more lines than it was asked for: '100 done'"},
  };
  for (const auto& [command, what] : cases) {
    const std::string trouble = trouble_of(command);
    EXPECT_NE(trouble.find(what), std::string::npos) << command << ": " << trouble;
  }
  EXPECT_NE(trouble_of("sed 's/$/0000/'", true).find("tells no flags"), std::string::npos);
}

TEST(Pipe, NoProcessAndNoDescriptorIsLeftBehind) {
  const auto descriptors = [] { return std::distance(fs::directory_iterator("/proc/self/fd"), fs::directory_iterator()); };
  const auto before = descriptors();
  Asked("sed -u 's/$/0000/'")(0, 100);
  trouble_of("no_such_program_anywhere");
  EXPECT_EQ(descriptors(), before);
  EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1);
}

TEST(Pipe, OffersEveryKindThatNeedsNoRandomBits) {
  const auto made = open_pipe("cat", false);
  const Contestant& contestant = *std::get<0>(made);
  EXPECT_EQ(contestant.name(), "pipe:cat");
  const Offer offer = contestant.offers(std::get<Kind>(parse_kind("f16_compare")), {});
  EXPECT_TRUE(offer.ready && offer.slow && offer.flags);
  EXPECT_EQ(offer.workers, 1u);
  EXPECT_FALSE(contestant.offers(std::get<Kind>(parse_kind("f32_to_bf16_sr")), {}).ready);
  EXPECT_EQ(std::get<1>(open_pipe(" ", true)),
            "'pipe-testfloat:' lacks a command: write pipe-testfloat:'python3 half.py {kind} {mode}'");
}

TEST(Pipe, LinesAreThoseOfEvalAndOfTestFloat) {
  struct Row {
    const char* kind;
    bool testfloat;
    Operands operands;
    const char *line, *answer;
    Code code;
    int flags;  ///< -1: none told
  };
  const Row rows[] = {
      {"f16_add", false, {0x3c00, 0x3c01}, "0x3c00,0x3c01\n", "0x4000\tinexact", 0x4000, 1},
      {"f16_add", false, {0x3c00, 0x3c01}, "0x3c00,0x3c01\n", "0X4000\tnone", 0x4000, 0},
      {"f16_add", true, {0x3c00, 0x3c01}, "3C00 3C01\n", "3C00 3C01 4000 01", 0x4000, 1},
      {"f16_add", true, {0x3c00, 0x3c01}, "3C00 3C01\n", "3c00 3c01 4000", 0x4000, -1},
      {"f16_to_i32", false, {0xbc00}, "0xbc00\n", "-1\t-", 0xffffffff, 0},
      {"f16_to_i32", false, {0xbc00}, "0xbc00\n", "0xffffffff", 0xffffffff, -1},
      {"i8_to_f16", false, {0xff}, "0xff\n", "0xbc00", 0xbc00, -1},
      {"f16_compare", false, {0x3c00, 0x7e00}, "0x3c00,0x7e00\n", "unordered\tnone", 3, 0},
      {"f16_lt", true, {0x3c00, 0x4000}, "3C00 4000\n", "3C00 4000 1 00", 1, 0},
      {"f16_class", false, {0x7e00}, "0x7e00\n", "quietNaN\t-", 4, 0},
      {"f16_mul", false, {0x0400, 0x3bff}, "0x0400,0x3bff\n", "0x0400\tunderflow(before);inexact", 0x0400, 1},
      {"f16_scalbn", false, {0x3c00, 0xffffffff}, "0x3c00,0xffffffff\n", "0x3800\tnone", 0x3800, 0},
  };
  for (const Row& row : rows) {
    Check check = check_of(row.kind);
    check.context.tininess = Tininess::after;
    const PipeLanguage language(check, row.testfloat);
    std::string line;
    language.write(row.operands, line);
    EXPECT_EQ(line, row.line) << row.kind;
    const auto read = language.read(row.operands, row.answer);
    ASSERT_TRUE(std::holds_alternative<PipeAnswer>(read)) << row.answer << ": " << std::get<std::string>(read);
    EXPECT_EQ(std::get<PipeAnswer>(read).code, row.code) << row.answer;
    EXPECT_EQ(std::get<PipeAnswer>(read).flags ? *std::get<PipeAnswer>(read).flags : -1, row.flags) << row.answer;
  }
  Check check = check_of("f16_mul");
  check.context.tininess = Tininess::before;
  const auto before = PipeLanguage(check, false).read({0x0400, 0x3bff}, "0x0400\tunderflow(before);inexact");
  EXPECT_EQ(std::get<PipeAnswer>(before).flags, Flags(Flag::underflow).bits | Flags(Flag::inexact).bits);

  const auto is_malformed = [](const char* line, bool testfloat) {
    const PipeLanguage language(check_of("f16_add"), testfloat);
    return std::holds_alternative<std::string>(language.read({0x3c00, 0x3c01}, line));
  };
  for (const char* bad : {"", "3C00 3C01", "3C00 3C02 4000 01", "3C00 3C01 14000 01", "3C00 3C01 4000 40", "3C00 3C01 4000 01 x",
                          "3C00 3C01 -4000 01"})
    EXPECT_TRUE(is_malformed(bad, true)) << bad;
  for (const char* bad : {"", "\t", "0x", "0x10000", "4000", "-0x4000", "0x4000 ,", "0x4000\t", "0x4000\tinexact;", "0x4000\tbent"})
    EXPECT_TRUE(is_malformed(bad, false)) << bad;
}

}  // namespace
}  // namespace ulplab::verify
