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
using gpu::cuda::ResultRun;

static_assert(gpu::cuda::device_groups == groups && gpu::cuda::device_combinations == groups * groups * groups);
static_assert(static_cast<int>(Group::subnormal) == 1 && static_cast<int>(Group::nan) == 4);

/// What fails on the device is the infrastructure's failure.
template <class F>
decltype(auto) on_device(F&& f) {
  try {
    return f();
  } catch (const gpu::cuda::Failure& failure) {
    throw Infrastructure{failure.what()};
  }
}

Launch soft_launch(const Check& check) {
  return [task = soft_task_of(check).value()](const gpu::cuda::DeviceBatch& b) { launch_soft(task, b); };
}

/// Inputs in counting order are made on the device; others are copied there.
class DeviceWorker final : public Worker {
 public:
  DeviceWorker(const Kind& kind, Launch launch) : shape_(shape_of(kind)), launch_(std::move(launch)) {}

  void answer(const Block& block, Answers& answers) override {
    on_device([&] {
      if (block.consecutive && answers.flags == nullptr) {
        if (!sweep_) sweep_ = std::make_unique<gpu::cuda::Sweep>(shape_);
        sweep_->results(launch_, block.first, block.first + block.count, answers.results);
      } else {
        if (!arrays_) arrays_ = std::make_unique<gpu::cuda::ArrayRunner>(shape_);
        arrays_->run(launch_, {block.count, block.operands, answers.results, answers.flags});
      }
    });
  }

 private:
  gpu::cuda::DeviceShape shape_;
  Launch launch_;
  std::unique_ptr<gpu::cuda::Sweep> sweep_;
  std::unique_ptr<gpu::cuda::ArrayRunner> arrays_;
};

/// What both have in common: the device, and a launch for each check.
class DeviceContestant : public Contestant {
 public:
  gpu::Availability availability() const override { return gpu::cuda::availability(); }
  std::vector<std::pair<std::string, std::string>> provenance() const override {
    return on_device([] { return gpu::cuda::provenance(); });
  }
  std::unique_ptr<Worker> start(const Check& check) const override { return std::make_unique<DeviceWorker>(check.kind, launch(check)); }

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

  bool judges(const Contestant& reference, const Check& check, const Plan& plan) const override {
    return availability().ready && plan.exhaustive() && (reference.name() == "soft" || reference.name() == "cuda-soft") && soft_task_of(check).has_value();
  }

  void judge(const Contestant&, const Check& check, const Plan&, std::uint64_t begin, std::uint64_t end, Tally& tally) const override {
    const std::vector<const KnownDifference*> known = known_differences(known_as(), check);
    const gpu::cuda::DeviceShape shape = shape_of(check.kind);
    const gpu::cuda::Comparison c = on_device([&] {
      return gpu::cuda::Sweep(shape).compare(soft_launch(check), launch(check), begin, end, !known.empty() || tally.first.size() < Tally::keep);
    });
    tally.executed += end - begin;
    GroupCounter(check.kind).count_consecutive(begin, end - begin, tally.inputs);
    for (std::size_t g = 0; g < groups; ++g) tally.results[g] += c.counts.results[g];

    Tally listed(check.kind.operands.size());
    for (const gpu::cuda::DeviceDifference& d : c.list) note(check, known, shape, d, listed);
    if (!c.complete || known.empty()) {  // the device has counted them all
      listed.mismatches = c.counts.differences;
      for (std::size_t g = 0; g < listed.wrong.size(); ++g) listed.wrong[g] = c.counts.wrong[g];
    }
    tally.add(listed);
  }

  std::vector<std::pair<std::string, std::string>> provenance() const override {
    auto facts = DeviceContestant::provenance();
    if (!facts.empty()) facts.emplace_back("compared", "all inputs: on the device, with our arithmetic compiled for it (cuda-soft); sets: on the CPU");
    return facts;
  }

 private:
  /// As the comparison on the CPU notes it.
  static void note(const Check& check, const std::vector<const KnownDifference*>& known, const gpu::cuda::DeviceShape& shape,
                   const gpu::cuda::DeviceDifference& d, Tally& tally) {
    Mismatch m;
    m.index = d.place;
    for (std::size_t k = 0; k < check.kind.operands.size(); ++k) m.operands[k] = operand_of(shape, d.place, static_cast<int>(k));
    m.expected = d.expected;
    m.got = d.got;
    for (const KnownDifference* k : known)
      if (k->is(check, m)) return tally.note_known(std::string(k->id), m);
    tally.note(m);
    ++tally.wrong[group_index(check.kind, m.operands)];
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

class AnswersOnDevice final : public DeviceAnswers {
 public:
  AnswersOnDevice(const DeviceContestant& contestant, const Check& check) : launch_(contestant.launch(check)), sweep_(shape_of(check.kind)) {}
  std::vector<ResultRun> runs(std::uint64_t begin, std::uint64_t end) override {
    return on_device([&] { return sweep_.runs(launch_, begin, end); });
  }
  std::vector<gpu::fingerprint::Sums> fingerprints(std::uint64_t first, std::uint64_t count) override {
    return on_device([&] { return sweep_.fingerprints(launch_, first, count); });
  }

 private:
  Launch launch_;
  gpu::cuda::Sweep sweep_;
};

}  // namespace

std::unique_ptr<Contestant> make_cuda_contestant() { return std::make_unique<CudaContestant>(); }
std::unique_ptr<Contestant> make_cuda_soft_contestant() { return std::make_unique<CudaSoftContestant>(); }

std::unique_ptr<DeviceAnswers> device_answers(const Contestant& contestant, const Check& check) {
  const auto* device = dynamic_cast<const DeviceContestant*>(&contestant);
  if (device == nullptr) return nullptr;
  return on_device([&] { return std::make_unique<AnswersOnDevice>(*device, check); });
}

}  // namespace ulplab::verify
