// Which file does a person mean by a scenario?
#pragma once

#include <filesystem>
#include <string>
#include <variant>

#include "lab/report/problem.hpp"

namespace ulplab::lab {

/// A path stands for itself; a name for NAME.yaml in one of scenario_folders(). A problem says what is close.
std::variant<std::filesystem::path, Problem> find_scenario(const std::string& file_or_name);

}  // namespace ulplab::lab
