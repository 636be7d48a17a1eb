// How far is a long run?
//
// A kind tells; the command line draws a line on a terminal, the window a bar, and a test nothing.
#pragma once

#include <cstdint>
#include <string_view>

namespace ulplab::lab {

/// Deaf by default: `Progress silent;` is a valid receiver.
class Progress {
 public:
  virtual ~Progress() = default;
  /// A new part begins: what, and how many steps it has (0: unknown).
  virtual void begin(std::string_view /*what*/, std::uint64_t /*steps*/) {}
  /// So many of its steps are done. Cheap enough to call every few thousand operations.
  virtual void at(std::uint64_t /*done*/) {}
};

}  // namespace ulplab::lab
