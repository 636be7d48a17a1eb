// How does a function of one element become a kernel? For .cu files only.
//
// As unit_row.hpp does it on the host: what the function takes and gives are the types whose bytes are the codes.
#pragma once

#include <utility>

#include "gpu/backends/cuda/device_unit.hpp"

namespace ulplab::gpu::cuda {
namespace detail {

template <class F, class R, class... Operands, std::size_t... Place>
__device__ void run_elements(const DeviceBatch& b, R (F::*)(Operands...) const, std::index_sequence<Place...>) {
  each(b.count, [&](std::size_t i) { static_cast<R*>(b.results)[i] = F{}(static_cast<const Operands*>(b.operands[Place])[i]...); });
}
template <class F, class R, class... Operands>
__device__ constexpr std::index_sequence_for<Operands...> places_of(R (F::*)(Operands...) const) {
  return {};
}

template <class F>
__global__ void over_batch(DeviceBatch b) {
  run_elements<F>(b, &F::operator(), places_of(&F::operator()));
}

template <class F>
void launch(const DeviceBatch& b) {
  over_batch<F><<<blocks_for(b.count), threads_a_block, 0, cudaStreamPerThread>>>(b);
  check_launch("a unit's kernel");
}

}  // namespace detail

/// Takes the rows of a table: row("f16_add", rne, ieee, "__hadd_rn", [] __device__ (__half a, __half b) { return … }).
class DeviceTable {
 public:
  explicit DeviceTable(UnitSink& units, int minimal = 0) : units_(units), minimal_(minimal) {}
  /// The same table for instructions that begin with an architecture.
  DeviceTable from(int minimal) const { return DeviceTable(units_, minimal); }

  template <class F>
  void operator()(std::string_view kind, Rounding rounding, Overflow overflow, std::string_view instructions, F) const {
    units_.add({kind, rounding, overflow, "cuda", instructions, minimal_, &detail::launch<F>});
  }

 private:
  UnitSink& units_;
  int minimal_;
};

}  // namespace ulplab::gpu::cuda
