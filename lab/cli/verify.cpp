// ulplab verify: compare, say what came out in every way that was asked for, and end with the exit code of docs/ci.md.
#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>

#include "lab/cli/commands.hpp"
#include "lab/cli/machine.hpp"
#include "lab/cli/render.hpp"
#include "lab/cli/verify_request.hpp"
#include "lab/cli/words.hpp"
#include "lab/report/text.hpp"
#include "lab/verify/checkpoint.hpp"
#include "lab/verify/differences.hpp"
#include "lab/verify/github.hpp"
#include "lab/verify/json.hpp"
#include "lab/verify/merge.hpp"
#include "lab/verify/report.hpp"
#include "lab/verify/tables.hpp"

namespace ulplab::lab {
namespace {

/// A session, or the exit code of what has been complained about.
using Answered = std::variant<verify::Session, int>;

int refuse(Terminal& terminal, const Refusal& r) {
  terminal.complain(r.sentence, r.hint);
  return exit_bad_input;
}

int refuse(Terminal& terminal, const Problems& problems) {
  terminal.complain(problems);
  return exit_bad_input;
}

Answered merged(const VerifyOptions& options, Terminal& terminal) {
  if (const auto checked = check_merge(options); const Refusal* r = std::get_if<Refusal>(&checked)) return refuse(terminal, *r);
  std::vector<ShardFile> shards;
  Problems problems;
  for (const std::string& file : options.what) {
    auto read = read_session(file);
    if (const Problem* problem = std::get_if<Problem>(&read)) problems.push_back(*problem);
    else shards.push_back({file, std::move(std::get<verify::Session>(read))});
  }
  if (!problems.empty()) return refuse(terminal, problems);
  auto whole = merge(shards);
  if (const Problems* p = std::get_if<Problems>(&whole)) return refuse(terminal, *p);
  return std::move(std::get<verify::Session>(whole));
}

/// The checkpoint that is there, if it is one of this command.
std::variant<std::optional<verify::Resume>, Problems> kept(const std::string& file, const verify::Session& planned) {
  std::error_code error;
  if (file.empty() || !std::filesystem::exists(file, error)) return std::optional<verify::Resume>();
  if (!std::filesystem::is_regular_file(file, error))
    return Problems{{file, 1, 1, "is no regular file, so no checkpoint", "name another file"}};
  auto read = read_checkpoint(file);
  if (const Problem* problem = std::get_if<Problem>(&read)) return Problems{*problem};
  verify::Resume& resume = std::get<verify::Resume>(read);
  if (Problems why = refusals(file, planned, resume); !why.empty()) return why;
  add_circumstances(resume.session, planned);
  return std::optional<verify::Resume>(std::move(resume));
}

/// Draws how far each check is, and keeps the checkpoint.
verify::SessionWatch watch_of(const std::string& checkpoint_file, const verify::Session& planned, Terminal& terminal) {
  std::size_t checks = 0;
  for (const verify::CheckResult& r : planned.results) checks += r.status != verify::Status::skipped ? 1u : 0u;
  verify::SessionWatch watch;
  watch.stop = terminal.stop_token();
  watch.begin = [&terminal, checks, number = std::size_t{0}](const verify::CheckResult& r) mutable {
    terminal.progress().begin(fmt::format("{}, check {} of {}:", title_of(r), ++number, checks), r.end - r.begin);
  };
  watch.at = [&terminal](std::uint64_t done) { terminal.progress().at(done); };
  if (!checkpoint_file.empty())
    watch.checkpoint = [&terminal, checkpoint_file, told = false](const verify::Session& session, std::size_t check,
                                                                  std::uint64_t done_until) mutable {
      const std::string why = write_whole(checkpoint_file, to_json(verify::Resume{session, check, done_until}));
      if (!why.empty() && !std::exchange(told, true)) terminal.complain(why, "the run goes on; it cannot be resumed from here");
    };
  return watch;
}

Answered run(const VerifyOptions& options, Terminal& terminal) {
  auto read = read_request(options);
  if (const Refusal* r = std::get_if<Refusal>(&read)) return refuse(terminal, *r);
  const VerifyRequest& asked = std::get<VerifyRequest>(read);
  auto planning = verify::plan_session(asked.request, *asked.with, *asked.against);
  if (const std::string* sentence = std::get_if<std::string>(&planning))
    return refuse(terminal, Refusal{printable(*sentence, 400), ""});
  verify::Session& planned = std::get<verify::Session>(planning);
  const std::pair<std::string, std::string> about[] = {{"tool", "ulplab " + version_and_commit()},
                                                       {"compiler", compiler_name()},
                                                       {"flags", compiler_flags()},
                                                       {"CPU", processor_name()}};
  planned.provenance.insert(planned.provenance.begin(), std::begin(about), std::end(about));

  auto found = kept(options.resume, planned);
  if (const Problems* problems = std::get_if<Problems>(&found)) return refuse(terminal, *problems);
  const std::optional<verify::Resume>& resume = std::get<std::optional<verify::Resume>>(found);
  if (resume && is_done(*resume)) {
    terminal.say("nothing is left to run: " + printable(options.resume, 200) +
                 " is the checkpoint of a run that came to its end");
    return resume->session;
  }
  const verify::SessionWatch watch = watch_of(options.resume, planned, terminal);
  if (!options.resume.empty() && !resume)
    if (const std::string why = write_whole(options.resume, to_json(verify::Resume{planned, 0, 0})); !why.empty())
      return refuse(terminal, Refusal{why, ""});
  return verify::run_session(planned, asked.request, *asked.with, *asked.against, watch, resume ? &*resume : nullptr);
}

void write_summary(const Report& report, Terminal& terminal) {
  const char* name = std::getenv("GITHUB_STEP_SUMMARY");
  if (name == nullptr || *name == '\0') return;
  constexpr std::size_t most = std::size_t{1} << 20;  // GitHub refuses a larger one as a whole
  std::string text = markdown_output({&report, 1}, {});
  if (text.size() > most - 200)
    text = text.substr(0, text.rfind('\n', most - 200)) + "\n\nThe report goes on: it is too long for a summary.\n";
  std::ofstream file(name, std::ios::app | std::ios::binary);
  file << text << std::flush;
  if (!file) terminal.complain("cannot write the summary to $GITHUB_STEP_SUMMARY: '" + printable(name, 200) + "'");
}

void say_what_did_not_run(const verify::Session& session, int code, Terminal& terminal) {
  if (!session.trouble.empty()) terminal.complain("the run ended on the way: " + printable(session.trouble, 400));
  if (const std::string why = why_nothing_ran(session); !why.empty() && (code == exit_nothing_ran || code == exit_device_missing))
    terminal.complain("nothing was run: " + printable(why, 400));
  else if (code == exit_device_missing && session.trouble.empty())
    terminal.complain("not all was run, and --require-device was given", "the report says what was skipped, and why");
  if (session.interrupted) terminal.say("interrupted: what there was has been kept");
}

}  // namespace

int verify_contestants(const VerifyOptions& options, Terminal& terminal) {
  std::optional<WholeFile> junit;  // before the run: it may last for hours
  if (!options.junit.empty()) junit.emplace(options.junit);
  Answered answered = options.merge ? merged(options, terminal) : run(options, terminal);
  terminal.end_progress();
  if (const int* code = std::get_if<int>(&answered)) return *code;
  const verify::Session& session = std::get<verify::Session>(answered);
  const int code = verify::exit_code_of(session, options.require_device);
  terminal.verdict(code);

  Report report = report_of(session);
  report.provenance.version = version();
  if (const std::vector<std::string> flaws = flaws_of(report); !flaws.empty()) {
    for (const std::string& flaw : flaws) terminal.complain("internal error in the report of verify: " + flaw);
    return exit_internal;
  }
  const std::string_view output = chosen_output(options.format, terminal).name;
  if (output == "json") terminal.write(to_json(session));
  else render({&report, 1}, options.format, terminal);
  if (output == "text") terminal.write(executed_sentence(session) + '\n');
  terminal.flush();

  int final_code = code;
  try {
    if (junit) junit->write(junit_output({&report, 1}, {}));
    if (junit) junit->keep();
  } catch (const OutputError& error) {
    terminal.complain(error.sentence);
    final_code = code == exit_ok ? static_cast<int>(exit_bad_input) : code;
  }
  if (options.github) {
    // Beside the report, whatever its format: the runner reads commands from standard error too, and -q does not mean them.
    std::fputs(github_annotations(session).c_str(), stderr);
    write_summary(report, terminal);
  }
  say_what_did_not_run(session, code, terminal);
  return final_code;
}

}  // namespace ulplab::lab
