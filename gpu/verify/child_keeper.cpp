// Who watches a child? The keeper: a process with one thread, between us and the child, that a person's code cannot block.
#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <ctime>
#include <optional>

#include "gpu/verify/child_board.hpp"
#include "gpu/verify/last_words.hpp"

namespace ulplab::verify {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

struct NamedSignal {
  int number;
  std::string_view name;
};
constexpr NamedSignal signals[] = {
    {SIGSEGV, "SIGSEGV"}, {SIGBUS, "SIGBUS"}, {SIGFPE, "SIGFPE"},   {SIGILL, "SIGILL"},
    {SIGABRT, "SIGABRT"}, {SIGSYS, "SIGSYS"}, {SIGTRAP, "SIGTRAP"}, {SIGPIPE, "SIGPIPE"},
    {SIGTERM, "SIGTERM"}, {SIGINT, "SIGINT"}, {SIGALRM, "SIGALRM"}, {SIGXCPU, "SIGXCPU"},
};

/// What wait(2) says of a process that ended.
std::string describe(int status) {
  if (WIFEXITED(status)) return "ended its process: exit code " + std::to_string(WEXITSTATUS(status));
  const int number = WTERMSIG(status);
  if (number == SIGKILL) return "was killed: SIGKILL, perhaps for want of memory";
  for (const NamedSignal& s : signals)
    if (s.number == number) return "crashed: " + std::string(s.name);
  return "crashed: signal " + std::to_string(number);
}

std::string in_seconds(milliseconds t) {
  const auto tenths = t.count() / 100;
  std::string text = std::to_string(tenths / 10);
  if (tenths % 10 != 0) text += '.' + std::to_string(tenths % 10);
  return text + " s";
}

/// An assertion's sentence, an exception's what().
std::string saying(std::string_view text) {
  const std::string words = last_words(text, 2, 200);
  return words.empty() ? "" : ", and wrote: " + words;
}

void on_child(int) {}

class Keeper {
 public:
  Keeper(Board& board, const CallArrays& arrays, void* guard, int us)
      : board_(board), limits_(board.limits), arrays_(arrays), guard_(guard), us_(us) {
    struct sigaction action {};
    action.sa_handler = on_child;
    ::sigaction(SIGCHLD, &action, nullptr);
    sigset_t child_ended;
    ::sigemptyset(&child_ended);
    ::sigaddset(&child_ended, SIGCHLD);
    ::sigprocmask(SIG_BLOCK, &child_ended, nullptr);
  }

  /// Until we want no more.
  [[noreturn]] void run() {
    for (bool first = true;; first = false) {
      start();
      const std::optional<milliseconds> hung = watch();
      if (loading_)
        fail(first, hung.has_value());
      else if (board_.busy())
        note(hung);
      else if (!hung)
        note_idle_end();
      if (incidents_ >= limits_.incidents || waited_ >= limits_.patience) give_up();
    }
  }

 private:
  void start() {
    int ends[2] = {-1, -1};
    if (::pipe2(ends, O_CLOEXEC) != 0) abandon("no pipe for the library's process");
    ::fcntl(ends[0], F_SETFL, O_NONBLOCK);
    loading_ = true;
    loads_before_ = board_.loads;
    const pid_t keeper = ::getpid();
    child_ = ::fork();
    if (child_ == 0) {
      ::dup2(ends[1], STDERR_FILENO);
      ::close_range(3, ~0u, 0);
      be_child(board_, arrays_, guard_, keeper);
    }
    ::close(ends[1]);
    if (child_ < 0) abandon("no process for the library");
    ::setpgid(child_, child_);
    if (said_ >= 0) ::close(said_);
    said_ = ends[0];
    words_.clear();
  }

  /// Until the child has ended. If it was ended because it made no progress: for how long.
  std::optional<milliseconds> watch() {
    Place place = place_now();
    for (;;) {
      pollfd watched[] = {{us_, 0, 0}, {said_, POLLIN, 0}};
      const timespec tick{0, 50'000'000};
      sigset_t nothing_blocked;
      ::sigemptyset(&nothing_blocked);
      ::ppoll(watched, 2, &tick, &nothing_blocked);
      if (watched[0].revents != 0) leave();
      take_words();
      const bool ended = ::waitpid(child_, &status_, WNOHANG) == child_;
      loading_ = board_.loads == loads_before_;
      if (ended) {
        end_group();
        take_words();
        return std::nullopt;
      }
      const Place now = place_now();
      if (!now.waited_for || !now.same(place)) {
        place = now;
        continue;
      }
      // A child that the machine gives no time to is not to blame; one that sleeps is, in the end.
      const milliseconds limit = loading_ ? limits_.load : limits_.call;
      const auto by_clock = now.time - place.time;
      const bool spun = now.processor - place.processor >= limit && by_clock >= limit;
      if (!spun && by_clock < 5 * limit) continue;
      waited_ += std::chrono::duration_cast<milliseconds>(by_clock);
      ::kill(child_, SIGKILL);
      end_group();
      ::waitpid(child_, &status_, 0);
      return spun ? limit : 5 * limit;
    }
  }

  /// Where the child is, and since when.
  struct Place {
    bool waited_for;
    bool loading;
    std::uint64_t block, input, span;
    Clock::time_point time;
    std::chrono::nanoseconds processor;  ///< time that the child has used

    bool same(const Place& o) const {
      return waited_for == o.waited_for && loading == o.loading && block == o.block && input == o.input && span == o.span;
    }
  };
  Place place_now() const {
    const Narrowing& n = board_.narrowing;
    const volatile std::uint64_t& input = n.at;
    return {loading_ || board_.busy(), loading_, board_.asked, input, n.suspect, Clock::now(), processor_time()};
  }
  std::chrono::nanoseconds processor_time() const {
    clockid_t clock;
    timespec t{};
    if (::clock_getcpuclockid(child_, &clock) != 0 || ::clock_gettime(clock, &t) != 0) return {};
    return std::chrono::seconds(t.tv_sec) + std::chrono::nanoseconds(t.tv_nsec);
  }

  void take_words() {
    char bytes[512];
    while (said_ >= 0) {
      const ssize_t n = ::read(said_, bytes, sizeof bytes);
      if (n < 0) return;  // nothing now
      if (n == 0) {       // closed: to be asked no more
        ::close(said_);
        said_ = -1;
        return;
      }
      words_.append(bytes, static_cast<std::size_t>(n));
      if (words_.size() > 4096) words_.erase(0, words_.size() - 1024);
    }
  }

  /// The child ended though nobody had asked it anything: a thread of the library's own, or a timer.
  void note_idle_end() {
    board_.idle_end = describe(status_) + saying(words_);
    ++incidents_;
  }

  /// The child ended with a block in hand.
  void note(std::optional<milliseconds> hung) {
    Narrowing& n = board_.narrowing;
    const std::string what = hung ? "no answer within " + in_seconds(*hung) : describe(status_) + saying(words_);
    if (n.at >= n.end) n.at = n.end - 1;  // a wild write has reached the board
    board_.suspicion = what;
    board_.suspicion_hung = hung.has_value();
    if (board_.one_by_one())
      n.skip();
    else if (!n.failed())
      return;
    board_.note(n.at - 1, what);
    ++incidents_;
    hung_ += hung ? 1 : 0;
    if (n.over()) {
      board_.done = board_.asked.load();
      ::sem_post(&board_.news);
    }
  }

  /// The library could not be loaded, at first or again.
  void fail(bool first, bool hung) {
    const std::string what = hung ? "did not finish loading within " + in_seconds(limits_.load)
                                  : describe(status_) + " while it was loaded" + saying(words_);
    if (board_.sentence.get().empty()) board_.sentence = what;
    if (!first) board_.sentence = "could not be loaded once more: " + board_.sentence.get();
    end_with(Phase::failed);
  }
  void abandon(const std::string& what) {
    board_.sentence = what + ": " + std::strerror(errno);
    end_with(Phase::failed);
  }
  void give_up() {
    board_.sentence = "gave up after " + std::to_string(incidents_) + " calls without an answer: " +
                      std::to_string(incidents_ - hung_) + " ended the process, " + std::to_string(hung_) + " did not return";
    end_with(Phase::gave_up);
  }

  [[noreturn]] void end_with(Phase phase) {
    board_.phase = phase;
    ::sem_post(&board_.news);
    for (;;) {
      pollfd watched{us_, 0, 0};
      if (::poll(&watched, 1, -1) > 0) ::_exit(0);
    }
  }
  [[noreturn]] void leave() {
    ::kill(child_, SIGKILL);
    end_group();
    ::_exit(0);
  }
  /// What the library had started, too.
  void end_group() const { ::kill(-child_, SIGKILL); }

  Board& board_;
  const ChildLimits limits_;
  CallArrays arrays_;
  void* guard_;
  int us_;
  int said_ = -1;
  std::string words_;
  pid_t child_ = -1;
  int status_ = 0;
  bool loading_ = true;
  std::uint64_t loads_before_ = 0;
  std::uint64_t incidents_ = 0, hung_ = 0;
  milliseconds waited_{0};
};

}  // namespace

void keep_children(int memory, int us) noexcept {
  struct stat about {};
  ::fstat(memory, &about);
  const auto size = static_cast<std::size_t>(about.st_size);
  void* const mapped = ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, memory, 0);
  ::close(memory);
  if (mapped == MAP_FAILED) ::_exit(1);
  Board& board = *static_cast<Board*>(mapped);
  std::byte* const bytes = static_cast<std::byte*>(mapped);
  const BoardLayout layout(board.type);
  CallArrays arrays{{}, bytes + layout.results};
  for (std::size_t k = 0; k < board.type.operands; ++k) arrays.operands[k] = bytes + layout.operand[k];
  Keeper(board, arrays, bytes + layout.guard, us).run();
}

}  // namespace ulplab::verify
