// What does a kind answer for every input there is?
#pragma once

#include <cstddef>
#include <functional>
#include <string>

#include "gpu/verify/kind.hpp"

namespace ulplab::verify {

/// All inputs of a unary kind in counting order, or all pairs with the first operand outermost.
struct Domain {
  std::uint64_t inputs = 0;
  std::string problem;  ///< why there is no sweep over this kind; empty if there is one
};
Domain domain_of(const Kind&);

/// Bytes one result takes in a stream: 1, 2, 4 or 8, little-endian.
int result_bytes(const Kind&);

/// Writes the results of inputs begin … begin + count - 1 to `out`, result_bytes each. Values only, no flags.
void sweep_block(const Kind&, const Context&, std::uint64_t begin, std::uint64_t count, std::byte* out);

/// Calls `write` with the results of inputs [begin, end) in order, computed on all cores. `write` returns false to stop;
/// so does sweep then, with false.
bool sweep(const Kind&, const Context&, std::uint64_t begin, std::uint64_t end,
           const std::function<bool(const std::byte* bytes, std::size_t size)>& write);

/// The first and one past the last input of shard i of n (1 <= i <= n): contiguous, and all of them together are the whole.
std::pair<std::uint64_t, std::uint64_t> shard_of(std::uint64_t inputs, std::uint64_t i, std::uint64_t n);

}  // namespace ulplab::verify
