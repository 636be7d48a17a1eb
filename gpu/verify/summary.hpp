// What do a contestant's answers come to, made where they are?
//
// A device answers faster than its answers could be brought here and looked at. So it tells where they change, what their
// fingerprints are, and which are not the reference's: all that a recording holds.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "gpu/backends/fingerprint.hpp"
#include "gpu/backends/result_run.hpp"

namespace ulplab::verify {

class Contestant;

/// An answer by itself.
struct Exception {
  std::uint64_t index = 0;
  Code result = 0;
  friend bool operator==(const Exception&, const Exception&) = default;
};

/// Of one check whose inputs are at most 2^32, all of them in counting order. For one thread. Everything throws Infrastructure.
class Summary {
 public:
  virtual ~Summary() = default;
  /// The runs that begin in [begin, end); the first begins at `begin`.
  virtual std::vector<gpu::ResultRun> runs(std::uint64_t begin, std::uint64_t end) = 0;
  /// Of blocks first … first + count - 1 of 2^16 inputs each.
  virtual std::vector<gpu::fingerprint::Sums> fingerprints(std::uint64_t first, std::uint64_t count) = 0;
  /// Can it compare with this reference?
  virtual bool compares_with(const Contestant& reference) const = 0;
  /// The first `most` of its answers to inputs [begin, end) that are not the reference's. Precondition: it can compare with that.
  virtual std::vector<Exception> differences(std::uint64_t begin, std::uint64_t end, std::uint64_t most) = 0;
};

}  // namespace ulplab::verify
