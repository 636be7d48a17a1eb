// What is done with the results of a stretch of inputs where they lie: compared, counted by class, searched for changes?
//
// For one input each, as functions that host and device share: the kernels of sweep.cu call them, and the tests.
#pragma once

#include "gpu/backends/cuda/soft_task.hpp"

namespace ulplab::gpu::cuda {

/// What an operand or a result is: a code of a format, or else an integer or a word of so many bits.
struct DeviceSlot {
  bool is_number = true;
  int bits = 16;
  int bytes = 2;
  Format format{5, 11, 15};
};

/// The operands and the result of a kind.
struct DeviceShape {
  int operands = 1;
  DeviceSlot operand[3];
  DeviceSlot result;
};

inline constexpr int device_groups = 5;        ///< zero, subnormal, normal, infinity, NaN: as gpu/verify/tally.hpp
inline constexpr int device_combinations = 125;///< of three operands

ULPLAB_HD constexpr int group_of_code(const DeviceSlot& slot, Code code) {
  if (!slot.is_number) return code == 0 ? 0 : 2;
  switch (class_of(slot.format, code)) {
    case Class::zero:      return 0;
    case Class::subnormal: return 1;
    case Class::normal:    return 2;
    case Class::infinity:  return 3;
    default:               return 4;
  }
}

/// Operand k of input `index` of all inputs in counting order, first operand outermost.
ULPLAB_HD constexpr Code operand_of(const DeviceShape& shape, std::uint64_t index, int k) {
  int below = 0;
  for (int j = 1; j < 3; ++j)
    if (j > k && j < shape.operands) below += shape.operand[j].bits;
  return low_bits(index >> below, shape.operand[k].bits);
}

/// Place in the counts by classes of the operands.
ULPLAB_HD inline int combination_of(const DeviceShape& shape, const void* const* operands, std::uint64_t i) {
  int at = 0;
  for (int k = 0; k < 3; ++k)  // loops over three have no index that is not a constant: so the shape stays out of a device's memory
    if (k < shape.operands) at = at * device_groups + group_of_code(shape.operand[k], load_code(operands[k], shape.operand[k].bytes, i));
  return at;
}

/// One input for which two answers differ.
struct DeviceDifference {
  std::uint64_t place = 0;  ///< in the stretch
  Code expected = 0, got = 0;
};

/// Two places next to each other whose results differ: the second of them, and what it has.
struct DeviceChange {
  std::uint64_t place = 0;
  Code result = 0;
};

/// What comes back of a stretch. The lists have room for so many, in no order; the counts are right beyond that.
struct DeviceCounts {
  unsigned long long differences = 0;
  unsigned long long changes = 0;
  unsigned long long results[device_groups] = {};           ///< of the expected results
  unsigned long long wrong[device_combinations] = {};       ///< differences by the classes of the operands
};

/// Compares input i; `add` adds one to a counter and gives what it was, for all threads together.
template <class Add>
ULPLAB_HD void compare_element(const DeviceShape& shape, const void* const* operands, const void* expected, const void* got, std::uint64_t i,
                               DeviceCounts& counts, DeviceDifference* list, std::uint64_t room, const Add& add) {
  const Code a = load_code(expected, shape.result.bytes, i);
  const Code b = load_code(got, shape.result.bytes, i);
  if (a == b) return;
  add(counts.wrong[combination_of(shape, operands, i)]);
  const unsigned long long at = add(counts.differences);
  if (at < room) list[at] = {i, a, b};
}

/// Notes place i if its result is not the one before it; `before` is what came before place 0.
template <class Add>
ULPLAB_HD void note_change(const DeviceShape& shape, const void* results, std::uint64_t i, bool has_before, Code before, DeviceCounts& counts,
                           DeviceChange* list, std::uint64_t room, const Add& add) {
  const Code now = load_code(results, shape.result.bytes, i);
  if (i == 0 ? has_before && now == before : now == load_code(results, shape.result.bytes, i - 1)) return;
  const unsigned long long at = add(counts.changes);
  if (at < room) list[at] = {i, now};
}

}  // namespace ulplab::gpu::cuda
