// How does a code look to a person?
#pragma once

#include <string>

#include "softfloat/steps.hpp"

namespace ulplab::lab {

/// The fields: 0b0'01111'0000000000.
std::string bits_text(const Format&, Code);

/// 0x3c00: all digits, lower case.
std::string code_text(const Format&, Code);

/// 1.1001100110 × 2^-4, all p bits; subnormals as they are stored: 0.0000000011 × 2^-14. Words for the specials.
std::string significand_text(const Format&, Code);

/// A magnitude in binary, normalised: 1.0011 × 2^-2, at most `digits` binary places, then "…".
std::string binary_text(uint128 significand, int exponent, int digits);

/// 2^-24.
std::string power_text(int exponent);

/// The exact decimal if it has at most `most` characters; else its leading digits and "…", in scientific form.
std::string decimal_text(const Format&, Code, std::size_t most = 64);

}  // namespace ulplab::lab
