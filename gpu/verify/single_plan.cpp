#include "gpu/verify/single_plan.hpp"

namespace ulplab::verify {
namespace {

class SinglePlan final : public Plan {
public:
  SinglePlan(const Check& check, const Operands& input) : input_(input) {
    for (const Slot& slot : check.kind.operands) {
      bytes_.push_back(bytes_of(slot));
      bits_ += width_of(slot);
    }
  }

  bool exhaustive() const override { return false; }
  std::uint64_t inputs() const override { return 1; }
  std::string out_of() const override {
    return bits_ <= 32 ? std::to_string(std::uint64_t{1} << bits_) : "2^" + std::to_string(bits_);
  }
  std::vector<Section> sections() const override { return {{"the input that was asked for", 1}}; }

  void fill(std::uint64_t /*first*/, std::size_t count, const std::array<void*, 3>& operands) const override {
    for (std::size_t k = 0; k < bytes_.size(); ++k)
      for (std::size_t i = 0; i < count; ++i) store(operands[k], bytes_[k], i, input_[k]);
  }

  std::string identity() const override {
    constexpr char digits[] = "0123456789abcdef";
    std::string text = "the input";
    for (std::size_t k = 0; k < bytes_.size(); ++k) {
      text += k == 0 ? " 0x" : ",0x";
      for (int i = 2 * bytes_[k] - 1; i >= 0; --i) text += digits[(input_[k] >> (4 * i)) & 15];
    }
    return text;
  }

private:
  Operands input_;
  std::vector<int> bytes_;
  int bits_ = 0;
};

}  // namespace

std::unique_ptr<Plan> make_single_plan(const Check& check, const Operands& input) {
  return std::make_unique<SinglePlan>(check, input);
}

}  // namespace ulplab::verify
