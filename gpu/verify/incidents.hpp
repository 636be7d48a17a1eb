// What holds for the list of incidents of a block: each input once, in order.
#pragma once

#include <algorithm>
#include <vector>

#include "gpu/verify/contestant.hpp"

namespace ulplab::verify {

/// Of two that speak of one input, the first is kept.
inline void put_in_order(std::vector<Incident>& incidents) {
  std::stable_sort(incidents.begin(), incidents.end(), [](const Incident& a, const Incident& b) { return a.index < b.index; });
  const auto same = [](const Incident& a, const Incident& b) { return a.index == b.index; };
  incidents.erase(std::unique(incidents.begin(), incidents.end(), same), incidents.end());
}

}  // namespace ulplab::verify
