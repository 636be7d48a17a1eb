// What was expected, for a build server: JUnit's XML as Jenkins, GitLab and GitHub's readers of it understand it.
//
// A report is a testsuite; a finding, a comparison that must agree and a lane that is not ready are its testcases. Passed ones
// say in system-out what was done, failed ones what was measured and wanted, skipped ones why. No time of day and no host: the
// same reports give the same bytes.
#include <fmt/format.h>

#include <algorithm>

#include "lab/outputs/cell.hpp"
#include "lab/outputs/outputs.hpp"
#include "lab/report/text.hpp"

namespace ulplab::lab {
namespace {

/// Text of an attribute or an element. XML 1.0 has no way to write most control characters: they go out as \xNN, as does what is no UTF-8.
/// U+FFFE and U+FFFF are UTF-8 but no characters of XML.
std::string xml(std::string_view text) {
  std::string s;
  const std::string safe = printable(text);
  for (std::size_t i = 0; i < safe.size(); ++i) {
    const std::string_view rest = std::string_view(safe).substr(i);
    if (rest.starts_with("\xef\xbf\xbe") || rest.starts_with("\xef\xbf\xbf")) {
      i += 2;
      continue;
    }
    switch (safe[i]) {
      case '&': s += "&amp;"; break;
      case '<': s += "&lt;"; break;
      case '>': s += "&gt;"; break;
      case '"': s += "&quot;"; break;
      case '\'': s += "&apos;"; break;
      default: s += safe[i];
    }
  }
  return s;
}

/// The same for a text of several lines, as the content of an element.
std::string xml_lines(std::string_view text) {
  std::string s;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    s += xml(text.substr(0, end)) + '\n';
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return s;
}

struct Case {
  std::string name;
  Outcome outcome = Outcome::held;
  std::string message;  ///< why it failed or was skipped
  std::string because;
  std::string detail;
  std::uint64_t milliseconds = 0;
};

Case case_of(const Finding& f) {
  Case c{f.id, f.outcome, "", f.because, f.detail, f.milliseconds.value_or(0)};
  const Absent* absent = std::get_if<Absent>(&f.measured);
  if (f.outcome == Outcome::skipped) c.message = absent != nullptr ? absent->reason : "not measured";
  else if (f.outcome == Outcome::failed) c.message = fmt::format("measured {}, wanted {}", brief(f.measured), f.wanted);
  return c;
}

Case case_of(const Comparison& c) {
  Case to{fmt::format("{} = {} bit for bit", c.lane_a, c.lane_b),
          Outcome::held,
          "",
          "",
          fmt::format("{} of {} codes equal\n", c.equal, c.compared),
          0};
  if (c.compared == 0) {
    to.outcome = Outcome::skipped;
    to.message = "nothing was compared";
  } else if (!c.all_equal()) {
    to.outcome = Outcome::failed;
    to.message = fmt::format("{} of {} codes equal", c.equal, c.compared);
    if (c.first_difference)
      to.because =
          fmt::format("the first difference is at index {}: {} and {}", *c.first_difference, exact(c.value_a), exact(c.value_b));
  }
  return to;
}

std::vector<Case> cases_of(const Report& r) {
  std::vector<Case> cases;
  for (const Comparison& c : r.comparisons)
    if (c.must_agree) cases.push_back(case_of(c));
  for (const Finding& f : r.findings) cases.push_back(case_of(f));
  for (const LaneStatus& l : r.lanes)
    if (!l.ready) cases.push_back({"lane " + l.id, Outcome::skipped, l.reason, "", "", 0});
  return cases;
}

std::string seconds(std::uint64_t milliseconds) { return fmt::format("{}.{:03}", milliseconds / 1000, milliseconds % 1000); }

struct Totals {
  std::uint64_t tests = 0, failures = 0, skipped = 0, milliseconds = 0;
  void add(const Case& c) {
    ++tests;
    failures += c.outcome == Outcome::failed ? 1u : 0u;
    skipped += c.outcome == Outcome::skipped ? 1u : 0u;
    milliseconds += c.milliseconds;
  }
  std::string attributes() const {
    return fmt::format(R"(tests="{}" failures="{}" errors="0" skipped="{}" time="{}")", tests, failures, skipped,
                       seconds(milliseconds));
  }
};

std::string element_of(const Case& c, const std::string& suite) {
  std::string s =
      fmt::format("    <testcase classname=\"{}\" name=\"{}\" time=\"{}\">\n", xml(suite), xml(c.name), seconds(c.milliseconds));
  if (c.outcome == Outcome::skipped) s += fmt::format("      <skipped message=\"{}\"/>\n", xml(c.message));
  if (c.outcome == Outcome::failed)
    s += fmt::format("      <failure message=\"{}\" type=\"mismatch\">{}</failure>\n", xml(c.message),
                     xml_lines(c.message + (c.because.empty() ? "" : "\nbecause " + c.because)));
  if (!c.detail.empty()) s += fmt::format("      <system-out>{}</system-out>\n", xml_lines(c.detail));
  return s + "    </testcase>\n";
}

}  // namespace

std::string junit_output(std::span<const Report> reports, const Style&) {
  Totals all;
  std::string suites;
  for (const Report& r : reports) {
    Totals totals;
    std::string cases;
    for (const Case& c : cases_of(r)) {
      totals.add(c);
      all.add(c);
      cases += element_of(c, r.id);
    }
    suites += fmt::format("  <testsuite name=\"{}\" {}>\n{}", xml(r.id), totals.attributes(), cases);
    std::string notes;
    for (const std::string& note : r.notes) notes += note + '\n';
    if (r.interrupted) notes += "This run was interrupted: the numbers are those up to then.\n";
    if (!notes.empty()) suites += "    <system-out>" + xml_lines(notes) + "</system-out>\n";
    suites += "  </testsuite>\n";
  }
  return fmt::format("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"ulplab\" {}>\n{}</testsuites>\n",
                     all.attributes(), suites);
}

}  // namespace ulplab::lab
