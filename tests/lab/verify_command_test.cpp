// Does `ulplab verify` keep its promises to a script? The built binary with small kinds, run as a build server runs it.
#ifdef ULPLAB_COMMAND
#include <gtest/gtest.h>
#include <pty.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

namespace {

namespace fs = std::filesystem;

struct Result {
  int code = -1;
  std::string out, err;
};

bool has(const std::string& text, std::string_view piece) { return text.find(piece) != std::string::npos; }

std::string content_of(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  std::ostringstream s;
  s << stream.rdbuf();
  return s.str();
}

/// The lines of a report that are the same however it was run.
std::string timeless(const std::string& json) {
  std::istringstream lines(json);
  std::string kept;
  for (std::string line; std::getline(lines, line);)
    if (!has(line, "\"milliseconds\"")) kept += line + '\n';
  return kept;
}

class VerifyCommand : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "ulplab-test-XXXXXX").string();
    ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
    folder = pattern;
  }
  void TearDown() override { fs::remove_all(folder); }

  std::string at(const std::string& name) const { return (folder / name).string(); }

  /// `ulplab verify` with these words for a shell.
  Result verify(const std::string& words, const std::string& environment = "") const {
    const std::string line = "cd '" + folder.string() + "' && " + environment + " '" ULPLAB_COMMAND "' verify " + words + " > out 2> err < /dev/null";
    const int status = std::system(line.c_str());
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, content_of(folder / "out"), content_of(folder / "err")};
  }

  /// Half square roots, right but for what `body` says about the code x.
  bool make_library(const std::string& name, const std::string& body) const {
    std::ofstream(folder / (name + ".c")) << "#include <stdint.h>\nuint8_t " << name << "(uint8_t x) { " << body << " }\n";
    return std::system(("cd '" + folder.string() + "' && cc -shared -fPIC -o " + name + ".so " + name + ".c 2> /dev/null").c_str()) == 0;
  }

  fs::path folder;
};

TEST_F(VerifyCommand, EqualContestantsAreExitCode0AndSayHowMuchWasRun) {
  const Result r = verify("f16_sqrt e4m3_add --against oracle --rounding rne,rtz");
  EXPECT_EQ(r.code, 0) << r.err;
  EXPECT_TRUE(has(r.out, "PASS f16_sqrt.rtz = 0 mismatches in 65 536 inputs (wanted 0)")) << r.out;
  EXPECT_TRUE(r.out.ends_with("4 passed, 0 failed, 0 skipped\nexecuted 262 144 of 262 144 inputs\n")) << r.out;
  EXPECT_EQ(r.err, "");
  EXPECT_EQ(verify("f16_sqrt --against oracle -q --rounding rne").out, "1 passed, 0 failed, 0 skipped\nexecuted 65 536 of 65 536 inputs\n");
}

TEST_F(VerifyCommand, EveryFormHasTheNumbers) {
  for (const char* format : {"text", "csv", "md"}) EXPECT_TRUE(has(verify(std::string("e4m3_sqrt --against oracle --format ") + format).out, "rtz")) << format;
  EXPECT_TRUE(verify("e4m3_sqrt --against oracle --format junit").out.starts_with("<?xml "));
  const auto json = nlohmann::json::parse(verify("e4m3_sqrt --against oracle --json").out);
  EXPECT_EQ(json["schema"], "ulplab.verify/1");
  EXPECT_EQ(json["checks"][0]["executed"], 256);
  EXPECT_EQ(verify("e4m3_sqrt --against oracle --format json").out.substr(0, 40), verify("e4m3_sqrt --against oracle --json").out.substr(0, 40));
}

TEST_F(VerifyCommand, AWrongLibraryIsExitCode1WithACommandThatAsksAgain) {
  if (!make_library("same", "return x;")) GTEST_SKIP() << "there is no C compiler";
  const Result r = verify("e4m3_sqrt --against lib:./same.so:same --junit verify.xml --github", "GITHUB_STEP_SUMMARY=summary.md");
  EXPECT_EQ(r.code, 1) << r.err;
  EXPECT_TRUE(has(r.out, "FAIL e4m3_sqrt.rne = ")) << r.out;
  EXPECT_TRUE(has(r.err, "::error title=e4m3_sqrt rne by lib%3A./same.so%3Asame%3A ")) << r.err;
  EXPECT_TRUE(has(content_of(folder / "verify.xml"), "<failure message=\"measured "));
  EXPECT_TRUE(content_of(folder / "summary.md").starts_with("# lib:"));
  // The command that the report gives for the first mismatch, as it stands there.
  const auto json = nlohmann::json::parse(verify("e4m3_sqrt --against lib:./same.so:same --json").out);
  const std::string again = json["checks"][0]["first"][0]["reproduce"];
  ASSERT_TRUE(again.starts_with("ulplab verify ")) << again;
  const Result one = verify(again.substr(14));
  EXPECT_EQ(one.code, 1) << one.err;
  EXPECT_TRUE(has(one.out, "executed 1 of 1 inputs")) << one.out;
}

TEST_F(VerifyCommand, OneInputCanBeAskedAgain) {
  const Result r = verify("f16_add --against oracle --input 0x3c00,0x0001 --rounding rup");
  EXPECT_EQ(r.code, 0) << r.err;
  EXPECT_TRUE(has(r.out, "executed 1 of 1 inputs"));
}

TEST_F(VerifyCommand, ShardsMergedAreTheWholeRun) {
  const std::string what = "f16_to_f32 e4m3_add --against oracle --rounding rne,rup";
  EXPECT_EQ(verify(what + " --json -o whole.json").code, 0);
  for (const char* shard : {"3", "1", "2"}) EXPECT_EQ(verify(what + " --shard " + shard + "/3 --json -o " + shard + ".json").code, 0);
  EXPECT_EQ(verify("--merge 1.json 2.json 3.json --json -o merged.json").code, 0);
  EXPECT_EQ(timeless(content_of(folder / "merged.json")), timeless(content_of(folder / "whole.json")));

  const Result missing = verify("--merge 1.json 3.json");
  EXPECT_EQ(missing.code, 2);
  EXPECT_EQ(missing.out, "");
  EXPECT_TRUE(has(missing.err, "of 3 shards one is missing: 2")) << missing.err;
  EXPECT_EQ(verify("--merge 1.json 2.json 2.json 3.json").code, 2);
  EXPECT_EQ(verify("f16_to_f32 --against oracle --rounding rtz --shard 2/3 --json -o other.json").code, 0);
  const Result other = verify("--merge 1.json other.json 3.json");
  EXPECT_EQ(other.code, 2);
  EXPECT_TRUE(has(other.err, "other.json:1:1: shard 2 of 3 does not belong to 1.json")) << other.err;
  std::ofstream(folder / "cut.json") << content_of(folder / "2.json").substr(0, 500);
  const Result cut = verify("--merge 1.json cut.json 3.json");
  EXPECT_EQ(cut.code, 2);
  EXPECT_TRUE(has(cut.err, "cut.json:") && has(cut.err, "cut off")) << cut.err;
}

TEST_F(VerifyCommand, WhatWasNotRunIsNeverGreen) {
  const std::string nowhere = "--against cuda";  // with CUDA_VISIBLE_DEVICES empty there is no device anywhere
  const std::string hidden = "CUDA_VISIBLE_DEVICES=";
  const Result r = verify("f16_sqrt " + nowhere + " --junit verify.xml", hidden);
  EXPECT_EQ(r.code, 77) << r.out;
  EXPECT_TRUE(r.err.starts_with("ulplab: nothing was run: ")) << r.err;
  EXPECT_TRUE(has(r.out, "executed 0 of 0 inputs"));
  EXPECT_TRUE(has(r.out, "0 passed, 0 failed, 1 skipped"));
  EXPECT_TRUE(has(content_of(folder / "verify.xml"), "skipped=\"1\""));
  EXPECT_EQ(verify("f16_sqrt " + nowhere + " --require-device", hidden).code, 3);
  EXPECT_EQ(verify(nowhere + " -q", hidden).code, 77);
}

TEST_F(VerifyCommand, BadUsageIsASentenceAnd2) {
  struct Row {
    const char* words;
    const char* sentence;
  };
  for (const Row& row : {
           Row{"f16_add", "'verify' needs --against CONTESTANT"},
           Row{"f16_ad --against oracle", "did you mean 'f16_add'?"},
           Row{"conversion --against oracle", "did you mean 'conversions'?"},
           Row{"f16_add --against orcale", "did you mean 'oracle'?"},
           Row{"f16_add --against nobody", "there is no contestant 'nobody': there are soft, "},
           Row{"f16_add --against lib:./no.so:f", "no.so"},
           Row{"f16_add --against oracle --rounding rne,up,", "'' is no mode of rounding"},
           Row{"f16_add --against oracle --rounding sr", "'sr' is no mode of rounding"},
           Row{"f16_add --against oracle --context abacus", "there is no context 'abacus'"},
           Row{"f16_add --against oracle --shard 0/4", "'0/4' is not a shard"},
           Row{"f16_add --against oracle --shard 5/4", "'5/4' is not a shard"},
           Row{"f16_add --against oracle --random 3^9", "'3^9' is no number of random inputs"},
           Row{"f16_add --against oracle --random 2^41", "'2^41' is no number of random inputs"},
           Row{"f16_add --against oracle --seed x", "'x' is no seed"},
           Row{"f16_add --against oracle --input 0x3c00", "f16_add takes 2 operands, and --input has 1"},
           Row{"f16_add --against oracle --input 0x13c00,0", "has more than 16 bits"},
           Row{"conversions --against oracle --input 0x3c00", "--input asks about one kind"},
           Row{"f16_sqrt --against oracle --input 0x3c00 --shard 1/2", "--input is one input: --shard has nothing to say"},
           Row{"--merge a.json --against oracle", "--merge runs nothing: --against has nothing to say"},
           Row{"--merge", "--merge needs the reports of shards"},
           Row{"--merge no.json", "no.json:1:1: cannot be read: No such file"},
           Row{"a.json b.json --against oracle", "ulplab verify --merge a.json"},
           Row{"f16_sqrt --against oracle --format jnuit", "did you mean 'junit'?"},
           Row{"f16_sqrt --against oracle --json --format csv", "contradict each other"},
           Row{"f16_sqrt --against oracle --resume /no/such/folder/c", "cannot write '/no/such/folder/c'"},
       }) {
    const Result r = verify(row.words);
    EXPECT_EQ(r.code, 2) << row.words << r.out;
    EXPECT_EQ(r.out, "") << row.words;
    EXPECT_TRUE(has(r.err, row.sentence)) << row.words << "\n" << r.err;
  }
}

TEST_F(VerifyCommand, AFinishedCheckpointIsShownAndAnotherCommandRefused) {
  const Result first = verify("f16_sqrt e4m3_add --against oracle --resume checkpoint --json -o a.json");
  EXPECT_EQ(first.code, 0) << first.err;
  EXPECT_TRUE(nlohmann::json::parse(content_of(folder / "checkpoint"))["done"]);
  const Result again = verify("f16_sqrt e4m3_add --against oracle --resume checkpoint --json -o b.json");
  EXPECT_EQ(again.code, 0);
  EXPECT_TRUE(has(again.err, "nothing is left to run")) << again.err;
  EXPECT_EQ(content_of(folder / "a.json"), content_of(folder / "b.json"));
  const std::string before = content_of(folder / "checkpoint");
  for (const char* other : {"f16_sqrt --against oracle", "f16_sqrt e4m3_add --against oracle --shard 1/2", "f16_sqrt e4m3_add --against soft --with oracle"}) {
    const Result r = verify(std::string(other) + " --resume checkpoint");
    EXPECT_EQ(r.code, 2) << other;
    EXPECT_TRUE(has(r.err, "is the checkpoint of another command: ")) << r.err;
    EXPECT_EQ(content_of(folder / "checkpoint"), before);
  }
}

TEST_F(VerifyCommand, FilesAreWrittenWholeAndWhatIsNoFileStaysWhatItIs) {
  const std::string what = "e4m3_sqrt --against oracle --rounding rne -q";
  std::ofstream(folder / "old.xml") << "old";
  fs::create_symlink("old.xml", folder / "link.xml");
  EXPECT_EQ(verify(what + " --junit link.xml").code, 0);
  EXPECT_TRUE(fs::is_symlink(folder / "link.xml"));
  EXPECT_TRUE(content_of(folder / "old.xml").starts_with("<?xml "));

  // A pipe is written in place, and no checkpoint. (--junit /dev/full made a file of the device.)
  ASSERT_EQ(::mkfifo((folder / "pipe").c_str(), 0600), 0);
  const Result through = verify(what + " --junit pipe", "(cat pipe > read.xml && mv read.xml whole.xml &) ;");
  EXPECT_EQ(through.code, 0) << through.err;
  EXPECT_TRUE(fs::is_fifo(folder / "pipe"));
  for (int i = 0; i < 500 && !fs::exists(folder / "whole.xml"); ++i) ::usleep(10000);
  EXPECT_TRUE(content_of(folder / "whole.xml").starts_with("<?xml "));
  const Result checkpoint = verify(what + " --resume pipe");
  EXPECT_EQ(checkpoint.code, 2);
  EXPECT_TRUE(has(checkpoint.err, "pipe:1:1: is no regular file")) << checkpoint.err;

  // Before the run, which may last for hours.
  const Result nowhere = verify(what + " --junit no/such/folder/file --json -o report.json");
  EXPECT_EQ(nowhere.code, 2);
  EXPECT_TRUE(has(nowhere.err, "there is no directory 'no/such/folder'")) << nowhere.err;
  EXPECT_FALSE(fs::exists(folder / "report.json"));
  for (const auto& entry : fs::directory_iterator(folder)) EXPECT_FALSE(has(entry.path().string(), ".ulplab-")) << entry.path();
}

TEST_F(VerifyCommand, AnEmptyValueOfAnOptionIsAMistake) {
  for (const char* option : {"--shard", "--rounding", "--context", "--seed", "--random", "--resume", "--junit", "-o", "--input", "--format"}) {
    const Result r = verify(std::string("e4m3_sqrt --against oracle ") + option + " ''");
    EXPECT_EQ(r.code, 2) << option;
    EXPECT_TRUE(has(r.err, "the value is empty")) << option << ": " << r.err;
    EXPECT_EQ(r.out, "") << option;
  }
}

TEST_F(VerifyCommand, ARunThatWasInterruptedKeepsItsReportAndGoesOn) {
  // All 2^32 pairs would take minutes: it is stopped, and its checkpoint is the place where another run goes on.
  const std::string words = "f16_add --against soft --rounding rne --resume checkpoint --json -o part.json";
  const std::string line = "cd '" + folder.string() + "' && exec '" ULPLAB_COMMAND "' verify " + words + " 2> err";
  const pid_t child = ::fork();
  if (child == 0) {
    ::execl("/bin/sh", "sh", "-c", line.c_str(), static_cast<char*>(nullptr));
    ::_exit(98);
  }
  for (int i = 0; i < 500 && !fs::exists(folder / "checkpoint"); ++i) ::usleep(10000);
  ::usleep(300000);
  ::kill(child, SIGINT);
  int status = 0;
  ::waitpid(child, &status, 0);
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 130) << content_of(folder / "err");
  const auto part = nlohmann::json::parse(content_of(folder / "part.json"));
  EXPECT_TRUE(part["interrupted"]);
  EXPECT_EQ(part["checks"][0]["status"], "stopped");
  const auto kept = nlohmann::json::parse(content_of(folder / "checkpoint"));
  EXPECT_FALSE(kept["done"]);
  EXPECT_EQ(kept["done_until"], std::to_string(part["checks"][0]["executed"].get<std::uint64_t>()));
  EXPECT_EQ(kept["session"]["checks"][0]["executed"], part["checks"][0]["executed"]);
}

TEST_F(VerifyCommand, AKilledRunEndsAsIfItHadNotBeen) {
  // e3p4_fma has 2^21 inputs. It is killed without warning, whenever that is, and run again.
  const std::string what = "f16_to_f32 e3p4_fma --against soft --rounding rne";
  EXPECT_EQ(verify(what + " --json -o whole.json").code, 0);
  const std::string line = "cd '" + folder.string() + "' && exec '" ULPLAB_COMMAND "' verify " + what + " --resume checkpoint > /dev/null 2> err";
  const pid_t child = ::fork();
  if (child == 0) {
    ::execl("/bin/sh", "sh", "-c", line.c_str(), static_cast<char*>(nullptr));
    ::_exit(98);
  }
  for (int i = 0; i < 500 && !fs::exists(folder / "checkpoint"); ++i) ::usleep(10000);
  ::usleep(50000);
  ::kill(child, SIGKILL);
  int status = 0;
  ::waitpid(child, &status, 0);
  const Result r = verify(what + " --resume checkpoint --json -o resumed.json");
  EXPECT_EQ(r.code, 0) << r.err;
  EXPECT_EQ(timeless(content_of(folder / "resumed.json")), timeless(content_of(folder / "whole.json")));
}

TEST_F(VerifyCommand, ProgressIsDrawnOnATerminalOnly) {
  int terminal = -1;
  winsize size{40, 120, 0, 0};
  const pid_t child = ::forkpty(&terminal, nullptr, nullptr, &size);
  if (child == 0) {
    ::setenv("TERM", "xterm", 1);
    ::execl(ULPLAB_COMMAND, "ulplab", "verify", "e3p4_fma", "--against", "soft", "--rounding", "rne", static_cast<char*>(nullptr));
    ::_exit(98);
  }
  std::string drawn;
  char buffer[4096];
  for (ssize_t n; (n = ::read(terminal, buffer, sizeof buffer)) > 0;) drawn.append(buffer, static_cast<std::size_t>(n));
  ::close(terminal);
  int status = 0;
  ::waitpid(child, &status, 0);
  EXPECT_TRUE(has(drawn, "\re3p4_fma rne, check 1 of 1: ")) << drawn;
  EXPECT_FALSE(has(verify("e3p4_fma --against soft --rounding rne").err, "\r"));
}

TEST_F(VerifyCommand, HelpListsEveryExitCodeAndOption) {
  const Result r = verify("--help");
  EXPECT_EQ(r.code, 0);
  for (const char* piece : {"--against CONTESTANT", "--shard I/N", "--resume FILE", "--require-device", "--github", "--merge", "docs/ci.md"}) EXPECT_TRUE(has(r.out, piece)) << piece;
}

}  // namespace
#endif
