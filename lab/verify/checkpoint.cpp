#include "lab/verify/checkpoint.hpp"

#include <nlohmann/json.hpp>

#include "lab/report/text.hpp"
#include "lab/verify/differences.hpp"
#include "lab/verify/json.hpp"
#include "lab/verify/tables.hpp"

namespace ulplab::lab {
namespace {

constexpr std::string_view how_to_start_anew = "remove the file to start anew, or name another one";

/// Does the position lie where the session says that it is?
std::string misplaced(const verify::Resume& at) {
  if (at.check > at.session.results.size()) return "it stands behind the last check";
  if (at.check == at.session.results.size()) return "";
  const verify::CheckResult& row = at.session.results[at.check];
  if (at.done_until == 0) return row.tally.executed == 0 ? "" : "it stands before a check that was begun";
  if (at.done_until < row.begin || at.done_until > row.end) return "it stands outside of the inputs of " + title_of(row);
  if (row.tally.executed != at.done_until - row.begin)
    return "its counts of " + title_of(row) + " are of another input than it stands at";
  return "";
}

}  // namespace

std::string to_json(const verify::Resume& resume) {
  nlohmann::ordered_json head{{"schema", checkpoint_schema},
                              {"done", is_done(resume)},
                              {"check", resume.check},
                              {"done_until", std::to_string(resume.done_until)}};
  head["session"] = nlohmann::ordered_json::parse(to_json(resume.session));
  return head.dump(1) + '\n';
}

std::variant<verify::Resume, Problem> read_checkpoint(const std::string& file) {
  auto content = content_of_file(file);
  if (Problem* problem = std::get_if<Problem>(&content)) return std::move(*problem);
  const std::string& text = std::get<std::string>(content);
  const auto refuse = [&](std::string why) { return Problem{file, 1, 1, std::move(why), std::string(how_to_start_anew)}; };
  try {
    const nlohmann::json document = nlohmann::json::parse(text);
    if (!document.is_object() || document.value("schema", "") != checkpoint_schema)
      return refuse("is no checkpoint of this build: its schema is not '" + std::string(checkpoint_schema) + "'");
    auto session = session_of_json(document.at("session").dump(), file);
    if (Problem* problem = std::get_if<Problem>(&session))
      return refuse("holds a session that cannot be read: " + problem->message);
    verify::Resume resume;
    resume.session = std::move(std::get<verify::Session>(session));
    resume.check = document.at("check").get<std::size_t>();
    resume.done_until = std::stoull(document.at("done_until").get<std::string>());
    if (std::string why = misplaced(resume); !why.empty()) return refuse("is no checkpoint that a run wrote: " + why);
    if (document.at("done").get<bool>() != is_done(resume))
      return refuse("is no checkpoint that a run wrote: it is not as far as it says");
    return resume;
  } catch (const nlohmann::json::parse_error& error) {
    Problem problem = not_json(file, text, error.byte);
    problem.hint = how_to_start_anew;
    return problem;
  } catch (const nlohmann::json::exception&) {
    return refuse("is no checkpoint that a run wrote: a field is missing, or of another type");
  } catch (const std::logic_error&) {  // of stoull
    return refuse("is no checkpoint that a run wrote: done_until is no number");
  }
}

bool is_done(const verify::Resume& resume) { return resume.check == resume.session.results.size(); }

Problems refusals(const std::string& file, const verify::Session& planned, const verify::Resume& resume) {
  Problems problems;
  const auto differs = [&](const std::string& what, const std::string& here, const std::string& there) {
    problems.push_back(
        {file, 1, 1, "is the checkpoint of another command: " + what + " is " + there + " there and " + here + " here", ""});
  };
  if (planned.shard != resume.session.shard || planned.shards != resume.session.shards)
    differs("the part", shard_text(planned), shard_text(resume.session));
  for (const Difference& d : differences(planned, resume.session)) differs(d.what, d.first, d.second);
  if (!problems.empty()) problems.back().hint = how_to_start_anew;
  return problems;
}

}  // namespace ulplab::lab
