// How is one mismatch explained to a person: its codes, how far the answer is off, and how to see it again?
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "gpu/verify/session.hpp"
#include "lab/report/table.hpp"

namespace ulplab::lab {

/// 0x3c00, all digits of the slot's width.
std::string hex_of(const verify::Slot&, Code);

/// The operands as `--input` and `ulplab eval` read them: 0x3c00,0x0001.
std::string input_of(const verify::Kind&, const verify::Operands&);

/// The fields of a number, 0'01111'0000000000; empty for what has none.
std::string fields_of(const verify::Slot&, Code);

/// The value: a number of its format, an integer, a word.
Cell value_of(const verify::Slot&, Code);

/// "quiet NaN", "subnormal"; empty for what is no number of a format.
std::string class_of_code(const verify::Slot&, Code);

/// How many numbers of the result's format `got` is above `expected`, exactly; as many ulps, where both lie in one binade.
/// Infinity follows the largest number. A decimal, such as "-1"; nothing where one of them is NaN, a word, or was not given.
std::optional<std::string> distance_of(const verify::Kind&, const verify::Mismatch&);

/// 0x3f801000: expected 0x3c00, got 0x3c01; with the flags, where they were compared.
std::string sentence_of(const verify::Kind&, const verify::Mismatch&);

/// What the reference says: echo 0x39587000 | ulplab eval f32_to_f16 --rounding rne --context cuda
std::string eval_command(const verify::CheckResult&, const verify::Kind&, const verify::Mismatch&);
/// The contestants asked once more: ulplab verify f32_to_f16 --rounding rne --against native --context cuda --input 0x39587000
std::string verify_command(const verify::Session&, const verify::CheckResult&, const verify::Kind&, const verify::Mismatch&);

/// A word of a shell's command line: in quotes unless it is harmless.
std::string shell_word(std::string_view);

}  // namespace ulplab::lab
