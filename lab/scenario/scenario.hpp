// What does a person ask, and how is it answered?
//
//     YAML text -> load -> Scenario, or all its Problems -> run -> Report
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <variant>

#include "gpu/backends/backend.hpp"
#include "lab/report/language.hpp"
#include "lab/report/problem.hpp"
#include "lab/report/progress.hpp"
#include "lab/report/report.hpp"

namespace ulplab::lab {

struct Plan;  ///< what the kind made of the parameters, and the expectations: lab/scenario/plan.hpp

/// A question that passed all checks. Cheap to copy.
struct Scenario {
  std::string id;        ///< as the file says, else its name without .yaml
  std::string kind;
  Localized title;
  Localized question;    ///< may be empty
  Localized observe;     ///< what to look at in the answer; may be empty
  std::string source;    ///< the path as it was given
  std::shared_ptr<const Plan> plan;
};

using ScenarioResult = std::variant<Scenario, Problems>;

/// Reads and checks a scenario. Never throws for what a person can do wrong: missing file, directory, binary, bad YAML
/// and bad values are Problems, all of them at once.
ScenarioResult load(const std::filesystem::path&);

/// The same for a text that is at hand; `name` stands for the file in problems.
ScenarioResult load_text(const std::string& text, const std::string& name);

/// Told each lane that a backend ran to its end, and the answer: `ulplab record` keeps them.
using LaneWitness = std::function<void(const gpu::Backend&, const gpu::Lane&, const gpu::LaneResult&)>;

/// Runs it and tells its own texts in that language. Stops early, with `interrupted` set and what there is, when a stop is requested. Throws gpu::Infrastructure.
Report run(const Scenario&, Progress&, std::stop_token, Language = Language::english);

/// Runs it on one backend and on no other, for the witness's sake.
Report run_on(std::string_view backend, const Scenario&, Progress&, std::stop_token, LaneWitness);

/// The kinds there are, for `ulplab list kinds` and for suggestions.
struct KindInfo {
  std::string_view name;
  std::string_view summary;
};
std::span<const KindInfo> scenario_kinds();

}  // namespace ulplab::lab
