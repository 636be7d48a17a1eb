#include "gpu/verify/child.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <ctime>

#include "gpu/verify/child_board.hpp"
#include "gpu/verify/incidents.hpp"

namespace ulplab::verify {
namespace {

[[noreturn]] void fail(const std::string& what) { throw Infrastructure{what + ": " + std::strerror(errno)}; }

/// Sends or receives the board and the keeper's end of a socket (unix(7), SCM_RIGHTS).
union Descriptors {
  cmsghdr header;
  char bytes[CMSG_SPACE(2 * sizeof(int))];
};
bool send_descriptors(int control, const int (&descriptors)[2]) {
  char byte = 'k';
  iovec data{&byte, 1};
  Descriptors room{};
  msghdr message{};
  message.msg_iov = &data;
  message.msg_iovlen = 1;
  message.msg_control = room.bytes;
  message.msg_controllen = sizeof room.bytes;
  cmsghdr* const header = CMSG_FIRSTHDR(&message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(sizeof descriptors);
  std::memcpy(CMSG_DATA(header), descriptors, sizeof descriptors);
  return ::sendmsg(control, &message, MSG_NOSIGNAL) == 1;
}
bool receive_descriptors(int control, int (&descriptors)[2]) {
  char byte = 0;
  iovec data{&byte, 1};
  Descriptors room{};
  msghdr message{};
  message.msg_iov = &data;
  message.msg_iovlen = 1;
  message.msg_control = room.bytes;
  message.msg_controllen = sizeof room.bytes;
  ssize_t n;
  do n = ::recvmsg(control, &message, MSG_CMSG_CLOEXEC);
  while (n < 0 && errno == EINTR);
  const cmsghdr* const header = CMSG_FIRSTHDR(&message);
  if (n != 1 || header == nullptr || header->cmsg_type != SCM_RIGHTS) return false;
  if (header->cmsg_len != CMSG_LEN(sizeof descriptors)) return false;
  std::memcpy(descriptors, CMSG_DATA(header), sizeof descriptors);
  return true;
}

/// The server's life. It keeps nothing of ours: no terminal, no open file, no handler of signals.
[[noreturn]] void serve(int control) noexcept {
  ::setsid();  // Ctrl-C is for us
  const int nothing = ::open("/dev/null", O_RDWR);
  for (int standard = 0; standard <= 2; ++standard) ::dup2(nothing, standard);
  control = ::dup2(control, 3);
  ::close_range(4, ~0u, 0);
  struct sigaction ordinary {};
  ordinary.sa_handler = SIG_DFL;
  for (int s = 1; s < NSIG; ++s) ::sigaction(s, &ordinary, nullptr);
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  ::signal(SIGCHLD, SIG_IGN);  // nobody waits for keepers
  for (int descriptors[2]; receive_descriptors(control, descriptors);) {
    if (::fork() == 0) {
      ::close(control);
      keep_children(descriptors[0], descriptors[1]);
    }
    for (const int d : descriptors) ::close(d);
  }
  ::_exit(0);
}

}  // namespace

ChildServer::ChildServer() {
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) fail("no socket for the library's process");
  server_ = ::fork();
  if (server_ == 0) serve(ends[1]);
  const int error = errno;
  ::close(ends[1]);
  control_ = ends[0];
  if (server_ < 0) {
    ::close(control_);
    errno = error;
    fail("no process for the library");
  }
}

ChildServer::~ChildServer() {
  ::close(control_);
  while (::waitpid(server_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

std::unique_ptr<Child> ChildServer::start(const std::string& path, const std::string& symbol, const CallType& type,
                                          const ChildLimits& limits) {
  const std::size_t size = BoardLayout(type).size;
  const int memory = ::memfd_create("ulplab", MFD_CLOEXEC);
  if (memory < 0) fail("no shared memory for the library's process");
  int ends[2];
  if (::ftruncate(memory, static_cast<off_t>(size)) != 0 || ::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
    const int error = errno;
    ::close(memory);
    errno = error;
    fail("no shared memory for the library's process");
  }
  std::unique_ptr<Child> child;
  try {
    child.reset(new Child(memory, ends[0], type, size));
  } catch (...) {
    for (const int d : {memory, ends[0], ends[1]}) ::close(d);
    throw;
  }
  child->board_->path = path;
  child->board_->symbol = symbol;
  child->board_->limits = limits;
  const bool sent = send_descriptors(control_, {memory, ends[1]});
  ::close(memory);
  ::close(ends[1]);
  if (!sent) throw Infrastructure{"the process that starts the library's processes ended"};
  return child;
}

Child::Child(int board, int keeper, const CallType& type, std::size_t size) : keeper_(keeper), type_(type), size_(size) {
  void* const memory = ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, board, 0);
  if (memory == MAP_FAILED) fail("no shared memory for the library's process");
  board_ = new (memory) Board();
  board_->type = type;
  ::sem_init(&board_->work, 1, 0);
  ::sem_init(&board_->news, 1, 0);
}

Child::~Child() {
  ::close(keeper_);  // the keeper sees it, ends the child and itself
  ::munmap(board_, size_);
}

void Child::wait_for_news(const std::stop_token& stop) {
  if (stop.stop_requested()) throw Stopped{};
  // Whoever was to wake us may have been killed, so we look again now and then.
  timespec until{};
  ::clock_gettime(CLOCK_REALTIME, &until);
  until.tv_nsec += 100'000'000;
  if (until.tv_nsec >= 1'000'000'000) {
    until.tv_nsec -= 1'000'000'000;
    ++until.tv_sec;
  }
  if (::sem_timedwait(&board_->news, &until) == 0 || errno != ETIMEDOUT) return;
  pollfd end{keeper_, 0, 0};
  if (::poll(&end, 1, 0) > 0) throw Infrastructure{"the process that watches the library was killed"};
}

std::string Child::problem() {
  while (board_->phase == Phase::loading) wait_for_news({});
  return board_->phase == Phase::failed ? board_->sentence.get() : "";
}

bool Child::has_no_symbol() const { return board_->no_symbol; }

void Child::answer(const Block& block, Answers& answers) {
  for (std::size_t first = 0; first < block.count; first += capacity)
    if (!answer_part(block, first, std::min(capacity, block.count - first), answers)) return;
}

bool Child::answer_part(const Block& block, std::size_t first, std::size_t count, Answers& answers) {
  std::byte* const memory = reinterpret_cast<std::byte*>(board_);
  const BoardLayout layout(type_);
  for (std::size_t k = 0; k < type_.operands; ++k) {
    const std::size_t bytes = bytes_of(type_.operand[k]);
    std::memcpy(memory + layout.operand[k], static_cast<const std::byte*>(block.operands[k]) + first * bytes, count * bytes);
  }
  const bool ended = board_->phase == Phase::gave_up || board_->phase == Phase::failed;
  if (!ended) {
    board_->narrowing = Narrowing{.at = 0, .end = count, .most = board_->narrowing.most};
    board_->findings = 0;
    ++board_->asked;
    ::sem_post(&board_->work);
  }
  const auto over = [this] { return board_->phase == Phase::gave_up || board_->phase == Phase::failed; };
  while (!over() && board_->busy()) wait_for_news(answers.stop);

  const std::uint64_t settled = ended ? 0 : over() ? std::min<std::uint64_t>(board_->narrowing.at, count) : count;
  const std::size_t bytes = bytes_of(type_.result);
  std::memcpy(static_cast<std::byte*>(answers.results) + first * bytes, memory + layout.results, settled * bytes);
  if (!ended) take_findings(first, settled, answers);
  if (!over()) return true;
  answers.answered = first + settled;
  answers.gave_up = board_->sentence.get();
  return false;
}

void Child::take_findings(std::size_t first, std::uint64_t settled, Answers& answers) {
  if (const std::string what = board_->idle_end.get(); !what.empty()) {
    answers.incidents.push_back({first, what + " between two calls, in a thread of its own"});
    board_->idle_end = "";
  }
  for (std::uint64_t i = 0; i < std::min(board_->findings, ChildLimits::most_incidents); ++i) {
    const Finding& found = board_->finding[i];
    if (found.index < settled) answers.incidents.push_back({first + found.index, found.what.get()});
  }
  put_in_order(answers.incidents);
}

}  // namespace ulplab::verify
