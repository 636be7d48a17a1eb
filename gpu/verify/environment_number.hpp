// Which limits does a person set in the environment?
#pragma once

#include <charconv>
#include <chrono>
#include <cstdlib>
#include <string>
#include <string_view>

namespace ulplab::verify {

struct EnvironmentNumber {
  const char* name;
  std::string_view what;  ///< "the time limit of one call, in seconds"
  double least;
  double& value;          ///< stays what it is where the variable is not set
};

/// What is wrong with it; empty if nothing is.
inline std::string read(const EnvironmentNumber& variable) {
  const char* const text = std::getenv(variable.name);
  if (text == nullptr || *text == '\0') return "";
  const std::string_view all(text);
  double value = 0;
  const auto [end, error] = std::from_chars(all.data(), all.data() + all.size(), value);
  if (error == std::errc{} && end == all.data() + all.size() && value >= variable.least && value <= 1e6) {
    variable.value = value;
    return "";
  }
  const std::string least = variable.least == 0 ? "0" : "0.1";
  return std::string(variable.name) + " is " + std::string(variable.what) + ": a number from " + least + " to 1000000";
}

inline std::chrono::milliseconds milliseconds_of(double seconds) {
  return std::chrono::milliseconds(static_cast<std::int64_t>(seconds * 1000));
}

}  // namespace ulplab::verify
