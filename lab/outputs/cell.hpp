// How is a cell written?
#pragma once

#include <string>

#include "lab/report/table.hpp"

namespace ulplab::lab {

/// For a person: a number exactly where that is short, else with the fewest digits that mean it; 56.25 %; 1 000 000. Never longer than about 24 characters, but for
/// texts. `as_code`: numbers as 0x3c00. Absent is "–"; whoever lays out says the reason.
std::string brief(const Cell&, bool as_code = false);

/// For a program: exact decimal of a number, the fraction of a ratio, a count without spaces, nothing for Absent.
std::string exact(const Cell&);

/// 0x3c00, at full width.
std::string hex_code(const Number&);

/// f16:0x3c00, as `ulplab show` reads it.
std::string named_code(const Number&);

/// 18 of 32 as "56.25 %"; what is not quite nothing or everything never looks as if it were.
std::string percentage(std::uint64_t numerator, std::uint64_t denominator);

/// A decimal of at most `most` characters: as it is, else with an exponent, else cut and marked with "…".
std::string abbreviated(const std::string& decimal, std::size_t most = 24);

/// Is the cell set to the right? Numbers are, texts are not.
bool is_numeric(const Cell&);

}  // namespace ulplab::lab
