// How can a report look?
//
// One function and one file each; this table is all that the command line knows about them. An output never computes: what
// it shows was in the report.
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>

#include "lab/report/report.hpp"

namespace ulplab::lab {

/// What the reader's screen can do. Only the text output looks at it.
struct Style {
  bool colour = false;
  int columns = 100;
  bool quiet = false;  ///< only what failed, and the tally
};

std::string text_output(std::span<const Report>, const Style&);
std::string json_output(std::span<const Report>, const Style&);
std::string csv_output(std::span<const Report>, const Style&);
std::string markdown_output(std::span<const Report>, const Style&);
std::string junit_output(std::span<const Report>, const Style&);

struct Output {
  std::string_view name;
  std::string_view extension;
  std::string_view summary;
  std::string (*render)(std::span<const Report>, const Style&);
};

inline constexpr std::array<Output, 5> outputs{{
    {"text", "txt", "tables, histograms and findings for a terminal", text_output},
    {"json", "json", "everything, numbers as code and exact decimal", json_output},
    {"csv", "csv", "the tables, one after the other", csv_output},
    {"md", "md", "for a wiki or a course page", markdown_output},
    {"junit", "xml", "what was expected, for a build server", junit_output},
}};

/// nullptr if there is none of that name.
const Output* find_output(std::string_view name);

/// "18 passed, 0 failed, 1 skipped", the last line of every text.
std::string tally_line(const Tally&, bool colour);

}  // namespace ulplab::lab
