#include "gpu/verify/device_contestants.hpp"

#include <algorithm>

#include "gpu/backends/cuda/device.hpp"
#include "gpu/backends/cuda/device_units.hpp"
#include "gpu/backends/cuda/soft_kernels.hpp"
#include "gpu/verify/device_task.hpp"
#include "gpu/verify/group_counter.hpp"
#include "gpu/verify/known_differences.hpp"
#include "gpu/verify/plan.hpp"
#include "gpu/verify/soft_contestant.hpp"
#include "gpu/verify/sweep.hpp"

namespace ulplab::verify {
namespace {

using gpu::cuda::DeviceUnit;
using gpu::cuda::Launch;

static_assert(gpu::cuda::device_groups == groups && gpu::cuda::device_combinations == groups * groups * groups);
static_assert(static_cast<int>(Group::subnormal) == 1 && static_cast<int>(Group::nan) == 4);

Launch soft_launch(const Check& check) {
  return [task = soft_task_of(check).value()](const gpu::cuda::DeviceBatch& b) { launch_soft(task, b); };
}

/// On the device it is `cuda-soft`, bit for bit: the tests with the label gpu hold it to that.
bool is_our_arithmetic(const Contestant& reference) { return reference.name() == "soft" || reference.name() == "cuda-soft"; }

/// Inputs in counting order are made on the device; others are copied there.
class DeviceWorker final : public Worker {
 public:
  DeviceWorker(const Kind& kind, Launch launch) : shape_(shape_of(kind)), launch_(std::move(launch)) {}

  void answer(const Block& block, Answers& answers) override {
    if (block.consecutive && answers.flags == nullptr) {
      if (!sweep_) sweep_ = std::make_unique<gpu::cuda::Sweep>(shape_);
      sweep_->results(launch_, block.first, block.first + block.count, answers.results);
    } else {
      if (!arrays_) arrays_ = std::make_unique<gpu::cuda::ArrayRunner>(shape_);
      arrays_->run(launch_, {block.count, block.operands, answers.results, answers.flags});
    }
  }

 private:
  gpu::cuda::DeviceShape shape_;
  Launch launch_;
  std::unique_ptr<gpu::cuda::Sweep> sweep_;
  std::unique_ptr<gpu::cuda::ArrayRunner> arrays_;
};

class DeviceSummary final : public Summary {
 public:
  DeviceSummary(const Check& check, Launch launch) : check_(check), launch_(std::move(launch)), sweep_(shape_of(check.kind)) {}
  std::vector<gpu::ResultRun> runs(std::uint64_t begin, std::uint64_t end) override {
    return sweep_.runs(launch_, begin, end);
  }
  std::vector<gpu::fingerprint::Sums> fingerprints(std::uint64_t first, std::uint64_t count) override {
    return sweep_.fingerprints(launch_, first, count);
  }
  bool compares_with(const Contestant& reference) const override { return is_our_arithmetic(reference) && soft_task_of(check_); }
  std::vector<Exception> differences(std::uint64_t begin, std::uint64_t end, std::uint64_t most) override {
    std::vector<Exception> list;
    for (const gpu::cuda::DeviceDifference& d : sweep_.compare(soft_launch(check_), launch_, begin, end, most).list)
      list.push_back({d.place, d.got});
    return list;
  }

 private:
  Check check_;
  Launch launch_;
  gpu::cuda::Sweep sweep_;
};

/// What both have in common: the device, and a launch for each check.
class DeviceContestant : public Contestant {
 public:
  gpu::Availability availability() const override { return gpu::cuda::availability(); }
  std::vector<std::pair<std::string, std::string>> provenance() const override {
    return gpu::cuda::provenance();
  }
  std::unique_ptr<Worker> start(const Check& check) const override { return std::make_unique<DeviceWorker>(check.kind, launch(check)); }

  std::unique_ptr<Summary> summary(const Check& check) const override {
    return std::make_unique<DeviceSummary>(check, launch(check));
  }

  virtual Launch launch(const Check&) const = 0;

 protected:
  /// An offer that says what this machine lacks, if it does.
  Offer offer_here() const {
    Offer offer;
    const gpu::Availability a = availability();
    offer.ready = a.ready;
    offer.reason = a.reason;
    offer.lacking = !a.ready;
    return offer;
  }
};

class CudaSoftContestant final : public DeviceContestant {
 public:
  CudaSoftContestant() : soft_(make_soft_contestant()) {}
  std::string name() const override { return "cuda-soft"; }
  std::vector<Mode> modes(const Kind& kind) const override { return soft_->modes(kind); }
  Offer offers(const Kind& kind, const Mode& mode) const override {
    Offer offer = soft_->offers(kind, mode);
    if (!offer.ready) return offer;
    const Offer here = offer_here();
    offer.ready = here.ready;
    offer.reason = here.reason;
    offer.lacking = here.lacking;
    return offer;
  }
  Launch launch(const Check& check) const override { return soft_launch(check); }

 private:
  std::unique_ptr<Contestant> soft_;
};

class CudaContestant final : public DeviceContestant {
 public:
  std::string name() const override { return "cuda"; }

  std::vector<Mode> modes(const Kind& kind) const override {
    std::vector<Mode> all;
    for (const DeviceUnit& u : gpu::cuda::device_units())
      if (const Mode mode{u.rounding, u.overflow}; u.kind == kind.name && std::find(all.begin(), all.end(), mode) == all.end()) all.push_back(mode);
    if (all.empty()) all.push_back({});
    return all;
  }

  Offer offers(const Kind& kind, const Mode& mode) const override {
    Offer offer = offer_here();
    if (!offer.ready) return offer;
    const DeviceUnit* unit = find(kind.name, mode);
    if (unit == nullptr) {
      const auto units = gpu::cuda::device_units();
      const bool other_mode = std::any_of(units.begin(), units.end(), [&](const DeviceUnit& u) { return u.kind == kind.name; });
      offer.ready = false;
      offer.reason = other_mode ? "not offered by cuda in this mode" : "not offered by cuda";
      return offer;
    }
    offer.machine = unit->machine;
    offer.instructions = unit->instructions;
    // Over all inputs one thread hands out large pieces; over a set, the copies of several threads overlap.
    if (domain_of(kind).inputs != 0) offer.workers = 1;
    if (const int here = gpu::cuda::device().architecture; unit->minimal > here) {
      offer.ready = false;
      offer.lacking = true;
      offer.reason = offer.instructions + " needs code for sm_" + std::to_string(unit->minimal) + " or later, and this device runs code for sm_" + std::to_string(here);
    }
    return offer;
  }

  Launch launch(const Check& check) const override { return find(check.kind.name, check.mode)->launch; }

  /// Known differences are told apart on the CPU.
  bool judges(const Contestant& reference, const Check& check, const Plan& plan) const override {
    return availability().ready && known_differences(known_as(), check).empty() && plan.exhaustive() && is_our_arithmetic(reference) && soft_task_of(check);
  }

  void judge(const Contestant&, const Check& check, const Plan&, std::uint64_t begin, std::uint64_t end, Tally& tally) const override {
    const gpu::cuda::DeviceShape shape = shape_of(check.kind);
    const gpu::cuda::Comparison c = gpu::cuda::Sweep(shape).compare(soft_launch(check), launch(check), begin, end, Tally::keep);
    tally.executed += end - begin;
    GroupCounter(check.kind).count_consecutive(begin, end - begin, tally.inputs);
    for (std::size_t g = 0; g < groups; ++g) tally.results[g] += c.counts.results[g];

    Tally differing(check.kind.operands.size());
    for (const gpu::cuda::DeviceDifference& d : c.list) differing.note(mismatch_of(check, shape, d));
    differing.mismatches = c.counts.differences;
    for (std::size_t g = 0; g < differing.wrong.size(); ++g) differing.wrong[g] = c.counts.wrong[g];
    tally.add(differing);
  }

  std::vector<std::pair<std::string, std::string>> provenance() const override {
    auto facts = DeviceContestant::provenance();
    if (!facts.empty()) facts.emplace_back("compared", "all inputs: on the device, with our arithmetic compiled for it (cuda-soft); sets: on the CPU");
    return facts;
  }

 private:
  static Mismatch mismatch_of(const Check& check, const gpu::cuda::DeviceShape& shape, const gpu::cuda::DeviceDifference& d) {
    Mismatch m;
    m.index = d.place;
    for (std::size_t k = 0; k < check.kind.operands.size(); ++k) m.operands[k] = operand_of(shape, d.place, static_cast<int>(k));
    m.expected = d.expected;
    m.got = d.got;
    return m;
  }

  /// The first row that answers and is here, else the last that would.
  static const DeviceUnit* find(std::string_view kind, const Mode& mode) {
    const int here = gpu::cuda::device().architecture;
    const DeviceUnit* found = nullptr;
    for (const DeviceUnit& u : gpu::cuda::device_units())
      if (u.kind == kind && u.rounding == mode.rounding && u.overflow == mode.overflow && (found == nullptr || found->minimal > here)) found = &u;
    return found;
  }
};

}  // namespace

std::unique_ptr<Contestant> make_cuda_contestant() { return std::make_unique<CudaContestant>(); }
std::unique_ptr<Contestant> make_cuda_soft_contestant() { return std::make_unique<CudaSoftContestant>(); }

}  // namespace ulplab::verify
