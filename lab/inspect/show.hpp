// What becomes of a value in each format?
#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "lab/report/report.hpp"
#include "softfloat/context.hpp"

namespace ulplab::lab {

/// Everything about one value in one format.
struct Shown {
  Format format{};
  Code code = 0;
  Flags flags;               ///< of the conversion
  std::string bits;          ///< fields
  std::string exact;         ///< decimal, all digits
  std::string shortest;
  std::string hex;
  std::string kind;          ///< class, with sign
  std::string ulp;           ///< 2^-12 = 0.000244140625; empty for NaN and infinity
  Code below = 0, above = 0; ///< neighbours
  std::string error_ulps;    ///< of the conversion, signed; empty where there is none to speak of
  std::string error_exact;
};

/// One value in several formats.
struct ShownValue {
  std::string written;
  std::vector<Shown> formats;
};

/// A value as a person writes it: decimal, hex float, or FORMAT:0xCODE. For a code, its own format comes first.
std::variant<ShownValue, Problem> show_value(std::string_view written, const std::vector<Format>& formats, const Context&);

/// The formats that are shown when nobody chose.
std::vector<Format> usual_formats();

/// A comma-separated list, or "all".
std::variant<std::vector<Format>, Problem> parse_format_list(std::string_view);

Report report_of(const std::vector<ShownValue>&, Rounding);

}  // namespace ulplab::lab
