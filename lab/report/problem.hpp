// What is wrong with what a person wrote?
//
// Problems are values. A reader collects all of them before it gives up, so that one run shows everything there is to mend.
#pragma once

#include <string>
#include <vector>

namespace ulplab::lab {

/// One thing to mend. Lines and columns count from 1; what concerns a file as a whole is told at 1:1.
struct Problem {
  std::string file;     ///< as the person named it
  int line = 0;
  int column = 0;       ///< in characters
  std::string message;  ///< what is wrong: "unknown key 'formts'"
  std::string hint;     ///< what to write instead: "did you mean 'formats'?"; may be empty
};

using Problems = std::vector<Problem>;

/// `file:line:col: message`, and the hint on an indented line of its own. Ends with a newline.
std::string to_text(const Problem&);
std::string to_text(const Problems&);

}  // namespace ulplab::lab
