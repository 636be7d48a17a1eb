#include "lab/verify/differences.hpp"

#include <algorithm>
#include <array>
#include <set>

#include "lab/report/text.hpp"
#include "lab/verify/tables.hpp"

namespace ulplab::lab {
namespace {

using verify::CheckResult;
using verify::Session;

/// May this fact about where a session ran differ between its parts?
bool is_circumstance(const std::string& what) {
  static constexpr std::array<std::string_view, 3> circumstances{"CPU", "compiler", "library"};
  return std::find(circumstances.begin(), circumstances.end(), what) != circumstances.end();
}

class Differ {
public:
  void compare(const std::string& what, const std::string& first, const std::string& second) {
    // A file holds the escaped form of what is no plain text.
    if (printable(first) != printable(second)) found_.push_back({what, shown(first), shown(second)});
  }
  void compare(const std::string& what, std::uint64_t first, std::uint64_t second) {
    compare(what, std::to_string(first), std::to_string(second));
  }
  std::vector<Difference> take() { return std::move(found_); }

private:
  static std::string shown(const std::string& text) { return text.empty() ? "nothing" : printable(text, 120); }
  std::vector<Difference> found_;
};

std::string said_of(const Session& session, const std::string& what) {
  std::string all;
  for (const auto& [key, value] : session.provenance)
    if (key == what) all += (all.empty() ? "" : "; ") + value;
  return all;
}

void compare(Differ& differ, const CheckResult& a, const CheckResult& b) {
  const std::string check = title_of(a) + ": ";
  const auto state = [](const CheckResult& r) {
    return r.status == verify::Status::skipped ? "skipped: " + r.reason : std::string("run");
  };
  differ.compare(check + "whether it is run", state(a), state(b));
  differ.compare(check + "the context", a.machine, b.machine);
  differ.compare(check + "the inputs", a.plan, b.plan);
  differ.compare(check + "the number of inputs", a.inputs, b.inputs);
  differ.compare(check + "the instructions", a.instructions, b.instructions);
  differ.compare(check + "flags", a.flags_compared ? "compared" : "not compared", b.flags_compared ? "compared" : "not compared");
}

}  // namespace

std::string shard_text(const Session& s) { return "shard " + std::to_string(s.shard) + " of " + std::to_string(s.shards); }

void add_circumstances(Session& whole, const Session& part) {
  for (const auto& fact : part.provenance) {
    if (!is_circumstance(fact.first)) continue;
    const auto same = std::find_if(whole.provenance.begin(), whole.provenance.end(),
                                   [&](const auto& known) { return known.first == fact.first; });
    if (same == whole.provenance.end()) whole.provenance.push_back(fact);
    else if (("; " + same->second + "; ").find("; " + fact.second + "; ") == std::string::npos)
      same->second += "; " + fact.second;
  }
}

std::vector<Difference> differences(const Session& first, const Session& second) {
  Differ differ;
  differ.compare("the reference", first.with, second.with);
  differ.compare("the contestant", first.against, second.against);
  std::set<std::string> facts;
  for (const Session* s : {&first, &second})
    for (const auto& fact : s->provenance) facts.insert(fact.first);
  for (const std::string& what : facts)
    if (!is_circumstance(what)) differ.compare(what, said_of(first, what), said_of(second, what));
  const std::size_t common = std::min(first.results.size(), second.results.size());
  for (std::size_t i = 0; i < common; ++i) {
    if (title_of(first.results[i]) != title_of(second.results[i])) {
      differ.compare("check " + std::to_string(i + 1), title_of(first.results[i]), title_of(second.results[i]));
      return differ.take();
    }
    compare(differ, first.results[i], second.results[i]);
  }
  differ.compare("the number of checks", first.results.size(), second.results.size());
  return differ.take();
}

}  // namespace ulplab::lab
