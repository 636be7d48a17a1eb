#include "lab/outputs/ink.hpp"

#include <array>

namespace ulplab::lab {
namespace {

// ANSI SGR. The fields are Okabe-Ito's vermilion, bluish green and sky blue, as the nearest of the 256 colours; words never
// depend on colour alone.
constexpr std::array<std::string_view, 9> codes{{
    "",          // plain
    "1",         // heading
    "32",        // good
    "1;31",      // bad
    "33",        // warning
    "2",         // faint
    "38;5;166",  // sign      #D55E00
    "38;5;36",   // exponent  #009E73
    "38;5;74",   // fraction  #56B4E9
}};

}  // namespace

std::string paint(Ink ink, std::string_view text, bool colour) {
  const std::string_view code = codes[static_cast<std::size_t>(ink)];
  if (!colour || code.empty() || text.empty()) return std::string(text);
  std::string s = "\033[";
  s.append(code).append("m").append(text).append("\033[0m");
  return s;
}

}  // namespace ulplab::lab
