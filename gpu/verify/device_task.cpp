#include "gpu/verify/device_task.hpp"

#include <algorithm>

namespace ulplab::verify {
namespace {

using gpu::cuda::DeviceSlot;
using gpu::cuda::SoftOperation;
using gpu::cuda::SoftTask;

/// The operations table, and what stands beside it in gpu/verify/kind.cpp.
struct Row {
  std::string_view name;
  SoftOperation operation;
  Extremum extremum = Extremum::minimum;
  Order one = Order::equal, other = Order::equal;
};
constexpr Row rows[] = {
    {"add", SoftOperation::add},
    {"sub", SoftOperation::sub},
    {"mul", SoftOperation::mul},
    {"div", SoftOperation::div},
    {"fma", SoftOperation::fma},
    {"sqrt", SoftOperation::sqrt},
    {"rsqrt", SoftOperation::rsqrt},
    {"rem", SoftOperation::rem},
    {"rint", SoftOperation::rint},
    {"round", SoftOperation::round},
    {"logb", SoftOperation::logb},
    {"scale2", SoftOperation::scale2},
    {"ulp", SoftOperation::ulp},
    {"next_up", SoftOperation::next_up},
    {"next_down", SoftOperation::next_down},
    {"next", SoftOperation::next},
    {"minimum", SoftOperation::extremum, Extremum::minimum},
    {"maximum", SoftOperation::extremum, Extremum::maximum},
    {"minimum_number", SoftOperation::extremum, Extremum::minimum_number},
    {"maximum_number", SoftOperation::extremum, Extremum::maximum_number},
    {"scalbn", SoftOperation::scalbn},
    {"compare", SoftOperation::compare},
    {"compare_signaling", SoftOperation::compare},
    {"total_order", SoftOperation::total_order},
    {"class", SoftOperation::class_of},
    {"eq", SoftOperation::relation, {}, Order::equal, Order::equal},
    {"eq_signaling", SoftOperation::relation, {}, Order::equal, Order::equal},
    {"le", SoftOperation::relation, {}, Order::less, Order::equal},
    {"le_quiet", SoftOperation::relation, {}, Order::less, Order::equal},
    {"lt", SoftOperation::relation, {}, Order::less, Order::less},
    {"lt_quiet", SoftOperation::relation, {}, Order::less, Order::less},
};

/// The row whose name ends the kind's: the longest, since fp8_e4m3_add and f16_next_up have underscores of their own.
const Row* row_of(const Kind& kind) {
  const Row* found = nullptr;
  for (const Row& r : rows) {
    const std::string ending = '_' + std::string(r.name);
    const bool fits = kind.operation != nullptr ? kind.operation->name == r.name : kind.name.ends_with(ending);
    if (fits && (found == nullptr || r.name.size() > found->name.size())) found = &r;
  }
  return found;
}

DeviceSlot slot_of(const Slot& slot) {
  DeviceSlot s;
  s.is_number = std::holds_alternative<Format>(slot);
  s.bits = width_of(slot);
  s.bytes = bytes_of(slot);
  if (s.is_number) s.format = std::get<Format>(slot);
  return s;
}

}  // namespace

std::optional<SoftTask> soft_task_of(const Check& check) {
  const Kind& kind = check.kind;
  if (kind.stochastic) return std::nullopt;
  SoftTask t;
  t.from = kind.from;
  t.to = kind.to;
  t.integer = kind.integer;
  t.context = check.context;
  t.exactness = kind.exactness;
  t.comparison = kind.comparison;
  for (std::size_t k = 0; k < kind.operands.size(); ++k) t.operand_bytes[k] = bytes_of(kind.operands[k]);
  t.result_bytes = bytes_of(kind.result);
  if (kind.use == Use::to_integer) {
    t.operation = SoftOperation::to_integer;
  } else if (kind.use == Use::conversion) {
    t.operation = std::holds_alternative<IntegerType>(kind.operands[0]) ? SoftOperation::from_integer : SoftOperation::convert;
  } else if (const Row* row = row_of(kind)) {
    t.operation = row->operation;
    t.extremum = row->extremum;
    t.one = row->one;
    t.other = row->other;
  } else {
    return std::nullopt;
  }
  return t;
}

gpu::cuda::DeviceShape shape_of(const Kind& kind) {
  gpu::cuda::DeviceShape shape;
  shape.operands = static_cast<int>(kind.operands.size());
  for (std::size_t k = 0; k < kind.operands.size(); ++k) shape.operand[k] = slot_of(kind.operands[k]);
  shape.result = slot_of(kind.result);
  return shape;
}

}  // namespace ulplab::verify
