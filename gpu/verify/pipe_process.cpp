#include "gpu/verify/pipe_process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <ctime>

#include "gpu/verify/contestant.hpp"
#include "gpu/verify/last_words.hpp"

extern char** environ;

namespace ulplab::verify {
namespace {

constexpr std::size_t longest_line = std::size_t{1} << 16;

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

/// While it lives, writing to a program that has ended is an error and not a signal, in this thread alone.
class NoSigpipe {
 public:
  NoSigpipe() {
    ::sigemptyset(&sigpipe_);
    ::sigaddset(&sigpipe_, SIGPIPE);
    ::pthread_sigmask(SIG_BLOCK, &sigpipe_, &before_);
  }
  ~NoSigpipe() {
    const timespec at_once{};
    while (::sigtimedwait(&sigpipe_, nullptr, &at_once) == SIGPIPE) {
    }
    ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }
  NoSigpipe(const NoSigpipe&) = delete;
  NoSigpipe& operator=(const NoSigpipe&) = delete;

 private:
  sigset_t sigpipe_, before_;
};

/// Our environment, with some variables in other words.
std::vector<std::string> environment_with(const std::vector<std::pair<std::string, std::string>>& added) {
  std::vector<std::string> all;
  for (char** e = environ; *e != nullptr; ++e) {
    const std::string_view variable(*e);
    const auto replaced = [&](const auto& a) { return variable.starts_with(a.first + '='); };
    if (std::none_of(added.begin(), added.end(), replaced)) all.emplace_back(variable);
  }
  for (const auto& [name, value] : added) all.push_back(name + '=' + value);
  return all;
}

void close_if_open(int& descriptor) {
  if (descriptor >= 0) ::close(descriptor);
  descriptor = -1;
}

/// Takes a line from the front, without its end. False: there is no whole one.
bool take_line(std::string& text, std::size_t& at, std::string& line) {
  const std::size_t end = text.find('\n', at);
  if (end == std::string::npos) return false;
  line = text.substr(at, end - at);
  at = end + 1;
  return true;
}

}  // namespace

PipeProcess::PipeProcess(const std::string& command, const std::vector<std::pair<std::string, std::string>>& environment) {
  std::array<std::array<int, 2>, 3> pipes{{{-1, -1}, {-1, -1}, {-1, -1}}};
  int error = 0;
  for (std::array<int, 2>& p : pipes)
    if (::pipe2(p.data(), O_CLOEXEC) != 0) error = errno;
  if (error == 0) {
    posix_spawn_file_actions_t actions;
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawn_file_actions_adddup2(&actions, pipes[0][0], STDIN_FILENO);
    ::posix_spawn_file_actions_adddup2(&actions, pipes[1][1], STDOUT_FILENO);
    ::posix_spawn_file_actions_adddup2(&actions, pipes[2][1], STDERR_FILENO);
    posix_spawnattr_t attributes;
    ::posix_spawnattr_init(&attributes);
    sigset_t none, all;
    ::sigemptyset(&none);
    ::sigfillset(&all);
    ::posix_spawnattr_setsigmask(&attributes, &none);
    ::posix_spawnattr_setsigdefault(&attributes, &all);
    ::posix_spawnattr_setpgroup(&attributes, 0);  // Ctrl-C is for us, and what it starts ends with it
    ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
    std::vector<std::string> variables = environment_with(environment);
    std::vector<char*> pointers;
    for (std::string& v : variables) pointers.push_back(v.data());
    pointers.push_back(nullptr);
    std::string shell = "sh", option = "-c", script = command;
    char* const arguments[] = {shell.data(), option.data(), script.data(), nullptr};
    error = ::posix_spawn(&process_, "/bin/sh", &actions, &attributes, arguments, pointers.data());
    ::posix_spawnattr_destroy(&attributes);
    ::posix_spawn_file_actions_destroy(&actions);
  }
  input_ = std::exchange(pipes[0][1], -1);
  output_ = std::exchange(pipes[1][0], -1);
  errors_ = std::exchange(pipes[2][0], -1);
  for (std::array<int, 2>& p : pipes)
    for (int& d : p) close_if_open(d);
  if (error != 0) {
    for (int* d : {&input_, &output_, &errors_}) close_if_open(*d);
    throw Infrastructure{"'" + command + "' could not be started: " + std::strerror(error)};
  }
  for (const int d : {input_, output_, errors_}) ::fcntl(d, F_SETFL, O_NONBLOCK);
}

PipeProcess::~PipeProcess() {
  if (process_ > 0) {
    ::kill(-process_, SIGKILL);
    reap();
  }
  for (int* d : {&input_, &output_, &errors_}) close_if_open(*d);
}

void PipeProcess::reap() {
  // One that closed its output ends soon, or else is ended.
  for (int tries = 0; tries < 100; ++tries) {
    if (::waitpid(process_, &status_, WNOHANG) == process_) break;
    if (tries == 99) {
      ::kill(-process_, SIGKILL);
      ::waitpid(process_, &status_, 0);
    }
    ::poll(nullptr, 0, 5);
  }
  process_ = -1;
}

void PipeProcess::close_input() { close_if_open(input_); }

void PipeProcess::write_some(std::string_view& text) {
  const ssize_t n = ::write(input_, text.data(), text.size());
  if (n > 0) text.remove_prefix(static_cast<std::size_t>(n));
  if (n < 0 && errno != EAGAIN && errno != EINTR) close_input();  // it reads no more; what it has answered comes yet
}

void PipeProcess::read_some(int& from, std::string& to) {
  char bytes[1 << 16];
  const ssize_t n = ::read(from, bytes, sizeof bytes);
  if (n > 0) to.append(bytes, static_cast<std::size_t>(n));
  if (n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR)) close_if_open(from);
}

PipeProcess::Exchange PipeProcess::exchange(std::string_view text, std::size_t wanted, bool last, const PipeLimits& limits,
                                            milliseconds start, const std::stop_token& stop) {
  const NoSigpipe guard;
  Exchange result;
  read_some(output_, answered_);
  if (!answered_.empty()) {  // nothing had been asked
    result.surplus = answered_.substr(0, answered_.find('\n'));
    return result;
  }
  std::size_t at = 0;
  const Clock::time_point begin = Clock::now();
  Clock::time_point heard = begin;
  for (;;) {
    if (stop.stop_requested()) throw Stopped{};
    std::string line;
    while (result.lines.size() < wanted && take_line(answered_, at, line)) result.lines.push_back(line);
    if (output_ < 0 && result.lines.size() < wanted && at < answered_.size()) {  // the last line may lack its end
      result.lines.push_back(answered_.substr(at));
      at = answered_.size();
    }
    if (result.lines.size() < wanted && answered_.size() - at > longest_line)  // no answer is so long, and it may never end
      throw Infrastructure{"the program on the pipe wrote a line of more than " + std::to_string(longest_line) + " characters: '" +
                           answered_.substr(at, 40) + "'"};
    const bool complete = result.lines.size() == wanted;
    if (complete && at < answered_.size()) break;  // more than was asked for, and perhaps without end
    if (complete && (input_ >= 0 ? text.empty() && !last : output_ < 0)) break;
    if (output_ < 0) break;

    if (text.empty() && last) close_input();
    const auto silent = Clock::now() - heard;
    const milliseconds patience = spoke_ ? limits.silence : start;
    if (text.empty() && input_ >= 0 && silent >= (spoke_ ? limits.grace : 8 * limits.grace)) {
      close_input();
      heard = Clock::now();
      continue;
    }
    if (silent >= patience) {
      // A program that has answered everything and does not end is ended.
      result.end = complete ? End::answered : End::silent;
      result.waited = std::chrono::duration_cast<milliseconds>(silent);
      break;
    }

    pollfd watched[] = {{output_, POLLIN, 0}, {errors_, POLLIN, 0}, {text.empty() ? -1 : input_, POLLOUT, 0}};
    if (::poll(watched, 3, 50) <= 0) continue;
    if (watched[0].revents != 0) {
      const std::size_t before = answered_.size();
      read_some(output_, answered_);
      if (!spoke_ && answered_.size() > before) {
        spoke_ = true;
        result.first_word = std::chrono::duration_cast<milliseconds>(Clock::now() - begin);
      }
      heard = Clock::now();
    }
    if (watched[1].revents != 0) {
      read_some(errors_, said_);
      if (said_.size() > 8192) said_.erase(0, said_.size() - 4096);
    }
    if (watched[2].revents != 0) {
      const std::size_t before = text.size();
      write_some(text);
      if (input_ < 0) text = {};
      if (text.size() < before) heard = Clock::now();
    }
  }
  answered_.erase(0, at);
  if (result.lines.size() == wanted && !answered_.empty()) result.surplus = answered_.substr(0, answered_.find('\n'));
  result.closed = input_ < 0;
  if (output_ < 0) {
    if (result.lines.size() < wanted) result.end = End::ended;
    while (errors_ >= 0) {  // it has ended, or closed its output: it can have little more to say
      pollfd watched{errors_, POLLIN, 0};
      if (::poll(&watched, 1, 200) <= 0) break;
      read_some(errors_, said_);
    }
    reap();
  }
  return result;
}

std::string PipeProcess::how_it_ended() const {
  if (WIFEXITED(status_)) return "ended with exit code " + std::to_string(WEXITSTATUS(status_));
  return "was ended by signal " + std::to_string(WTERMSIG(status_));
}
int PipeProcess::exit_code() const { return WIFEXITED(status_) ? WEXITSTATUS(status_) : -1; }

std::string PipeProcess::last_words() const { return verify::last_words(said_, 3, 400); }

}  // namespace ulplab::verify
