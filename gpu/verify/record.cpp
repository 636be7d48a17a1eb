#include "gpu/verify/record.hpp"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstring>
#include <exception>
#include <filesystem>
#include <mutex>
#include <thread>

#include "gpu/verify/record_summary.hpp"
#include "gpu/verify/recorded_check.hpp"

namespace ulplab::verify {
namespace {

namespace fp = gpu::fingerprint;

constexpr std::uint64_t piece = std::uint64_t{1} << 20;        // what is asked for at once: whole blocks

/// Codes of a piece, aligned for every width.
class Codes {
 public:
  Codes(std::uint64_t count, int bytes) : words_(static_cast<std::size_t>((count * static_cast<std::uint64_t>(bytes) + 7) / 8)) {}
  void* data() { return words_.data(); }
  const void* data() const { return words_.data(); }

 private:
  std::vector<std::uint64_t> words_;
};

/// Of `count` results from number `at` on.
fp::Sums sums_of(const void* results, int bytes, std::uint64_t at, std::uint64_t count) {
  switch (bytes) {
    case 1:  return fp::sums_of(static_cast<const std::uint8_t*>(results) + at, count);
    case 2:  return fp::sums_of(static_cast<const std::uint16_t*>(results) + at, count);
    case 4:  return fp::sums_of(static_cast<const std::uint32_t*>(results) + at, count);
    default: return fp::sums_of(static_cast<const std::uint64_t*>(results) + at, count);
  }
}

/// The contestant's workers, of which it may allow fewer than there are threads: a device answers one, and the others
/// make fingerprints meanwhile.
class Pool {
 public:
  Pool(const Contestant& of, const Check& check, unsigned workers) {
    for (unsigned i = 0; i < workers; ++i) idle_.push_back(of.start(check));
  }
  void answer(const Block& block, Answers& answers) {
    std::unique_ptr<Worker> worker;
    {
      std::unique_lock lock(mutex_);
      one_idle_.wait(lock, [&] { return !idle_.empty(); });
      worker = std::move(idle_.back());
      idle_.pop_back();
    }
    std::exception_ptr failure;
    try {
      worker->answer(block, answers);
    } catch (...) {
      failure = std::current_exception();
    }
    {
      const std::lock_guard lock(mutex_);
      idle_.push_back(std::move(worker));
    }
    one_idle_.notify_one();
    if (failure) std::rethrow_exception(failure);
  }

 private:
  std::mutex mutex_;
  std::condition_variable one_idle_;
  std::vector<std::unique_ptr<Worker>> idle_;
};

/// An input that got no answer: then there is nothing to record.
struct NoAnswer {
  std::string sentence;
};

class Recorder {
 public:
  Recorder(const Contestant& of, const Check& check, const Plan& plan, const RecordSettings& settings, const RecordWatch& watch)
      : of_(of), check_(check), plan_(plan), settings_(settings), watch_(watch), result_bytes_(bytes_of(check.kind.result)) {}

  /// Nothing if it was stopped.
  std::optional<decltype(RecordedCheck::contents)> contents() {
    if (plan_.exhaustive() && plan_.inputs() <= settings_.largest_table) {
      table_.results.resize(static_cast<std::size_t>(plan_.inputs()));
      ask_for_all(&Recorder::note_results);
      if (done_ == plan_.inputs()) return std::move(table_);
      return std::nullopt;
    }
    if (const std::unique_ptr<Summary> summary = plan_.exhaustive() ? of_.summary(check_) : nullptr; summary && can_sum_up(*summary, plan_, settings_)) {
      auto all = summed_up(*summary, check_, plan_, settings_, watch_);
      if (!all) return std::nullopt;
      return std::visit([](auto&& contents) { return decltype(RecordedCheck::contents){std::move(contents)}; }, std::move(*all));
    }
    if (plan_.exhaustive() && check_.kind.operands.size() == 1) {
      runs_of_piece_.resize(static_cast<std::size_t>((plan_.inputs() + piece - 1) / piece));
      ask_for_all(&Recorder::note_runs);
      if (!too_many_runs_ && done_ != plan_.inputs()) return std::nullopt;
      if (!too_many_runs_) return joined_runs();
      runs_of_piece_.clear();  // mostly found out at once: a map that is exact changes with every input
    }
    fingerprints_.bits = settings_.stretch_bits;
    fingerprints_.sums.resize(static_cast<std::size_t>((plan_.inputs() + fingerprints_.stretch() - 1) >> fingerprints_.bits) * fingerprints_.sums_of_stretch());
    if (!plan_.exhaustive()) fingerprints_.plan = plan_.identity();
    ask_for_all(&Recorder::note_fingerprints);
    if (done_ != plan_.inputs()) return std::nullopt;
    std::sort(fingerprints_.exceptions.begin(), fingerprints_.exceptions.end(), [](const Exception& x, const Exception& y) { return x.index < y.index; });
    if (fingerprints_.exceptions.size() > settings_.most_exceptions) fingerprints_.exceptions.resize(settings_.most_exceptions);
    return std::move(fingerprints_);
  }

 private:
  struct Room {
    std::vector<Codes> operands;
    Codes results, expected;
    std::unique_ptr<Worker> reference;
  };

  /// What is done with the results of a piece.
  using Note = void (Recorder::*)(Room&, const Block&);

  void ask_for_all(Note note) {
    done_ = 0;
    const unsigned threads = static_cast<unsigned>(std::min<std::uint64_t>(std::clamp(std::thread::hardware_concurrency(), 1u, 64u), (plan_.inputs() + piece - 1) / piece));
    const unsigned most = of_.offers(check_.kind, check_.mode).workers;
    Pool pool(of_, check_, most == 0 ? threads : std::min(most, threads));
    std::atomic<std::uint64_t> next{0};
    std::vector<std::exception_ptr> failures(threads);
    {
      std::vector<std::jthread> at_work;
      for (unsigned t = 0; t < threads; ++t)
        at_work.emplace_back([&, t] {
          try {
            Room room = make_room();
            for (std::uint64_t first = next.fetch_add(piece); first < plan_.inputs() && !watch_.stop.stop_requested() && !too_many_runs_of(note);
                 first = next.fetch_add(piece))
              take_piece(pool, room, first, std::min(piece, plan_.inputs() - first), note);
          } catch (...) {
            failures[t] = std::current_exception();
            next = plan_.inputs();  // the others stop soon
          }
        });
    }
    for (const std::exception_ptr& f : failures)
      if (f) std::rethrow_exception(f);
  }

  Room make_room() const {
    const std::uint64_t count = std::min(piece, plan_.inputs());
    Room room{{}, Codes(count, result_bytes_), Codes(settings_.reference != nullptr ? count : 0, result_bytes_), nullptr};
    for (const Slot& slot : check_.kind.operands) room.operands.emplace_back(count, bytes_of(slot));
    if (settings_.reference != nullptr) room.reference = settings_.reference->start(check_);
    return room;
  }

  void take_piece(Pool& pool, Room& room, std::uint64_t first, std::uint64_t count, Note note) {
    Block block{first, static_cast<std::size_t>(count), plan_.exhaustive(), {}};
    std::array<void*, 3> to{};
    for (std::size_t k = 0; k < room.operands.size(); ++k) block.operands[k] = to[k] = room.operands[k].data();
    plan_.fill(first, block.count, to);
    Answers answers;
    answers.stop = watch_.stop;
    answers.results = room.results.data();
    pool.answer(block, answers);
    if (!answers.gave_up.empty()) throw NoAnswer{answers.gave_up};
    if (!answers.incidents.empty()) throw NoAnswer{"input " + std::to_string(first + answers.incidents.front().index) + " got no answer: " + answers.incidents.front().what};

    (this->*note)(room, block);
    const std::lock_guard lock(mutex_);
    done_ += count;
    if (watch_.at) watch_.at(done_);
  }

  bool too_many_runs_of(Note note) const { return note == &Recorder::note_runs && too_many_runs_; }

  void note_results(Room& room, const Block& block) {
    for (std::size_t i = 0; i < block.count; ++i) table_.results[static_cast<std::size_t>(block.first) + i] = load(room.results.data(), result_bytes_, i);
  }

  void note_runs(Room& room, const Block& block) {
    Runs& runs = runs_of_piece_[static_cast<std::size_t>(block.first / piece)];
    Code last = 0;
    for (std::size_t i = 0; i < block.count; ++i) {
      const Code code = load(room.results.data(), result_bytes_, i);
      if (i != 0 && code == last) continue;
      runs.first.push_back(static_cast<std::uint32_t>(block.first + i));
      runs.result.push_back(last = code);
    }
    if ((runs_ += runs.first.size()) > settings_.most_runs + runs_of_piece_.size()) too_many_runs_ = true;  // a piece begins a run of its own
  }

  void note_fingerprints(Room& room, const Block& block) {
    for (std::uint64_t at = 0; at < block.count; at += fp::block) {
      const std::uint64_t first = block.first + at;
      const fp::Sums s = sums_of(room.results.data(), result_bytes_, at, std::min<std::uint64_t>(fp::block, block.count - at));
      const std::lock_guard lock(mutex_);
      fp::add_block(&fingerprints_.sums[static_cast<std::size_t>(first >> fingerprints_.bits) * fingerprints_.sums_of_stretch()], fingerprints_.bits,
                    (first & (fingerprints_.stretch() - 1)) / fp::block, s);
    }
    if (room.reference != nullptr) note_exceptions(room, block);
  }

  void note_exceptions(Room& room, const Block& block) {
    Answers expected;
    expected.results = room.expected.data();
    room.reference->answer(block, expected);
    if (std::memcmp(room.expected.data(), room.results.data(), block.count * static_cast<std::size_t>(result_bytes_)) == 0) return;
    std::vector<Exception> found;
    for (std::size_t i = 0; i < block.count && found.size() < settings_.most_exceptions; ++i)
      if (const Code code = load(room.results.data(), result_bytes_, i); code != load(room.expected.data(), result_bytes_, i)) found.push_back({block.first + i, code});
    const std::lock_guard lock(mutex_);
    fingerprints_.exceptions.insert(fingerprints_.exceptions.end(), found.begin(), found.end());
    if (fingerprints_.exceptions.size() <= 2 * settings_.most_exceptions) return;
    // Of too many the first are kept, whatever the threads did.
    const auto keep = static_cast<std::ptrdiff_t>(settings_.most_exceptions);
    std::nth_element(fingerprints_.exceptions.begin(), fingerprints_.exceptions.begin() + keep, fingerprints_.exceptions.end(),
                     [](const Exception& a, const Exception& b) { return a.index < b.index; });
    fingerprints_.exceptions.resize(settings_.most_exceptions);
  }

  Runs joined_runs() const {
    Runs all;
    for (const Runs& part : runs_of_piece_)
      for (std::size_t i = 0; i < part.first.size(); ++i) {
        if (!all.result.empty() && all.result.back() == part.result[i]) continue;
        all.first.push_back(part.first[i]);
        all.result.push_back(part.result[i]);
      }
    return all;
  }

  const Contestant& of_;
  const Check& check_;
  const Plan& plan_;
  const RecordSettings& settings_;
  const RecordWatch& watch_;
  int result_bytes_;
  std::atomic<bool> too_many_runs_{false};
  std::atomic<std::size_t> runs_{0};
  std::mutex mutex_;                 ///< for fingerprints_ and done_
  std::uint64_t done_ = 0;
  Table table_;
  Fingerprints fingerprints_;
  std::vector<Runs> runs_of_piece_;
};

}  // namespace

Recorded record(const Contestant& of, const Kind& kind, const Mode& mode, const RecordSettings& settings, const RecordWatch& watch) {
  Recorded r;
  r.kind = kind.name;
  r.mode = name_of(mode);
  const Offer offer = of.offers(kind, mode);
  r.reason = offer.reason;
  r.lacking = offer.lacking;
  if (!offer.ready) return r;
  r.instructions = offer.instructions;
  const std::optional<Check> check = make_check(kind, mode, offer.machine);
  if (!check) {
    r.reason = "the preset '" + offer.machine + "' has no " + kind.name + " in this mode";
    return r;
  }
  const std::unique_ptr<Plan> plan = make_plan(*check, settings.plan);
  r.inputs = plan->inputs();
  if (watch.begin) watch.begin(r.inputs);

  RecordedCheck recorded{kind, mode, offer.machine, of.known_as(), offer.instructions, plan->inputs(), {}, settings.facts, "", ""};
  for (const auto& fact : of.provenance()) recorded.facts.push_back(fact);
  try {
    auto contents = Recorder(of, *check, *plan, settings, watch).contents();
    r.stopped = !contents;
    if (contents) recorded.contents = std::move(*contents);
  } catch (const Stopped&) {
    r.stopped = true;
  } catch (const NoAnswer& none) {
    r.reason = none.sentence;
    return r;
  }
  if (r.stopped) {
    r.reason = "stopped; nothing was written";
    return r;
  }
  if (const Fingerprints* fingerprints = recorded.fingerprints()) r.exceptions = fingerprints->exceptions.size();

  const gpu::Recording file = to_recording(recorded);
  std::error_code error;
  std::filesystem::create_directories(settings.folder, error);
  const std::string path = (std::filesystem::path(settings.folder) / (kind.name + '.' + r.mode + std::string(gpu::recording_extension))).string();
  if (const std::string trouble = gpu::write_recording(path, file); !trouble.empty()) throw Infrastructure{trouble};
  r.file = path;
  r.contents = file["contents"];
  r.entries = file.number("entries").value_or(0);
  r.bytes = std::filesystem::file_size(path, error);
  return r;
}

}  // namespace ulplab::verify
