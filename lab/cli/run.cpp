// ulplab run: load all, and only if all are well written run them one after the other.
#include <algorithm>

#include "lab/cli/commands.hpp"
#include "lab/cli/find_scenario.hpp"
#include "lab/cli/render.hpp"
#include "lab/cli/words.hpp"
#include "lab/report/text.hpp"
#include "lab/scenario/scenario.hpp"

namespace ulplab::lab {
namespace {

void add(Tally& to, const Tally& t) {
  to.passed += t.passed;
  to.failed += t.failed;
  to.skipped += t.skipped;
}

bool misses_a_device(const Report& report) {
  return std::any_of(report.lanes.begin(), report.lanes.end(), [](const LaneStatus& l) { return l.required && !l.ready; });
}

}  // namespace

int run_scenarios(const RunOptions& options, Terminal& terminal) {
  if (options.language != "en" && options.language != "zh") {
    terminal.complain("'" + printable(options.language) + "' is not a language of the scenarios", "write en or zh");
    return exit_bad_input;
  }
  const Language language = options.language == "zh" ? Language::chinese : Language::english;
  std::vector<Scenario> scenarios;
  Problems problems;
  for (const std::string& word : options.scenarios) {
    const auto found = find_scenario(word);
    if (const Problem* problem = std::get_if<Problem>(&found)) {
      problems.push_back(*problem);
      continue;
    }
    ScenarioResult result = load(std::get<std::filesystem::path>(found));
    if (const Problems* more = std::get_if<Problems>(&result))
      problems.insert(problems.end(), more->begin(), more->end());
    else
      scenarios.push_back(std::move(std::get<Scenario>(result)));
  }
  if (!problems.empty()) {
    terminal.complain(problems);
    return exit_bad_input;
  }

  // Text appears scenario by scenario; the other outputs are one document.
  const bool as_they_come = chosen_output(options.format, terminal).name == "text";
  const std::stop_token stop = terminal.stop_token();
  std::vector<Report> reports;
  Tally total;
  int code = exit_ok;
  for (const Scenario& scenario : scenarios) {
    if (stop.stop_requested()) break;
    Report report = run(scenario, terminal.progress(), stop, language);
    terminal.end_progress();
    report.provenance.version = version();
    if (const std::vector<std::string> flaws = flaws_of(report); !flaws.empty()) {
      for (const std::string& flaw : flaws) terminal.complain("internal error in the report of '" + report.id + "': " + flaw);
      return exit_internal;
    }
    const Tally tally = tally_of(report);
    add(total, tally);
    if (tally.failed > 0) code = exit_expectation_failed;
    if (misses_a_device(report) && code == exit_ok) code = exit_device_missing;
    terminal.verdict(code);
    reports.push_back(std::move(report));
    if (as_they_come) {
      if (reports.size() > 1 && !terminal.quiet()) terminal.write("\n\n");
      render({&reports.back(), 1}, options.format, terminal);
      terminal.flush();
    }
  }
  if (!as_they_come)
    render(reports, options.format, terminal);
  else if (reports.size() > 1)
    terminal.write("\n" + std::to_string(reports.size()) + " scenarios: " + tally_line(total, terminal.colour()) + '\n');

  const bool interrupted = stop.stop_requested();
  if (interrupted) terminal.say("interrupted; " + std::to_string(reports.size()) + " of " + std::to_string(scenarios.size()) + " scenarios were begun");
  return interrupted ? exit_interrupted : code;
}

}  // namespace ulplab::lab
