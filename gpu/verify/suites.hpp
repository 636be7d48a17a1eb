// Which kinds does a suite stand for?
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ulplab::verify {

struct Suite {
  std::string_view name;
  std::string_view what;
};
std::span<const Suite> suites();

/// The kinds of a suite in the order in which they are run, each once. Empty if there is no suite of that name.
std::vector<std::string> kinds_of_suite(std::string_view name);

}  // namespace ulplab::verify
