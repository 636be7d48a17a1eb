// What do we, the keeper and the child see of one another? A stretch of shared memory (docs/adr/0005).
//
// Nothing passes between them but this: a child has no open file that a person's code could close or write to by mistake.
// Conditions are the numbers here; the semaphores only wake who waits for them.
#pragma once

#include <semaphore.h>

#include <atomic>
#include <cstring>

#include "gpu/verify/child.hpp"
#include "gpu/verify/narrowing.hpp"

namespace ulplab::verify {

enum class Phase : std::uint8_t {
  loading,
  ready,
  failed,   ///< the library cannot be loaded, or has no such symbol
  gave_up,  ///< too many inputs had no answer
};

/// A text of fixed size: what is too long is cut.
template <std::size_t Size>
struct Text {
  char bytes[Size];

  void operator=(std::string_view text) {
    const std::size_t n = std::min(text.size(), Size - 1);
    std::memcpy(bytes, text.data(), n);
    bytes[n] = '\0';
  }
  std::string get() const { return {bytes, ::strnlen(bytes, Size - 1)}; }
};

struct Finding {
  std::uint64_t index;
  Text<504> what;
};

struct Board {
  // Written by us before there is a keeper.
  CallType type;
  ChildLimits limits;
  Text<4096> path;
  Text<1024> symbol;
  sem_t work, news;               ///< posted for the child, for us

  // The block in hand: it is done when the numbers are equal.
  std::atomic<std::uint64_t> asked, done;
  Narrowing narrowing;
  Text<504> suspicion;            ///< what became of the call that failed as a whole
  bool suspicion_hung;

  // What came of it.
  std::atomic<std::uint64_t> loads;  ///< how many children have loaded the library
  std::atomic<Phase> phase;
  bool no_symbol;                 ///< why it failed
  Text<2048> sentence;            ///< of Phase::failed and gave_up
  std::uint64_t findings;
  Finding finding[ChildLimits::most_incidents];
  Text<504> idle_end;             ///< a child ended between two blocks

  bool one_by_one() const { return type.signature == Signature::code || type.signature == Signature::value; }
  bool busy() const { return asked.load() != done.load(); }
  void note(std::uint64_t index, std::string_view what) {
    if (findings >= ChildLimits::most_incidents) return;
    finding[findings].index = index;
    finding[findings].what = what;
    ++findings;
  }
};

/// Where things lie behind one another in the shared memory. The results end where the guard begins.
struct BoardLayout {
  std::array<std::size_t, 3> operand{};
  std::size_t results = 0;
  std::size_t guard = 0;          ///< a page that nobody may touch, behind the results
  std::size_t size = 0;

  static constexpr std::size_t page = 65536;  ///< at least a page of any machine that we run on
  static constexpr std::size_t pages(std::size_t bytes) { return (bytes + page - 1) / page * page; }

  explicit BoardLayout(const CallType& type) {
    size = pages(sizeof(Board));
    for (std::size_t k = 0; k < type.operands; ++k) size = (operand[k] = size) + pages(Child::capacity * bytes_of(type.operand[k]));
    guard = size + pages(Child::capacity * bytes_of(type.result));
    results = guard - Child::capacity * bytes_of(type.result);
    size = guard + page;
  }
};

/// A keeper's life: starts a child, watches it, starts the next. Returns never. `us` is closed when we want no more.
[[noreturn]] void keep_children(int board, int us) noexcept;

/// A child's life: loads the library and answers blocks. Returns never.
[[noreturn]] void be_child(Board&, const CallArrays&, void* guard, pid_t keeper) noexcept;

}  // namespace ulplab::verify
