// How wide is a text on a screen, and can it do harm there?
//
// Everything a person or a file gave may hold control characters, bytes that are no UTF-8, and letters two columns wide.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace ulplab::lab {

/// The text without danger for a terminal: control characters and bytes that are no UTF-8 become \xNN; after `most`
/// characters, if not 0, comes "…".
std::string printable(std::string_view text, std::size_t most = 0);

/// Columns on a terminal: East Asian wide characters take two, combining marks none. Of printable UTF-8.
std::size_t display_width(std::string_view text);

/// Filled with spaces to `width` columns; as it is if it is wider.
std::string pad_right(std::string_view text, std::size_t width);
std::string pad_left(std::string_view text, std::size_t width);

/// Broken at spaces, or within a word that is too long, into lines of at most `width` columns; at least one line.
std::vector<std::string> wrap(std::string_view text, std::size_t width);

/// 12 345 678, with a space between groups of three from five digits on.
std::string grouped(std::string_view digits);

}  // namespace ulplab::lab
