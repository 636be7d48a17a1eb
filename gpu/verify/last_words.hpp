// What had a program to say when it ended?
#pragma once

#include <string>
#include <string_view>

namespace ulplab::verify {

/// The last lines of what it wrote to standard error, as one line of at most `most` bytes; empty if there are none.
inline std::string last_words(std::string_view text, int lines, std::size_t most) {
  const auto blank = [](char c) { return static_cast<unsigned char>(c) <= ' ' || c == 0x7f; };
  while (!text.empty() && blank(text.back())) text.remove_suffix(1);
  std::size_t begin = text.size();
  for (int i = 0; i < lines && begin != 0; ++i) {
    const std::size_t end_before = text.rfind('\n', begin - 1);
    begin = end_before == std::string_view::npos ? 0 : end_before;
  }
  std::string words;
  for (const char c : text.substr(begin))
    if (!blank(c) || (!words.empty() && words.back() != ' ')) words += blank(c) ? ' ' : c;
  return words.size() <= most ? words : "…" + words.substr(words.size() - most);
}

}  // namespace ulplab::verify
