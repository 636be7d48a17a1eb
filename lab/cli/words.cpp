#include "lab/cli/words.hpp"

#include <algorithm>

#include "gpu/verify/contestant.hpp"
#include "gpu/verify/suites.hpp"
#include "lab/outputs/outputs.hpp"
#include "softfloat/names.hpp"
#include "softfloat/presets.hpp"

#ifndef ULPLAB_VERSION
#define ULPLAB_VERSION "unknown"
#endif
#ifndef ULPLAB_COMMIT
#define ULPLAB_COMMIT ""
#endif
#ifndef ULPLAB_SOURCE_DIR
#define ULPLAB_SOURCE_DIR ""
#endif

namespace ulplab::lab {
namespace {

namespace fs = std::filesystem;

void add_once(std::vector<std::string>& words, std::string_view word) {
  if (!word.empty() && std::find(words.begin(), words.end(), word) == words.end()) words.emplace_back(word);
}

}  // namespace

std::vector<std::string> format_words() {
  std::vector<std::string> words;
  for (const NamedFormat& n : named_formats) {
    add_once(words, n.name);
    for (const std::string_view also : n.also) add_once(words, also);
  }
  return words;
}

std::vector<std::string> rounding_words() {
  std::vector<std::string> words;
  for (const NamedRounding& r : named_roundings) {
    add_once(words, r.name);
    add_once(words, r.title);
  }
  return words;
}

std::vector<std::string> context_words() {
  std::vector<std::string> words;
  for (const Preset& p : presets) add_once(words, p.machine);
  return words;
}

std::vector<std::string> output_words() {
  std::vector<std::string> words;
  for (const Output& o : outputs) add_once(words, o.name);
  return words;
}

std::vector<std::string> verify_words() {
  std::vector<std::string> words;
  for (const verify::Suite& s : verify::suites()) add_once(words, s.name);
  for (const std::string& kind : verify::kinds_of_suite("all")) add_once(words, kind);
  return words;
}

std::vector<std::string> contestant_words() {
  std::vector<std::string> words;
  for (const verify::ContestantForm& c : verify::contestant_forms())
    if (c.form.find(':') == std::string_view::npos) add_once(words, c.form);
  return words;
}

std::vector<fs::path> scenario_folders() {
  std::vector<fs::path> candidates{"scenarios"};
  if (*ULPLAB_SOURCE_DIR != '\0') candidates.push_back(fs::path(ULPLAB_SOURCE_DIR) / "scenarios");
  std::error_code error;
  const fs::path command = fs::read_symlink("/proc/self/exe", error);
  if (!error) candidates.push_back(command.parent_path().parent_path() / "share" / "ulplab" / "scenarios");

  std::vector<fs::path> folders;
  for (const fs::path& c : candidates) {
    if (!fs::is_directory(c, error)) continue;
    const bool known = std::any_of(folders.begin(), folders.end(), [&](const fs::path& f) { return fs::equivalent(f, c, error); });
    if (!known) folders.push_back(c);
  }
  return folders;
}

std::vector<fs::path> scenarios_in(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code error;
  for (fs::directory_iterator i(folder, error), end; !error && i != end; i.increment(error))
    if (i->path().extension() == ".yaml" && i->is_regular_file(error)) files.push_back(i->path());
  std::sort(files.begin(), files.end());
  return files;
}

std::vector<std::string> scenario_words() {
  std::vector<std::string> words;
  for (const fs::path& folder : scenario_folders())
    for (const fs::path& file : scenarios_in(folder)) add_once(words, file.stem().string());
  return words;
}

std::string version() { return ULPLAB_VERSION; }
std::string version_and_commit() {
  return *ULPLAB_COMMIT == '\0' ? version() : version() + " (" + ULPLAB_COMMIT + ")";
}

}  // namespace ulplab::lab
