#include "lab/verify/merge.hpp"

#include <algorithm>

#include "lab/verify/differences.hpp"
#include "lab/verify/tables.hpp"

namespace ulplab::lab {
namespace {

using verify::CheckResult;
using verify::Session;

Problem problem(const std::string& file, std::string message, std::string hint = "") {
  return {file, 1, 1, std::move(message), std::move(hint)};
}

/// Are they parts of the same whole?
Problems mismatched(const std::vector<ShardFile>& shards) {
  Problems problems;
  const ShardFile& first = shards.front();
  for (std::size_t i = 1; i < shards.size(); ++i) {
    const ShardFile& other = shards[i];
    if (other.session.shards != first.session.shards)
      problems.push_back(
          problem(other.file, "is " + shard_text(other.session) + ", and " + first.file + " is " + shard_text(first.session)));
    constexpr std::size_t most = 3;
    const std::vector<Difference> all = differences(first.session, other.session);
    for (std::size_t k = 0; k < std::min(most, all.size()); ++k)
      problems.push_back(
          problem(other.file,
                  shard_text(other.session) + " does not belong to " + first.file + ": " + all[k].what + " is " + all[k].second +
                      " here and " + all[k].first + " there",
                  k + 1 == most && all.size() > most ? "and " + std::to_string(all.size() - most) + " more differences" : ""));
  }
  return problems;
}

/// Is each of them there, once?
Problems miscounted(const std::vector<ShardFile>& shards) {
  Problems problems;
  const std::uint64_t n = shards.front().session.shards;
  for (std::size_t i = 0; i < shards.size(); ++i)
    for (std::size_t k = 0; k < i; ++k)
      if (shards[k].session.shard == shards[i].session.shard) {
        problems.push_back(
            problem(shards[i].file, shard_text(shards[i].session) + " is there twice: " + shards[k].file + " is it too"));
        break;
      }
  std::string missing;
  std::uint64_t count = 0;
  constexpr std::uint64_t most_named = 8;
  for (std::uint64_t i = 1; i <= n && count < most_named; ++i) {
    const bool there = std::any_of(shards.begin(), shards.end(), [&](const ShardFile& s) { return s.session.shard == i; });
    if (!there && ++count <= most_named) missing += (missing.empty() ? "" : ", ") + std::to_string(i);
  }
  if (count == 0) return problems;
  const std::string and_more = count == most_named ? " and perhaps more" : "";
  problems.push_back(
      problem(shards.front().file,
              "of " + std::to_string(n) + " shards " + (count == 1 ? "one is" : "some are") + " missing: " + missing + and_more,
              "run them with --shard I/" + std::to_string(n) + " and name their reports too"));
  return problems;
}

/// Do the stretches of a check follow one another, without gap or overlap? `order`: by shard.
Problems torn(const std::vector<const ShardFile*>& order) {
  Problems problems;
  for (std::size_t i = 0; i < order.front()->session.results.size(); ++i) {
    std::uint64_t at = 0;
    const CheckResult& first = order.front()->session.results[i];
    if (first.status == verify::Status::skipped) continue;
    for (const ShardFile* shard : order) {
      const CheckResult& row = shard->session.results[i];
      if (row.begin != at)
        problems.push_back(
            problem(shard->file,
                    title_of(row) + ": " + shard_text(shard->session) + " begins at input " + std::to_string(row.begin) +
                        (row.begin < at ? ", which overlaps the one before: that ends at " : ", and the one before ends at ") +
                        std::to_string(at)));
      at = row.end;
    }
    if (at != first.inputs)
      problems.push_back(problem(order.back()->file, title_of(first) + ": the last shard ends at input " + std::to_string(at) +
                                                         " of " + std::to_string(first.inputs)));
  }
  return problems;
}

void add(CheckResult& whole, const CheckResult& part) {
  whole.tally.add(part.tally);
  whole.milliseconds += part.milliseconds;
  for (const verify::KnownOutcome& k : part.known) {
    const auto same =
        std::find_if(whole.known.begin(), whole.known.end(), [&](const verify::KnownOutcome& w) { return w.id == k.id; });
    if (same == whole.known.end()) whole.known.push_back(k);  // a shard that did not come to this check knows none
    else same->occurred += k.occurred;
  }
}

/// Every shard named the fault of its own mismatches, if it could: of those the one that saw most speaks for the whole.
void take_diagnosis(CheckResult& whole, const std::vector<const ShardFile*>& order, std::size_t check) {
  const auto mismatches = [check](const ShardFile* s) {
    const CheckResult& r = s->session.results[check];
    return r.sentence.empty() ? 0 : r.tally.mismatches;
  };
  const ShardFile* most = *std::max_element(
      order.begin(), order.end(), [&](const ShardFile* a, const ShardFile* b) { return mismatches(a) < mismatches(b); });
  whole.diagnosis = most->session.results[check].diagnosis;
  whole.sentence = most->session.results[check].sentence;
}

}  // namespace

std::variant<Session, Problems> merge(const std::vector<ShardFile>& shards) {
  if (shards.empty()) return Problems{problem("", "no report was named", "ulplab verify --merge A.json B.json …")};
  if (Problems problems = mismatched(shards); !problems.empty()) return problems;
  if (Problems problems = miscounted(shards); !problems.empty()) return problems;
  std::vector<const ShardFile*> order;
  for (const ShardFile& s : shards) order.push_back(&s);
  std::sort(order.begin(), order.end(),
            [](const ShardFile* a, const ShardFile* b) { return a->session.shard < b->session.shard; });
  if (Problems problems = torn(order); !problems.empty()) return problems;

  Session whole = order.front()->session;
  whole.shard = whole.shards = 1;
  for (CheckResult& row : whole.results) row.end = row.status == verify::Status::skipped ? row.end : row.inputs;
  for (std::size_t s = 0; s < order.size(); ++s) {
    const Session& part = order[s]->session;
    whole.interrupted = whole.interrupted || part.interrupted;
    if (!part.trouble.empty() && order.size() > 1)
      whole.trouble = shard_text(part) + " (" + order[s]->file + "): " + part.trouble;
    if (s == 0) continue;
    for (std::size_t i = 0; i < whole.results.size(); ++i) add(whole.results[i], part.results[i]);
    add_circumstances(whole, part);
  }
  for (std::size_t i = 0; i < whole.results.size(); ++i) take_diagnosis(whole.results[i], order, i);
  verify::judge(whole);
  return whole;
}

}  // namespace ulplab::lab
