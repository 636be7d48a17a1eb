#include "gpu/verify/soft_contestant.hpp"

#include "gpu/verify/sweep.hpp"

namespace ulplab::verify {
namespace {

class SoftWorker final : public Worker {
 public:
  explicit SoftWorker(const Check& check) : check_(check), result_bytes_(bytes_of(check.kind.result)) {
    for (const Slot& slot : check.kind.operands) bytes_.push_back(bytes_of(slot));
  }

  void answer(const Block& block, Answers& answers) override {
    const Kind& kind = check_.kind;
    if (block.consecutive && answers.flags == nullptr && bytes_.size() <= 2)
      return sweep_block(kind, check_.context, block.first, block.count, static_cast<std::byte*>(answers.results));
    Code operands[3] = {};
    for (std::size_t i = 0; i < block.count; ++i) {
      for (std::size_t k = 0; k < bytes_.size(); ++k) operands[k] = load(block.operands[k], bytes_[k], i);
      const Rounded r = kind(operands, check_.context);
      store(answers.results, result_bytes_, i, r.code);
      if (answers.flags != nullptr) answers.flags[i] = r.flags.bits;
    }
  }

 private:
  Check check_;
  int result_bytes_;
  std::vector<int> bytes_;
};

class SoftContestant final : public Contestant {
 public:
  std::string name() const override { return "soft"; }
  std::vector<Mode> modes(const Kind& kind) const override {
    std::vector<Mode> all;
    const bool rounds = kind.signals == Signals::flags && !std::holds_alternative<Word>(kind.result);
    for (const Rounding r : {Rounding::nearest_even, Rounding::toward_zero, Rounding::up, Rounding::down})
      if (rounds || r == Rounding::nearest_even) all.push_back({r, Overflow::ieee});
    return all;
  }
  Offer offers(const Kind& kind, const Mode&) const override {
    Offer offer;
    offer.ready = !kind.stochastic;
    if (kind.stochastic) offer.reason = "stochastic rounding takes random bits for every input: use `ulplab eval` with them";
    offer.flags = kind.signals == Signals::flags;
    return offer;
  }
  std::unique_ptr<Worker> start(const Check& check) const override { return std::make_unique<SoftWorker>(check); }
};

}  // namespace

std::unique_ptr<Contestant> make_soft_contestant() { return std::make_unique<SoftContestant>(); }

}  // namespace ulplab::verify
