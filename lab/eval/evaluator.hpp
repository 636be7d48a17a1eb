// One line in, one line out: what is the answer to one case?
//
// The grammar is that of the columns kind, inputs and rounding of a case file (docs/eval.md); verify's pipes and the course
// speak it too.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "lab/eval/rounding_column.hpp"

namespace ulplab::lab {

struct EvalSettings {
  std::string machine = "ieee";            ///< a preset
  std::optional<Tininess> tininess;        ///< nothing: underflow that only one convention raises is printed as underflow(before)
};

struct Answer {
  std::string expected;      ///< hex code, integer, text; "error" for a malformed line
  std::string flags;         ///< none, a list, or - for operations that have none
  std::string problem;       ///< of a malformed line: what is wrong with it
};

/// Answers the inputs of one kind in one direction.
using Evaluator = std::function<Answer(std::string_view inputs)>;

/// Nothing but a sentence if there is no such kind, or the machine does not have it.
std::variant<Evaluator, std::string> make_evaluator(std::string_view kind, std::string_view rounding, const EvalSettings&);

/// A line of Berkeley TestFloat: operands in hexadecimal, answered by the operands, the result and two digits of flags.
std::variant<Evaluator, std::string> make_testfloat_evaluator(std::string_view function, std::string_view rounding, const EvalSettings&);

/// 0x and all digits of a code, lower case.
std::string hex_code(Code, int width);

}  // namespace ulplab::lab
