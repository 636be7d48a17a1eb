// A CUDA device as two contestants: its own instructions, and our arithmetic compiled for it.
#pragma once

#include "gpu/backends/cuda/sweep.hpp"
#include "gpu/verify/contestant.hpp"

namespace ulplab::verify {

/// `cuda`. Over all inputs it is compared on the device itself, with our arithmetic compiled for the device (cuda-soft) as the
/// reference: only counts and the first mismatches come back. Other references, and documented sets, are compared on the CPU.
std::unique_ptr<Contestant> make_cuda_contestant();

/// `cuda-soft`. It is always compared on the CPU: on the device it would be compared with itself.
std::unique_ptr<Contestant> make_cuda_soft_contestant();

/// All answers of a device contestant in the forms of a recording, made on the device. Precondition: it offers the check, and its
/// inputs are at most 2^32. Both throw Infrastructure.
class DeviceAnswers {
 public:
  virtual ~DeviceAnswers() = default;
  virtual std::vector<gpu::cuda::ResultRun> runs(std::uint64_t begin, std::uint64_t end) = 0;
  /// Of blocks of 2^16 inputs.
  virtual std::vector<gpu::fingerprint::Sums> fingerprints(std::uint64_t first, std::uint64_t count) = 0;
};
/// nullptr if the contestant is none of the two above.
std::unique_ptr<DeviceAnswers> device_answers(const Contestant&, const Check&);

}  // namespace ulplab::verify
