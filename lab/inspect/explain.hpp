// How does one operation come to its result, step by step?
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "lab/inspect/expression.hpp"
#include "lab/report/report.hpp"

namespace ulplab::lab {

/// One line for a slide: what happens, and what it looks like.
struct ExplainLine {
  std::string label;  ///< "align", "discard"…; empty where it belongs to the line above
  std::string text;
};

struct Explanation {
  Expression expression;
  Context context;
  std::vector<Step> steps;  ///< what the library recorded
  std::vector<ExplainLine> lines;
  Rounded result;
};

/// Runs the operation with a recorder and puts its steps into words. Operands that are not numbers are Problems.
std::variant<Explanation, Problems> explain(const Expression&, const Context&);

/// The same as a table, for the other outputs.
Report report_of(const Explanation&);

}  // namespace ulplab::lab
