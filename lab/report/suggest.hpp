// Did you mean …?
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace ulplab::lab {

/// How many characters must be inserted, removed, exchanged or swapped with their neighbour to get from a to b; letters of
/// either case are the same (optimal string alignment distance).
int edit_distance(std::string_view a, std::string_view b);

/// The closest candidate that a person may have meant (a third of the letters wrong at most, or it begins that way), or "".
std::string nearest(std::string_view word, std::span<const std::string> candidates);

/// "did you mean 'show'?", or "" if nothing is close.
std::string did_you_mean(std::string_view word, std::span<const std::string> candidates);

}  // namespace ulplab::lab
