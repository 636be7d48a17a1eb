#include "gpu/backends/cuda/sweep.hpp"

#include <algorithm>

#include "gpu/backends/cuda/memory.hpp"
#include "gpu/backends/cuda/sweep_kernels.hpp"

namespace ulplab::gpu::cuda {
namespace {

/// Inputs at a time: the arrays of a stretch of pairs of 16 bits, 8 bytes each, stay in the second cache of a large device.
constexpr std::size_t stretch = std::size_t{1} << 22;
/// Room for differences and changes: 65,284 changes make up all of f32_to_bf16.
constexpr std::uint64_t room = std::uint64_t{1} << 17;
/// Host arrays are copied so many elements at a time.
constexpr std::size_t portion = std::size_t{1} << 20;

std::size_t bytes_of(const DeviceSlot& slot) { return static_cast<std::size_t>(slot.bytes); }

}  // namespace

struct Sweep::Buffers {
  std::vector<Memory> operands;
  Memory expected, got, counts, differences, changes;

  explicit Buffers(const DeviceShape& shape)
      : expected(stretch * bytes_of(shape.result)), got(stretch * bytes_of(shape.result)), counts(sizeof(DeviceCounts)),
        differences(room * sizeof(DeviceDifference)), changes(room * sizeof(DeviceChange)) {
    for (int k = 0; k < shape.operands; ++k) operands.emplace_back(stretch * bytes_of(shape.operand[k]));
  }
};

Sweep::Sweep(const DeviceShape& shape) : shape_(shape), on_device_(std::make_unique<Buffers>(shape)) {}
Sweep::~Sweep() = default;

/// The operands of a stretch, and what `launch` answers to them, in `expected`.
DeviceBatch Sweep::make(const Launch& launch, std::uint64_t first, std::size_t count) {
  DeviceBatch b;
  b.count = count;
  b.results = on_device_->expected.get();
  void* to[3] = {};
  for (std::size_t k = 0; k < on_device_->operands.size(); ++k) b.operands[k] = to[k] = on_device_->operands[k].get();
  launch_enumerate(shape_, first, count, to);
  launch(b);
  return b;
}

void Sweep::compare_into(Comparison& c, const Launch& expected, const Launch& got, std::uint64_t first, std::size_t count, std::uint64_t most) {
  const DeviceBatch reference = make(expected, first, count);
  DeviceBatch subject = reference;
  subject.results = on_device_->got.get();
  got(subject);
  clear(on_device_->counts.get(), sizeof(DeviceCounts));
  launch_compare(shape_, reference, subject.results, on_device_->counts.as<DeviceCounts>(), on_device_->differences.as<DeviceDifference>(), room);
  DeviceCounts here;
  to_host(&here, on_device_->counts.get(), sizeof here);

  // Where the list is too short for all of them, it holds any of them, and not the first.
  if (here.differences > room && c.list.size() < most) {
    compare_into(c, expected, got, first, count / 2, most);
    compare_into(c, expected, got, first + count / 2, count - count / 2, most);
    return;
  }
  c.counts.differences += here.differences;
  for (int g = 0; g < device_groups; ++g) c.counts.results[g] += here.results[g];
  for (int g = 0; g < device_combinations; ++g) c.counts.wrong[g] += here.wrong[g];
  if (here.differences == 0 || c.list.size() >= most) return;
  std::vector<DeviceDifference> list(static_cast<std::size_t>(here.differences));
  to_host(list.data(), on_device_->differences.get(), list.size() * sizeof list[0]);
  std::sort(list.begin(), list.end(), [](const auto& a, const auto& b) { return a.place < b.place; });
  list.resize(static_cast<std::size_t>(std::min<std::uint64_t>(list.size(), most - c.list.size())));
  for (DeviceDifference& d : list) c.list.push_back({first + d.place, d.expected, d.got});
}

Comparison Sweep::compare(const Launch& expected, const Launch& got, std::uint64_t begin, std::uint64_t end, std::uint64_t most) {
  Comparison c;
  for (std::uint64_t at = begin; at < end; at += stretch)
    compare_into(c, expected, got, at, static_cast<std::size_t>(std::min<std::uint64_t>(stretch, end - at)), most);
  return c;
}

void Sweep::runs_into(std::vector<ResultRun>& all, const Launch& launch, std::uint64_t first, std::size_t count) {
  const DeviceBatch b = make(launch, first, count);
  clear(on_device_->counts.get(), sizeof(DeviceCounts));
  launch_changes(shape_, b, !all.empty(), all.empty() ? 0 : all.back().result, on_device_->counts.as<DeviceCounts>(), on_device_->changes.as<DeviceChange>(), room);
  DeviceCounts here;
  to_host(&here, on_device_->counts.get(), sizeof here);
  if (here.changes > room) {  // not with one input, so this ends
    runs_into(all, launch, first, count / 2);
    runs_into(all, launch, first + count / 2, count - count / 2);
    return;
  }
  std::vector<DeviceChange> list(static_cast<std::size_t>(here.changes));
  if (!list.empty()) to_host(list.data(), on_device_->changes.get(), list.size() * sizeof list[0]);
  std::sort(list.begin(), list.end(), [](const auto& a, const auto& x) { return a.place < x.place; });
  for (const DeviceChange& change : list) all.push_back({first + change.place, change.result});
}

std::vector<ResultRun> Sweep::runs(const Launch& launch, std::uint64_t begin, std::uint64_t end) {
  std::vector<ResultRun> all;
  for (std::uint64_t at = begin; at < end; at += stretch)
    runs_into(all, launch, at, static_cast<std::size_t>(std::min<std::uint64_t>(stretch, end - at)));
  return all;
}

std::vector<fingerprint::Sums> Sweep::fingerprints(const Launch& launch, std::uint64_t first, std::uint64_t count) {
  std::vector<fingerprint::Sums> all(static_cast<std::size_t>(count));
  constexpr std::uint64_t at_a_time = stretch / fingerprint::block;
  const Memory sums(at_a_time * sizeof(fingerprint::Sums));
  for (std::uint64_t at = 0; at < count; at += at_a_time) {
    const std::uint64_t blocks = std::min(at_a_time, count - at);
    const DeviceBatch b = make(launch, (first + at) * fingerprint::block, static_cast<std::size_t>(blocks * fingerprint::block));
    launch_fingerprint(shape_, b, sums.as<fingerprint::Sums>());
    to_host(&all[static_cast<std::size_t>(at)], sums.get(), static_cast<std::size_t>(blocks) * sizeof(fingerprint::Sums));
  }
  return all;
}

void Sweep::results(const Launch& launch, std::uint64_t begin, std::uint64_t end, void* to) {
  const std::size_t width = bytes_of(shape_.result);
  for (std::uint64_t at = begin; at < end; at += stretch) {
    const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(stretch, end - at));
    const DeviceBatch b = make(launch, at, count);
    to_host(static_cast<std::byte*>(to) + static_cast<std::size_t>(at - begin) * width, b.results, count * width);
  }
}

struct ArrayRunner::Buffers {
  std::vector<Memory> operands;
  Memory results, flags;

  explicit Buffers(const DeviceShape& shape) : results(portion * bytes_of(shape.result)), flags(portion) {
    for (int k = 0; k < shape.operands; ++k) operands.emplace_back(portion * bytes_of(shape.operand[k]));
  }
};

ArrayRunner::ArrayRunner(const DeviceShape& shape) : shape_(shape), on_device_(std::make_unique<Buffers>(shape)) {}
ArrayRunner::~ArrayRunner() = default;

void ArrayRunner::run(const Launch& launch, const Batch& host) {
  for (std::size_t at = 0; at < host.count; at += portion) {
    DeviceBatch b;
    b.count = std::min(portion, host.count - at);
    for (std::size_t k = 0; k < on_device_->operands.size(); ++k) {
      const std::size_t width = bytes_of(shape_.operand[k]);
      b.operands[k] = on_device_->operands[k].get();
      to_device(on_device_->operands[k].get(), static_cast<const std::byte*>(host.operands[k]) + at * width, b.count * width);
    }
    b.results = on_device_->results.get();
    if (host.flags != nullptr) b.flags = on_device_->flags.as<std::uint8_t>();
    launch(b);
    const std::size_t width = bytes_of(shape_.result);
    to_host(static_cast<std::byte*>(host.results) + at * width, b.results, b.count * width);
    if (host.flags != nullptr) to_host(host.flags + at, b.flags, b.count);
  }
}

}  // namespace ulplab::gpu::cuda
