// What does the rounding column of a case say?
//
//     rne  rna  rtz  rup  rdn  rto      the direction; their long names (nearest_even …) too
//     sr16                              stochastic with 16 random bits (1 to 32)
//     rne+sat                           too large and infinite become the largest finite number
//     rne+nan                           they become NaN, in a format with infinity infinity
//     -                                 the operation does not round: nearest-even where it does all the same
#pragma once

#include <optional>
#include <string_view>

#include "softfloat/context.hpp"

namespace ulplab::lab {

struct RoundingColumn {
  Rounding rounding = Rounding::nearest_even;
  int random_width = 16;
  Overflow overflow = Overflow::ieee;
};

/// Nothing if the text is none of these.
std::optional<RoundingColumn> parse_rounding_column(std::string_view text);

/// What to write instead.
inline constexpr std::string_view rounding_help =
    "write rne, rna, rtz, rup, rdn, rto or sr with a number of random bits such as sr16, and +sat or +nan for overflow (rne+sat)";

/// A context with what the column says. +nan is for formats without infinity; one with infinity keeps it.
Context with(const RoundingColumn&, Context, const Format& result);

}  // namespace ulplab::lab
