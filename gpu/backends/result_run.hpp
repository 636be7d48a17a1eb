// Where do the results of a map change?
#pragma once

#include <cstdint>

#include "softfloat/format.hpp"

namespace ulplab::gpu {

/// A run of equal results: it begins at this input, and goes on to where the next begins.
struct ResultRun {
  std::uint64_t first = 0;
  Code result = 0;
  friend bool operator==(const ResultRun&, const ResultRun&) = default;
};

}  // namespace ulplab::gpu
