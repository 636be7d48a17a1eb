// The manual page, in roff's man macros (man-pages(7), groff_man(7)), from the same tree as the help.
#include <fmt/format.h>

#include "lab/cli/commands.hpp"
#include "lab/cli/manual.hpp"
#include "lab/cli/words.hpp"

namespace ulplab::lab {
namespace {

/// Text that roff prints as it stands: no requests at the start of a line, hyphens that can be copied, letters beyond ASCII
/// by their number. Precondition: UTF-8, as all our own texts are.
std::string roff(std::string_view text) {
  std::string s;
  bool line_start = true;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (const auto first = static_cast<unsigned char>(c); first >= 0xc0) {
      const std::size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
      unsigned character = first & (0x7fu >> length);
      for (std::size_t more = 1; more < length && i + 1 < text.size(); ++more) character = character << 6 | (static_cast<unsigned char>(text[++i]) & 0x3fu);
      s += fmt::format("\\[u{:04X}]", character);
      line_start = false;
      continue;
    }
    if (line_start && (c == '.' || c == '\'')) s += "\\&";
    if (c == '\\')
      s += "\\e";
    else if (c == '-')
      s += "\\-";
    else if (c == '^')
      s += "\\(ha";
    else if (c == '~')
      s += "\\(ti";
    else if (c == '\'')
      s += "\\(aq";
    else if (c == '\n')
      s += s.ends_with("\n.PP\n") || s.empty() ? "" : "\n.PP\n";
    else
      s += c;
    line_start = c == '\n';
  }
  return s;
}

void options(std::string& s, const std::vector<OptionManual>& list) {
  for (const OptionManual& o : list) {
    std::string names;
    for (const std::string& n : o.names) names += (names.empty() ? "" : ", ") + ("\\fB" + roff(n) + "\\fR");
    if (!o.value.empty()) names += (names.empty() ? "" : " ") + ("\\fI" + roff(o.value) + "\\fR");
    s += ".TP\n" + names + '\n' + roff(o.text) + '\n';
  }
}

void examples(std::string& s, const std::vector<Example>& list) {
  for (const Example& e : list) s += ".TP\n\\fB" + roff(e.command) + "\\fR\n" + roff(e.what) + '\n';
}

}  // namespace

int man(const Manual& m, Terminal& terminal) {
  std::string s = ".TH ULPLAB 1 \"\" \"ulplab " + roff(version()) + "\" \"User Commands\"\n";
  s += ".SH NAME\nulplab \\- a laboratory for small floating\\-point formats\n";
  s += ".SH SYNOPSIS\n";
  for (const CommandManual& c : m.commands) s += (&c == &m.commands.front() ? "" : ".br\n") + ("\\fB" + roff(usage_of(c)) + "\\fR\n");
  s += ".SH DESCRIPTION\n" + roff(m.summary) + '\n';
  s += ".SH EXAMPLES\n";
  examples(s, m.examples);
  s += ".SH COMMANDS\n";
  for (const CommandManual& c : m.commands) {
    s += ".SS " + roff(usage_of(c)) + '\n' + roff(c.summary) + ".\n";
    if (!c.details.empty()) s += ".PP\n" + roff(c.details) + '\n';
    options(s, c.operands);
    options(s, c.options);
    if (!c.examples.empty()) {
      s += ".PP\nExamples:\n";
      examples(s, c.examples);
    }
  }
  s += ".SH OPTIONS\nUnderstood by every command:\n";
  options(s, m.options);
  s += ".SH EXIT STATUS\n";
  for (const ExitStatus& e : exit_statuses) s += ".TP\n\\fB" + std::to_string(e.code) + "\\fR\n" + roff(e.meaning) + '\n';
  s += ".SH ENVIRONMENT\n.TP\n\\fBNO_COLOR\\fR\nif set and not empty: no colours\n.TP\n\\fBTERM\\fR\nif \\fBdumb\\fR: no colours and no progress\n";
  terminal.write(s);
  return exit_ok;
}

}  // namespace ulplab::lab
