// Which results of a stretch are not the recorded ones?
#pragma once

#include <span>
#include <vector>

#include "gpu/verify/contestant.hpp"
#include "gpu/verify/recorded_check.hpp"

namespace ulplab::verify {

/// What the difference of two fingerprints says.
struct Located {
  struct At {
    std::uint64_t place = 0;       ///< in the stretch
    std::uint64_t difference = 0;  ///< of the weighted terms, recorded - computed
  };
  std::vector<At> wrong;       ///< all of them, one or two; empty if there are more
  std::uint64_t at_least = 0;  ///< how many there are at least
};

/// `difference` is recorded - computed of a stretch: of all, which is not 0, then of the groups. One wrong result is found: the
/// groups that differ spell its place. Two as well: some bit tells their places apart, the group of that bit has the
/// difference of one of them alone, and every other group has none, the one's, the other's or both.
Located locate(std::span<const std::uint64_t> difference);

/// Compares inputs [begin, end) of the plan with recorded fingerprints, on all cores; adds what it finds to the tally. Stretches
/// that begin and end cut are computed whole. Throws Infrastructure.
void judge_fingerprints(const RecordedCheck&, const Fingerprints&, const Contestant& reference, const Check&, const Plan&, std::uint64_t begin, std::uint64_t end, Tally&);

}  // namespace ulplab::verify
