// Which colours does a terminal get?
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace ulplab::lab {

/// What a piece of text is; the last three are the fields of a code.
enum class Ink : std::uint8_t { plain, heading, good, bad, warning, faint, sign, exponent, fraction };

/// The text in that ink, if `colour`; else as it is.
std::string paint(Ink, std::string_view text, bool colour);

}  // namespace ulplab::lab
