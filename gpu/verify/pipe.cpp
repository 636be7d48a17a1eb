#include "gpu/verify/pipe.hpp"

#include <algorithm>

#include "gpu/verify/environment_number.hpp"
#include "gpu/verify/incidents.hpp"
#include "gpu/verify/narrowing.hpp"
#include "gpu/verify/pipe_line.hpp"

namespace ulplab::verify {
namespace {

std::string replaced(std::string text, std::string_view what, std::string_view with) {
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += with.size()) text.replace(at, what.size(), with);
  return text;
}

std::string in_seconds(std::chrono::milliseconds t) { return std::to_string((t.count() + 500) / 1000) + " s"; }

class PipeWorker final : public Worker {
 public:
  PipeWorker(const Check& check, const std::string& command, bool testfloat, const PipeLimits& limits)
      : language_(check, testfloat), limits_(limits),
        command_(replaced(replaced(command, "{kind}", check.kind.name), "{mode}", verify::name_of(check.mode))),
        environment_{{"ULPLAB_KIND", check.kind.name}, {"ULPLAB_MODE", verify::name_of(check.mode)}},
        result_bytes_(bytes_of(check.kind.result)) {
    for (const Slot& slot : check.kind.operands) bytes_.push_back(bytes_of(slot));
  }

  void answer(const Block& block, Answers& answers) override {
    Narrowing narrowing{.at = 0, .end = block.count};
    while (gave_up_.empty() && !narrowing.over()) ask(block, narrowing, answers);
    put_in_order(answers.incidents);
    if (gave_up_.empty()) return;
    answers.answered = static_cast<std::size_t>(narrowing.at);
    answers.gave_up = gave_up_;
  }

 private:
  /// For as many inputs as the narrowing says.
  void ask(const Block& block, Narrowing& narrowing, Answers& answers) {
    const std::uint64_t begin = narrowing.at, span = narrowing.span();
    std::string lines;
    for (std::uint64_t i = begin; i < begin + span; ++i) language_.write(operands_at(block, i), lines);
    if (!process_) process_ = std::make_unique<PipeProcess>(command_, environment_);
    // While a culprit is searched for, nothing may be held back.
    const bool last = gathers_ || narrowing.suspect != 0;
    const std::chrono::milliseconds start = spoke_ ? limits_.silence + 4 * first_word_ : 4 * limits_.silence;
    const PipeProcess::Exchange made = process_->exchange(lines, span, last, limits_, start, answers.stop);
    spoke_ = spoke_ || !made.lines.empty();
    first_word_ = std::max(first_word_, made.first_word);
    if (!made.surplus.empty())
      throw Infrastructure{"'" + command_ + "' wrote more lines than it was asked for: '" + made.surplus.substr(0, 80) + "'"};
    for (std::size_t i = 0; i < made.lines.size(); ++i) take(block, begin + i, made.lines[i], answers);

    const bool answered = made.end == PipeProcess::End::answered;
    const std::unique_ptr<PipeProcess> ended = made.closed || !answered ? std::move(process_) : nullptr;
    if (answered) {
      gathers_ = gathers_ || (made.closed && !last);
      if (!narrowing.passed()) note(stopped_at_, suspicion_ + ", but answered when it was asked once more", answers);
    } else {
      settle_failure(*ended, made, begin, narrowing, answers);
    }
    give_up_if_hopeless();
  }

  void settle_failure(const PipeProcess& ended, const PipeProcess::Exchange& made, std::uint64_t begin, Narrowing& narrowing,
                      Answers& answers) {
    const bool silent = made.end == PipeProcess::End::silent;
    const std::string words = ended.last_words();
    const std::string what = (silent ? "no answer within " + in_seconds(made.waited) : ended.how_it_ended()) +
                             (words.empty() ? "" : ", and wrote: " + words);
    waited_ += made.waited;
    // The shell's codes for what it cannot find or run (POSIX 2.8.2); or nothing that it was asked had an answer.
    const bool no_program = !silent && (ended.exit_code() == 126 || ended.exit_code() == 127);
    if (!spoke_ && (no_program || failures_ == 1)) throw Infrastructure{"'" + command_ + "' gave no answer at all: " + what};
    if (narrowing.suspect == 0) {
      suspicion_ = what;
      stopped_at_ = begin + made.lines.size();
    }
    if (!narrowing.failed(made.lines.size())) return;
    note(narrowing.at - 1, what, answers);
  }

  void note(std::uint64_t index, const std::string& what, Answers& answers) {
    answers.incidents.push_back({static_cast<std::size_t>(index), what});
    last_ = what;
    ++failures_;
  }

  void give_up_if_hopeless() {
    if (failures_ < limits_.incidents && waited_ < limits_.patience) return;
    gave_up_ = "gave up after " + std::to_string(failures_) + " inputs without an answer";
    if (!last_.empty()) gave_up_ += "; of the last: " + last_;
  }

  void take(const Block& block, std::uint64_t index, std::string_view line, Answers& answers) {
    const auto read = language_.read(operands_at(block, index), line);
    if (const std::string* problem = std::get_if<std::string>(&read)) return note(index, *problem, answers);
    const PipeAnswer& answer = std::get<PipeAnswer>(read);
    store(answers.results, result_bytes_, index, answer.code);
    if (answers.flags == nullptr) return;
    if (!answer.flags) throw Infrastructure{"'" + command_ + "' tells no flags: compare without --flags"};
    answers.flags[index] = *answer.flags;
  }

  Operands operands_at(const Block& block, std::uint64_t index) const {
    Operands all{};
    for (std::size_t k = 0; k < bytes_.size(); ++k) all[k] = load(block.operands[k], bytes_[k], index);
    return all;
  }

  PipeLanguage language_;
  PipeLimits limits_;
  std::string command_;
  std::vector<std::pair<std::string, std::string>> environment_;
  int result_bytes_;
  std::vector<int> bytes_;

  std::unique_ptr<PipeProcess> process_;
  bool gathers_ = false;       ///< it holds answers back until its input ends
  bool spoke_ = false;         ///< it has answered something
  std::chrono::milliseconds first_word_{0};  ///< how long it took at most to do so
  std::string suspicion_;      ///< how it ended when it left inputs without an answer
  std::uint64_t stopped_at_ = 0;
  std::size_t failures_ = 0;
  std::string last_;
  std::chrono::milliseconds waited_{0};
  std::string gave_up_;
};

class PipeContestant final : public Contestant {
 public:
  PipeContestant(std::string command, bool testfloat, const PipeLimits& limits)
      : command_(std::move(command)), testfloat_(testfloat), limits_(limits) {}

  std::string name() const override { return (testfloat_ ? "pipe-testfloat:" : "pipe:") + command_; }
  Offer offers(const Kind& kind, const Mode&) const override {
    Offer offer;
    offer.ready = !kind.stochastic;
    if (kind.stochastic) offer.reason = "not offered by a pipe: stochastic rounding takes random bits for every input";
    offer.flags = true;
    offer.slow = true;
    offer.workers = 1;
    return offer;
  }
  std::unique_ptr<Worker> start(const Check& check) const override {
    return std::make_unique<PipeWorker>(check, command_, testfloat_, limits_);
  }
  std::vector<std::pair<std::string, std::string>> provenance() const override { return {{"command", command_}}; }

 private:
  std::string command_;
  bool testfloat_;
  PipeLimits limits_;
};

}  // namespace

std::variant<std::unique_ptr<Contestant>, std::string> open_pipe(std::string_view command, bool testfloat) {
  double seconds = 5;
  const EnvironmentNumber silence{"ULPLAB_PIPE_SECONDS", "how long a program may be silent, in seconds", 0.1, seconds};
  if (const std::string problem = read(silence); !problem.empty()) return problem;
  PipeLimits limits;
  limits.silence = milliseconds_of(seconds);
  return open_pipe(command, testfloat, limits);
}

std::variant<std::unique_ptr<Contestant>, std::string> open_pipe(std::string_view command, bool testfloat,
                                                                 const PipeLimits& limits) {
  const std::string form = testfloat ? "pipe-testfloat:" : "pipe:";
  if (command.find_first_not_of(" \t\n") == std::string_view::npos)
    return "'" + form + "' lacks a command: write " + form + "'python3 half.py {kind} {mode}'";
  return std::make_unique<PipeContestant>(std::string(command), testfloat, limits);
}

}  // namespace ulplab::verify
