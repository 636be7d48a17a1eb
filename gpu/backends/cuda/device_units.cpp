#include "gpu/backends/cuda/device_units.hpp"

#include <vector>

namespace ulplab::gpu::cuda {
namespace {

struct Table final : UnitSink {
  std::vector<DeviceUnit> units;
  Table() {
    add_units(*this);
    add_small_units(*this);
  }
  void add(const DeviceUnit& unit) override { units.push_back(unit); }
};

}  // namespace

std::span<const DeviceUnit> device_units() {
  static const Table table;
  return table.units;
}

}  // namespace ulplab::gpu::cuda
