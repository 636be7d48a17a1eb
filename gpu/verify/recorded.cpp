#include "gpu/verify/recorded.hpp"

#include <algorithm>

#include "gpu/verify/plan.hpp"
#include "gpu/verify/recorded_fingerprints.hpp"
#include "gpu/verify/recorded_check.hpp"

namespace ulplab::verify {
namespace {

class RunsWorker final : public Worker {
 public:
  RunsWorker(const Kind& kind, const Runs& runs) : runs_(runs), operand_bytes_(bytes_of(kind.operands[0])), result_bytes_(bytes_of(kind.result)) {}
  void answer(const Block& block, Answers& answers) override {
    for (std::size_t i = 0; i < block.count; ++i) store(answers.results, result_bytes_, i, result_of(load(block.operands[0], operand_bytes_, i)));
  }

 private:
  /// Inputs mostly come in order: the run of the last one, or the next, is often the one.
  Code result_of(Code input) {
    if (input < begin_ || input >= end_) {
      const auto run = std::upper_bound(runs_.first.begin(), runs_.first.end(), input) - runs_.first.begin() - 1;
      const auto at = static_cast<std::size_t>(run);
      begin_ = runs_.first[at];
      end_ = at + 1 < runs_.first.size() ? runs_.first[at + 1] : ~std::uint64_t{0};
      result_ = runs_.result[at];
    }
    return result_;
  }

  const Runs& runs_;
  int operand_bytes_, result_bytes_;
  std::uint64_t begin_ = 0, end_ = 0;  // of the run that was used last
  Code result_ = 0;
};

class TableWorker final : public Worker {
 public:
  TableWorker(const Kind& kind, const Table& table) : table_(table), kind_(kind), result_bytes_(bytes_of(kind.result)) {}
  void answer(const Block& block, Answers& answers) override {
    for (std::size_t i = 0; i < block.count; ++i) {
      std::uint64_t index = 0;
      for (std::size_t k = 0; k < kind_.operands.size(); ++k) {
        const int bits = width_of(kind_.operands[k]);
        index = index << bits | (load(block.operands[k], bytes_of(kind_.operands[k]), i) & ((std::uint64_t{1} << bits) - 1));
      }
      store(answers.results, result_bytes_, i, table_.results[static_cast<std::size_t>(index)]);
    }
  }

 private:
  const Table& table_;
  const Kind& kind_;
  int result_bytes_;
};

class RecordedContestant final : public Contestant {
 public:
  RecordedContestant(std::string path, std::vector<RecordedCheck> checks) : path_(std::move(path)), checks_(std::move(checks)) {}

  std::string name() const override { return "recorded:" + path_; }
  std::string known_as() const override { return checks_.front().contestant; }

  std::vector<Mode> modes(const Kind& kind) const override {
    std::vector<Mode> all;
    for (const RecordedCheck& c : checks_)
      if (c.kind.name == kind.name) all.push_back(c.mode);
    if (all.empty()) all.push_back({});
    return all;
  }

  Offer offers(const Kind& kind, const Mode& mode) const override {
    Offer offer;
    const RecordedCheck* c = find(kind, mode);
    offer.ready = c != nullptr;
    if (c == nullptr) {
      offer.reason = "not offered by " + name() + ": there is no recording of it";
      return offer;
    }
    offer.machine = c->machine;
    offer.instructions = c->instructions;
    if (c->fingerprints() != nullptr) offer.workers = 1;  // judge() has threads of its own, which share out whole stretches
    return offer;
  }

  std::string refuses_plan(const Check& check, const Plan& plan) const override {
    const RecordedCheck& c = *find(check.kind, check.mode);
    const Fingerprints* fingerprints = c.fingerprints();
    if (fingerprints == nullptr || is_of(*fingerprints, c, plan)) return "";
    if (fingerprints->plan.empty()) return c.file + " has fingerprints of all inputs, not results: it cannot answer some of them alone";
    return c.file + " was made over another documented set (" + fingerprints->plan + ", not " + plan.identity() + "): use its seed and count, or record anew";
  }

  std::unique_ptr<Worker> start(const Check& check) const override {
    const RecordedCheck& c = *find(check.kind, check.mode);
    if (const Runs* runs = std::get_if<Runs>(&c.contents)) return std::make_unique<RunsWorker>(c.kind, *runs);
    if (const Table* table = std::get_if<Table>(&c.contents)) return std::make_unique<TableWorker>(c.kind, *table);
    throw Infrastructure{c.file + " has fingerprints, not results: it can be compared with over the inputs that it was made of, and over no others"};
  }

  bool can_be_asked(const Check& check) const override { return find(check.kind, check.mode)->fingerprints() == nullptr; }

  bool judges(const Contestant&, const Check& check, const Plan& plan) const override {
    const RecordedCheck& c = *find(check.kind, check.mode);
    return c.fingerprints() != nullptr && is_of(*c.fingerprints(), c, plan);
  }
  void judge(const Contestant& reference, const Check& check, const Plan& plan, std::uint64_t begin, std::uint64_t end, Tally& tally) const override {
    const RecordedCheck& c = *find(check.kind, check.mode);
    judge_fingerprints(c, *c.fingerprints(), reference, check, plan, begin, end, tally);
  }

  std::vector<std::pair<std::string, std::string>> provenance() const override {
    std::vector<std::pair<std::string, std::string>> all{{"recorded contestant", known_as()}};
    for (const RecordedCheck& c : checks_)
      for (const auto& fact : c.facts) {
        const std::pair<std::string, std::string> said{"recorded " + fact.first, fact.second};
        if (std::find(all.begin(), all.end(), said) == all.end()) all.push_back(said);
      }
    for (const RecordedCheck& c : checks_) all.emplace_back("recording", c.file + ", sha256 " + c.sha256);
    return all;
  }

 private:
  const RecordedCheck* find(const Kind& kind, const Mode& mode) const {
    const auto found = std::find_if(checks_.begin(), checks_.end(), [&](const RecordedCheck& c) { return c.kind.name == kind.name && c.mode == mode; });
    return found == checks_.end() ? nullptr : &*found;
  }
  static bool is_of(const Fingerprints& fingerprints, const RecordedCheck& check, const Plan& plan) {
    return plan.inputs() == check.inputs && (plan.exhaustive() ? fingerprints.plan.empty() : fingerprints.plan == plan.identity());
  }

  std::string path_;
  std::vector<RecordedCheck> checks_;  ///< at least one
};

}  // namespace

std::variant<std::unique_ptr<Contestant>, std::string> open_recording(std::string_view path) {
  const std::string name(path);
  if (name.empty()) return "recorded: needs a file or a folder of recordings behind the colon, such as recorded:gpu/recorded";
  const std::vector<std::string> files = gpu::recordings_at(name);
  if (files.empty()) return name + ": there is no recording here; `ulplab record` writes them on a machine that has what is to be recorded";
  std::vector<RecordedCheck> checks;
  for (const std::string& file : files) {
    const auto read = gpu::read_recording(file);
    if (const std::string* wrong = std::get_if<std::string>(&read)) return *wrong;
    const gpu::Recording& recording = std::get<gpu::Recording>(read);
    if (recording["contents"] == "lanes") continue;  // of scenarios: the recorded backend's
    auto check = check_of(recording);
    if (const std::string* wrong = std::get_if<std::string>(&check)) return *wrong;
    checks.push_back(std::move(std::get<RecordedCheck>(check)));
  }
  if (checks.empty()) return name + ": there are only lanes of scenarios here, which `ulplab run` shows";
  for (std::size_t i = 1; i < checks.size(); ++i) {
    const RecordedCheck& a = checks[i];
    if (a.contestant != checks.front().contestant)
      return name + ": there are recordings of " + checks.front().contestant + " and of " + a.contestant + " here: name one file, or give each a folder of its own";
    for (std::size_t k = 0; k < i; ++k)
      if (checks[k].kind.name == a.kind.name && checks[k].mode == a.mode)
        return name + ": " + checks[k].file + " and " + a.file + " are both recordings of " + a.kind.name + ' ' + name_of(a.mode) + ": name one of them";
  }
  return std::make_unique<RecordedContestant>(name, std::move(checks));
}

}  // namespace ulplab::verify
