#include "gpu/verify/recorded_fingerprints.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <exception>
#include <map>
#include <set>
#include <thread>

#include "gpu/verify/group_counter.hpp"
#include "gpu/verify/known_differences.hpp"
#include "gpu/verify/plan.hpp"

namespace ulplab::verify {
namespace {

namespace fp = gpu::fingerprint;

/// n wrong results have at most 2^n - 2 sums of some but not all of them, and each group shows one, its complement another. Of
/// more than two, four are seen: 3 at least.
std::uint64_t least_number(std::span<const std::uint64_t> difference) {
  std::set<std::uint64_t> partial;
  for (const std::uint64_t g : difference.subspan(1)) {
    partial.insert(g);
    partial.insert(difference[0] - g);
  }
  partial.erase(0);
  partial.erase(difference[0]);
  return static_cast<std::uint64_t>(std::bit_width(partial.size() + 1));
}

/// 2^16 codes in their natural width.
class Codes {
 public:
  explicit Codes(int bytes) : bytes_(bytes), words_(fp::block * static_cast<std::size_t>(bytes) / 8) {}
  void* data() { return words_.data(); }
  const void* from(std::uint64_t place) const { return reinterpret_cast<const std::byte*>(words_.data()) + place * static_cast<std::uint64_t>(bytes_); }
  Code operator[](std::uint64_t place) const { return load(words_.data(), bytes_, static_cast<std::size_t>(place)); }
  void set(std::uint64_t place, Code code) { store(words_.data(), bytes_, static_cast<std::size_t>(place), code); }

  /// Calls f with the codes as an array of unsigned integers.
  template <class F>
  auto with(F&& f) const {
    switch (bytes_) {
      case 1:  return f(reinterpret_cast<const std::uint8_t*>(words_.data()));
      case 2:  return f(reinterpret_cast<const std::uint16_t*>(words_.data()));
      case 4:  return f(reinterpret_cast<const std::uint32_t*>(words_.data()));
      default: return f(words_.data());
    }
  }

 private:
  int bytes_;
  std::vector<std::uint64_t> words_;
};

/// One thread's desk: it computes 2^16 inputs at a time.
class Judge {
 public:
  Judge(const RecordedCheck& recorded, const Fingerprints& fingerprints, const Contestant& reference, const Check& check, const Plan& plan)
      : recorded_(fingerprints), check_(check), plan_(plan), counter_(check.kind), known_(known_differences(recorded.contestant, check)), worker_(reference.start(check)),
        expected_(bytes_of(check.kind.result)), answers_(expected_) {
    for (const Slot& slot : check.kind.operands) operands_.emplace_back(bytes_of(slot));
  }

  /// Stretch number s; only inputs [begin, end) count.
  void judge(std::uint64_t s, std::uint64_t begin, std::uint64_t end, Tally& tally) {
    const std::uint64_t stretch_begin = s << recorded_.bits, stretch_end = std::min(plan_.inputs(), stretch_begin + recorded_.stretch());
    const std::uint64_t from = std::max(begin, stretch_begin), to = std::min(end, stretch_end);
    std::vector<Mismatch> different;
    std::uint64_t sum = 0;
    for (first_ = stretch_begin; first_ < stretch_end; first_ += fp::block) {
      compute();
      count(from, to, tally);
      sum += fp::weight(number_of_block()) * answers_.with([&](const auto* codes) { return fp::sum_of(codes, count_); });
      note_changed(different);
    }
    if (sum != recorded_sums(s)[0]) {
      const Located located = locate_in(s, stretch_begin, stretch_end);
      if (!recover(located, stretch_begin, stretch_end, different)) return note_stretch(located, from, to, to - from == stretch_end - stretch_begin, tally);
    }
    for (const Mismatch& m : different)
      if (m.index >= from && m.index < to) note(m, tally);
  }

 private:
  std::uint64_t number_of_block() const { return (first_ & (recorded_.stretch() - 1)) / fp::block; }
  std::span<const std::uint64_t> recorded_sums(std::uint64_t s) const {
    return std::span(recorded_.sums).subspan(static_cast<std::size_t>(s) * recorded_.sums_of_stretch(), recorded_.sums_of_stretch());
  }

  /// The reference's results from first_ on, and the same with the exceptions of the recording put in.
  void compute() {
    count_ = std::min(fp::block, plan_.inputs() - first_);
    Block block{first_, static_cast<std::size_t>(count_), plan_.exhaustive(), {}};
    std::array<void*, 3> to{};
    for (std::size_t k = 0; k < operands_.size(); ++k) block.operands[k] = to[k] = operands_[k].data();
    plan_.fill(first_, block.count, to);
    Answers answers;
    answers.results = expected_.data();
    worker_->answer(block, answers);
    if (!answers.gave_up.empty()) throw Infrastructure{"the reference answers no more: " + answers.gave_up};
    if (!answers.incidents.empty()) throw Infrastructure{"the reference gave no answer to input " + std::to_string(first_ + answers.incidents.front().index) + ": " + answers.incidents.front().what};
    answers_ = expected_;
    const auto before = [](const Exception& e, std::uint64_t index) { return e.index < index; };
    changed_ = std::lower_bound(recorded_.exceptions.begin(), recorded_.exceptions.end(), first_, before);
    for (auto e = changed_; e != recorded_.exceptions.end() && e->index < first_ + count_; ++e) answers_.set(e->index - first_, e->result);
  }

  void count(std::uint64_t from, std::uint64_t to, Tally& tally) {
    from = std::max(from, first_);
    to = std::min(to, first_ + count_);
    if (from >= to) return;
    tally.executed += to - from;
    counter_.count_results(expected_.from(from - first_), static_cast<std::size_t>(to - from), tally.results);
    if (plan_.exhaustive())
      counter_.count_consecutive(from, to - from, tally.inputs);
    else
      for (std::uint64_t i = from; i < to; ++i) ++tally.inputs[group_index(check_.kind, operands_at(i - first_))];
  }

  Operands operands_at(std::uint64_t place) const {
    Operands all{};
    for (std::size_t k = 0; k < operands_.size(); ++k) all[k] = operands_[k][place];
    return all;
  }

  Mismatch mismatch_at(std::uint64_t index, Code got) const {
    Mismatch m;
    m.index = index;
    m.operands = operands_at(index - first_);
    m.expected = expected_[index - first_];
    m.got = got;
    return m;
  }

  /// What the exceptions of the recording, which compute() put in, make different.
  void note_changed(std::vector<Mismatch>& different) const {
    for (auto e = changed_; e != recorded_.exceptions.end() && e->index < first_ + count_; ++e)
      if (e->result != expected_[e->index - first_]) different.push_back(mismatch_at(e->index, e->result));
  }

  Located locate_in(std::uint64_t s, std::uint64_t begin, std::uint64_t end) {
    std::vector<std::uint64_t> sums(recorded_.sums_of_stretch());
    for (first_ = begin; first_ < end; first_ += fp::block) {
      compute();
      fp::add_block(sums.data(), recorded_.bits, number_of_block(), answers_.with([&](const auto* codes) { return fp::sums_of(codes, count_); }));
    }
    for (std::size_t i = 0; i < sums.size(); ++i) sums[i] = recorded_sums(s)[i] - sums[i];
    return locate(sums);
  }

  /// The recorded results where they were located. False if they cannot be what was recorded: then there are more.
  bool recover(const Located& located, std::uint64_t begin, std::uint64_t end, std::vector<Mismatch>& different) {
    const int bits = width_of(check_.kind.result);
    for (const Located::At& at : located.wrong) {
      const std::uint64_t index = begin + at.place;
      if (index >= end) return false;
      first_ = index - index % fp::block;
      compute();
      const std::uint64_t place = index - first_;
      const std::uint64_t difference = at.difference * fp::inverse(fp::weight(number_of_block()));
      const Code recorded = fp::result_of(place, fp::term(place, answers_[place]) + difference);
      if (bits < 64 && recorded >> bits != 0) return false;
      std::erase_if(different, [&](const Mismatch& m) { return m.index == index; });
      if (recorded != expected_[place]) different.push_back(mismatch_at(index, recorded));
    }
    return !located.wrong.empty();
  }

  void note(const Mismatch& m, Tally& tally) const {
    const auto k = std::find_if(known_.begin(), known_.end(), [&](const KnownDifference* row) { return row->is(check_, m); });
    if (k != known_.end()) return tally.note_known(std::string((*k)->id), m);
    tally.note(m);
    ++tally.wrong[group_index(check_.kind, m.operands)];
  }

  /// Results of a stretch differ, and it cannot be told which.
  void note_stretch(const Located& located, std::uint64_t from, std::uint64_t to, bool whole, Tally& tally) {
    first_ = from - from % fp::block;
    compute();
    Mismatch m = mismatch_at(from, 0);
    m.got_known = false;
    const std::uint64_t at_least = whole ? located.at_least : 1;
    m.incident = "at least " + std::to_string(at_least) + " of " + std::to_string(to - from) + " results from input " + std::to_string(from) + " on are not the recorded ones";
    if (!whole) m.incident = "results of the stretch that input " + std::to_string(from) + " is in are not the recorded ones, in this shard or outside it";
    tally.note(m);
    --tally.incidents;  // nothing crashed: the text says what is known instead of the result
    tally.mismatches += at_least - 1;
    ++tally.wrong[group_index(check_.kind, m.operands)];
  }

  const Fingerprints& recorded_;
  const Check& check_;
  const Plan& plan_;
  GroupCounter counter_;
  std::vector<const KnownDifference*> known_;
  std::unique_ptr<Worker> worker_;
  std::vector<Codes> operands_;
  Codes expected_, answers_;
  std::uint64_t first_ = 0, count_ = 0;                ///< what they are of
  std::vector<Exception>::const_iterator changed_{};   ///< the first exception from first_ on
};

}  // namespace

Located locate(std::span<const std::uint64_t> difference) {
  const std::uint64_t both = difference[0];
  const auto by_bit = difference.subspan(1);
  const auto split = std::find_if(by_bit.begin(), by_bit.end(), [&](std::uint64_t g) { return g != 0 && g != both; });
  const bool two = split != by_bit.end();
  const std::uint64_t one = two ? *split : both, other = both - one;
  Located::At first{0, one}, second{0, other};
  for (std::size_t j = 0; j < by_bit.size(); ++j) {
    const std::uint64_t g = by_bit[j], bit = std::uint64_t{1} << j;
    if (g == both || g == one) first.place |= bit;
    if (two && (g == both || g == other)) second.place |= bit;
    if (g != 0 && g != both && g != one && g != other) return {{}, least_number(difference)};
  }
  if (!two) return {{first}, 1};
  if (one == other) return {{}, 2};  // which of them a group shows cannot be told
  return {{first, second}, 2};
}

void judge_fingerprints(const RecordedCheck& recorded, const Fingerprints& fingerprints, const Contestant& reference, const Check& check, const Plan& plan, std::uint64_t begin,
                  std::uint64_t end, Tally& tally) {
  if (begin >= end) return;
  std::atomic<std::uint64_t> next{begin >> fingerprints.bits};
  const std::uint64_t last = (end - 1) >> fingerprints.bits;
  unsigned threads = static_cast<unsigned>(std::min<std::uint64_t>(std::clamp(std::thread::hardware_concurrency(), 1u, 64u), last - next + 1));
  if (const unsigned most = reference.offers(check.kind, check.mode).workers; most != 0) threads = std::min(threads, most);
  std::vector<Tally> found(threads, Tally(check.kind.operands.size()));
  std::vector<std::exception_ptr> failures(threads);
  {
    std::vector<std::jthread> at_work;
    for (unsigned t = 0; t < threads; ++t)
      at_work.emplace_back([&, t] {
        try {
          Judge judge(recorded, fingerprints, reference, check, plan);
          for (std::uint64_t s = next++; s <= last; s = next++) judge.judge(s, begin, end, found[t]);
        } catch (...) {
          failures[t] = std::current_exception();
        }
      });
  }
  for (const std::exception_ptr& f : failures)
    if (f) std::rethrow_exception(f);
  for (const Tally& t : found) tally.add(t);
}

}  // namespace ulplab::verify
