// What is left of a gradient that is scaled and then stored in a small format?
//
// The product is formed in a wide arithmetic, where a power of two costs nothing, and rounded once on store: what mixed
// precision training does to every element when the loss is multiplied by a scale.
#pragma once

#include "gpu/kernels/arithmetic.hpp"

namespace ulplab::gpu {

struct ScaleAndStore {
  template <class Narrow, class Wide>
  ULPLAB_HD constexpr typename Narrow::Value operator()(Narrow& narrow, Wide& wide, const typename Wide::Value& gradient,
                                                        const typename Wide::Value& scale) const {
    return narrow.from(wide, wide.mul(gradient, scale));
  }
};

}  // namespace ulplab::gpu
