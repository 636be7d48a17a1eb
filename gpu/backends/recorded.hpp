// Machines that are not here: their lanes were recorded on them, and are read from files.
//
// Each machine that recordings are found of is a backend of its own. A lane is answered if its very question was recorded,
// with the kernel as it is now; else the reason says what has changed.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "gpu/backends/backend.hpp"
#include "gpu/backends/recorded_lanes.hpp"

namespace ulplab::gpu {

/// Where recordings are looked for: $ULPLAB_RECORDED, or else ./gpu/recorded, the source tree's, and share/ulplab/recorded
/// beside the installed command: the first that is there.
std::string recorded_folder();

/// "cuda (recorded: NVIDIA H200, driver 580.65, 2026-08-20)" of a recording's contestant and facts.
std::string title_of_recorded(std::string_view contestant, const Facts&);

/// The backends of the lanes at a path (a file or a folder), named "recorded", "recorded-2", …. At least one: if there are
/// no lanes, or a file is not good, it says why and what to do.
std::vector<std::unique_ptr<Backend>> open_recorded_backends(const std::string& path);

/// Those of recorded_folder(), read when first asked for.
std::span<const Backend* const> recorded_backends();

}  // namespace ulplab::gpu
