// What kind of fault explains these mismatches?
//
// Wrong models (truncation, ties away, two roundings, flushed subnormals, …) are computed for the inputs that differ and for
// inputs that do not. The model that gives what the contestant gave names the fault.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "gpu/verify/check.hpp"
#include "gpu/verify/tally.hpp"

namespace ulplab::verify {

/// An input and what the contestant made of it.
struct Witness {
  Operands operands{};
  Code expected = 0;
  Code got = 0;
  Flags expected_flags{}, got_flags{};  ///< where they were compared; equal where not
};

struct Diagnosis {
  std::string id;          ///< "ties_away"
  std::string sentence;    ///< "Ties go away from zero: …"
  std::uint64_t explained = 0;  ///< of the mismatches that were looked at
  std::uint64_t looked_at = 0;
};

/// `mismatches` differ, `agreements` do not. Nothing if no model explains them.
std::optional<Diagnosis> diagnose(const Check&, std::span<const Witness> mismatches, std::span<const Witness> agreements);

}  // namespace ulplab::verify
