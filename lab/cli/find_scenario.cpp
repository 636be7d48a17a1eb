#include "lab/cli/find_scenario.hpp"

#include "lab/report/suggest.hpp"
#include "lab/cli/words.hpp"
#include "lab/report/text.hpp"

namespace ulplab::lab {

namespace fs = std::filesystem;

std::variant<fs::path, Problem> find_scenario(const std::string& word) {
  std::error_code error;
  const fs::path path(word);
  const bool is_name = word.find('/') == std::string::npos && path.extension() != ".yaml" && path.extension() != ".yml";
  if (is_name && !word.empty() && !fs::is_regular_file(path, error))
    for (const fs::path& folder : scenario_folders())
      if (const fs::path file = folder / (word + ".yaml"); fs::exists(file, error)) return file;
  if (!word.empty() && fs::exists(path, error)) return path;

  Problem problem{word.empty() ? "''" : word, 1, 1, "there is no such file", ""};
  std::string close;
  if (is_name) {
    problem.message = "there is no scenario of this name, and no such file";
    close = did_you_mean(word, scenario_words());
  } else {
    std::vector<std::string> siblings;
    const fs::path folder = path.parent_path();
    for (const fs::path& f : scenarios_in(folder.empty() ? fs::path(".") : folder)) siblings.push_back(f.filename().string());
    close = nearest(path.filename().string(), siblings);
    if (!close.empty()) close = "did you mean '" + (folder / close).string() + "'?";
    if (close.empty()) close = did_you_mean(path.stem().string(), scenario_words());
  }
  problem.hint = close.empty() ? "ulplab list scenarios shows those there are" : close;
  return problem;
}

}  // namespace ulplab::lab
