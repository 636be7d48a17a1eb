// A verification as JSON, and back: what shards are merged from and what a program reads. docs/verify.md describes it.
//
// Nothing is a JSON double. Codes are hexadecimal strings; a count is a JSON integer up to 2^53 and a decimal string above.
#pragma once

#include <string>
#include <string_view>
#include <variant>

#include "gpu/verify/session.hpp"
#include "lab/report/problem.hpp"

namespace ulplab::lab {

/// Grows when a field changes its meaning or goes away.
inline constexpr std::string_view verify_schema = "ulplab.verify/1";

/// One document, ends with a newline.
std::string to_json(const verify::Session&);

/// Reads what to_json wrote. A Problem names `file` and what is wrong: no JSON, another schema, a field that is missing, unknown
/// or out of range.
std::variant<verify::Session, Problem> session_of_json(std::string_view text, const std::string& file);

/// The same from a file, of at most 256 MiB.
std::variant<verify::Session, Problem> read_session(const std::string& file);

/// The bytes of a file, or why they could not be read.
std::variant<std::string, Problem> content_of_file(const std::string& file);

/// Where in a text JSON ended to be JSON: the Problem of a file that was cut off or changed.
Problem not_json(const std::string& file, std::string_view text, std::size_t byte);

}  // namespace ulplab::lab
