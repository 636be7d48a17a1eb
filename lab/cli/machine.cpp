#include "lab/cli/machine.hpp"

#include <fstream>

#ifndef ULPLAB_FLAGS
#define ULPLAB_FLAGS "unknown"
#endif

namespace ulplab::lab {

std::string processor_name() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);)
    if (line.starts_with("model name"))
      if (const std::size_t colon = line.find(':'); colon != std::string::npos && colon + 2 < line.size()) return line.substr(colon + 2);
  return "unknown";
}

std::string compiler_name() {
#if defined(__clang__)
  return "clang " __clang_version__;
#else
  return "g++ " __VERSION__;
#endif
}

std::string compiler_flags() { return ULPLAB_FLAGS; }

}  // namespace ulplab::lab
