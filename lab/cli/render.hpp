// How do the subcommands that answer with a Report write it?
#pragma once

#include <span>
#include <string>

#include "lab/cli/terminal.hpp"
#include "lab/outputs/outputs.hpp"

namespace ulplab::lab {

/// The output of --format and --json; text if neither was given. The name has been checked by tree.cpp.
const Output& chosen_output(const std::string& format, const Terminal&);

Style style_of(const Terminal&);

/// Renders and writes.
void render(std::span<const Report>, const std::string& format, Terminal&);

/// An empty report of the tool about itself: `ulplab list`, `ulplab doctor`.
Report report_about(std::string id, std::string title);

}  // namespace ulplab::lab
