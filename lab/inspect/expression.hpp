// What does "fp16: 0.1 + 0.2" ask?
#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "lab/report/problem.hpp"
#include "softfloat/formats.hpp"
#include "softfloat/operations.hpp"

namespace ulplab::lab {

/// One operation on numbers as they were written; without an operation, the number itself in the format.
struct Expression {
  Format format = binary16;
  const Operation* operation = nullptr;
  std::vector<std::string> operands;  ///< decimal, hex float, or a code 0x3c00
  std::vector<int> columns;           ///< where each stands in what the person typed, from 1
  std::string text;                   ///< with even spaces
};

/// `[FORMAT:] A`, `A + B`, `- * /`, or a function: fma(a,b,c) sqrt(a) rsqrt(a) rem(a,b) … with any name of the operations
/// table. Problems carry the column.
std::variant<Expression, Problem> parse_expression(std::string_view text);

}  // namespace ulplab::lab
