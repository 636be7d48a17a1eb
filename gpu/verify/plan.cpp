#include "gpu/verify/plan.hpp"

#include <algorithm>
#include <cstring>

#include "gpu/kernels/random.hpp"
#include "gpu/verify/documented_set.hpp"
#include "gpu/verify/single_plan.hpp"

namespace ulplab::verify {
namespace {

/// Bits of all operands together.
int bits_of_inputs(const Kind& kind) {
  int bits = 0;
  for (const Slot& slot : kind.operands) bits += width_of(slot);
  return bits;
}

std::string count_of_inputs(int bits) {
  return bits <= 32 ? std::to_string(std::uint64_t{1} << bits) : "2^" + std::to_string(bits);
}

/// Writes first, first + 1, … of natural width.
template <class Word>
void count_up(void* to, std::size_t at, std::size_t count, Code first) {
  auto* out = static_cast<std::byte*>(to) + at * sizeof(Word);
  for (std::size_t i = 0; i < count; ++i) {
    const auto code = static_cast<Word>(first + i);
    std::memcpy(out + i * sizeof code, &code, sizeof code);
  }
}
template <class Word>
void repeat(void* to, std::size_t at, std::size_t count, Code value) {
  auto* out = static_cast<std::byte*>(to) + at * sizeof(Word);
  const auto code = static_cast<Word>(value);
  for (std::size_t i = 0; i < count; ++i) std::memcpy(out + i * sizeof code, &code, sizeof code);
}
/// Calls `write<Word>` for the width.
template <class Write>
void of_width(int bytes, Write&& write) {
  switch (bytes) {
    case 1: return write(std::uint8_t{});
    case 2: return write(std::uint16_t{});
    case 4: return write(std::uint32_t{});
    default: return write(std::uint64_t{});
  }
}

/// All inputs there are, in counting order: the index holds the operands' codes, the first operand in the highest bits.
class ExhaustivePlan final : public Plan {
public:
  explicit ExhaustivePlan(const Kind& kind) : kind_(kind.name), bits_(bits_of_inputs(kind)) {
    int below = bits_;
    for (const Slot& slot : kind.operands) {
      below -= width_of(slot);
      places_.push_back({below, width_of(slot), bytes_of(slot)});
    }
  }

  bool exhaustive() const override { return true; }
  std::uint64_t inputs() const override { return std::uint64_t{1} << bits_; }
  std::string out_of() const override { return count_of_inputs(bits_); }
  std::vector<Section> sections() const override {
    return {{"all inputs in counting order, the first operand outermost", inputs()}};
  }
  std::string identity() const override { return kind_ + ", all " + out_of() + " inputs"; }

  void fill(std::uint64_t first, std::size_t count, const std::array<void*, 3>& operands) const override {
    // The last operand counts while the others stand still.
    const std::uint64_t row = std::uint64_t{1} << places_.back().width;
    for (std::size_t done = 0; done < count;) {
      const std::uint64_t index = first + done;
      const std::uint64_t at = index & (row - 1);
      const auto here = static_cast<std::size_t>(std::min<std::uint64_t>(count - done, row - at));
      for (std::size_t k = 0; k < places_.size(); ++k) {
        const Place& p = places_[k];
        const Code code = (index >> p.below) & ((Code{1} << p.width) - 1);
        of_width(p.bytes, [&]<class Word>(Word) {
          if (k + 1 == places_.size()) count_up<Word>(operands[k], done, here, code);
          else repeat<Word>(operands[k], done, here, code);
        });
      }
      done += here;
    }
  }

private:
  struct Place {
    int below;  ///< bits of the index below this operand
    int width;
    int bytes;
  };
  std::string kind_;
  int bits_;
  std::vector<Place> places_;
};

class DocumentedPlan final : public Plan {
public:
  DocumentedPlan(const Kind& kind, const PlanOptions& options)
      : kind_(kind.name), options_(options), bits_(bits_of_inputs(kind)), parts_(documented::parts_of(kind, options)) {
    for (const Slot& slot : kind.operands) {
      bytes_.push_back(bytes_of(slot));
      masks_.push_back(~Code{0} >> (64 - width_of(slot)));
    }
    for (const documented::Part& part : parts_) {
      begins_.push_back(inputs_);
      inputs_ += part.inputs;
    }
  }

  bool exhaustive() const override { return false; }
  std::uint64_t inputs() const override { return inputs_; }
  std::string out_of() const override { return count_of_inputs(bits_); }
  std::vector<Section> sections() const override {
    std::vector<Section> all;
    for (const documented::Part& part : parts_) all.push_back({part.name, part.inputs});
    return all;
  }
  std::string identity() const override {
    return kind_ + ", documented set " + std::to_string(documented::set_version) + ", random " + std::to_string(options_.random) +
           ", seed " + std::to_string(options_.seed);
  }

  void fill(std::uint64_t first, std::size_t count, const std::array<void*, 3>& operands) const override {
    if (count == 0) return;
    auto part = static_cast<std::size_t>(std::upper_bound(begins_.begin(), begins_.end(), first) - begins_.begin()) - 1;
    for (std::size_t i = 0; i < count; ++i) {
      while (first + i - begins_[part] >= parts_[part].inputs) ++part;
      const Operands codes = parts_[part].at(first + i - begins_[part]);
      for (std::size_t k = 0; k < bytes_.size(); ++k) store(operands[k], bytes_[k], i, codes[k] & masks_[k]);
    }
  }

private:
  std::string kind_;
  PlanOptions options_;
  int bits_;
  documented::Parts parts_;
  std::vector<std::uint64_t> begins_;  ///< index of the first input of each part
  std::uint64_t inputs_ = 0;
  std::vector<int> bytes_;
  std::vector<Code> masks_;
};

}  // namespace

std::unique_ptr<Plan> make_plan(const Check& check, const PlanOptions& options) {
  if (options.only) return make_single_plan(check, *options.only);
  // Up to 2^16 inputs, all of them are fewer than any set of interesting ones.
  const int bits = bits_of_inputs(check.kind);
  if (bits <= 16 || (bits <= 32 && !options.documented)) return std::make_unique<ExhaustivePlan>(check.kind);
  return std::make_unique<DocumentedPlan>(check.kind, options);
}

std::vector<std::uint64_t> spread(const Plan& plan, std::size_t wanted) {
  std::vector<std::uint64_t> places;
  const std::vector<Section> sections = plan.sections();
  const std::uint64_t share = std::max<std::uint64_t>(1, wanted / std::max<std::size_t>(1, sections.size()));
  std::uint64_t begin = 0;
  for (const Section& s : sections) {
    const std::uint64_t count = std::min(share, s.inputs);
    // One from each of `count` equal pieces, at random in it: equal steps would keep time with the digits of the formulas.
    for (std::uint64_t i = 0; i < count; ++i) {
      const auto border = [&](std::uint64_t k) { return static_cast<std::uint64_t>(static_cast<uint128>(s.inputs) * k / count); };
      places.push_back(begin + border(i) + gpu::random_at(0, 0, begin + i) % (border(i + 1) - border(i)));
    }
    begin += s.inputs;
  }
  return places;
}

std::pair<std::uint64_t, std::uint64_t> stretch_of(const Plan& plan, std::uint64_t i, std::uint64_t n) {
  constexpr std::uint64_t large = std::uint64_t{1} << 24;
  constexpr std::uint64_t grain = std::uint64_t{1} << 16;
  const std::uint64_t inputs = plan.inputs();
  const auto border = [&](std::uint64_t k) {
    const auto at = static_cast<std::uint64_t>(static_cast<uint128>(inputs) * k / n);
    return k == n || inputs < large ? at : at / grain * grain;
  };
  return {border(i - 1), border(i)};
}

}  // namespace ulplab::verify
