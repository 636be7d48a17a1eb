// How is one field of a case read, and how is an answer written?
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "gpu/verify/kind.hpp"

namespace ulplab::lab {

/// A field that could not be read.
struct BadField {
  std::string sentence;
};

/// The parts of a line between commas.
std::vector<std::string_view> split(std::string_view text, char separator);

/// Hexadecimal digits without prefix, at most `width` bits. Throws BadField.
Code read_hex_digits(std::string_view text, int width);

/// `0x3c00`, at most `width` bits. Throws BadField.
Code read_code(std::string_view text, int width);

/// An operand: a code for a format, a decimal integer (or its bits as 0x…) for an integer type. Throws BadField.
Code read_operand(std::string_view text, const verify::Slot&);

/// The random bits of a stochastic operation, at most `width` bits, as 0x…. Throws BadField.
std::uint32_t read_random_bits(std::string_view text, int width);

/// A result as text.
std::string write_result(Code, const verify::Slot&);

}  // namespace ulplab::lab
