// What is a decimal number rounded to so many decimals?
#pragma once

#include <string>
#include <string_view>

namespace ulplab::lab {

/// A plain decimal such as -0.0625, rounded to `decimals` digits behind the point, ties to even. Words (inf, nan) stay.
std::string round_to_decimals(std::string_view text, int decimals);

}  // namespace ulplab::lab
