// Is this file a shared library for this machine, and which functions does it offer?
//
// Read without loading it: a library that is loaded runs its constructors.
#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace ulplab::verify {

/// Symbols that others may use. Both empty where the file does not tell: `sections` may have been stripped away.
struct LibrarySymbols {
  std::vector<std::string> functions;
  std::vector<std::string> data;
};

/// Or what is wrong with the file, as the rest of a sentence that begins with its name.
std::variant<LibrarySymbols, std::string> read_library(const std::string& path);

/// What a person may have meant instead of a symbol that is not there: "it offers f32_to_f16, f16_to_f32"; empty if nothing is
/// known.
std::string suggest_symbol(std::string_view wanted, const LibrarySymbols&);

}  // namespace ulplab::verify
