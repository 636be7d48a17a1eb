// How do we talk with a program that may hold back its answers, end, or say nothing?
//
// Writing and reading go on at once, so that neither side waits for the other. A program whose library gathers its output
// (C, Python and awk do so on a pipe) keeps the last answers until its input ends: when it falls silent with answers owing, its
// input is closed, and it is started anew for the next lines.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ulplab::verify {

struct PipeLimits {
  std::chrono::milliseconds silence{5000};    ///< so long without an answer is too long; before the first of all, four times that
  std::chrono::milliseconds grace{250};       ///< silent for so long, a program may be waiting for the end of its input
  std::chrono::milliseconds patience{60000};  ///< after so much waiting for inputs without an answer, we give up
  std::size_t incidents = 64;                 ///< after so many, too
};

class PipeProcess {
 public:
  /// Runs the command by /bin/sh -c, with `environment` added to ours. Throws Infrastructure.
  PipeProcess(const std::string& command, const std::vector<std::pair<std::string, std::string>>& environment);
  ~PipeProcess();  ///< ends it
  PipeProcess(const PipeProcess&) = delete;
  PipeProcess& operator=(const PipeProcess&) = delete;

  enum class End { answered, ended, silent };
  struct Exchange {
    std::vector<std::string> lines;  ///< at most as many as were wanted
    End end = End::answered;
    bool closed = false;             ///< its input was closed: it takes no more
    std::string surplus;             ///< a line too many
    std::chrono::milliseconds waited{0};      ///< of a silent one: how long
    std::chrono::milliseconds first_word{0};  ///< how long it took to say anything; 0 if it had spoken before, or did not
  };
  /// Sends lines and waits for as many answers. `last`: closes its input behind them. `start`: the silence that is granted to a
  /// process that has not spoken yet. Throws Infrastructure, and Stopped soon after that is asked for.
  Exchange exchange(std::string_view text, std::size_t wanted, bool last, const PipeLimits&, std::chrono::milliseconds start,
                    const std::stop_token&);

  /// How an ended one ended: "ended with exit code 1", "was ended by signal 11".
  std::string how_it_ended() const;
  int exit_code() const;               ///< of an ended one; -1: a signal
  /// The last lines that it wrote to standard error; empty if there are none.
  std::string last_words() const;

 private:
  void write_some(std::string_view& text);
  void read_some(int& from, std::string& to);
  void close_input();
  void reap();

  pid_t process_ = -1;
  int input_ = -1, output_ = -1, errors_ = -1;
  int status_ = 0;
  std::string answered_;  ///< read, and not yet asked for
  std::string said_;
  bool spoke_ = false;
};

}  // namespace ulplab::verify
