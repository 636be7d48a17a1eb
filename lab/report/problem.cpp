#include "lab/report/problem.hpp"

#include "lab/report/text.hpp"

namespace ulplab::lab {

std::string to_text(const Problem& p) {
  std::string s = printable(p.file.empty() ? "(input)" : p.file);
  s += ':';
  if (p.line > 0) s += std::to_string(p.line) + ':' + std::to_string(p.column > 0 ? p.column : 1) + ':';
  s += ' ' + printable(p.message) + '\n';
  if (!p.hint.empty()) s += "    " + printable(p.hint) + '\n';
  return s;
}

std::string to_text(const Problems& problems) {
  std::string s;
  for (const Problem& p : problems) s += to_text(p);
  return s;
}

}  // namespace ulplab::lab
