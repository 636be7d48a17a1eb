// Which single operations does this CPU have? To add an instruction set: its file, and one line here.
#include "gpu/backends/native_sets.hpp"
#include "gpu/backends/unit.hpp"

#include <vector>

namespace ulplab::gpu {

std::span<const Unit> native_units() {
  static const std::vector<Unit> all = [] {
    std::vector<Unit> rows;
    // Where two sets answer a question, the first that is here is asked.
    for (const std::span<const Unit> set : {avx512fp16::units(), f16c::units(), avx512bf16::units(), sse::units(), fma3::units(),
                                            avx512f::units(), plain::units()})
      rows.insert(rows.end(), set.begin(), set.end());
    return rows;
  }();
  return all;
}

}  // namespace ulplab::gpu
