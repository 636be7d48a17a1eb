#include <algorithm>

#include "lab/cli/manual.hpp"
#include "lab/outputs/ink.hpp"
#include "lab/report/text.hpp"

namespace ulplab::lab {
namespace {

class Page {
 public:
  Page(bool colour, int columns) : colour_(colour), columns_(static_cast<std::size_t>(std::clamp(columns, 60, 110))) {}

  void heading(std::string_view title) { text += '\n' + paint(Ink::heading, title, colour_) + '\n'; }
  void paragraph(std::string_view words, std::size_t indent = 0) {
    for (const std::string& line : wrap(words, columns_ - indent)) text += std::string(indent, ' ') + line + '\n';
  }
  /// A term and what it means, in two columns; the meaning goes below where the term is wide.
  void entry(std::string_view term, std::string_view meaning, std::size_t width, Ink ink = Ink::plain) {
    const std::size_t indent = 2 + width + 2;
    std::string line = "  " + paint(ink, pad_right(term, width), colour_) + "  ";
    if (display_width(term) > width) {
      text += "  " + paint(ink, term, colour_) + '\n';
      line.assign(indent, ' ');
    }
    for (const std::string& l : wrap(meaning, columns_ - indent)) {
      text += line + l + '\n';
      line.assign(indent, ' ');
    }
  }
  void examples(const std::vector<Example>& list) {
    if (list.empty()) return;
    std::size_t widest = 0;
    for (const Example& e : list) widest = std::max(widest, display_width(e.command));
    heading("Examples");
    for (const Example& e : list) entry(e.command, e.what, std::min<std::size_t>(widest, 46), Ink::good);
  }
  void options(std::string_view title, const std::vector<OptionManual>& list) {
    if (list.empty()) return;
    heading(title);
    for (const OptionManual& o : list) {
      std::string term;
      for (const std::string& n : o.names) term += (term.empty() ? "" : ", ") + n;
      if (!o.value.empty()) term += (term.empty() ? "" : " ") + o.value;
      entry(term, o.text, 24);
    }
  }

  std::string text;

 private:
  bool colour_;
  std::size_t columns_;
};

}  // namespace

std::string usage_of(const CommandManual& c) {
  std::string s = "ulplab " + c.name + " [OPTIONS]";
  for (const OptionManual& o : c.operands) s += o.required ? ' ' + o.value : " [" + o.value + ']';
  return s;
}

std::string help_text(const Manual& m, const CommandManual* command, bool colour, int columns) {
  Page page(colour, columns);
  if (command == nullptr) {
    page.paragraph("ulplab: " + m.summary);
    page.examples(m.examples);
    page.heading("Usage");
    page.paragraph("ulplab COMMAND [OPTIONS] ...", 2);
    page.heading("Commands");
    for (const CommandManual& c : m.commands) page.entry(c.name, c.summary, 12);
    page.options("Options of every command", m.options);
    page.heading("Exit status");
    for (const ExitStatus& e : exit_statuses) page.entry(std::to_string(e.code), e.meaning, 4);
    page.text += '\n';
    page.paragraph("ulplab COMMAND --help tells more about a command.");
  } else {
    page.paragraph("ulplab " + command->name + ": " + command->summary);
    page.examples(command->examples);
    page.heading("Usage");
    page.paragraph(usage_of(*command), 2);
    std::string_view details = command->details;
    while (!details.empty()) {
      const std::size_t end = std::min(details.find("\n\n"), details.size());
      page.text += '\n';
      page.paragraph(details.substr(0, end));
      details.remove_prefix(std::min(end + 2, details.size()));
    }
    page.options("Operands", command->operands);
    page.options("Options", command->options);
    page.options("Options of every command", m.options);
  }
  return page.text;
}

}  // namespace ulplab::lab
