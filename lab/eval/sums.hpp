// What is the sum, or the mean, of a list of codes, added up in a given way?
//
//     seq;3000*0x3c00          left to right in the format
//     seq32;…                  left to right in binary32, one rounding at the end
//     kahan; neumaier; pairwise;…   (gpu/kernels/sum.hpp)
//     exact;0x3c00,0x7800,…    the exact sum, rounded once
//
// The mean is the exact mean rounded once (exact), or the sum divided by the count in the format (the others).
#pragma once

#include <string_view>

#include "softfloat/context.hpp"

namespace ulplab::lab {

/// Most terms that are added one by one.
inline constexpr std::uint64_t most_terms = 100'000'000;

/// The code of the sum or the mean. Throws BadField (fields.hpp) for what is malformed.
Code total(const Format&, std::string_view inputs, bool mean, const Context&);

}  // namespace ulplab::lab
