#include "gpu/verify/compare.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstring>
#include <exception>
#include <optional>
#include <thread>

#include "gpu/verify/group_counter.hpp"

namespace ulplab::verify {
namespace {

constexpr std::size_t block_of_all = std::size_t{1} << 14;     // fits the second cache: codes in, two results out
constexpr std::size_t block_of_set = std::size_t{1} << 12;

/// Room for a block's codes, aligned for every width.
class Codes {
 public:
  Codes(std::size_t count, int bytes) : words_((count * static_cast<std::size_t>(bytes) + 7) / 8) {}
  void* data() { return words_.data(); }

 private:
  std::vector<std::uint64_t> words_;
};

/// What a thread needs to compare block after block.
class Comparer {
 public:
  Comparer(const Match& match, std::size_t block, const GroupCounter& groups, std::stop_token stop)
      : match_(match), block_(block), counter_(groups), stop_(std::move(stop)), known_(known_differences(match.against.known_as(), match.check)),
        reference_(match.with.start(match.check)), subject_(match.against.start(match.check)),
        result_bytes_(bytes_of(match.check.kind.result)), expected_(block, result_bytes_), got_(block, result_bytes_),
        expected_flags_(match.flags ? block : 0), got_flags_(match.flags ? block : 0) {
    for (const Slot& slot : match.check.kind.operands) {
      bytes_.push_back(bytes_of(slot));
      operands_.emplace_back(block, bytes_.back());
    }
  }

  /// Answers why it stopped before the end; empty if it did not.
  std::string compare(std::uint64_t begin, std::uint64_t end, Tally& tally, Sample& sample) {
    std::string gave_up;
    for (std::uint64_t at = begin; at < end && gave_up.empty(); at += block_)
      gave_up = compare_block(at, static_cast<std::size_t>(std::min<std::uint64_t>(block_, end - at)), tally, sample);
    return gave_up;
  }

 private:
  std::string compare_block(std::uint64_t first, std::size_t count, Tally& tally, Sample& sample) {
    Block block{first, count, match_.plan.exhaustive(), {}};
    std::array<void*, 3> to{};
    for (std::size_t k = 0; k < operands_.size(); ++k) block.operands[k] = to[k] = operands_[k].data();
    match_.plan.fill(first, count, to);

    Answers expected, got;
    expected.stop = got.stop = stop_;
    expected.results = expected_.data();
    got.results = got_.data();
    if (match_.flags) {
      expected.flags = expected_flags_.data();
      got.flags = got_flags_.data();
    }
    reference_->answer(block, expected);
    subject_->answer(block, got);
    std::string gave_up;
    for (const Answers* a : {&expected, &got})
      if (!a->gave_up.empty()) {
        gave_up = a->gave_up;
        count = std::min(count, a->answered);
      }

    tally.executed += count;
    counter_.count_results(expected.results, count, tally.results);
    if (block.consecutive)
      counter_.count_consecutive(first, count, tally.inputs);
    else
      for (std::size_t i = 0; i < count; ++i) ++tally.inputs[group_index(match_.check.kind, operands_at(i))];

    const auto same = [count](const void* a, const void* b, int bytes) { return std::memcmp(a, b, count * static_cast<std::size_t>(bytes)) == 0; };
    const bool equal = same(expected.results, got.results, result_bytes_) && (!match_.flags || same(expected.flags, got.flags, 1));
    if (!equal || !expected.incidents.empty() || !got.incidents.empty()) find_mismatches(first, count, expected, got, tally, sample);
    return gave_up;
  }

  void find_mismatches(std::uint64_t first, std::size_t count, const Answers& expected, const Answers& got, Tally& tally, Sample& sample) {
    auto of_reference = expected.incidents.begin();
    auto of_subject = got.incidents.begin();
    for (std::size_t i = 0; i < count; ++i) {
      Mismatch m;
      if (of_reference != expected.incidents.end() && of_reference->index == i) m.incident = "the reference " + (of_reference++)->what;
      if (of_subject != got.incidents.end() && of_subject->index == i) {
        if (m.incident.empty()) m.incident = of_subject->what;
        ++of_subject;
      }
      m.expected = load(expected.results, result_bytes_, i);
      m.got = m.incident.empty() ? load(got.results, result_bytes_, i) : 0;
      const bool flags_differ = match_.flags && expected_flags_[i] != got_flags_[i];
      if (m.incident.empty() && m.expected == m.got && !flags_differ) continue;
      m.index = first + i;
      m.operands = operands_at(i);
      if (match_.flags && m.incident.empty()) {
        m.flags_compared = true;
        m.expected_flags = Flags(expected_flags_[i]);
        m.got_flags = Flags(got_flags_[i]);
      }
      note(m, tally, sample);
    }
  }

  void note(const Mismatch& m, Tally& tally, Sample& sample) {
    for (const KnownDifference* k : known_)
      if (m.incident.empty() && k->is(match_.check, m)) return tally.note_known(std::string(k->id), m);
    tally.note(m);
    ++tally.wrong[group_index(match_.check.kind, m.operands)];
    sample.offer(m);
  }

  Operands operands_at(std::size_t i) {
    Operands all{};
    for (std::size_t k = 0; k < operands_.size(); ++k) all[k] = load(operands_[k].data(), bytes_[k], i);
    return all;
  }

  const Match& match_;
  std::size_t block_;
  const GroupCounter& counter_;
  std::stop_token stop_;
  std::vector<const KnownDifference*> known_;
  std::unique_ptr<Worker> reference_, subject_;
  int result_bytes_;
  std::vector<int> bytes_;
  std::vector<Codes> operands_;
  Codes expected_, got_;
  std::vector<std::uint8_t> expected_flags_, got_flags_;
};

/// Something that takes a piece of the domain: a Comparer, or a contestant that judges by itself.
using Piece = std::function<std::string(std::uint64_t begin, std::uint64_t end, Tally&, Sample&)>;

/// One thread's findings.
struct Findings {
  Tally tally;
  Sample sample;
  std::string gave_up;
  std::exception_ptr failure;
};

/// Gives the pieces of [begin, end) to one thread for each worker; what they found is added up. Answers why one gave up; nothing,
/// and nothing is added up, if one was stopped.
std::optional<std::string> share_out(const std::vector<Piece>& workers, std::uint64_t begin, std::uint64_t end, std::uint64_t piece, Tally& tally, Sample& sample) {
  std::vector<Findings> found(workers.size());
  std::atomic<std::uint64_t> next{begin};
  std::atomic<bool> stopped{false};
  {
    std::vector<std::jthread> threads;
    for (std::size_t t = 0; t < workers.size(); ++t)
      threads.emplace_back([&, t] {
        try {
          found[t].tally = Tally(0);
          found[t].tally.inputs.resize(tally.inputs.size());
          found[t].tally.wrong.resize(tally.wrong.size());
          for (std::uint64_t at = next.fetch_add(piece); at < end && found[t].gave_up.empty(); at = next.fetch_add(piece))
            found[t].gave_up = workers[t](at, std::min(end, at + piece), found[t].tally, found[t].sample);
        } catch (const Stopped&) {
          stopped = true;
        } catch (...) {
          found[t].failure = std::current_exception();
        }
      });
  }
  for (Findings& f : found)
    if (f.failure) std::rethrow_exception(f.failure);
  if (stopped) return std::nullopt;
  std::string gave_up;
  for (Findings& f : found) {
    tally.add(f.tally);
    sample.add(f.sample);
    if (gave_up.empty()) gave_up = std::move(f.gave_up);
  }
  return gave_up;
}

}  // namespace

Compared compare(const Match& match, std::uint64_t begin, std::uint64_t end, std::stop_token stop, const Breath& breath, Tally& tally, Sample& sample) {
  const bool judged = match.against.judges(match.with, match.check, match.plan);
  unsigned threads = std::clamp(std::thread::hardware_concurrency(), 1u, 64u);
  for (const Contestant* c : {&match.with, &match.against})
    if (const unsigned most = c->offers(match.check.kind, match.check.mode).workers; most != 0) threads = std::min(threads, most);

  const GroupCounter groups(match.check.kind);
  std::vector<std::unique_ptr<Comparer>> comparers;
  std::vector<Piece> workers;
  std::uint64_t piece = match.plan.exhaustive() ? std::uint64_t{1} << 16 : std::uint64_t{1} << 14;
  if (judged) {
    // One thread: a device, which wants large pieces. Else the reference is computed here, block by block.
    piece = std::uint64_t{1} << (threads == 1 ? 28 : 20);
    for (unsigned t = 0; t < threads; ++t)
      workers.push_back([&](std::uint64_t b, std::uint64_t e, Tally& into, Sample& of) {
        Tally part(match.check.kind.operands.size());
        match.against.judge(match.with, match.check, match.plan, b, e, part);
        for (const Mismatch& m : part.first)
          if (m.got_known) of.offer(m);
        into.add(part);
        return std::string();
      });
  } else {
    const std::size_t block = match.plan.exhaustive() ? block_of_all : block_of_set;
    for (unsigned t = 0; t < threads; ++t) {
      comparers.push_back(std::make_unique<Comparer>(match, block, groups, stop));
      workers.push_back([c = comparers.back().get()](std::uint64_t b, std::uint64_t e, Tally& into, Sample& of) { return c->compare(b, e, into, of); });
    }
  }

  // Rounds that last about half a second: then the tally is whole up to a known input, and somebody may look at it.
  using Clock = std::chrono::steady_clock;
  std::uint64_t round = piece * threads;
  std::uint64_t at = begin;
  while (at < end) {
    if (stop.stop_requested()) break;
    const std::uint64_t to = end - at > round ? at + round : end;
    const Clock::time_point start = Clock::now();
    const std::optional<std::string> gave_up = share_out(workers, at, to, piece, tally, sample);
    if (!gave_up) break;
    if (!gave_up->empty()) return {at, *gave_up};
    at = to;
    if (breath && !breath(at, tally)) break;
    const auto took = Clock::now() - start;
    if (took < std::chrono::milliseconds(300) && round < (std::uint64_t{1} << 30)) round *= 2;
    if (took > std::chrono::seconds(1) && round > piece * threads) round /= 2;
  }
  return {at, {}};
}

namespace {

/// What a contestant makes of inputs that are worth asking, whatever the domain of the run was: those on which both agree, and the
/// others.
struct Probed {
  std::vector<Witness> agreements, differing;
};

Probed probe(const Match& match, std::stop_token stop) {
  constexpr std::size_t wanted = std::size_t{1} << 14;
  const Check& check = match.check;
  const std::unique_ptr<Plan> plan = make_plan(check, {wanted / 4, 1, true});
  const std::vector<std::uint64_t> places = spread(*plan, wanted);
  const std::size_t count = places.size();
  std::vector<int> widths;
  std::vector<Codes> operands;
  Block block{0, count, false, {}};
  for (const Slot& slot : check.kind.operands) {
    widths.push_back(bytes_of(slot));
    operands.emplace_back(count, widths.back());
    block.operands[operands.size() - 1] = operands.back().data();
  }
  for (std::size_t i = 0; i < count; ++i) {
    std::array<void*, 3> to{};
    for (std::size_t k = 0; k < operands.size(); ++k) to[k] = static_cast<std::byte*>(operands[k].data()) + i * static_cast<std::size_t>(widths[k]);
    plan->fill(places[i], 1, to);
  }
  const int width = bytes_of(check.kind.result);
  Codes expected(count, width), got(count, width);
  Answers by_reference, by_subject;
  by_reference.stop = by_subject.stop = stop;
  by_reference.results = expected.data();
  by_subject.results = got.data();
  match.with.start(check)->answer(block, by_reference);
  match.against.start(check)->answer(block, by_subject);

  Probed probed;
  const std::size_t answered = by_subject.gave_up.empty() ? count : by_subject.answered;
  for (std::size_t i = 0; i < answered; ++i) {
    const auto silent = [i](const Answers& a) {
      return std::any_of(a.incidents.begin(), a.incidents.end(), [i](const Incident& x) { return x.index == i; });
    };
    if (silent(by_reference) || silent(by_subject)) continue;
    Witness w;
    for (std::size_t k = 0; k < operands.size(); ++k) w.operands[k] = load(operands[k].data(), widths[k], i);
    w.expected = load(expected.data(), width, i);
    w.got = load(got.data(), width, i);
    (w.expected == w.got ? probed.agreements : probed.differing).push_back(w);
  }
  return probed;
}

}  // namespace

std::optional<Diagnosis> diagnose(const Match& match, const std::vector<Mismatch>& sample, std::stop_token stop) {
  std::vector<Witness> mismatches;
  for (const Mismatch& m : sample)
    if (m.incident.empty() && m.got_known) mismatches.push_back({m.operands, m.expected, m.got, m.expected_flags, m.got_flags});
  if (mismatches.empty()) return std::nullopt;
  Probed probed;
  try {
    if (match.against.can_be_asked(match.check) && !stop.stop_requested()) probed = probe(match, stop);
  } catch (const Stopped&) {
  }
  // Who compares by itself tells its first mismatches and no others: those found here are looked at too.
  if (match.against.judges(match.with, match.check, match.plan)) mismatches.insert(mismatches.end(), probed.differing.begin(), probed.differing.end());
  return diagnose(match.check, mismatches, probed.agreements);
}

}  // namespace ulplab::verify
