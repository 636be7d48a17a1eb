// ulplab record: ask a machine for everything, and write down what it answers, to be compared with anywhere.
#include "gpu/verify/record.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <map>

#include "gpu/backends/recorded_lanes.hpp"
#include "lab/cli/commands.hpp"
#include "lab/cli/find_scenario.hpp"
#include "lab/cli/machine.hpp"
#include "lab/cli/render.hpp"
#include "lab/cli/shard.hpp"
#include "lab/cli/verify_request.hpp"
#include "lab/cli/words.hpp"
#include "lab/report/text.hpp"
#include "lab/scenario/scenario.hpp"

namespace ulplab::lab {
namespace {

namespace fs = std::filesystem;

constexpr const char* all_scenarios = "scenarios";  // beside suites and kinds

std::string today() {
  const std::chrono::year_month_day date{std::chrono::floor<std::chrono::days>(std::chrono::system_clock::now())};
  return fmt::format("{}-{:02}-{:02}", static_cast<int>(date.year()), static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()));
}

/// What is written, what is not, and with which exit code that ends.
struct Written {
  Table files{"written", "Recordings",
                {{"what", "what", "text", "", Alignment::left}, {"contents", "contents", "text", "", Alignment::left}, {"inputs", "inputs", "count", "", Alignment::right},
                 {"entries", "entries", "count", "", Alignment::right}, {"exceptions", "exceptions", "count", "", Alignment::right},
                 {"bytes", "bytes", "count", "", Alignment::right}, {"file", "file", "text", "", Alignment::left}}, {}};
  std::map<std::string, std::vector<std::string>> not_written;  ///< reason -> "f16_add rne"
  bool lacking = false;                                         ///< some of that because this machine lacks something
  bool failed = false;                                          ///< some of that because there was no answer
  bool interrupted = false;

  void skip(const std::string& what, const std::string& reason) { not_written[reason].push_back(what); }
};

Table not_written_table(const Written& written) {
  Table t{"not_written", "Not recorded", {{"reason", "why", "text", "", Alignment::left}, {"what", "what", "text", "", Alignment::left}}, {}};
  for (const auto& [reason, what] : written.not_written) t.rows.push_back({printable(reason, 400), fmt::format("{}", fmt::join(what, ", "))});
  return t;
}

void record_checks(const VerifyRequest& asked, const verify::Session& planned, const verify::RecordSettings& settings, Terminal& terminal, Written& written) {
  const std::stop_token stop = terminal.stop_token();
  for (const verify::CheckResult& row : planned.results) {
    const std::string what = row.kind + ' ' + row.mode;
    if (row.status == verify::Status::skipped) {
      written.skip(what, row.reason);
      written.lacking = written.lacking || row.lacking;
      continue;
    }
    if (stop.stop_requested()) {
      written.interrupted = true;
      return;
    }
    verify::RecordWatch watch;
    watch.stop = stop;
    watch.begin = [&](std::uint64_t inputs) { terminal.progress().begin("recording " + what, inputs); };
    watch.at = [&](std::uint64_t done) { terminal.progress().at(done); };
    const verify::Recorded r = record(*asked.against, std::get<verify::Kind>(verify::parse_kind(row.kind)), *verify::parse_mode(row.mode), settings, watch);
    if (r.file.empty()) {
      written.skip(what, r.reason);
      written.interrupted = written.interrupted || r.stopped;
      written.failed = written.failed || !r.stopped;
      continue;
    }
    written.files.rows.push_back({what, r.contents, r.inputs, r.entries, r.exceptions != 0 ? Cell{r.exceptions} : Cell{}, r.bytes, r.file});
  }
}

/// Runs all scenarios, and keeps every lane that the backend ran.
void record_lanes(const std::string& of, const gpu::Facts& facts, const std::string& folder, Terminal& terminal, Written& written) {
  const gpu::Backend* backend = gpu::find_backend(of);
  if (backend == nullptr) return written.skip(all_scenarios, "scenarios do not run on " + of + ", which only answers single operations");
  if (const gpu::Availability a = backend->availability(); !a.ready) {
    written.lacking = written.lacking || a.lacking;
    return written.skip(all_scenarios, a.reason);
  }
  gpu::LaneSet set;
  set.backend = of;
  set.facts = facts;
  std::uint64_t codes = 0;
  const LaneWitness witness = [&](const gpu::Backend& ran, const gpu::Lane& lane, const gpu::LaneResult& result) {
    codes += result.codes.size();
    set.lanes.push_back({std::string(lane.label), gpu::key_of(lane), std::string(ran.instructions(lane)), ran.nan_rule(lane), result, {}});
  };
  const std::stop_token stop = terminal.stop_token();
  for (const std::string& name : scenario_words()) {
    if (stop.stop_requested()) break;
    const auto found = find_scenario(name);
    const ScenarioResult loaded = std::holds_alternative<fs::path>(found) ? load(std::get<fs::path>(found)) : ScenarioResult{Problems{std::get<Problem>(found)}};
    if (const Problems* problems = std::get_if<Problems>(&loaded)) {
      written.skip("scenario " + name, problems->front().message);
      written.failed = true;
      continue;
    }
    const std::size_t before = set.lanes.size();
    const Report report = run_on(of, std::get<Scenario>(loaded), terminal.progress(), stop, witness);
    if (set.lanes.size() == before && !report.interrupted) written.skip("scenario " + name, "none of its lanes runs on " + of);
  }
  if (stop.stop_requested()) {
    written.interrupted = true;
    return written.skip(all_scenarios, "stopped; nothing was written");
  }
  if (set.lanes.empty()) return;
  const std::string file = (fs::path(folder) / ("scenarios" + std::string(gpu::recording_extension))).string();
  if (const std::string trouble = gpu::write_recording(file, to_recording(set)); !trouble.empty()) throw gpu::Infrastructure{trouble};
  std::error_code error;
  written.files.rows.push_back({std::string(all_scenarios), std::string("lanes"), codes, std::uint64_t{set.lanes.size()}, Cell{}, static_cast<std::uint64_t>(fs::file_size(file, error)), file});
}

int exit_code_of(const Written& written, const std::string& trouble, bool device_required) {
  if (!trouble.empty() || written.failed) return exit_device_missing;
  if (written.interrupted) return exit_interrupted;
  if (device_required && written.lacking) return exit_device_missing;
  return written.files.rows.empty() ? exit_nothing_ran : exit_ok;
}

}  // namespace

int record_contestant(const RecordOptions& options, Terminal& terminal) {
  const auto refuse = [&](std::string_view sentence, std::string_view hint = {}) {
    terminal.complain(sentence, hint);
    return static_cast<int>(exit_bad_input);
  };
  VerifyOptions checks;
  checks.against = options.of;
  checks.rounding = options.rounding;
  for (const std::string& word : options.what)
    if (word != all_scenarios) checks.what.push_back(word);
  const bool lanes = options.what.empty() || checks.what.size() < options.what.size();
  auto read = read_request(checks);
  if (const Refusal* r = std::get_if<Refusal>(&read)) return refuse(r->sentence, r->hint);
  const VerifyRequest& asked = std::get<VerifyRequest>(read);

  verify::RecordSettings settings;
  settings.folder = options.folder.empty() ? "gpu/recorded" : options.folder;
  settings.facts = {{"tool", "ulplab " + version_and_commit()}, {"compiler", compiler_name()}, {"flags", compiler_flags()}, {"CPU", processor_name()}, {"date", today()}};
  settings.reference = asked.with.get();
  if (!options.stretch.empty()) {
    const std::optional<std::uint64_t> bits = parse_decimal(options.stretch);
    if (!bits || *bits < 16 || *bits > 28) return refuse("'" + printable(options.stretch, 60) + "' is no number of bits for a fingerprint", "write 16 to 28: each covers 2^N inputs");
    settings.stretch_bits = static_cast<int>(*bits);
  }
  std::variant<verify::Session, std::string> planning = verify::Session{};
  if (!checks.what.empty() || options.what.empty()) planning = verify::plan_session(asked.request, *asked.with, *asked.against);
  if (const std::string* sentence = std::get_if<std::string>(&planning)) return refuse(printable(*sentence, 400));

  Written written;
  std::string trouble;
  std::error_code error;
  if (asked.against->availability().ready && !fs::create_directories(settings.folder, error) && !fs::is_directory(settings.folder, error))
    return refuse("the folder '" + printable(settings.folder, 200) + "' cannot be made: " + (error ? error.message() : "something else has that name"), "name another one with --to");
  try {
    gpu::Facts facts = settings.facts;
    for (const auto& fact : asked.against->provenance()) facts.push_back(fact);
    if (lanes) record_lanes(options.of, facts, settings.folder, terminal, written);  // first: they are few
    record_checks(asked, std::get<verify::Session>(planning), settings, terminal, written);
  } catch (const gpu::Infrastructure& failure) {
    trouble = failure.what();
  }
  terminal.end_progress();
  const int code = exit_code_of(written, trouble, options.require_device);
  terminal.verdict(code);

  Report report = report_about("record", "What " + options.of + " answers, written down");
  if (!written.files.rows.empty()) report.tables.push_back(written.files);
  if (!written.not_written.empty()) report.tables.push_back(not_written_table(written));
  render({&report, 1}, options.format, terminal);
  terminal.flush();
  if (!trouble.empty()) terminal.complain("the recording ended on the way: " + printable(trouble, 400));
  if (written.failed) terminal.complain("not everything got an answer: see above");
  if (written.files.rows.empty() && trouble.empty() && !written.interrupted && !written.not_written.empty())
    terminal.complain("nothing was recorded: " + printable(written.not_written.begin()->first, 400));
  return code;
}

}  // namespace ulplab::lab
