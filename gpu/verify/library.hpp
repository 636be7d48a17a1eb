// lib:PATH:SYMBOL[:SIG]: is this function of a person's own right?
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <variant>

#include "gpu/verify/child.hpp"
#include "gpu/verify/contestant.hpp"

namespace ulplab::verify {

/// Set by ULPLAB_LIB_SECONDS (one call), ULPLAB_LIB_PATIENCE (seconds of waiting in all, in one worker) and ULPLAB_LIB_MEMORY
/// (MiB; 0: no limit). Or a sentence.
std::variant<ChildLimits, std::string> child_limits_from_environment();

/// `spec` is what stands behind "lib:". A sentence if there is no such library or function.
std::variant<std::unique_ptr<Contestant>, std::string> open_library(std::string_view spec);
std::variant<std::unique_ptr<Contestant>, std::string> open_library(std::string_view spec, const ChildLimits&);

}  // namespace ulplab::verify
