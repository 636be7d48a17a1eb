// An observer that keeps the steps of an operation, in order.
#pragma once

#include <vector>

#include "softfloat/steps.hpp"

namespace ulplab {

/// Pass `Recorder{&steps}` as the last argument of an operation; `steps` outlives it.
struct Recorder {
  static constexpr bool records = true;
  std::vector<Step>* steps;
  constexpr void operator()(const Step& step) const { steps->push_back(step); }
};

}  // namespace ulplab
