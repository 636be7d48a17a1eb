// Which of many mismatches are looked at closely?
//
// Those whose index has the smallest hash: spread over the domain, and the same whatever the threads did.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "gpu/verify/tally.hpp"

namespace ulplab::verify {

class Sample {
 public:
  static constexpr std::size_t size = 2048;

  void offer(const Mismatch& m) {
    const std::uint64_t hash = hash_of(m.index);
    if (hash > limit_) return;
    kept_.push_back(m);
    if (kept_.size() >= 2 * size) shrink();
  }
  void add(const Sample& other) {
    for (const Mismatch& m : other.kept_) offer(m);
  }
  /// In the order of the inputs.
  std::vector<Mismatch> take() {
    shrink();
    std::sort(kept_.begin(), kept_.end(), [](const Mismatch& a, const Mismatch& b) { return a.index < b.index; });
    return std::move(kept_);
  }

 private:
  /// The finaliser of splitmix64 (Steele, Lea, Flood 2014).
  static std::uint64_t hash_of(std::uint64_t x) {
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
  }
  void shrink() {
    if (kept_.size() <= size) return;
    const auto by_hash = [](const Mismatch& a, const Mismatch& b) { return hash_of(a.index) < hash_of(b.index); };
    std::nth_element(kept_.begin(), kept_.begin() + size - 1, kept_.end(), by_hash);
    limit_ = hash_of(kept_[size - 1].index);
    kept_.resize(size);
  }

  std::uint64_t limit_ = ~std::uint64_t{0};
  std::vector<Mismatch> kept_;
};

}  // namespace ulplab::verify
