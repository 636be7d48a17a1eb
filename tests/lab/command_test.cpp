// Does the command `ulplab` keep its manners? The built binary, run as a person or a script runs it.
#ifdef ULPLAB_COMMAND
#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <pty.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

namespace {

namespace fs = std::filesystem;

struct Result {
  int code = -1;  ///< exit code; -signal if it was killed
  std::string out, err;
};

using Words = std::vector<std::string>;

[[noreturn]] void become(const Words& arguments, const Words& environment, const std::string& folder) {
  if (!folder.empty() && ::chdir(folder.c_str()) != 0) ::_exit(99);
  for (const char* name : {"NO_COLOR", "TERM"}) ::unsetenv(name);
  for (const std::string& e : environment) ::putenv(const_cast<char*>(e.c_str()));
  std::vector<char*> argv{const_cast<char*>(ULPLAB_COMMAND)};
  for (const std::string& a : arguments) argv.push_back(const_cast<char*>(a.c_str()));
  argv.push_back(nullptr);
  ::execv(ULPLAB_COMMAND, argv.data());
  ::_exit(98);
}

int code_of(int status) { return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status); }

/// Off a terminal: standard input is empty, output and messages go to pipes.
Result run(const Words& arguments, const Words& environment = {}, const std::string& folder = "") {
  int out[2], err[2];
  if (::pipe(out) != 0 || ::pipe(err) != 0) return {};
  const pid_t child = ::fork();
  if (child == 0) {
    ::dup2(::open("/dev/null", O_RDONLY), 0);
    ::dup2(out[1], 1);
    ::dup2(err[1], 2);
    for (const int d : {out[0], out[1], err[0], err[1]}) ::close(d);
    become(arguments, environment, folder);
  }
  ::close(out[1]);
  ::close(err[1]);
  Result r;
  pollfd watched[] = {{out[0], POLLIN, 0}, {err[0], POLLIN, 0}};
  std::string* to[] = {&r.out, &r.err};
  for (int open = 2; open > 0 && ::poll(watched, 2, -1) >= 0;)
    for (int i = 0; i < 2; ++i) {
      if (watched[i].revents == 0) continue;
      char buffer[4096];
      const ssize_t n = ::read(watched[i].fd, buffer, sizeof buffer);
      if (n > 0) {
        to[i]->append(buffer, static_cast<std::size_t>(n));
      } else {
        ::close(watched[i].fd);
        watched[i].fd = -1;
        --open;
      }
    }
  int status = 0;
  ::waitpid(child, &status, 0);
  r.code = code_of(status);
  return r;
}

/// On a terminal: everything in one stream.
Result run_on_terminal(const Words& arguments, const Words& environment) {
  int terminal = -1;
  winsize size{40, 120, 0, 0};
  const pid_t child = ::forkpty(&terminal, nullptr, nullptr, &size);
  if (child == 0) become(arguments, environment, "");
  Result r;
  char buffer[4096];
  for (ssize_t n; (n = ::read(terminal, buffer, sizeof buffer)) > 0;) r.out.append(buffer, static_cast<std::size_t>(n));
  ::close(terminal);
  int status = 0;
  ::waitpid(child, &status, 0);
  r.code = code_of(status);
  return r;
}

bool has(const std::string& text, std::string_view piece) { return text.find(piece) != std::string::npos; }

std::string content_of(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  std::ostringstream s;
  s << stream.rdbuf();
  return s.str();
}

class Command : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "ulplab-test-XXXXXX").string();
    ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
    folder = pattern;
  }
  void TearDown() override { fs::remove_all(folder); }
  std::size_t files() const { return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder), fs::directory_iterator())); }
  fs::path folder;
};

TEST_F(Command, HelpIsEverywhereWithExamplesFirst) {
  for (const Words& words : {Words{"--help"}, {"-h"}, {"help"}}) {
    const Result r = run(words);
    EXPECT_EQ(r.code, 0);
    EXPECT_LT(r.out.find("Examples"), r.out.find("Usage")) << r.out;
  }
  for (const char* command : {"run", "check", "show", "explain", "table", "eval", "sweep", "list", "doctor", "completion", "man", "help"}) {
    for (const Words& words : {Words{command, "--help"}, {command, "-h"}, {"help", command}}) {
      const Result r = run(words);
      EXPECT_EQ(r.code, 0) << command;
      EXPECT_TRUE(r.out.starts_with(std::string("ulplab ") + command + ": ")) << r.out;
      EXPECT_TRUE(has(r.out, "-o, --output FILE")) << r.out;
    }
  }
}

TEST_F(Command, VersionIsOneLine) {
  const Result r = run({"--version"});
  EXPECT_EQ(r.code, 0);
  EXPECT_TRUE(r.out.starts_with("ulplab ")) << r.out;
  EXPECT_EQ(std::count(r.out.begin(), r.out.end(), '\n'), 1);
}

TEST_F(Command, WithoutACommandShowsHelpAndExits2) {
  const Result r = run({});
  EXPECT_EQ(r.code, 2);
  EXPECT_EQ(r.out, "");
  EXPECT_TRUE(has(r.err, "Examples"));
}

TEST_F(Command, SuggestsWhatWasMeant) {
  struct Row {
    Words typed;
    const char* suggestion;
  };
  for (const Row& row : {Row{{"shwo", "1"}, "did you mean 'show'?"},
                         Row{{"show", "--formts", "fp16", "1"}, "did you mean '--formats'?"},
                         Row{{"--jsn", "list"}, "did you mean '--json'?"},
                         Row{{"list", "fromats"}, "did you mean 'formats'?"},
                         Row{{"run", "udnerflow"}, "did you mean 'underflow'?"},
                         Row{{"run", "scenarios/undrflow.yaml"}, "did you mean 'scenarios/underflow.yaml'?"},
                         Row{{"underflow"}, "ulplab run underflow"},
                         Row{{"run", "underflow", "--format", "jsno"}, "did you mean 'json'?"},
                         Row{{"completion", "bsh"}, "did you mean 'bash'?"},
                         Row{{"--formats", "fp16", "show", "1"}, "ulplab show --formats"}}) {
    const Result r = run(row.typed, {}, ULPLAB_SOURCE_DIR);
    EXPECT_EQ(r.code, 2) << row.typed[0];
    EXPECT_EQ(r.out, "") << row.typed[0];
    EXPECT_TRUE(has(r.err, row.suggestion)) << r.err;
  }
}

TEST_F(Command, BadUsageIsASentenceAnd2) {
  for (const Words& words : {Words{"show"}, {"show", "1", "--formats"}, {"table", "f16", "f32"}, {"show", "1", "--rounding", "rne", "--rounding", "rtz"},
                             {"list", "--json=3"}, {"run", "x", "--json", "--format", "csv"}, {"-x"}, {"show", "-x", "1"}, {"run"}, {"--form", "list"},
                             {""}, {"\xff\xfe"}, {"show", "1", "--for", "fp16"}, {"list", "formats", "formats"}}) {
    const Result r = run(words);
    EXPECT_EQ(r.code, 2) << testing::PrintToString(words) << r.out;
    EXPECT_EQ(r.out, "");
    EXPECT_TRUE(r.err.starts_with("ulplab: ")) << r.err;
    EXPECT_FALSE(has(r.err, "internal error")) << r.err;
  }
}

TEST_F(Command, HugeAndStrangeArgumentsDoNoHarm) {
  for (const Words& words : {Words{"show", std::string(100000, '9')}, {std::string(100000, 'x')}, {"run", std::string(100000, 'a')}, {"check", "\xc3\x28"},
                             {"show", "\x1f" "1"}, {"show", "[1]"}, {"list", "-o", std::string(5000, 'n')}, {"show", ""}, {"explain", "--", "--"}}) {
    const Result r = run(words);
    EXPECT_TRUE(r.code == 0 || r.code == 2) << r.code << ' ' << r.err.substr(0, 300);
    EXPECT_FALSE(has(r.err, "\033"));
  }
}

TEST_F(Command, NegativeNumbersAreValues) {
  for (const Words& words : {Words{"show", "-0.5", "--formats", "fp16"}, {"show", "--formats", "fp16", "--", "-0.5"}, {"show", "--formats=fp16", "-.5"},
                             {"show", "-0x1p-1", "--formats", "f16"}, {"show", "-5e-1", "--formats", "half"}}) {
    const Result r = run(words);
    EXPECT_EQ(r.code, 0) << r.err;
    EXPECT_TRUE(has(r.out, "0xb800")) << r.out;
  }
  EXPECT_TRUE(has(run({"show", "-inf", "--formats", "fp16"}).out, "0xfc00"));
}

TEST_F(Command, NoEscapesOffATerminal) {
  for (const Words& words : {Words{"list"}, {"doctor"}, {"show", "0.3"}, {"--help"}, {"shwo"}, {"table", "e2m1"}}) {
    const Result r = run(words, {"TERM=xterm-256color"});
    EXPECT_FALSE(has(r.out + r.err, "\033")) << words[0];
    EXPECT_FALSE(has(r.out + r.err, "\r")) << words[0];
  }
}

TEST_F(Command, ColourOnATerminalUnlessTold) {
  const Words words{"show", "0.3", "--formats", "fp16"};
  EXPECT_TRUE(has(run_on_terminal(words, {"TERM=xterm"}).out, "\033["));
  EXPECT_TRUE(has(run_on_terminal(words, {"TERM=xterm", "NO_COLOR="}).out, "\033["));  // empty does not count
  EXPECT_FALSE(has(run_on_terminal(words, {"TERM=xterm", "NO_COLOR=1"}).out, "\033"));
  EXPECT_FALSE(has(run_on_terminal(words, {"TERM=dumb"}).out, "\033"));
  EXPECT_FALSE(has(run_on_terminal({"--no-color", "show", "0.3"}, {"TERM=xterm"}).out, "\033"));
  EXPECT_FALSE(has(run_on_terminal({"show", "0.3", "--no-colour"}, {"TERM=xterm"}).out, "\033"));
}

TEST_F(Command, OutputFileIsWholeOrNotThere) {
  const std::string file = (folder / "list.json").string();
  const Result r = run({"list", "formats", "--json", "-o", file});
  EXPECT_EQ(r.code, 0) << r.err;
  EXPECT_EQ(r.out, "");
  EXPECT_EQ(nlohmann::json::parse(content_of(file))["schema"], "ulplab.run/1");
  EXPECT_EQ(files(), 1u);  // no temporary left
  // 0666 less the umask, as any file
  const mode_t mask = ::umask(0);
  ::umask(mask);
  struct stat status {};
  ASSERT_EQ(::stat(file.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777u, 0666u & ~mask);
}

TEST_F(Command, AFailedCommandLeavesAnOldFileAlone) {
  const fs::path file = folder / "old";
  std::ofstream(file) << "precious";
  for (const Words& words : {Words{"show", "nonsense", "-o", file.string()}, {"show", "-o", file.string()}, {"run", "no-such", "-o", file.string()}}) {
    EXPECT_EQ(run(words).code, 2);
    EXPECT_EQ(content_of(file), "precious");
    EXPECT_EQ(files(), 1u);
  }
  EXPECT_EQ(run({"list", "roundings", "-o", file.string()}).code, 0);
  EXPECT_TRUE(has(content_of(file), "nearest_even"));
}

TEST_F(Command, OutputThroughALinkKeepsTheLink) {
  fs::create_symlink(folder / "real", folder / "link");
  EXPECT_EQ(run({"list", "roundings", "-o", (folder / "link").string()}).code, 0);
  EXPECT_TRUE(fs::is_symlink(folder / "link"));
  EXPECT_TRUE(has(content_of(folder / "real"), "nearest_even"));
}

TEST_F(Command, OutputThatCannotBeWrittenIsASentenceAnd2) {
  struct Row {
    std::string file;
    const char* sentence;
  };
  for (const Row& row : {Row{(folder / "no/such/file").string(), "there is no directory"}, Row{folder.string(), "it is a directory"},
                         Row{"/dev/full", "No space left"}}) {
    const Result r = run({"list", "-o", row.file});
    EXPECT_EQ(r.code, 2) << row.file;
    EXPECT_TRUE(has(r.err, row.sentence)) << r.err;
    EXPECT_EQ(files(), 0u);
  }
  EXPECT_EQ(run({"list", "-o", "/dev/null"}).code, 0);
  EXPECT_TRUE(has(run({"list", "-o", "-"}).out, "nearest_even"));
}

TEST_F(Command, AClosedPipeIsNoCrash) {
  int out[2];
  ASSERT_EQ(::pipe(out), 0);
  ::close(out[0]);
  const pid_t child = ::fork();
  if (child == 0) {
    ::dup2(out[1], 1);
    ::dup2(::open("/dev/null", O_WRONLY), 2);
    become({"list"}, {}, "");
  }
  ::close(out[1]);
  int status = 0;
  ::waitpid(child, &status, 0);
  EXPECT_EQ(code_of(status), 0);
}

TEST_F(Command, CtrlCEndsWith130AndRemovesWhatWasBegun) {
  const pid_t child = ::fork();
  if (child == 0) {
    int in[2];
    if (::pipe(in) != 0) ::_exit(97);
    ::dup2(in[0], 0);  // never written to: eval waits
    become({"eval", "f16_add", "-o", (folder / "answers").string()}, {}, "");
  }
  for (int i = 0; i < 500 && files() == 0; ++i) ::usleep(10000);  // the temporary file is there: the handler is, too
  EXPECT_EQ(files(), 1u);
  ::kill(child, SIGINT);
  int status = 0;
  ::waitpid(child, &status, 0);
  EXPECT_EQ(code_of(status), 130);
  EXPECT_EQ(files(), 0u);
}

TEST_F(Command, CtrlCKeepsWhatARunHas) {
  std::ofstream(folder / "long.yaml") << content_of(fs::path(ULPLAB_SOURCE_DIR) / "scenarios/million-tenths.yaml");
  const pid_t child = ::fork();
  const Words words{"run", (folder / "long.yaml").string(), (folder / "long.yaml").string(), (folder / "long.yaml").string(), "--json", "-o",
                    (folder / "report.json").string()};
  if (child == 0) {
    ::dup2(::open("/dev/null", O_WRONLY), 2);
    become(words, {}, "");
  }
  for (int i = 0; i < 500 && files() == 1; ++i) ::usleep(10000);
  ::usleep(200000);
  ::kill(child, SIGINT);
  int status = 0;
  ::waitpid(child, &status, 0);
  const int code = code_of(status);
  EXPECT_TRUE(code == 130 || code == 0) << code;  // 0: it was faster than the signal
  if (fs::exists(folder / "report.json")) {
    EXPECT_EQ(nlohmann::json::parse(content_of(folder / "report.json"))["schema"], "ulplab.run/1");
  } else {
    EXPECT_EQ(files(), 1u);
  }
}

TEST_F(Command, ProblemsAreFileLineColumnAllAtOnce) {
  std::ofstream(folder / "bad.yaml") << "kind: sum\nformts: [fp16]\nkind: sum\n";
  fs::create_directory(folder / "directory.yaml");
  std::ofstream(folder / "empty.yaml") << "";
  for (const char* command : {"run", "check"}) {
    const Result r = run({command, "bad.yaml", "missing.yaml", "directory.yaml", "empty.yaml"}, {}, folder.string());
    EXPECT_EQ(r.code, 2);
    EXPECT_TRUE(has(r.err, "bad.yaml:2:1: ")) << r.err;
    EXPECT_TRUE(has(r.err, "bad.yaml:3:1: ")) << r.err;
    EXPECT_TRUE(has(r.err, "missing.yaml:1:1: there is no such file")) << r.err;
    EXPECT_TRUE(has(r.err, "directory.yaml:")) << r.err;
    EXPECT_TRUE(has(r.err, "empty.yaml:1:1: ")) << r.err;
  }
}

TEST_F(Command, CheckReadsFilesNamesAndDirectories) {
  for (const Words& words : {Words{"check", "scenarios"}, {"check", "underflow", "scenarios/tenths.yaml"}}) {
    const Result r = run(words, {}, ULPLAB_SOURCE_DIR);
    EXPECT_EQ(r.code, 0) << r.err;
    EXPECT_TRUE(has(r.out, "scenarios/tenths.yaml: ok (")) << r.out;
    EXPECT_EQ(r.err, "");
  }
  EXPECT_EQ(run({"check", "scenarios", "-q"}, {}, ULPLAB_SOURCE_DIR).out, "");
  EXPECT_EQ(nlohmann::json::parse(run({"check", "scenarios", "--json"}, {}, ULPLAB_SOURCE_DIR).out)["reports"][0]["id"], "check");
}

TEST_F(Command, RunFindsNamesFromAnywhere) {
  const Result r = run({"run", "tenths"}, {}, folder.string());
  EXPECT_EQ(r.code, 0) << r.err;
  EXPECT_TRUE(has(r.out, "PASS ")) << r.out;
  EXPECT_TRUE(has(r.out, " passed, 0 failed, "));
}

TEST_F(Command, RunTwiceGivesTheSameBytes) {
  const Words words{"run", "scenarios/tenths.yaml", "scenarios/overflow.yaml", "--json"};
  const Result first = run(words, {}, ULPLAB_SOURCE_DIR);
  EXPECT_EQ(first.code, 0) << first.err;
  EXPECT_EQ(nlohmann::json::parse(first.out)["reports"].size(), 2u);
  EXPECT_EQ(first.out, run(words, {}, ULPLAB_SOURCE_DIR).out);
}

TEST_F(Command, AFailedExpectationIs1) {
  // The scenario tenths, with what it expects turned around.
  std::string text = content_of(fs::path(ULPLAB_SOURCE_DIR) / "scenarios/tenths.yaml");
  const std::size_t at = text.find("value: true");
  ASSERT_NE(at, std::string::npos) << "tenths.yaml writes its expectations differently: mend this test";
  text.replace(at, 11, "value: false");
  std::ofstream(folder / "wrong.yaml") << text;
  const Result r = run({"run", (folder / "wrong.yaml").string()});
  EXPECT_EQ(r.code, 1) << r.err;
  EXPECT_TRUE(has(r.out, "FAIL "));
  const Result quiet = run({"run", (folder / "wrong.yaml").string(), "-q"});
  EXPECT_EQ(quiet.code, 1);
  EXPECT_TRUE(quiet.out.starts_with("FAIL ")) << quiet.out;
}

TEST_F(Command, ListAndDoctorSpeakEveryOutput) {
  for (const char* command : {"list", "doctor"}) {
    EXPECT_EQ(nlohmann::json::parse(run({command, "--json"}).out)["reports"][0]["kind"], command);
    EXPECT_TRUE(run({command, "--format", "csv"}).out.starts_with("# "));
    EXPECT_TRUE(has(run({command, "--format", "md"}).out, "| :--- |"));
  }
  for (const char* what : {"formats", "roundings", "contexts", "operations", "kinds", "scenarios"}) {
    const Result r = run({"list", what});
    EXPECT_EQ(r.code, 0);
    EXPECT_GT(r.out.size(), 100u) << what;
  }
}

TEST_F(Command, CompletionIsAcceptedByItsShell) {
  for (const std::string shell : {"bash", "zsh", "fish"}) {
    const Result r = run({"completion", shell});
    EXPECT_EQ(r.code, 0);
    EXPECT_TRUE(has(r.out, shell == "fish" ? "-l formats" : "--formats")) << shell;
    EXPECT_TRUE(has(r.out, shell == "fish" ? "-l rounding" : "--rounding")) << shell;
    const std::string script = (folder / shell).string();
    std::ofstream(script) << r.out;
    if (std::system(("command -v " + shell + " > /dev/null 2>&1").c_str()) != 0) continue;
    EXPECT_EQ(std::system((shell + " -n '" + script + "'").c_str()), 0) << shell;
  }
}

TEST_F(Command, CompletionInBashOffersCommandsOptionsAndWords) {
  std::ofstream(folder / "script") << run({"completion", "bash"}).out;
  const auto offered = [&](const std::string& words, int position) {
    const std::string output = (folder / "offered").string();
    const std::string line = "bash -c \"source '" + (folder / "script").string() + "'; COMP_WORDS=(" + words + "); COMP_CWORD=" +
                             std::to_string(position) + "; _ulplab; echo \\${COMPREPLY[@]}\" > '" + output + "' 2>&1";
    EXPECT_EQ(std::system(line.c_str()), 0);
    return content_of(output);
  };
  EXPECT_EQ(offered("ulplab sh", 1), "show\n");
  EXPECT_EQ(offered("ulplab show --fo", 2), "--formats\n");
  EXPECT_EQ(offered("ulplab show --formats bf", 3), "bf16 bfloat16\n");
  EXPECT_EQ(offered("ulplab -o x list contex", 4), "contexts\n");
  EXPECT_EQ(offered("ulplab run unde", 2), "underflow\n");
}

TEST_F(Command, ManPageIsRoff) {
  const Result r = run({"man"});
  EXPECT_EQ(r.code, 0);
  EXPECT_TRUE(r.out.starts_with(".TH ULPLAB 1 "));
  for (const char* section : {".SH NAME", ".SH SYNOPSIS", ".SH EXAMPLES", ".SH OPTIONS", ".SH EXIT STATUS", ".SH ENVIRONMENT"}) EXPECT_TRUE(has(r.out, section));
  std::ofstream(folder / "ulplab.1") << r.out;
  if (std::system("command -v groff > /dev/null 2>&1") != 0) return;
  const std::string log = (folder / "log").string();
  EXPECT_EQ(std::system(("groff -man -Tutf8 -ww '" + (folder / "ulplab.1").string() + "' > /dev/null 2> '" + log + "'").c_str()), 0);
  EXPECT_EQ(content_of(log), "");
}

}  // namespace
#endif
