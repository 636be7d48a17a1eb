// How many inputs and results are there of each class?
//
// For all inputs in counting order the answer is arithmetic: a format's classes are a few stretches of its codes.
#pragma once

#include <cstdint>
#include <vector>

#include "gpu/verify/tally.hpp"

namespace ulplab::verify {

class GroupCounter {
 public:
  explicit GroupCounter(const Kind&);

  /// Adds inputs [first, first + count) of the domain of all inputs to `counts` (Tally::inputs).
  void count_consecutive(std::uint64_t first, std::uint64_t count, std::vector<std::uint64_t>& counts) const;
  /// Adds `count` results of natural width to `counts` (Tally::results).
  void count_results(const void* results, std::size_t count, std::array<std::uint64_t, groups>& counts) const;

 private:
  struct Stretch {
    std::uint64_t first;  ///< first code; it ends where the next begins
    Group group;
  };
  static std::vector<Stretch> stretches_of(const Slot&);
  static std::array<std::uint64_t, groups> count_in(const std::vector<Stretch>&, std::uint64_t first, std::uint64_t count);

  Slot result_;
  int result_bytes_;
  std::vector<int> bits_;                    ///< widths of the operands
  std::vector<std::vector<Stretch>> operands_;
  std::vector<std::uint8_t> group_of_code_;  ///< of results of at most 16 bits
};

}  // namespace ulplab::verify
