#include "lab/scenario/scenario.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>

#include "lab/scenario/plan.hpp"
#include "softfloat/names.hpp"

namespace ulplab::lab {
namespace {

namespace fs = std::filesystem;

Problems one_problem(std::string file, std::string message, std::string hint = "", int line = 1, int column = 1) {
  return {{std::move(file), line, column, std::move(message), std::move(hint)}};
}

/// The first byte that cannot stand in a text file; nothing if there is none.
struct Stray {
  int line = 1;
  int column = 1;
  std::string what;
};
std::optional<Stray> stray_byte(const std::string& text) {
  Stray s;
  for (std::size_t i = 0; i < text.size();) {
    const auto c = static_cast<unsigned char>(text[i]);
    const int length = c < 0x80 ? 1 : c >= 0xC2 && c < 0xE0 ? 2 : c >= 0xE0 && c < 0xF0 ? 3 : c >= 0xF0 && c < 0xF5 ? 4 : 0;
    bool good = length > 0 && i + static_cast<std::size_t>(length) <= text.size();
    for (int k = 1; good && k < length; ++k) good = (static_cast<unsigned char>(text[i + static_cast<std::size_t>(k)]) & 0xC0) == 0x80;
    if (good && length >= 3) {  // overlong forms, surrogates, and what is beyond U+10FFFF
      const auto d = static_cast<unsigned char>(text[i + 1]);
      good = !(c == 0xE0 && d < 0xA0) && !(c == 0xED && d >= 0xA0) && !(c == 0xF0 && d < 0x90) && !(c == 0xF4 && d >= 0x90);
    }
    if (!good) {
      s.what = fmt::format("byte 0x{:02x} is not UTF-8", c);
      return s;
    }
    if ((c < 0x20 && c != '\n' && c != '\r' && c != '\t') || c == 0x7f) {
      s.what = fmt::format("byte 0x{:02x} is no text", c);
      return s;
    }
    if (c == '\n') {
      ++s.line;
      s.column = 1;
    } else {
      ++s.column;
    }
    i += static_cast<std::size_t>(length);
  }
  return std::nullopt;
}

void read_common(Fields& fields, const Kind& kind, Common& common) {
  Reader& reader = fields.reader();
  if (const Node* n = fields.optional("seed"))
    common.seed = static_cast<std::uint64_t>(reader.integer(*n, "seed", 0, std::int64_t{1} << 62).value_or(1));
  if (const Node* n = fields.optional("formats")) {
    common.formats = reader.formats(*n);
  } else {
    std::istringstream words{std::string(kind.default_formats)};
    for (std::string word; words >> word;) common.formats.push_back({*find_format(word), name_of(*find_format(word)), title_of(*find_format(word))});
  }
  if (const Node* n = fields.optional("roundings"))
    common.roundings = reader.roundings(*n);
  else
    common.roundings = {Rounding::nearest_even};
  if (const Node* n = fields.optional("backends")) {
    std::vector<std::string> names;
    for (const gpu::Backend* b : gpu::backends()) names.emplace_back(b->name());
    for (const Node* item : reader.list(*n, "backends"))
      if (const std::optional<std::string> name = reader.word(*item, "backend", names)) {
        if (std::find(common.backends.begin(), common.backends.end(), *name) != common.backends.end())
          reader.problem(*item, fmt::format("backend {} is in the list twice", *name), "keep one of the two");
        else
          common.backends.push_back(*name);
      }
  }
}

ScenarioResult load_bytes(const std::string& text, const std::string& file, const std::string& stem) {
  if (text.empty()) return one_problem(file, "the file is empty", "a scenario begins with `schema: 1`");
  if (const std::optional<Stray> s = stray_byte(text))
    return one_problem(file, fmt::format("this is not a text file: {}", s->what), "scenarios are YAML, in UTF-8", s->line, s->column);
  Problems problems;
  const std::optional<Node> root = parse_yaml(text, file, problems);
  if (!root) return problems;
  Reader reader(file, problems);
  if (root->is == Node::Is::empty) {
    reader.problem(*root, "there is nothing in this file", "a scenario begins with `schema: 1`");
    return problems;
  }
  Fields fields(reader, *root, "a scenario");
  if (!fields.usable()) return problems;

  Scenario scenario;
  scenario.source = file;
  scenario.id = stem;
  if (const Node* n = fields.required("schema", "schema: 1"); n != nullptr && (n->is != Node::Is::scalar || n->text != "1"))
    reader.problem(*n, fmt::format("schema must be 1, but is {}", n->described()), "this version of ulplab reads schema 1");
  if (const Node* n = fields.optional("id")) {
    const std::string id = reader.text(*n, "id").value_or("");
    const bool plain = std::all_of(id.begin(), id.end(), [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-'; });
    if (!plain) reader.problem(*n, fmt::format("'{}' cannot be an id", id), "use the letters a to z, digits and -");
    if (!id.empty()) scenario.id = id;
  }
  if (const Node* n = fields.required("title", "title: \"0.1 + 0.2 = 0.3?\"")) scenario.title = reader.localized(*n, "title");
  if (const Node* n = fields.optional("question")) scenario.question = reader.localized(*n, "question");
  if (const Node* n = fields.optional("observe")) scenario.observe = reader.localized(*n, "observe");
  const Kind* kind = nullptr;
  std::vector<std::string> names;
  for (const Kind& k : kinds()) names.emplace_back(k.name);
  if (const Node* n = fields.required("kind", fmt::format("kind: {}", fmt::join(names, " or ")))) {
    if (const std::optional<std::string> name = reader.word(*n, "kind", names)) {
      scenario.kind = *name;
      for (const Kind& k : kinds())
        if (k.name == *name) kind = &k;
    }
  }
  if (kind == nullptr) return problems;

  auto plan = std::make_shared<Plan>();
  read_common(fields, *kind, plan->common);
  plan->experiment = kind->read(fields, plan->common);
  const Node* expect = fields.optional("expect");
  fields.finish();
  if (expect != nullptr && plan->experiment != nullptr) plan->expectations = read_expectations(*expect, reader, *plan->experiment);
  if (!problems.empty()) {
    std::stable_sort(problems.begin(), problems.end(),
                     [](const Problem& a, const Problem& b) { return std::pair(a.line, a.column) < std::pair(b.line, b.column); });
    return problems;
  }
  scenario.plan = std::move(plan);
  return scenario;
}

}  // namespace

ScenarioResult load(const fs::path& path) {
  const std::string file = path.string();
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (status.type() == fs::file_type::not_found) return one_problem(file, "there is no such file", "`ulplab list` names the scenarios there are");
  if (error) return one_problem(file, fmt::format("the file cannot be read: {}", error.message()));
  if (fs::is_directory(status)) return one_problem(file, "this is a directory, not a scenario", "name the files in it: DIRECTORY/*.yaml");
  if (fs::is_regular_file(status) && fs::file_size(path, error) > max_scenario_bytes)
    return one_problem(file, fmt::format("the file has more than {} bytes", max_scenario_bytes), "a scenario is a page, not a data set");
  std::ifstream stream(path, std::ios::binary);
  if (!stream) return one_problem(file, fmt::format("the file cannot be read: {}", std::strerror(errno)));
  std::string text(max_scenario_bytes + 1, '\0');
  stream.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(stream.gcount()));
  if (stream.bad()) return one_problem(file, "the file cannot be read to its end");
  if (text.size() > max_scenario_bytes)
    return one_problem(file, fmt::format("the file has more than {} bytes", max_scenario_bytes), "a scenario is a page, not a data set");
  return load_bytes(text, file, path.stem().string());
}

ScenarioResult load_text(const std::string& text, const std::string& name) {
  return load_bytes(text, name, fs::path(name).stem().string());
}

namespace {

Report run_as(const Common& common, const Scenario& scenario, Progress& progress, std::stop_token stop, Language language,
              LaneWitness witness) {
  Report report;
  report.kind = scenario.kind;
  report.id = scenario.id;
  report.title = scenario.title.in(language);
  report.question = scenario.question.in(language);
  report.observe = scenario.observe.in(language);
  report.provenance.source = scenario.source;
  Run desk(report, common, progress, std::move(stop));
  desk.language = language;
  desk.witness = std::move(witness);
  scenario.plan->experiment->run(desk);
  desk.finish_lanes();
  for (const Expectation& e : scenario.plan->expectations) report.findings.push_back(judge(e, desk));
  return report;
}

}  // namespace

Report run(const Scenario& scenario, Progress& progress, std::stop_token stop, Language language) {
  return run_as(scenario.plan->common, scenario, progress, std::move(stop), language, {});
}

Report run_on(std::string_view backend, const Scenario& scenario, Progress& progress, std::stop_token stop, LaneWitness witness) {
  Common common = scenario.plan->common;
  common.backends = {std::string(backend)};
  return run_as(common, scenario, progress, std::move(stop), Language::english, std::move(witness));
}

}  // namespace ulplab::lab
