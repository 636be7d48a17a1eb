// What may be launched over a stretch of inputs in the device's memory.
#pragma once

#include "gpu/backends/cuda/launch.hpp"
#include "gpu/backends/cuda/tally_code.hpp"
#include "gpu/backends/fingerprint.hpp"

namespace ulplab::gpu::cuda {

/// Writes the operands of inputs first … first + count - 1 of all inputs.
void launch_enumerate(const DeviceShape&, std::uint64_t first, std::size_t count, void* const* operands);
/// Adds to `counts`, and lists at most `room` differences.
void launch_compare(const DeviceShape&, const DeviceBatch& expected, const void* got, DeviceCounts*, DeviceDifference*, std::uint64_t room);
/// `before` is the result in front of the stretch; without one, place 0 is a change.
void launch_changes(const DeviceShape&, const DeviceBatch&, bool has_before, Code before, DeviceCounts*, DeviceChange*, std::uint64_t room);
/// The sums of each block of 2^16 results; count is a multiple of that.
void launch_fingerprint(const DeviceShape&, const DeviceBatch&, fingerprint::Sums*);

}  // namespace ulplab::gpu::cuda
