// A report for a person at a terminal, or on a projector: 100 columns, aligned, no colour that carries meaning alone.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "lab/outputs/cell.hpp"
#include "lab/outputs/histogram.hpp"
#include "lab/outputs/ink.hpp"
#include "lab/outputs/outputs.hpp"
#include "lab/report/text.hpp"
#include "softfloat/names.hpp"

namespace ulplab::lab {
namespace {

class Page {
 public:
  explicit Page(const Style& style) : style_(style), columns_(static_cast<std::size_t>(std::max(style.columns, 40))) {}

  std::string take() { return std::move(text_); }
  void line(std::string_view s = "") {
    text_ += s;
    while (!text_.empty() && text_.back() == ' ') text_.pop_back();
    text_ += '\n';
  }
  void blank() {
    if (!text_.empty() && !text_.ends_with("\n\n")) text_ += '\n';
  }
  std::string ink(Ink i, std::string_view s) const { return paint(i, s, style_.colour); }
  std::size_t columns() const { return columns_; }
  const Style& style() const { return style_; }
  /// Wrapped; lines after the first are indented by as much as `first` is wide.
  void paragraph(std::string_view first, std::string_view text, Ink i = Ink::plain) {
    const std::size_t indent = display_width(first);
    std::string start(first);
    for (const std::string& l : wrap(printable(text), columns_ - std::min(indent, columns_ / 2))) {
      line(start + ink(i, l));
      start.assign(indent, ' ');
    }
  }

 private:
  Style style_;
  std::size_t columns_;
  std::string text_;
};

void heading(Page& page, std::string_view title) {
  if (title.empty()) return;
  page.blank();
  page.line(page.ink(Ink::heading, printable(title)));
}

// ---- tables --------------------------------------------------------------------------------------------------------

std::size_t longest_word(std::string_view text) {
  std::size_t most = 0;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    most = std::max(most, display_width(text.substr(0, end)));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return most;
}

struct TextColumn {
  std::string title;
  std::vector<std::string> cells;
  bool right = false;
  bool command = false;          ///< somebody copies it: never broken
  std::size_t widest = 0;        ///< cell
  std::size_t longest_word = 0;  ///< of all cells
  std::size_t width = 0;
};

constexpr std::size_t gap = 2;  // before every column: the table is indented by as much

std::size_t total_width(const std::vector<TextColumn>& columns) {
  std::size_t sum = 0;
  for (const TextColumn& c : columns) sum += c.width + gap;
  return sum;
}

/// Titles break first, then the widest texts between their words, and words only where that is not enough; numbers and commands never.
void fit(std::vector<TextColumn>& columns, std::size_t room) {
  for (TextColumn& c : columns) c.width = std::max(c.widest, display_width(c.title));
  if (total_width(columns) <= room) return;
  for (TextColumn& c : columns) c.width = std::max(c.widest, longest_word(c.title));
  constexpr std::size_t narrowest = 16;
  for (const bool words_stay_whole : {true, false})
    while (total_width(columns) > room) {
      TextColumn* widest = nullptr;
      for (TextColumn& c : columns)
        if (!c.right && !c.command && c.width > (words_stay_whole ? std::max(narrowest, c.longest_word) : narrowest) &&
            (widest == nullptr || c.width > widest->width))
          widest = &c;
      if (widest == nullptr) break;
      --widest->width;
    }
}

void print_row(Page& page, const std::vector<TextColumn>& columns, const std::vector<std::vector<std::string>>& cells, bool at_bottom, Ink ink) {
  std::size_t height = 0;
  for (const auto& lines : cells) height = std::max(height, lines.size());
  for (std::size_t row = 0; row < height; ++row) {
    std::string line;
    for (std::size_t i = 0; i < columns.size(); ++i) {
      const std::size_t above = at_bottom ? height - cells[i].size() : 0;
      const std::string piece = row >= above && row - above < cells[i].size() ? cells[i][row - above] : "";
      line += std::string(gap, ' ') + (columns[i].right ? pad_left(piece, columns[i].width) : pad_right(piece, columns[i].width));
    }
    while (!line.empty() && line.back() == ' ') line.pop_back();
    page.line(page.ink(ink, line));
  }
}

void print(Page& page, const Table& table) {
  heading(page, table.title);
  std::vector<std::string> reasons;
  const auto footnote = [&](const std::string& reason) {
    const auto found = std::find(reasons.begin(), reasons.end(), reason);
    const auto number = found - reasons.begin() + 1;
    if (found == reasons.end()) reasons.push_back(reason);
    return fmt::format("– [{}]", number);
  };

  std::vector<TextColumn> columns;
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    const Column& from = table.columns[i];
    TextColumn c;
    c.title = printable(from.title.empty() ? from.id : from.title) + (from.unit.empty() ? "" : " (" + printable(from.unit) + ')');
    c.right = from.alignment == Alignment::right;
    if (from.alignment == Alignment::automatic)
      c.right = std::none_of(table.rows.begin(), table.rows.end(),
                             [i](const Row& row) { return i < row.size() && std::holds_alternative<std::string>(row[i]); });
    c.command = from.quantity == "command";
    columns.push_back(std::move(c));
  }
  for (const Row& row : table.rows)  // row by row, so that footnotes are numbered as they are read
    for (std::size_t i = 0; i < columns.size(); ++i) {
      const Cell cell = i < row.size() ? row[i] : Cell{};
      const Absent* absent = std::get_if<Absent>(&cell);
      columns[i].cells.push_back(absent != nullptr && !absent->reason.empty() ? footnote(absent->reason)
                                                                               : brief(cell, table.columns[i].quantity == "code"));
      columns[i].widest = std::max(columns[i].widest, display_width(columns[i].cells.back()));
      columns[i].longest_word = std::max(columns[i].longest_word, longest_word(columns[i].cells.back()));
    }
  fit(columns, page.columns());

  std::vector<std::vector<std::string>> lines;
  for (const TextColumn& c : columns) lines.push_back(wrap(c.title, c.width));
  print_row(page, columns, lines, true, Ink::plain);
  std::string rule;
  for (const TextColumn& c : columns) {
    rule.append(gap, ' ');
    const std::size_t width = c.command ? std::min(c.width, page.columns() - std::min(page.columns(), display_width(rule))) : c.width;
    for (std::size_t i = 0; i < width; ++i) rule += "─";
  }
  page.line(page.ink(Ink::faint, rule));
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    lines.clear();
    for (const TextColumn& c : columns)
      lines.push_back(c.right || c.command || display_width(c.cells[row]) <= c.width ? std::vector{c.cells[row]} : wrap(c.cells[row], c.width));
    print_row(page, columns, lines, false, Ink::plain);
  }
  for (std::size_t i = 0; i < reasons.size(); ++i) page.paragraph(fmt::format("  [{}] ", i + 1), reasons[i], Ink::faint);
}

// ---- the other parts -------------------------------------------------------------------------------------------------

void print_lanes(Page& page, const Report& report) {
  if (report.lanes.empty()) return;
  std::vector<std::string> ready;
  for (const LaneStatus& l : report.lanes)
    if (l.ready) ready.push_back(printable(l.id));
  page.blank();
  page.paragraph("Ran: ", ready.empty() ? "nothing" : fmt::format("{}", fmt::join(ready, ", ")), Ink::faint);
  for (const LaneStatus& l : report.lanes)
    if (!l.ready) page.paragraph("Not run: ", l.id + ": " + l.reason, Ink::warning);
}

std::string value_there(const Cell& cell) {
  const Number* n = std::get_if<Number>(&cell);
  return n != nullptr ? fmt::format("{} ({})", hex_code(*n), brief(cell)) : brief(cell);
}

void print(Page& page, const Comparison& c) {
  const bool equal = c.all_equal() && c.compared > 0;
  if (page.style().quiet && (equal || !c.must_agree || c.compared == 0)) return;
  const std::string word = !c.must_agree    ? page.ink(Ink::faint, "NOTE")
                           : c.compared == 0 ? page.ink(Ink::warning, "SKIP")
                           : equal           ? page.ink(Ink::good, "PASS")
                                             : page.ink(Ink::bad, "FAIL");
  std::string line = fmt::format("{} {} = {} bit for bit: {} of {} codes equal", word, printable(c.lane_a), printable(c.lane_b),
                                 grouped(std::to_string(c.equal)), grouped(std::to_string(c.compared)));
  page.line(line);
  if (c.first_difference)
    page.paragraph("     ", fmt::format("the first difference is at index {}: {} and {}", *c.first_difference, value_there(c.value_a), value_there(c.value_b)));
}

void print(Page& page, const Finding& f) {
  if (page.style().quiet && f.outcome != Outcome::failed) return;
  const std::string word = f.outcome == Outcome::held     ? page.ink(Ink::good, "PASS")
                           : f.outcome == Outcome::failed ? page.ink(Ink::bad, "FAIL")
                                                          : page.ink(Ink::warning, "SKIP");
  const Absent* absent = std::get_if<Absent>(&f.measured);
  const std::string rest =
      absent != nullptr ? fmt::format(" {} ({}) not measured: {}", printable(f.id), "wanted " + printable(f.wanted), printable(absent->reason))
                        : fmt::format(" {} = {} (wanted {})", printable(f.id), brief(f.measured), printable(f.wanted));
  const std::string because = f.because.empty() ? "" : "because " + printable(f.because);
  if (because.empty() || 4 + display_width(rest) + 2 + display_width(because) <= page.columns()) {
    page.line(word + rest + (because.empty() ? "" : "  " + page.ink(Ink::faint, because)));
  } else {
    page.line(word + rest);
    page.paragraph("     ", because, Ink::faint);
  }
}

/// Findings that were skipped for one and the same reason share it, from three on: a reason is long, and they may be hundreds.
void print(Page& page, const std::vector<Finding>& findings) {
  std::map<std::string, std::vector<std::string>> skipped;
  const auto reason_of = [](const Finding& f) {
    const Absent* absent = f.outcome == Outcome::skipped ? std::get_if<Absent>(&f.measured) : nullptr;
    return absent != nullptr ? printable(absent->reason) : std::string();
  };
  for (const Finding& f : findings)
    if (const std::string reason = reason_of(f); !reason.empty()) skipped[reason].push_back(printable(f.id));
  for (const Finding& f : findings) {
    const auto same = skipped.find(reason_of(f));
    if (same == skipped.end() || same->second.size() < 3) {
      print(page, f);
    } else if (same->second.front() == printable(f.id) && !page.style().quiet) {
      page.line(page.ink(Ink::warning, "SKIP") + fmt::format(" {} not measured: {}", same->second.size(), same->first));
      page.paragraph("     ", fmt::format("{}", fmt::join(same->second, ", ")), Ink::faint);
    }
  }
}

void print(Page& page, const Report& r) {
  const bool quiet = page.style().quiet;
  if (!quiet) {
    if (!r.title.empty()) {
      page.line(page.ink(Ink::heading, printable(r.title)));
      std::string rule;
      for (std::size_t i = 0; i < std::min(display_width(printable(r.title)), page.columns()); ++i) rule += "═";
      page.line(page.ink(Ink::faint, rule));
    }
    if (!r.question.empty()) page.paragraph("", r.question);
    if (!r.observe.empty()) page.paragraph("> ", r.observe);
    if (!r.parameters.empty()) page.blank();
    std::size_t widest = 0;
    for (const Parameter& p : r.parameters) widest = std::max(widest, display_width(printable(p.title.empty() ? p.id : p.title)));
    for (const Parameter& p : r.parameters)
      page.paragraph("  " + pad_right(printable(p.title.empty() ? p.id : p.title), widest) + "  ", brief(p.value));
    for (const Table& t : r.tables) print(page, t);
    for (const Figure& f : r.figures) {
      heading(page, f.title);
      if (!f.caption.empty()) page.paragraph("  ", f.caption, Ink::faint);
      page.line(drawn(f, page.style()));
    }
    print_lanes(page, r);
    if (!r.notes.empty()) page.blank();
    for (const std::string& note : r.notes) page.paragraph("Note: ", note);
    if (!r.findings.empty() || !r.comparisons.empty()) page.blank();
  }
  for (const Comparison& c : r.comparisons) print(page, c);
  print(page, r.findings);
  if (r.interrupted) page.line(page.ink(Ink::warning, "Interrupted: the numbers are those up to then."));
}

/// A plain list has nothing to tally.
bool expects_something(const Report& r) { return !r.findings.empty() || !r.comparisons.empty() || !r.lanes.empty(); }

}  // namespace

std::string text_output(std::span<const Report> reports, const Style& style) {
  Page page(style);
  Tally total;
  bool tally = false;
  for (const Report& r : reports) {
    if (!style.quiet) page.blank();
    print(page, r);
    const Tally t = tally_of(r);
    total.passed += t.passed;
    total.failed += t.failed;
    total.skipped += t.skipped;
    tally = tally || expects_something(r);
  }
  if (tally) {
    if (!style.quiet) page.blank();
    page.line(tally_line(total, style.colour));
  }
  return page.take();
}

std::string tally_line(const Tally& t, bool colour) {
  return fmt::format("{}, {}, {}", paint(t.passed > 0 ? Ink::good : Ink::plain, fmt::format("{} passed", t.passed), colour),
                     paint(t.failed > 0 ? Ink::bad : Ink::plain, fmt::format("{} failed", t.failed), colour),
                     paint(t.skipped > 0 ? Ink::warning : Ink::plain, fmt::format("{} skipped", t.skipped), colour));
}

}  // namespace ulplab::lab
