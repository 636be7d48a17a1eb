// What does a table of results hold?
//
// Columns say what they measure; cells are values, not text. How a number looks is decided by the output, which sees the
// format and the code and can print either exactly. No cell is a double.
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "softfloat/format.hpp"

namespace ulplab::lab {

/// Nothing to say here: the cell stays blank.
struct Empty {
  friend bool operator==(const Empty&, const Empty&) = default;
};

/// A number of some format, as its bits.
struct Number {
  Format format;
  Code code = 0;
  friend bool operator==(const Number&, const Number&) = default;
};

/// A value written out exactly: "0.1", "-3.5e-8", "inf", "nan".
struct Exact {
  std::string decimal;
  friend bool operator==(const Exact&, const Exact&) = default;
};

/// A value that has no short exact decimal, correctly rounded to the digits that are there: "9.5834e-3". Computed in integers.
struct Approximate {
  std::string decimal;
  friend bool operator==(const Approximate&, const Approximate&) = default;
};

/// A share as the exact fraction numerator / denominator. Outputs show a percentage if `percent`, else "18/32".
struct Ratio {
  std::uint64_t numerator = 0;
  std::uint64_t denominator = 1;
  bool percent = true;
  friend bool operator==(const Ratio&, const Ratio&) = default;
};

/// There would be a value here, but it could not be had: "this CPU has no AVX512-FP16".
struct Absent {
  std::string reason;
  friend bool operator==(const Absent&, const Absent&) = default;
};

/// std::string is a text; std::int64_t and std::uint64_t are counts.
using Cell = std::variant<Empty, std::string, std::int64_t, std::uint64_t, Number, Exact, Approximate, Ratio, Absent>;

enum class Alignment : std::uint8_t { automatic, left, right };  ///< automatic: left if the column holds any text, else right

struct Column {
  std::string id;        ///< key in JSON and CSV: lower case, no spaces; unique in the table
  std::string title;     ///< what a person reads
  std::string quantity;  ///< what is measured: "format", "value", "count", "error"…
  std::string unit;      ///< "ulp", "steps"…; empty where there is none
  Alignment alignment = Alignment::automatic;
};

using Row = std::vector<Cell>;

struct Table {
  std::string id;
  std::string title;
  std::vector<Column> columns;
  std::vector<Row> rows;  ///< each as long as `columns`
};

}  // namespace ulplab::lab
