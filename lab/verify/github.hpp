// A verification in the words of GitHub Actions: annotations of a run, made of lines that the runner picks out of the log.
//
//     ::error title=f32_to_f16 rne%3A 4 inputs differ::0x38802001: expected 0x1001, got 0x1000 …
#pragma once

#include <string>
#include <string_view>

#include "gpu/verify/session.hpp"

namespace ulplab::lab {

/// An error for each check that failed and for trouble on the way; a notice for each reason for which checks were skipped; a
/// warning if nothing was run. Each a line.
std::string github_annotations(const verify::Session&);

/// Text behind the last `::` of a workflow command, and of a property in front of it.
std::string github_data(std::string_view);
std::string github_property(std::string_view);

}  // namespace ulplab::lab
