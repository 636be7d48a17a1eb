// What is verified: one kind, in one direction, under the rules of one machine.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "gpu/verify/kind.hpp"

namespace ulplab::verify {

/// A rounding direction and what becomes of too large results: `rne`, `rtz`, `rne+sat`, `rne+nan`.
struct Mode {
  Rounding rounding = Rounding::nearest_even;
  Overflow overflow = Overflow::ieee;
  friend bool operator==(const Mode&, const Mode&) = default;
};
std::string name_of(const Mode&);
/// Nothing if the text is no mode (stochastic rounding is none: it takes random bits for every input).
std::optional<Mode> parse_mode(std::string_view text);

struct Check {
  Kind kind;
  Mode mode;
  std::string machine = "ieee";  ///< the preset under whose rules both contestants answer
  Context context;               ///< that machine's, for this kind and mode

  std::string name() const { return kind.name + ' ' + name_of(mode); }
};

/// The check, or nothing if the machine does not have this kind in this mode.
std::optional<Check> make_check(const Kind&, const Mode&, std::string_view machine);

/// Bytes of a code of the slot in a batch: 1, 2, 4 or 8.
int bytes_of(const Slot&);

/// Reads and writes code number `index` of an array of codes of `bytes` each.
Code load(const void* codes, int bytes, std::size_t index);
void store(void* codes, int bytes, std::size_t index, Code);

/// The operands of one input; those that the kind does not have are 0.
using Operands = std::array<Code, 3>;

}  // namespace ulplab::verify
