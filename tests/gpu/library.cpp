// A person's shared library answers what it answers; where it crashes, hangs or misbehaves, that is known of one input, and the
// others are answered.
#include "gpu/verify/library.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cfenv>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>

#include "softfloat/convert.hpp"

namespace ulplab::verify {
namespace {

namespace fs = std::filesystem;

std::string wrong(std::string_view library) { return std::string(ULPLAB_WRONG_LIBRARIES) + "/" + std::string(library) + ".so"; }

Check check_of(std::string_view kind) { return *make_check(std::get<Kind>(parse_kind(kind)), {}, "ieee"); }

ChildLimits impatient() {
  ChildLimits limits;
  limits.call = std::chrono::milliseconds(200);
  limits.memory = std::uint64_t{256} << 20;
  return limits;
}

/// The contestant, or a failure of the test.
std::unique_ptr<Contestant> open(std::string_view library, std::string_view rest, const ChildLimits& limits = impatient()) {
  auto made = open_library(wrong(library) + ":" + std::string(rest), limits);
  if (const std::string* problem = std::get_if<std::string>(&made)) {
    ADD_FAILURE() << *problem;
    return nullptr;
  }
  return std::move(std::get<0>(made));
}

std::string problem_of(const std::string& spec) {
  const auto made = open_library(spec, impatient());
  return std::holds_alternative<std::string>(made) ? std::get<std::string>(made) : "it was opened";
}

/// What a worker made of inputs that are codes of the kind's first operand, and of further operands.
struct Outcome {
  std::vector<Code> results;
  Answers answers;

  std::string at(std::size_t index) const {
    for (const Incident& i : answers.incidents)
      if (i.index == index) return i.what;
    return "";
  }
};

class Asked {
 public:
  Asked(const Contestant& contestant, std::string_view kind) : check_(check_of(kind)), worker_(contestant.start(check_)) {}

  Outcome operator()(const std::vector<Code>& first, const std::vector<Code>& second = {}) {
    const std::vector<Code>* columns[] = {&first, &second};
    std::array<std::vector<std::uint64_t>, 3> room;
    Block block{0, first.size(), false, {}};
    for (std::size_t k = 0; k < check_.kind.operands.size(); ++k) {
      room[k].resize(first.size());
      for (std::size_t i = 0; i < first.size(); ++i) store(room[k].data(), bytes_of(check_.kind.operands[k]), i, (*columns[k])[i]);
      block.operands[k] = room[k].data();
    }
    std::vector<std::uint64_t> results(first.size());
    Outcome outcome;
    outcome.answers.results = results.data();
    worker_->answer(block, outcome.answers);
    for (std::size_t i = 0; i < first.size(); ++i) outcome.results.push_back(load(results.data(), bytes_of(check_.kind.result), i));
    return outcome;
  }

 private:
  Check check_;
  std::unique_ptr<Worker> worker_;
};

std::vector<Code> count_from(Code first, std::size_t count, Code step = 1) {
  std::vector<Code> codes(count);
  for (std::size_t i = 0; i < count; ++i) codes[i] = first + i * step;
  return codes;
}

Code right_half(Code code) { return convert(binary32, code, binary16, Context{}).code; }

TEST(Library, ARightConverterAgreesWithTheReferenceInEverySignature) {
  // 2^18 codes, an odd stride apart: every exponent, and every tail of bits.
  const std::vector<Code> inputs = count_from(0, 1 << 18, 16385);
  for (const char* function : {"f32_to_f16", "f32_to_f16:code", "f32_to_f16_of_value:value", "f32_to_f16_of_array:array"}) {
    const auto contestant = open("right", function);
    ASSERT_NE(contestant, nullptr);
    const Outcome outcome = Asked(*contestant, "f32_to_f16")(inputs);
    EXPECT_TRUE(outcome.answers.incidents.empty());
    std::size_t differ = 0;
    for (std::size_t i = 0; i < inputs.size(); ++i) differ += outcome.results[i] != right_half(inputs[i] & 0xffffffff) ? 1 : 0;
    EXPECT_EQ(differ, 0u) << function;
  }
}

TEST(Library, OperandsAndResultsOfAllWidthsReachTheFunction) {
  const auto narrow = open("right", "f64_to_f32:value");
  ASSERT_NE(narrow, nullptr);
  const Outcome narrowed = Asked(*narrow, "f64_to_f32")({0x3ff8000000000000, 0xbfb999999999999a});  // 1.5, -0.1
  EXPECT_EQ(narrowed.results, (std::vector<Code>{0x3fc00000, 0xbdcccccd}));
  for (const char* function : {"f32_add:value", "f32_add_of_arrays:array2"}) {
    const auto sum = open("right", function);
    ASSERT_NE(sum, nullptr);
    const Outcome sums = Asked(*sum, "f32_add")({0x3f800000, 0x40000000}, {0x3f800000, 0xc0400000});  // 1 + 1, 2 - 3
    EXPECT_EQ(sums.results, (std::vector<Code>{0x40000000, 0xbf800000})) << function;
  }
}

TEST(Library, EachWrongLibraryGivesTheAnswerOfItsFault) {
  struct Row {
    const char *library, *kind;
    Code input, right, wrong;
  };
  const Row rows[] = {
      // library              kind          input               right   wrong
      {"truncation",          "f32_to_f16", 0x3f802fff,         0x3c01, 0x3c01},  // 1 + 1.4999 * 2^-10: below half
      {"truncation",          "f32_to_f16", 0x3f803001,         0x3c02, 0x3c01},
      {"truncation",          "f32_to_f16", 0x47800000,         0x7c00, 0x7bff},  // 65536
      {"ties_away",           "f32_to_f16", 0x3f801000,         0x3c00, 0x3c01},  // 1 + 2^-11
      {"ties_away",           "f32_to_f16", 0x33000000,         0x0000, 0x0001},  // 2^-25
      {"ties_away",           "f32_to_f16", 0x3f801001,         0x3c01, 0x3c01},
      {"double_rounding",     "f64_to_f16", 0x3ff0020000000001, 0x3c01, 0x3c00},  // 1 + 2^-11 + 2^-52
      {"double_rounding",     "f64_to_f16", 0x3ff0020000000000, 0x3c00, 0x3c00},
      {"flushed_subnormals",  "f32_to_f16", 0x38000000,         0x0200, 0x0000},  // 2^-15
      {"flushed_subnormals",  "f32_to_f16", 0x38800000,         0x0400, 0x0400},  // 2^-14
      {"nan_to_infinity",     "f32_to_f16", 0xffc00000,         0xfe00, 0xfc00},
      {"lost_carry",          "f32_to_f16", 0x3fffffff,         0x4000, 0x3c00},  // the number before 2
      {"lost_carry",          "f32_to_f16", 0x3f803001,         0x3c02, 0x3c02},
      {"threshold_65504",     "f32_to_f16", 0x477fe001,         0x7bff, 0x7c00},  // just above 65504
      {"threshold_65504",     "f32_to_f16", 0x477fe000,         0x7bff, 0x7bff},
  };
  for (const Row& row : rows) {
    const auto contestant = open(row.library, row.kind);
    ASSERT_NE(contestant, nullptr);
    const Check check = check_of(row.kind);
    const Outcome outcome = Asked(*contestant, row.kind)({row.input});
    EXPECT_EQ(check.kind(&row.input, check.context).code, row.right) << row.library << std::hex << " 0x" << row.input;
    EXPECT_EQ(outcome.results, std::vector<Code>{row.wrong}) << row.library << std::hex << " 0x" << row.input;
  }
}

/// Asks the right and the faulty floatScale2 for inputs [begin, end).
struct Scale2Comparison {
  std::uint64_t mismatches = 0;
  Code first = 0;

  void compare(Code begin, Code end) {
    const auto right = open("scale2_right", "floatScale2");
    const auto faulty = open("scale2_uncleared_fraction", "floatScale2");
    ASSERT_TRUE(right && faulty);
    Asked by_right(*right, "f32_scale2"), by_faulty(*faulty, "f32_scale2");
    for (Code at = begin; at < end; at += 1 << 16) {
      const std::vector<Code> inputs = count_from(at, 1 << 16);
      const Outcome a = by_right(inputs), b = by_faulty(inputs);
      for (std::size_t i = 0; i < inputs.size(); ++i)
        if (a.results[i] != b.results[i] && mismatches++ == 0) first = inputs[i];
    }
  }
};

TEST(Library, FloatScale2WithItsFractionNotClearedFailsFirstAt7f000001) {
  Scale2Comparison whole;
  whole.compare(0x7efe0000, 0x7f020000);
  EXPECT_EQ(whole.first, 0x7f000001u);
  EXPECT_EQ(whole.mismatches, 0x20000u - 1);
}

TEST(Library, FloatScale2WithItsFractionNotClearedFails16777214TimesExhaustive) {
  // The two sources differ for the largest exponent alone, which these stretches hold with its neighbours.
  Scale2Comparison whole;
  whole.compare(0x7e800000, 0x80000000);
  whole.compare(0xfe800000, 0x100000000);
  EXPECT_EQ(whole.first, 0x7f000001u);
  EXPECT_EQ(whole.mismatches, 16'777'214u);
}

TEST(Library, ACrashOnOneInputIsKnownOfThatInputAndTheOthersAreAnswered) {
  const std::vector<Code> inputs = count_from(0x40490fdb - 30000, 60000);
  for (const char* function : {"f32_to_f16", "f32_to_f16_of_array:array"}) {
    const auto contestant = open("crash_on_one_input", function);
    ASSERT_NE(contestant, nullptr);
    const Outcome outcome = Asked(*contestant, "f32_to_f16")(inputs);
    ASSERT_EQ(outcome.answers.incidents.size(), 1u) << function;
    EXPECT_EQ(outcome.answers.incidents[0].index, 30000u);
    EXPECT_EQ(outcome.answers.incidents[0].what, "crashed: SIGSEGV");
    for (std::size_t i = 0; i < inputs.size(); ++i)
      if (i != 30000) {
        ASSERT_EQ(outcome.results[i], right_half(inputs[i])) << function << ' ' << i;
      }
  }
}

TEST(Library, AnEndlessLoopOnOneInputIsKnownOfThatInputAndTheOthersAreAnswered) {
  const std::vector<Code> inputs = count_from(0x3eaaaaab - 9, 20);
  for (const char* function : {"f32_to_f16", "f32_to_f16_of_array:array"}) {
    const auto contestant = open("endless_loop_on_one_input", function);
    ASSERT_NE(contestant, nullptr);
    const Outcome outcome = Asked(*contestant, "f32_to_f16")(inputs);
    ASSERT_EQ(outcome.answers.incidents.size(), 1u) << function;
    EXPECT_EQ(outcome.answers.incidents[0].index, 9u);
    EXPECT_EQ(outcome.answers.incidents[0].what, "no answer within 0.2 s");
    for (std::size_t i = 0; i < inputs.size(); ++i)
      if (i != 9) {
        ASSERT_EQ(outcome.results[i], right_half(inputs[i])) << function << ' ' << i;
      }
  }
}

TEST(Library, AnUnrulyFunctionConfusesNobody) {
  struct Row {
    const char* function;
    const char* incident;  ///< begins so, at input 7; nullptr: there is none
  };
  const Row rows[] = {
      {"exits", "ended its process: exit code 0"},
      {"aborts", "crashed: SIGABRT, and wrote: "},
      {"divides_by_zero", "crashed: SIGFPE"},
      {"writes_to_standard_output", nullptr},
      {"closes_descriptors", nullptr},
      {"reads_standard_input", nullptr},
      {"rounds_down", nullptr},
      {"forks", nullptr},
      {"eats_memory", "crashed: SIGSEGV"},
      {"recurses", "crashed: SIGSEGV"},
      {"sleeps", "no answer within 1 s"},
      {"jumps", "crashed: SIG"},
  };
  const std::vector<Code> inputs = count_from(0, 10000);
  for (const Row& row : rows) {
    const auto contestant = open("unruly", row.function);
    ASSERT_NE(contestant, nullptr);
    Asked ask(*contestant, "f32_to_f16");
    for (int again = 0; again < 2; ++again) {
      const Outcome outcome = ask(inputs);
      EXPECT_EQ(outcome.answers.incidents.size(), row.incident != nullptr ? 1u : 0u) << row.function;
      EXPECT_TRUE(outcome.at(7).starts_with(row.incident != nullptr ? row.incident : "")) << row.function << ": " << outcome.at(7);
      for (std::size_t i = 0; i < inputs.size(); ++i)
        if (i != 7 || row.incident == nullptr) {
          ASSERT_EQ(outcome.results[i], right_half(inputs[i])) << row.function << ' ' << i;
        }
    }
  }
  EXPECT_EQ(std::fegetround(), FE_TONEAREST);
}

TEST(Library, WhatAFailedAssertionAndAnExceptionSayIsPartOfTheFinding) {
  const auto asserts = open("unruly", "aborts");
  ASSERT_NE(asserts, nullptr);
  EXPECT_NE(Asked(*asserts, "f32_to_f16")({1, 7}).at(1).find("Assertion `code != 7' failed."), std::string::npos);
  const auto throws = open("throws", "throws");
  ASSERT_NE(throws, nullptr);
  const std::string what = Asked(*throws, "f32_to_f16")({1, 7}).at(1);
  EXPECT_TRUE(what.starts_with("crashed: SIGABRT")) << what;
  EXPECT_NE(what.find("no half for this"), std::string::npos) << what;
}

TEST(Library, AFunctionThatKillsItsKeeperIsATroubleOfTheEnvironment) {
  const auto contestant = open("unruly", "kills_its_parent");
  ASSERT_NE(contestant, nullptr);
  Asked ask(*contestant, "f32_to_f16");
  // The child ends with its keeper, but not at once: it may still answer. Input 7 is asked for once: the next parent is nobody's.
  const auto ask_on = [&] {
    ask({1, 7, 8});
    for (int i = 0; i < 1000; ++i) {
      ask({1, 2, 3});
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
  };
  EXPECT_THROW(ask_on(), Infrastructure);
}

TEST(Library, AFunctionThatAlwaysCrashesIsGivenUpAfter64InputsAndSaysHowManyItAnswered) {
  const auto contestant = open("unruly", "always_crashes");
  ASSERT_NE(contestant, nullptr);
  Asked ask(*contestant, "f32_to_f16");
  const Outcome outcome = ask(count_from(0, 40000));
  EXPECT_EQ(outcome.answers.incidents.size(), 64u);
  EXPECT_EQ(outcome.answers.answered, 64u);
  EXPECT_EQ(outcome.answers.gave_up, "gave up after 64 calls without an answer: 64 ended the process, 0 did not return");
  const Outcome later = ask({1, 2, 3});
  EXPECT_EQ(later.answers.answered, 0u);
  EXPECT_EQ(later.answers.gave_up, outcome.answers.gave_up);
  EXPECT_TRUE(later.answers.incidents.empty());
}

TEST(Library, AFunctionThatNeverReturnsIsGivenUpWhenPatienceEnds) {
  ChildLimits limits = impatient();
  limits.patience = std::chrono::milliseconds(900);
  const auto contestant = open("unruly", "never_returns", limits);
  ASSERT_NE(contestant, nullptr);
  const auto start = std::chrono::steady_clock::now();
  const Outcome outcome = Asked(*contestant, "f32_to_f16")(count_from(0, 40000));
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(10));
  EXPECT_GE(outcome.answers.incidents.size(), 1u);
  EXPECT_LE(outcome.answers.incidents.size(), 5u);
  EXPECT_EQ(outcome.answers.answered, outcome.answers.incidents.size());
  EXPECT_TRUE(outcome.answers.gave_up.ends_with(" did not return")) << outcome.answers.gave_up;
}

TEST(Library, AnArrayFunctionThatFailsOnlyForManyInputsAtOnceIsReported) {
  const auto contestant = open("unruly", "overflows_when_long:array");
  ASSERT_NE(contestant, nullptr);
  const std::vector<Code> inputs = count_from(0, 4000);
  const Outcome outcome = Asked(*contestant, "f32_to_f16")(inputs);
  ASSERT_GE(outcome.answers.incidents.size(), 1u);
  EXPECT_EQ(outcome.answers.incidents[0].what,
            "crashed: SIGABRT, when called for 4000 inputs at once, though not for parts of them");
  EXPECT_TRUE(outcome.answers.gave_up.empty());
  for (std::size_t i = 0; i < inputs.size(); ++i) ASSERT_EQ(outcome.results[i], right_half(inputs[i]));
}

TEST(Library, AnArrayFunctionThatWritesBehindTheEndOfAWholeBlockCrashes) {
  const auto contestant = open("unruly", "writes_behind_the_end:array");
  ASSERT_NE(contestant, nullptr);
  const Outcome outcome = Asked(*contestant, "f32_to_f16")(count_from(0, Child::capacity));
  ASSERT_FALSE(outcome.answers.incidents.empty());
  EXPECT_TRUE(outcome.answers.incidents[0].what.starts_with("crashed: SIGSEGV")) << outcome.answers.incidents[0].what;
}

TEST(Library, WorkersOfSeveralThreadsDoNotDisturbEachOther) {
  const auto contestant = open("crash_on_one_input", "f32_to_f16");
  ASSERT_NE(contestant, nullptr);
  std::vector<std::unique_ptr<Asked>> asked;
  for (int t = 0; t < 4; ++t) asked.push_back(std::make_unique<Asked>(*contestant, "f32_to_f16"));
  std::vector<std::size_t> incidents(4);
  {
    std::vector<std::jthread> threads;
    for (std::size_t t = 0; t < 4; ++t)
      threads.emplace_back([&, t] {
        for (int round = 0; round < 8; ++round) {
          const Outcome outcome = (*asked[t])(count_from(0x40490fdb - 100 * t, 1000));
          incidents[t] += outcome.answers.incidents.size();
        }
      });
  }
  EXPECT_EQ(incidents, (std::vector<std::size_t>{8, 8, 8, 8}));
}

TEST(Library, NoProcessAndNoDescriptorIsLeftBehind) {
  const auto descriptors = [] { return std::distance(fs::directory_iterator("/proc/self/fd"), fs::directory_iterator()); };
  const auto before = descriptors();
  {
    const auto contestant = open("right", "f32_to_f16");
    ASSERT_NE(contestant, nullptr);
    Asked(*contestant, "f32_to_f16")({1, 2, 3});
  }
  EXPECT_EQ(descriptors(), before);
  EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1);
  EXPECT_EQ(errno, ECHILD);
}

TEST(Library, WhatCannotBeOpenedSaysWhyAndWhatToWrite) {
  const fs::path folder = fs::temp_directory_path() / ("ulplab_library_" + std::to_string(::getpid()));
  fs::create_directories(folder);
  const auto write = [&](const char* name, std::string_view bytes) {
    std::ofstream(folder / name, std::ios::binary) << bytes;
    return (folder / name).string();
  };
  std::ifstream right(wrong("right"), std::ios::binary);
  std::string bytes((std::istreambuf_iterator<char>(right)), {});
  std::string foreign = bytes;
  foreign[18] = 8;  // e_machine: MIPS
  const std::string cases[][2] = {
      {wrong("no_such_library") + ":f", "there is no such file"},
      {folder.string() + ":f", "it is a folder"},
      {"/dev/null:f", "it is not an ordinary file"},
      {write("empty.so", "") + ":f", "it is empty"},
      {write("text.so", "int f(int x);\n") + ":f", "it is no shared library: compile with -shared -fPIC"},
      {write("archive.a", "!<arch>\n") + ":f", "it is an archive of object files: link them with -shared"},
      {write("foreign.so", foreign) + ":f", "it is for machine number 8"},
      {write("short.so", bytes.substr(0, 40)) + ":f", "it is cut off"},
      {write("cut.so", bytes.substr(0, 3000)) + ":f32_to_f16", "cut.so': "},
      {wrong("right") + ":f32_to_half", "it has no symbol 'f32_to_half'; it offers f32_to_f16"},
      {wrong("throws") + ":forgotten", "a C++ name: declare the function extern \"C\""},
      {wrong("unruly") + ":a_variable", "'a_variable' is a variable there, not a function"},
      {wrong("right") + ":f32_to_f16:vector", "'vector' is not a signature: write one of code, value, array, array2"},
      {wrong("right"), "is not complete: write lib:PATH:SYMBOL"},
      {"", "is not complete: write lib:PATH:SYMBOL"},
      {":f", "is not complete: write lib:PATH:SYMBOL"},
      {wrong("dies_on_load") + ":f32_to_f16", "crashed: SIGABRT while it was loaded"},
  };
  for (const auto& [spec, sentence] : cases) {
    const std::string problem = problem_of(spec);
    EXPECT_NE(problem.find(sentence), std::string::npos) << spec << "\n  " << problem;
  }
  fs::remove_all(folder);
}

TEST(Library, APathMayHaveColonsOrNoSlash) {
  const fs::path folder = fs::temp_directory_path() / ("ulplab_paths_" + std::to_string(::getpid()));
  fs::create_directories(folder);
  fs::copy_file(wrong("right"), folder / "a:code.so", fs::copy_options::overwrite_existing);
  fs::copy_file(wrong("right"), folder / "plain.so", fs::copy_options::overwrite_existing);
  EXPECT_EQ(problem_of((folder / "a:code.so").string() + ":f32_to_f16"), "it was opened");
  EXPECT_EQ(problem_of((folder / "a:code.so").string() + ":f32_to_f16_of_array:array"), "it was opened");
  const fs::path before = fs::current_path();
  fs::current_path(folder);
  EXPECT_EQ(problem_of("plain.so:f32_to_f16"), "it was opened");
  EXPECT_EQ(problem_of("a:code.so:f32_to_f16:code"), "it was opened");
  fs::current_path(before);
  fs::remove_all(folder);
}

TEST(Library, OffersWhatItsSignatureCanCarry) {
  const auto offer = [](const char* function, const char* kind) {
    const auto contestant = open("right", function);
    return contestant == nullptr ? Offer{} : contestant->offers(std::get<Kind>(parse_kind(kind)), {});
  };
  for (const char* kind : {"f32_to_f16", "f16_fma", "f16_class", "i64_to_bf16", "f16_scalbn", "f16_to_i32", "fp6_e3m2_add"})
    EXPECT_TRUE(offer("f32_to_f16", kind).ready) << kind;
  EXPECT_TRUE(offer("f32_to_f16:array", "f16_sqrt").ready);
  EXPECT_TRUE(offer("f32_to_f16:array2", "f16_add").ready);
  EXPECT_NE(offer("f32_to_f16:array", "f16_add").reason.find("'array' takes 1 operand, and f16_add has 2"), std::string::npos);
  EXPECT_NE(offer("f32_to_f16:array2", "f16_fma").reason.find("'array2' takes 2 operands, and f16_fma has 3"), std::string::npos);
  EXPECT_NE(offer("f32_to_f16", "f32_to_bf16_sr").reason.find("stochastic"), std::string::npos);
}

TEST(Library, ReportsCarryTheFilesDigestAndThePath) {
  const auto contestant = open("right", "f32_to_f16");
  ASSERT_NE(contestant, nullptr);
  const auto provenance = contestant->provenance();
  ASSERT_EQ(provenance.size(), 3u);
  EXPECT_EQ(provenance[0].second, fs::path(wrong("right")).lexically_normal().string());
  EXPECT_EQ(provenance[1].second.size(), 64u);
}

TEST(Library, LimitsComeFromTheEnvironment) {
  ::setenv("ULPLAB_LIB_SECONDS", "0.5", 1);
  ::setenv("ULPLAB_LIB_MEMORY", "64", 1);
  const auto limits = child_limits_from_environment();
  ASSERT_TRUE(std::holds_alternative<ChildLimits>(limits));
  EXPECT_EQ(std::get<ChildLimits>(limits).call, std::chrono::milliseconds(500));
  EXPECT_EQ(std::get<ChildLimits>(limits).memory, std::uint64_t{64} << 20);
  for (const char* bad : {"soon", "-1", "0", "1e99", "2 s"}) {
    ::setenv("ULPLAB_LIB_SECONDS", bad, 1);
    EXPECT_TRUE(std::holds_alternative<std::string>(child_limits_from_environment())) << bad;
  }
  ::unsetenv("ULPLAB_LIB_SECONDS");
  ::unsetenv("ULPLAB_LIB_MEMORY");
}

}  // namespace
}  // namespace ulplab::verify
