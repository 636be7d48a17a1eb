#include "gpu/backends/cuda/sweep_kernels.hpp"

namespace ulplab::gpu::cuda {
namespace {

/// Adds for all threads of the grid.
struct AtomicAdd {
  __device__ unsigned long long operator()(unsigned long long& counter) const { return atomicAdd(&counter, 1ull); }
};

struct OperandArrays {
  void* array[3];
};

__global__ void enumerate(DeviceShape shape, std::uint64_t first, std::size_t count, OperandArrays operands) {
  each(count, [&](std::size_t i) {
    for (int k = 0; k < 3; ++k)
      if (k < shape.operands) store_code(operands.array[k], shape.operand[k].bytes, i, operand_of(shape, first + i, k));
  });
}

/// Every thread counts its classes in registers; a warp adds them up before one of it goes to memory.
__global__ void compare(DeviceShape shape, DeviceBatch expected, const void* got, DeviceCounts* counts, DeviceDifference* list, std::uint64_t room) {
  unsigned results[device_groups] = {};
  each(expected.count, [&](std::size_t i) {
    const int group = group_of_code(shape.result, load_code(expected.results, shape.result.bytes, i));
    for (int g = 0; g < device_groups; ++g) results[g] += g == group ? 1 : 0;
    compare_element(shape, expected.operands, expected.results, got, i, *counts, list, room, AtomicAdd{});
  });
  for (int g = 0; g < device_groups; ++g) {
    unsigned sum = results[g];
    for (int step = 16; step > 0; step /= 2) sum += __shfl_down_sync(0xffffffffu, sum, static_cast<unsigned>(step));
    if (threadIdx.x % 32 == 0 && sum != 0) atomicAdd(&counts->results[g], static_cast<unsigned long long>(sum));
  }
}

__global__ void changes(DeviceShape shape, DeviceBatch b, bool has_before, Code before, DeviceCounts* counts, DeviceChange* list, std::uint64_t room) {
  each(b.count, [&](std::size_t i) { note_change(shape, b.results, i, has_before, before, *counts, list, room, AtomicAdd{}); });
}

constexpr int group_sums = sizeof(fingerprint::Sums::group) / sizeof(std::uint64_t);

/// One block of threads for each block of results: each thread has its sums in registers, and adds them to the block's.
__global__ void sum_blocks(DeviceShape shape, DeviceBatch b, fingerprint::Sums* blocks) {
  __shared__ unsigned long long all, group[group_sums];
  if (threadIdx.x == 0) all = 0;
  if (threadIdx.x < group_sums) group[threadIdx.x] = 0;
  __syncthreads();
  fingerprint::Sums mine;
  for (std::uint64_t place = threadIdx.x; place < fingerprint::block; place += blockDim.x)
    mine.add(place, load_code(b.results, shape.result.bytes, blockIdx.x * fingerprint::block + place));
  atomicAdd(&all, static_cast<unsigned long long>(mine.all));
  for (int j = 0; j < group_sums; ++j) atomicAdd(&group[j], static_cast<unsigned long long>(mine.group[j]));
  __syncthreads();
  if (threadIdx.x == 0) blocks[blockIdx.x].all = all;
  if (threadIdx.x < group_sums) blocks[blockIdx.x].group[threadIdx.x] = group[threadIdx.x];
}

}  // namespace

void launch_enumerate(const DeviceShape& shape, std::uint64_t first, std::size_t count, void* const* operands) {
  enumerate<<<blocks_for(count), threads_a_block, 0, cudaStreamPerThread>>>(shape, first, count, {{operands[0], operands[1], operands[2]}});
  check_launch("enumerate");
}

void launch_compare(const DeviceShape& shape, const DeviceBatch& expected, const void* got, DeviceCounts* counts, DeviceDifference* list, std::uint64_t room) {
  compare<<<blocks_for(expected.count), threads_a_block, 0, cudaStreamPerThread>>>(shape, expected, got, counts, list, room);
  check_launch("compare");
}

void launch_changes(const DeviceShape& shape, const DeviceBatch& b, bool has_before, Code before, DeviceCounts* counts, DeviceChange* list, std::uint64_t room) {
  changes<<<blocks_for(b.count), threads_a_block, 0, cudaStreamPerThread>>>(shape, b, has_before, before, counts, list, room);
  check_launch("changes");
}

void launch_fingerprint(const DeviceShape& shape, const DeviceBatch& b, fingerprint::Sums* blocks) {
  sum_blocks<<<static_cast<unsigned>(b.count / fingerprint::block), threads_a_block, 0, cudaStreamPerThread>>>(shape, b, blocks);
  check_launch("sum_blocks");
}

}  // namespace ulplab::gpu::cuda
