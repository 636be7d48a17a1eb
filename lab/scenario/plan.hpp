// A checked scenario, ready to run.
#pragma once

#include <memory>
#include <vector>

#include "lab/scenario/expect.hpp"

namespace ulplab::lab {

struct Plan {
  Common common;
  std::unique_ptr<Experiment> experiment;
  std::vector<Expectation> expectations;
};

}  // namespace ulplab::lab
