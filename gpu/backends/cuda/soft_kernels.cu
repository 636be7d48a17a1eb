// Our softfloat as kernels: one for each operation, with formats as values; and, for the kinds whose 2^32 inputs are run through
// most often, with formats as constants, so that masks and shifts fold.
#include "gpu/backends/cuda/soft_kernels.hpp"

#include "softfloat/formats.hpp"

namespace ulplab::gpu::cuda {
namespace {

template <SoftOperation o>
__global__ void with_values(SoftTask task, DeviceBatch b) {
  each(b.count, [&](std::size_t i) { answer_element<o>(task, task.from, task.to, b.operands, b.results, b.flags, i); });
}

/// Formats are template arguments of the type, and not of the kernel, whose name would otherwise contain them.
template <Format from_, Format to_>
struct Constants {
  static constexpr Format from = from_, to = to_;
};

template <SoftOperation o, class Formats>
__global__ void with_constants(SoftTask task, DeviceBatch b) {
  constexpr Format from = Formats::from, to = Formats::to;
  each(b.count, [&](std::size_t i) { answer_element<o>(task, from, to, b.operands, b.results, b.flags, i); });
}

using Kernel = void (*)(SoftTask, DeviceBatch);

struct Row {
  SoftOperation operation;
  Format from, to;
  Kernel kernel;
};
template <SoftOperation o, Format from, Format to>
constexpr Row row() {
  return {o, from, to, with_constants<o, Constants<from, to>>};
}

Kernel kernel_of(const SoftTask& t) {
  using enum SoftOperation;
  static const Row hot[] = {
      row<convert, binary32, binary16>(), row<convert, binary32, bfloat16>(), row<convert, binary32, fp8_e4m3>(), row<convert, binary32, fp8_e5m2>(),
      row<add, binary16, binary16>(),     row<add, bfloat16, bfloat16>(),     row<sub, binary16, binary16>(),     row<sub, bfloat16, bfloat16>(),
      row<mul, binary16, binary16>(),     row<mul, bfloat16, bfloat16>(),     row<div, binary16, binary16>(),     row<div, bfloat16, bfloat16>(),
  };
  for (const Row& r : hot)
    if (r.operation == t.operation && r.from == t.from && (r.to == t.to || t.operation != convert)) return r.kernel;

  switch (t.operation) {
    case add:          return with_values<add>;
    case sub:          return with_values<sub>;
    case mul:          return with_values<mul>;
    case div:          return with_values<div>;
    case fma:          return with_values<fma>;
    case sqrt:         return with_values<sqrt>;
    case rsqrt:        return with_values<rsqrt>;
    case rem:          return with_values<rem>;
    case rint:         return with_values<rint>;
    case round:        return with_values<round>;
    case logb:         return with_values<logb>;
    case scale2:       return with_values<scale2>;
    case ulp:          return with_values<ulp>;
    case next_up:      return with_values<next_up>;
    case next_down:    return with_values<next_down>;
    case next:         return with_values<next>;
    case extremum:     return with_values<extremum>;
    case convert:      return with_values<convert>;
    case from_integer: return with_values<from_integer>;
    case to_integer:   return with_values<to_integer>;
    case scalbn:       return with_values<scalbn>;
    case compare:      return with_values<compare>;
    case relation:     return with_values<relation>;
    case total_order:  return with_values<total_order>;
    case class_of:     return with_values<class_of>;
  }
  return nullptr;
}

}  // namespace

void launch_soft(const SoftTask& task, const DeviceBatch& b) {
  kernel_of(task)<<<blocks_for(b.count), threads_a_block, 0, cudaStreamPerThread>>>(task, b);
  check_launch("a kernel of softfloat");
}

}  // namespace ulplab::gpu::cuda
