#include "gpu/backends/recorded.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#ifndef ULPLAB_SOURCE_DIR
#define ULPLAB_SOURCE_DIR ""
#endif

namespace ulplab::gpu {
namespace {

namespace fs = std::filesystem;

constexpr const char* remedy = "run `ulplab record` on a machine with a GPU and put the files there";

std::string_view find_fact(const Facts& facts, std::string_view key) {
  for (const auto& [name, value] : facts)
    if (name == key) return value;
  return {};
}

/// Is this an answer to such a lane at all? A checksum says that a file is whole, not that its writer was right.
bool answers(const Lane& lane, const LaneResult& r) {
  const KernelInfo& kernel = info_of(lane.kernel);
  const bool sum = kernel.results == 0;
  const std::size_t noted = lane.every != 0 && lane.kernel != Kernel::sum_pairwise ? static_cast<std::size_t>(lane.count / lane.every) : 0;
  const std::size_t codes = sum ? noted + 1 : lane.inputs.size() / static_cast<std::size_t>(kernel.arity) * static_cast<std::size_t>(kernel.results);
  if (r.codes.size() != codes) return false;
  if (!r.flags.empty() && r.flags.size() != (sum ? 1 : lane.inputs.size() / static_cast<std::size_t>(kernel.arity))) return false;
  for (std::size_t i = 0; i < codes; ++i)
    if ((r.codes[i] & ~format_of_code(lane, i, codes).code_mask()) != 0) return false;
  return true;
}

/// One machine's lanes, of one file or of several.
class RecordedBackend final : public Backend {
 public:
  RecordedBackend(std::string name, LaneSet set) : name_(std::move(name)), title_(title_of_recorded(set.backend, set.facts)), set_(std::move(set)) {}
  RecordedBackend(std::string name, std::string reason) : name_(std::move(name)), title_(name_), reason_(std::move(reason)) {}

  std::string_view name() const override { return name_; }
  std::string_view title() const override { return title_; }
  std::string_view summary() const override { return "what a machine that is not here answered when its lanes were recorded"; }
  Availability availability() const override { return {reason_.empty(), reason_, !reason_.empty()}; }
  NanRule nan_rule(const Lane& lane) const override { return find(key_of(lane))->nan; }

  Availability offers(const Lane& lane) const override {
    if (!reason_.empty()) return availability();
    const LaneKey key = key_of(lane);
    if (const RecordedLane* there = find(key); there != nullptr) {
      if (answers(lane, there->result)) return {};
      return {false, "what was recorded is no answer to this lane: another number of codes, or codes of another format", true};
    }
    // The same place in the same scenario, but another question, or asked of another kernel?
    const RecordedLane* labelled = nullptr;
    for (const RecordedLane& r : set_.lanes)
      if (!lane.label.empty() && r.label == lane.label && (labelled == nullptr || r.key.question == key.question)) labelled = &r;
    if (labelled == nullptr) return {false, "there is no recording of this lane", true};
    const std::string changed = labelled->key.question == key.question ? "the kernel " + std::string(info_of(lane.kernel).name) + " has been changed since"
                                                                       : "it was recorded for other inputs, another count or another context";
    return {false, "stale: " + changed + "; run `ulplab record scenarios` on that machine again", true};
  }

  std::string_view instructions(const Lane& lane) const override {
    const RecordedLane* r = find(key_of(lane));
    return r == nullptr ? std::string_view{} : r->instructions;
  }

  LaneResult run(const Lane& lane, const Watcher& watcher) const override {
    const LaneResult& recorded = find(key_of(lane))->result;
    if (watcher.done) watcher.done(recorded.done);
    return recorded;
  }

  bool same_machine(const LaneSet& other) const { return reason_.empty() && title_ == title_of_recorded(other.backend, other.facts); }
  void add(LaneSet more) { std::move(more.lanes.begin(), more.lanes.end(), std::back_inserter(set_.lanes)); }

 private:
  const RecordedLane* find(const LaneKey& key) const {
    const auto found = std::find_if(set_.lanes.begin(), set_.lanes.end(), [&](const RecordedLane& r) { return r.key == key; });
    return found == set_.lanes.end() ? nullptr : &*found;
  }

  std::string name_, title_, reason_;
  LaneSet set_;
};

}  // namespace

std::string recorded_folder() {
  if (const char* named = std::getenv("ULPLAB_RECORDED"); named != nullptr && *named != '\0') return named;
  std::vector<fs::path> candidates{fs::path("gpu") / "recorded"};
  if (*ULPLAB_SOURCE_DIR != '\0') candidates.push_back(fs::path(ULPLAB_SOURCE_DIR) / "gpu" / "recorded");
  std::error_code error;
  const fs::path command = fs::read_symlink("/proc/self/exe", error);
  if (!error) candidates.push_back(command.parent_path().parent_path() / "share" / "ulplab" / "recorded");
  for (const fs::path& c : candidates)
    if (fs::is_directory(c, error)) return c.string();
  return candidates.front().string();
}

std::string title_of_recorded(std::string_view contestant, const Facts& facts) {
  std::string_view processor = find_fact(facts, "GPU");
  if (processor.empty()) processor = find_fact(facts, "CPU");
  std::string what(processor);
  if (const std::string_view driver = find_fact(facts, "driver"); !driver.empty()) what += (what.empty() ? "driver " : ", driver ") + std::string(driver);
  if (const std::string_view date = find_fact(facts, "date"); !date.empty()) what += (what.empty() ? "" : ", ") + std::string(date);
  return std::string(contestant) + (what.empty() ? " (recorded)" : " (recorded: " + what + ")");
}

std::vector<std::unique_ptr<Backend>> open_recorded_backends(const std::string& path) {
  std::vector<std::unique_ptr<RecordedBackend>> machines;
  const auto next_name = [&] { return machines.empty() ? std::string("recorded") : "recorded-" + std::to_string(machines.size() + 1); };
  for (const std::string& file : recordings_at(path)) {
    const std::string contents = contents_at(file);
    if (!contents.empty() && contents != "lanes") continue;  // megabytes that nobody asks for here
    const auto read = read_recording(file);
    std::variant<LaneSet, std::string> lanes = std::holds_alternative<std::string>(read) ? std::get<std::string>(read) : lanes_of(std::get<Recording>(read));
    if (const std::string* wrong = std::get_if<std::string>(&lanes)) {
      machines.push_back(std::make_unique<RecordedBackend>(next_name(), *wrong));
      continue;
    }
    LaneSet& set = std::get<LaneSet>(lanes);
    const auto same = std::find_if(machines.begin(), machines.end(), [&](const auto& m) { return m->same_machine(set); });
    if (same != machines.end())
      (*same)->add(std::move(set));
    else
      machines.push_back(std::make_unique<RecordedBackend>(next_name(), std::move(set)));
  }
  if (machines.empty()) machines.push_back(std::make_unique<RecordedBackend>("recorded", "there are no recorded lanes in " + path + ": " + remedy));
  return {std::make_move_iterator(machines.begin()), std::make_move_iterator(machines.end())};
}

std::span<const Backend* const> recorded_backends() {
  static const std::vector<std::unique_ptr<Backend>> owned = open_recorded_backends(recorded_folder());
  static const std::vector<const Backend*> table = [] {
    std::vector<const Backend*> all;
    for (const auto& b : owned) all.push_back(b.get());
    return all;
  }();
  return table;
}

}  // namespace ulplab::gpu
