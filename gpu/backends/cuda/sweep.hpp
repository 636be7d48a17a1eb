// All inputs in counting order, on the device: what differs, which results there are, where they change?
//
// Plain C++. Operands are made on the device and results stay there; counts, lists and sums come back.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "gpu/backends/cuda/launch.hpp"
#include "gpu/backends/cuda/tally_code.hpp"
#include "gpu/backends/fingerprint.hpp"
#include "gpu/backends/result_run.hpp"
#include "gpu/backends/unit.hpp"

namespace ulplab::gpu::cuda {

/// Launches something over a batch in the device's memory: a DeviceUnit's kernel, or softfloat with its task.
using Launch = std::function<void(const DeviceBatch&)>;

struct Comparison {
  DeviceCounts counts;
  std::vector<DeviceDifference> list;  ///< the first, in order; places are indexes of inputs
};

/// Its memory on the device is taken once. Not for two threads at a time. All throw Infrastructure.
class Sweep {
 public:
  explicit Sweep(const DeviceShape&);
  ~Sweep();

  /// Inputs [begin, end). The list has the first `most` differences.
  Comparison compare(const Launch& expected, const Launch& got, std::uint64_t begin, std::uint64_t end, std::uint64_t most);
  /// The runs that begin in [begin, end); the first begins at `begin`.
  std::vector<ResultRun> runs(const Launch&, std::uint64_t begin, std::uint64_t end);
  /// Of blocks first … first + count - 1 of 2^16 inputs each.
  std::vector<fingerprint::Sums> fingerprints(const Launch&, std::uint64_t first, std::uint64_t count);
  /// Writes the results of inputs [begin, end), at natural width.
  void results(const Launch&, std::uint64_t begin, std::uint64_t end, void* to);

 private:
  struct Buffers;
  DeviceBatch make(const Launch&, std::uint64_t first, std::size_t count);
  void compare_into(Comparison&, const Launch& expected, const Launch& got, std::uint64_t first, std::size_t count, std::uint64_t most);

  void runs_into(std::vector<ResultRun>&, const Launch&, std::uint64_t first, std::size_t count);

  DeviceShape shape_;
  std::unique_ptr<Buffers> on_device_;
};

/// Answers a batch that lies in the host's memory. For one thread.
class ArrayRunner {
 public:
  explicit ArrayRunner(const DeviceShape&);
  ~ArrayRunner();
  void run(const Launch&, const Batch& on_host);

 private:
  struct Buffers;
  DeviceShape shape_;
  std::unique_ptr<Buffers> on_device_;
};

}  // namespace ulplab::gpu::cuda
