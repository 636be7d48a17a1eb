// Which input is to blame when a call for many of them fails?
//
// First the one at which the call had come to a stop, alone; else the half that fails, again and again. Plain data: a
// keeper and its child share one (child_board.hpp), and whichever of them is alive goes on with it.
#pragma once

#include <algorithm>
#include <cstdint>

namespace ulplab::verify {

struct Narrowing {
  std::uint64_t at = 0;               ///< the first input that is not settled
  std::uint64_t end = 0;
  std::uint64_t most = ~std::uint64_t{0};  ///< the longest call that is tried
  std::uint64_t suspect = 0;          ///< the culprit is before this one; 0: nobody is suspected
  bool alone = false;                 ///< the first suspect is tried alone
  std::uint64_t failed_at = 0, failed_span = 0;  ///< the call that the suspicion began with

  bool over() const { return at >= end; }

  /// For how many inputs the next call is.
  std::uint64_t span() const {
    if (alone) return 1;
    return suspect != 0 ? (suspect - at + 1) / 2 : std::min(end - at, most);
  }

  /// That call went well. False: so did now every part of a call that had failed.
  bool passed() {
    at += span();
    alone = false;
    if (suspect == 0 || at < suspect) return true;
    suspect = 0;
    return false;
  }

  /// That call failed when `answered` of its inputs were settled. True: one input was left, and is passed over.
  bool failed(std::uint64_t answered = 0) {
    const std::uint64_t until = at + span();
    if (suspect == 0) {
      failed_at = at;
      failed_span = span();
    }
    at = std::min(at + answered, until - 1);
    suspect = until;
    alone = true;
    if (until - at > 1) return false;
    skip();
    return true;
  }

  /// The input `at` is the culprit: the others are gone on with.
  void skip() {
    ++at;
    suspect = 0;
    alone = false;
  }
};

}  // namespace ulplab::verify
