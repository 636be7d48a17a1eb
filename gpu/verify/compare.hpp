// Two contestants, a stretch of inputs, one comparison: the loop that everything else in this room is about.
#pragma once

#include <functional>
#include <stop_token>
#include <vector>

#include "gpu/verify/contestant.hpp"
#include "gpu/verify/diagnosis.hpp"
#include "gpu/verify/known_differences.hpp"
#include "gpu/verify/plan.hpp"
#include "gpu/verify/sample.hpp"
#include "gpu/verify/tally.hpp"

namespace ulplab::verify {

/// What is compared.
struct Match {
  const Check& check;
  const Plan& plan;
  const Contestant& with;     ///< the reference
  const Contestant& against;
  bool flags = false;
};

/// Called now and then with everything up to input `done` in the tally; `false` stops the comparison there.
using Breath = std::function<bool(std::uint64_t done, const Tally&)>;

struct Compared {
  std::uint64_t until = 0;   ///< the input it came to: `end`, or less if it was stopped or a worker gave up
  std::string gave_up;       ///< why a worker answers no more: what it was not asked is not in the tally
};

/// Compares inputs [begin, end) on all cores and adds to `tally` and `sample`. Throws Infrastructure.
Compared compare(const Match&, std::uint64_t begin, std::uint64_t end, std::stop_token, const Breath&, Tally&, Sample&);

/// The kind of fault: of the mismatches in the sample and of inputs, asked for once more, that the contestants agree on.
std::optional<Diagnosis> diagnose(const Match&, const std::vector<Mismatch>& sample, std::stop_token stop = {});

}  // namespace ulplab::verify
