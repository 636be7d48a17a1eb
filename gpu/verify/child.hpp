// How is a person's code called so that it can do us no harm?
//
// In a child process of its own, which is watched by a keeper: when the code crashes, ends the process or makes no progress,
// the input is noted, and a new child goes on behind it. Why like this: docs/adr/0005.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <memory>
#include <mutex>
#include <string>

#include "gpu/verify/contestant.hpp"
#include "gpu/verify/library_calls.hpp"

namespace ulplab::verify {

struct ChildLimits {
  /// Inputs without an answer, in one worker, after which it gives up; each of them costs a new child.
  static constexpr std::uint64_t most_incidents = 64;

  /// One call, and for arrays one block: so much processor time, or five times that on the clock.
  std::chrono::milliseconds call{2000};
  std::chrono::milliseconds load{10000};     ///< loading the library
  std::chrono::milliseconds patience{60000}; ///< after so much waiting for calls that did not return, a worker gives up
  std::uint64_t memory = std::uint64_t{2} << 30;  ///< bytes above what is mapped at the start; 0: no limit
  std::uint64_t incidents = most_incidents;
};

struct Board;

/// A child with its keeper.
class Child {
 public:
  static constexpr std::size_t capacity = std::size_t{1} << 14;  ///< inputs of a block; what is longer goes in parts

  ~Child();
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  /// Waits until the library is loaded. Why it cannot be; empty if it was. Throws Infrastructure.
  std::string problem();
  bool has_no_symbol() const;

  /// Precondition: problem() is empty. Throws Infrastructure and Stopped.
  void answer(const Block&, Answers&);

 private:
  friend class ChildServer;
  Child(int board, int keeper, const CallType& type, std::size_t size);

  /// Throws Stopped.
  void wait_for_news(const std::stop_token&);
  /// Asks for inputs [first, first + count) of the block; false if there will be no more answers.
  bool answer_part(const Block&, std::size_t first, std::size_t count, Answers&);
  void take_findings(std::size_t first, std::uint64_t settled, Answers&);

  int keeper_;      ///< our end of a socket: closed by either side when it ends
  CallType type_;
  std::size_t size_;
  Board* board_;
};

/// A process that was forked early, when there were no other threads, and forks keepers whenever one is wanted.
class ChildServer {
 public:
  /// Throws Infrastructure.
  ChildServer();
  ~ChildServer();
  ChildServer(const ChildServer&) = delete;
  ChildServer& operator=(const ChildServer&) = delete;

  /// Of any thread. Throws Infrastructure.
  std::unique_ptr<Child> start(const std::string& path, const std::string& symbol, const CallType&, const ChildLimits&);

 private:
  int control_ = -1;
  pid_t server_ = -1;
};

}  // namespace ulplab::verify
