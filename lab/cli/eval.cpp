// ulplab eval: one case a line in, one answer a line out.
#include "lab/eval/evaluator.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <map>

#include "lab/cli/commands.hpp"
#include "lab/report/text.hpp"

namespace ulplab::lab {
namespace {

/// Lines of standard input. Before it waits for more, it lets `idle` flush what was answered so far: a partner on a pipe
/// that sends one line at a time gets its answer.
class Lines {
 public:
  /// nullopt at the end of the input.
  template <class Idle>
  std::optional<std::string_view> next(const Idle& idle) {
    for (;;) {
      const std::size_t end = text_.find('\n', at_);
      if (end != std::string::npos || (ended_ && at_ < text_.size())) {
        std::string_view line = std::string_view(text_).substr(at_, end - at_);
        at_ = end == std::string::npos ? text_.size() : end + 1;
        if (line.ends_with('\r')) line.remove_suffix(1);
        return line;
      }
      if (ended_) return std::nullopt;
      text_.erase(0, at_);
      at_ = 0;
      idle();
      char block[1 << 16];
      ssize_t n;
      do n = ::read(STDIN_FILENO, block, sizeof block);
      while (n < 0 && errno == EINTR);
      if (n < 0) throw OutputError{std::string("standard input cannot be read: ") + std::strerror(errno)};
      if (n == 0) ended_ = true;
      else text_.append(block, static_cast<std::size_t>(n));
    }
  }

 private:
  std::string text_;
  std::size_t at_ = 0;
  bool ended_ = false;
};

using Made = std::variant<Evaluator, std::string>;

}  // namespace

int eval(const EvalOptions& options, Terminal& terminal) {
  if (terminal.json()) {
    terminal.complain("eval answers in lines, not in JSON", "leave --json away");
    return exit_bad_input;
  }
  EvalSettings settings;
  if (!options.context.empty()) settings.machine = options.context;
  if (options.tininess == "before") settings.tininess = Tininess::before;
  else if (options.tininess == "after") settings.tininess = Tininess::after;
  else if (!options.tininess.empty()) {
    terminal.complain("'" + printable(options.tininess) + "' is not a convention of tininess", "write before or after");
    return exit_bad_input;
  }
  if (options.cases == !options.kind.empty()) {
    terminal.complain(options.cases ? "--cases reads the kind from each line, so none belongs on the command line" : "a kind is missing, such as f16_add",
                      "`ulplab list operations` shows all; --cases reads kind<TAB>inputs<TAB>rounding a line");
    return exit_bad_input;
  }
  if (options.cases && options.rounding != "rne") {
    terminal.complain("--cases reads the rounding from each line, so --rounding has nothing to say");
    return exit_bad_input;
  }
  if (options.cases && options.testfloat) {
    terminal.complain("--cases and --testfloat are two forms of input: choose one");
    return exit_bad_input;
  }

  std::uint64_t number = 0;
  bool malformed = false;
  const auto answer = [&](const Answer& a) {
    terminal.write(a.expected);
    if (!options.testfloat) {
      terminal.write("\t");
      terminal.write(a.flags);
    }
    terminal.write("\n");
    if (a.problem.empty()) return;
    malformed = true;
    terminal.complain("line " + std::to_string(number) + ": " + printable(a.problem, 200));
  };
  const auto bad_kind = [](const std::string& sentence) { return Answer{"error", "-", sentence}; };

  Made only = Evaluator();
  if (!options.cases) {
    only = options.testfloat ? make_testfloat_evaluator(options.kind, options.rounding, settings)
                             : make_evaluator(options.kind, options.rounding, settings);
    if (const std::string* sentence = std::get_if<std::string>(&only)) {
      terminal.complain(printable(*sentence, 300), "`ulplab list operations` shows all kinds");
      return exit_bad_input;
    }
  }

  std::map<std::string, Made, std::less<>> made;  // --cases: evaluators by kind and rounding
  Lines lines;
  while (const std::optional<std::string_view> line = lines.next([&terminal] { terminal.flush(); })) {
    ++number;
    if (!options.cases) {
      answer(std::get<Evaluator>(only)(*line));
      continue;
    }
    const std::size_t first = line->find('\t');
    const std::size_t second = first == std::string_view::npos ? first : line->find('\t', first + 1);
    if (second == std::string_view::npos) {
      answer(bad_kind("a case is kind<TAB>inputs<TAB>rounding"));
      continue;
    }
    const std::string_view kind = line->substr(0, first);
    const std::string_view inputs = line->substr(first + 1, second - first - 1);
    const std::string_view rounding = line->substr(second + 1);
    const std::string key = std::string(kind) + "\t" + std::string(rounding);
    auto found = made.find(key);
    if (found == made.end()) found = made.emplace(key, make_evaluator(kind, rounding, settings)).first;
    if (const std::string* sentence = std::get_if<std::string>(&found->second)) answer(bad_kind(*sentence));
    else answer(std::get<Evaluator>(found->second)(inputs));
  }
  return malformed ? exit_bad_input : exit_ok;
}

}  // namespace ulplab::lab
