#include "gpu/verify/unit_contestant.hpp"

#include <algorithm>

#include "gpu/backends/eigen_units.hpp"
#include "gpu/backends/unit.hpp"

namespace ulplab::verify {
namespace {

class UnitWorker final : public Worker {
 public:
  explicit UnitWorker(const gpu::Unit& unit) : unit_(unit) {}
  void answer(const Block& block, Answers& answers) override {
    unit_.run({block.count, block.operands, answers.results, answers.flags});
  }

 private:
  const gpu::Unit& unit_;
};

class UnitContestant final : public Contestant {
 public:
  UnitContestant(std::string name, std::span<const gpu::Unit> units, gpu::Availability availability, std::string version)
      : name_(std::move(name)), units_(units), availability_(std::move(availability)), version_(std::move(version)) {}

  std::string name() const override { return name_; }
  gpu::Availability availability() const override { return availability_; }

  std::vector<Mode> modes(const Kind& kind) const override {
    std::vector<Mode> all;
    for (const gpu::Unit& u : units_) {
      const Mode mode{u.rounding, u.overflow};
      if (u.kind == kind.name && std::find(all.begin(), all.end(), mode) == all.end()) all.push_back(mode);
    }
    if (all.empty()) all.push_back({});
    return all;
  }

  Offer offers(const Kind& kind, const Mode& mode) const override {
    Offer offer;
    if (!availability_.ready) {
      offer.reason = availability_.reason;
      offer.lacking = true;
      return offer;
    }
    const gpu::Unit* unit = find(kind.name, mode);
    if (unit == nullptr) {
      const bool other_mode = std::any_of(units_.begin(), units_.end(), [&](const gpu::Unit& u) { return u.kind == kind.name; });
      offer.reason = other_mode ? "not offered by " + name_ + " in this mode" : "not offered by " + name_;
      return offer;
    }
    offer.ready = unit->here();
    offer.lacking = !offer.ready;
    if (!offer.ready) offer.reason = std::string(unit->missing);
    offer.machine = unit->machine;
    offer.instructions = unit->instructions;
    offer.flags = unit->tells_flags;
    return offer;
  }

  std::unique_ptr<Worker> start(const Check& check) const override {
    return std::make_unique<UnitWorker>(*find(check.kind.name, check.mode));
  }

  std::vector<std::pair<std::string, std::string>> provenance() const override {
    if (version_.empty()) return {};
    return {{name_, version_}};
  }

 private:
  /// The first row that answers and is here, else the last that would.
  const gpu::Unit* find(std::string_view kind, const Mode& mode) const {
    const gpu::Unit* found = nullptr;
    for (const gpu::Unit& u : units_)
      if (u.kind == kind && u.rounding == mode.rounding && u.overflow == mode.overflow && (found == nullptr || !found->here())) found = &u;
    return found;
  }

  std::string name_;
  std::span<const gpu::Unit> units_;
  gpu::Availability availability_;
  std::string version_;
};

}  // namespace

std::unique_ptr<Contestant> make_native_contestant() {
  return std::make_unique<UnitContestant>("native", gpu::native_units(), gpu::Availability{}, "");
}
std::unique_ptr<Contestant> make_nvidia_host_contestant() {
  return std::make_unique<UnitContestant>("nvidia-host", gpu::nvidia_host_units(), gpu::nvidia_host_availability(), std::string(gpu::nvidia_host_version()));
}
std::unique_ptr<Contestant> make_eigen_contestant() {
  gpu::Availability availability;
  if (gpu::eigen_units().empty()) availability = {false, "this build found no Eigen: apt-get install libeigen3-dev, and build anew", true};
  return std::make_unique<UnitContestant>("eigen", gpu::eigen_units(), availability, std::string(gpu::eigen_version()));
}

}  // namespace ulplab::verify
