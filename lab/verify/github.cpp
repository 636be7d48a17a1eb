#include "lab/verify/github.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "lab/report/text.hpp"
#include "lab/verify/mismatch.hpp"
#include "lab/verify/report.hpp"
#include "lab/verify/tables.hpp"

namespace ulplab::lab {
namespace {

using verify::CheckResult;
using verify::Session;
using verify::Status;

std::string annotation(std::string_view level, std::string_view title, std::string_view message) {
  return fmt::format("::{} title={}::{}\n", level, github_property(title), github_data(message));
}

std::string failure(const Session& session, const CheckResult& r) {
  std::string message;
  const auto parsed = verify::parse_kind(r.kind);
  const verify::Kind* kind = std::get_if<verify::Kind>(&parsed);
  if (!r.tally.first.empty() && kind != nullptr) {
    const verify::Mismatch& m = r.tally.first.front();
    message = sentence_of(*kind, m) + '\n';
    if (!r.sentence.empty()) message += r.sentence + '\n';
    message += verify_command(session, r, *kind, m);
  }
  for (const verify::KnownOutcome& k : r.known)
    if (k.violated)
      message += fmt::format("{}known difference {} occurred {} times{}: {}", message.empty() ? "" : "\n", k.id, k.occurred,
                             k.expected != 0 ? fmt::format(", not {}", k.expected) : "", k.reason);
  const std::string what = r.tally.mismatches == 0   ? std::string("a known difference has changed")
                           : r.tally.mismatches == 1 ? std::string("1 input differs")
                                                     : grouped(std::to_string(r.tally.mismatches)) + " inputs differ";
  return annotation("error", fmt::format("{} by {}: {}", title_of(r), session.against, what), message);
}

struct Skipped {
  std::string reason;
  std::vector<std::string> checks;
};

/// GitHub shows ten annotations of a level: one for each reason, not for each check.
std::vector<Skipped> skipped_of(const Session& session) {
  std::vector<Skipped> all;
  for (const CheckResult& r : session.results) {
    if (r.status != Status::skipped) continue;
    auto same = std::find_if(all.begin(), all.end(), [&](const Skipped& s) { return s.reason == r.reason; });
    if (same == all.end()) same = all.insert(all.end(), {r.reason, {}});
    same->checks.push_back(title_of(r));
  }
  return all;
}

}  // namespace

std::string github_data(std::string_view text) {
  std::string s;
  while (!text.empty()) {
    const std::size_t plain = std::min(text.find_first_of("%\r\n"), text.size());
    s += printable(text.substr(0, plain));
    if (plain == text.size()) break;
    s += text[plain] == '%' ? "%25" : text[plain] == '\r' ? "%0D" : "%0A";
    text.remove_prefix(plain + 1);
  }
  return s;
}

std::string github_property(std::string_view text) {
  std::string s;
  for (const char c : github_data(text)) {
    if (c == ':') s += "%3A";
    else if (c == ',') s += "%2C";
    else s += c;
  }
  return s;
}

std::string github_annotations(const Session& session) {
  std::string s;
  if (!session.trouble.empty()) s += annotation("error", "the run failed on the way", session.trouble);
  for (const CheckResult& r : session.results)
    if (r.status == Status::failed) s += failure(session, r);
  for (const Skipped& skipped : skipped_of(session)) {
    const std::size_t n = skipped.checks.size();
    s += annotation("notice", fmt::format("{} {} skipped", n, n == 1 ? "check" : "checks"),
                    fmt::format("{}: {}", skipped.reason, fmt::join(skipped.checks, ", ")));
  }
  if (const std::string reason = why_nothing_ran(session); !reason.empty()) s += annotation("warning", "nothing was run", reason);
  return s;
}

}  // namespace ulplab::lab
