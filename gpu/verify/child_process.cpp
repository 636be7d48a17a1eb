// What does a child do? It loads the library and calls it.
#include <dlfcn.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cerrno>
#include <cfenv>
#include <csignal>
#include <cstdio>

#include "gpu/verify/child_board.hpp"

namespace ulplab::verify {
namespace {

void limit(decltype(RLIMIT_AS) what, std::uint64_t most) {
  rlimit now{};
  ::getrlimit(what, &now);
  if (now.rlim_max != RLIM_INFINITY && now.rlim_max < most) most = now.rlim_max;
  const rlimit wanted{most, most};
  ::setrlimit(what, &wanted);
}

/// So much above what is mapped now: proc(5), statm, in pages: all of it; the sixth is data and stack.
void limit_memory(std::uint64_t bytes) {
  std::FILE* const statm = std::fopen("/proc/self/statm", "r");
  if (statm == nullptr) return;
  unsigned long all = 0, data = 0;
  if (std::fscanf(statm, "%lu %*u %*u %*u %*u %lu", &all, &data) == 2) {
    const auto page = static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
    limit(RLIMIT_AS, all * page + bytes);
    limit(RLIMIT_DATA, data * page + bytes);
  }
  std::fclose(statm);
}

void settle(Board& board, void* guard, pid_t keeper) {
  ::setpgid(0, 0);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != keeper) ::_exit(0);  // it ended before we asked to end with it
  struct sigaction ordinary {};
  ordinary.sa_handler = SIG_DFL;
  for (int s = 1; s < NSIG; ++s) ::sigaction(s, &ordinary, nullptr);
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  std::fesetenv(FE_DFL_ENV);
  limit(RLIMIT_CORE, 0);
  ::prctl(PR_SET_DUMPABLE, 0);  // nor does a system that gives cores to a program make one
  if (board.limits.memory != 0) limit_memory(board.limits.memory);
  ::mprotect(guard, BoardLayout::page, PROT_NONE);
  // A process that the library forks, and that returns from the call as its parent does, must not write here.
  ::madvise(&board, BoardLayout(board.type).size, MADV_DONTFORK);
}

/// The function, or the end.
void* load(Board& board) {
  void* const library = ::dlopen(board.path.bytes, RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    std::string_view said = ::dlerror();  // "PATH: what", and the path is known
    const std::string path = board.path.get() + ": ";
    if (said.starts_with(path)) said.remove_prefix(path.size());
    board.sentence = said;
    ::_exit(1);
  }
  void* const function = ::dlsym(library, board.symbol.bytes);
  if (function == nullptr) {
    board.no_symbol = true;
    board.sentence = "it has no symbol '" + board.symbol.get() + "'";
    ::_exit(1);
  }
  return function;
}

void answer_block(Board& board, CallLoop call, void* function, const CallArrays& arrays) {
  Narrowing& n = board.narrowing;
  while (!n.over()) {
    const std::uint64_t begin = n.at, end = begin + n.span();
    call(function, arrays, begin, end, &n.at);
    if (board.one_by_one()) {
      n.at = end;
      continue;
    }
    if (n.passed()) continue;
    // It failed for many inputs at once, and for none of them alone: too slow for so many, or a fault that depends on the
    // length. Shorter calls are made from now on.
    n.most = std::max<std::uint64_t>(1, n.failed_span / 2);
    if (board.suspicion_hung) continue;
    const std::string many = std::to_string(n.failed_span);
    board.note(n.failed_at, board.suspicion.get() + ", when called for " + many + " inputs at once, though not for parts of them");
  }
}

}  // namespace

void be_child(Board& board, const CallArrays& arrays, void* guard, pid_t keeper) noexcept {
  settle(board, guard, keeper);
  void* const function = load(board);
  const CallLoop call = call_loop(board.type);
  ++board.loads;
  if (board.phase == Phase::loading) {
    board.phase = Phase::ready;
    ::sem_post(&board.news);
  }
  for (;;) {
    while (!board.busy()) ::sem_wait(&board.work);
    answer_block(board, call, function, arrays);
    board.done = board.asked.load();
    ::sem_post(&board.news);
  }
}

}  // namespace ulplab::verify
