// What is a machine known to do differently, why, and who says so?
//
// One table. A difference that it explains is counted and not a failure; one that stops occurring is a failure.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "gpu/verify/check.hpp"
#include "gpu/verify/tally.hpp"

namespace ulplab::verify {

/// The modes and presets of a kind in which a difference is to be expected.
struct Where {
  std::string_view said;  ///< "subnormals kept"
  bool (*holds)(const Check&);
};

struct KnownDifference {
  std::string_view id;             ///< "avx512_bf16_flushes"
  std::string_view contestant;     ///< "native"
  std::string_view kind;           ///< "f32_to_bf16"
  Where where;
  std::uint64_t whole;             ///< how often over all inputs; 0: not counted
  bool (*is)(const Check&, const Mismatch&);  ///< is this mismatch one?
  std::string_view reason;
  std::string_view source;
};

/// The whole table, for a list that a person reads.
std::span<const KnownDifference> all_known_differences();

/// The rows that speak of this contestant and check.
std::vector<const KnownDifference*> known_differences(std::string_view contestant, const Check&);

}  // namespace ulplab::verify
