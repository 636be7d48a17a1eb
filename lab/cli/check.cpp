// ulplab check: read, do not run.
#include "lab/cli/commands.hpp"
#include "lab/cli/find_scenario.hpp"
#include "lab/cli/render.hpp"
#include "lab/cli/words.hpp"
#include "lab/report/text.hpp"
#include "lab/scenario/scenario.hpp"

namespace ulplab::lab {
namespace {

namespace fs = std::filesystem;

Report as_report(const Problems& problems, std::uint64_t read) {
  Report r = report_about("check", "Problems");
  Table t{"problems", "", {{"file", "file", "text", "", {}}, {"line", "line", "count", "", {}}, {"column", "column", "count", "", {}},
                           {"message", "message", "text", "", {}}, {"hint", "hint", "text", "", {}}}, {}};
  for (const Problem& p : problems)
    t.rows.push_back({p.file, std::int64_t{p.line}, std::int64_t{p.column}, p.message, p.hint.empty() ? Cell{} : Cell{p.hint}});
  r.parameters.push_back({"files", "files", read});
  r.tables.push_back(std::move(t));
  return r;
}

}  // namespace

int check(const CheckOptions& options, Terminal& terminal) {
  std::vector<fs::path> files;
  Problems problems;
  for (const std::string& word : options.scenarios) {
    std::error_code error;
    if (fs::is_directory(word, error)) {
      const std::vector<fs::path> inside = scenarios_in(word);
      if (inside.empty()) problems.push_back({word, 1, 1, "there is no scenario in this directory", "a scenario is a file that ends with .yaml"});
      files.insert(files.end(), inside.begin(), inside.end());
      continue;
    }
    const auto found = find_scenario(word);
    if (const Problem* problem = std::get_if<Problem>(&found))
      problems.push_back(*problem);
    else
      files.push_back(std::get<fs::path>(found));
  }
  for (const fs::path& file : files) {
    const ScenarioResult result = load(file);
    if (const Problems* more = std::get_if<Problems>(&result)) {
      problems.insert(problems.end(), more->begin(), more->end());
    } else if (!terminal.json() && !terminal.quiet()) {
      const Scenario& s = std::get<Scenario>(result);
      terminal.write(printable(file.string()) + ": " + terminal.ink(Ink::good, "ok") + " (" + printable(s.kind) + ")\n");
    }
  }
  terminal.flush();
  if (terminal.json()) {
    const Report report = as_report(problems, files.size());
    render({&report, 1}, "", terminal);
  }
  terminal.complain(problems);
  return problems.empty() ? exit_ok : exit_bad_input;
}

}  // namespace ulplab::lab
