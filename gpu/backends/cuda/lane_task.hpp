// A lane as a device gets it: plain numbers, and arrays in its memory.
#pragma once

#include <cstddef>

#include "softfloat/context.hpp"

namespace ulplab::gpu::cuda {

/// What host and device tell each other while a sum runs, in memory that both see.
struct SumProgress {
  volatile std::uint64_t done = 0;
  volatile std::uint32_t stop = 0;
};

/// What is known of a sum at its end; the names are those of LaneResult.
struct SumState {
  std::uint64_t done = 0;
  std::uint64_t last_change = 0;
  std::uint64_t notes = 0;   ///< codes noted on the way
  Code running = 0;
  Code sum = 0;
  std::uint8_t flags = 0;
  bool stopped = false;
};

struct LaneTask {
  Format format{5, 11, 15}, wide{8, 24, 127};
  Context context{};
  const Code* inputs = nullptr;
  std::uint64_t input_count = 0;  ///< of a sum: the terms, which are repeated
  std::uint64_t count = 0;        ///< terms of a sum; else elements
  std::uint64_t every = 0;        ///< note the running sum every so many terms; 0: never
  std::uint64_t seed = 0;
  std::uint32_t stream = 0;
  Code* codes = nullptr;          ///< results of elements, or notes
  std::uint8_t* flags = nullptr;  ///< one an element; nullptr where the arithmetic has none
  SumState* state = nullptr;      ///< of a sum
  SumProgress* progress = nullptr;
};

}  // namespace ulplab::gpu::cuda
