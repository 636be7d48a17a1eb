// A recording of a contestant that sums up its answers by itself.
#pragma once

#include <optional>
#include <variant>

#include "gpu/verify/record.hpp"
#include "gpu/verify/recorded_check.hpp"
#include "gpu/verify/summary.hpp"

namespace ulplab::verify {

/// Can the summary stand for asking for every answer: all inputs, in whole blocks, and the reference, if there is one, is comparable?
bool can_sum_up(const Summary&, const Plan&, const RecordSettings&);

/// Runs or fingerprints, the same as from every answer. Nothing if it was stopped. Throws Infrastructure.
std::optional<std::variant<Runs, Fingerprints>> summed_up(Summary&, const Check&, const Plan&, const RecordSettings&, const RecordWatch&);

}  // namespace ulplab::verify
