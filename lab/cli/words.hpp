// Which words does the command line know? For suggestions, completion and lists.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace ulplab::lab {

std::vector<std::string> format_words();    ///< f16, fp16, half, bf16, …
std::vector<std::string> rounding_words();  ///< rne, nearest_even, …
std::vector<std::string> context_words();   ///< ieee, x86_f16c, …
std::vector<std::string> output_words();    ///< text, json, csv, md, junit
std::vector<std::string> verify_words();    ///< suites and the kinds in them
std::vector<std::string> contestant_words();///< soft, native, …; not those that take a file

/// Where scenarios are looked for by name, the nearest first: ./scenarios, the source tree this was built from, and
/// ../share/ulplab/scenarios beside the installed command. Only those that are there.
std::vector<std::filesystem::path> scenario_folders();

/// The scenarios of one folder, sorted by name.
std::vector<std::filesystem::path> scenarios_in(const std::filesystem::path& folder);

/// Names of all scenarios in all folders, each once.
std::vector<std::string> scenario_words();

/// The version of this build, "0.1.0", and with the commit it was made from, if known: "0.1.0 (fad1457)".
std::string version();
std::string version_and_commit();

}  // namespace ulplab::lab
