// Where do random numbers come from, so that every machine draws the same ones?
//
// From a counter: Philox4x32-10 is a keyed bijection of 128 bits made of multiplications and xors (Salmon, Moraes, Dror,
// Shaw: "Parallel Random Numbers: As Easy as 1, 2, 3", SC'11). There is no state to carry along: the number at
// (seed, stream, index) is the same whoever asks, in whatever order, on a CPU or on a GPU.
#pragma once

#include "softfloat/portability.hpp"

namespace ulplab::gpu {

/// 128 bits as four words, word[0] the lowest.
struct PhiloxBlock {
  std::uint32_t word[4];
};

inline constexpr const char* generator_name = "philox4x32-10";

/// One block: ten rounds; the key moves on by the golden ratio and sqrt(3) - 1 in each.
ULPLAB_HD constexpr PhiloxBlock philox4x32_10(PhiloxBlock counter, std::uint64_t key) {
  auto k0 = static_cast<std::uint32_t>(key);
  auto k1 = static_cast<std::uint32_t>(key >> 32);
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t a = std::uint64_t{0xD2511F53} * counter.word[0];
    const std::uint64_t b = std::uint64_t{0xCD9E8D57} * counter.word[2];
    counter = {{static_cast<std::uint32_t>(b >> 32) ^ counter.word[1] ^ k0, static_cast<std::uint32_t>(b),
                static_cast<std::uint32_t>(a >> 32) ^ counter.word[3] ^ k1, static_cast<std::uint32_t>(a)}};
    k0 += 0x9E3779B9u;
    k1 += 0xBB67AE85u;
  }
  return counter;
}

/// The numbers that belong to one index of one stream, one after the other. A stream is a purpose ("signs", "rounding"),
/// an index an element of it.
class Draws {
 public:
  ULPLAB_HD constexpr Draws(std::uint64_t seed, std::uint32_t stream, std::uint64_t index)
      : seed_(seed), index_(index), stream_(stream) {}

  /// 64 uniformly distributed bits.
  ULPLAB_HD constexpr std::uint64_t next() {
    if (count_ % 2 == 0) {
      const auto low = static_cast<std::uint32_t>(index_);
      const auto high = static_cast<std::uint32_t>(index_ >> 32);
      block_ = philox4x32_10({{low, high, count_ / 2, stream_}}, seed_);
    }
    const int half = count_ % 2 == 0 ? 0 : 2;
    ++count_;
    return static_cast<std::uint64_t>(block_.word[half + 1]) << 32 | block_.word[half];
  }

 private:
  std::uint64_t seed_;
  std::uint64_t index_;
  std::uint32_t stream_;
  std::uint32_t count_ = 0;
  PhiloxBlock block_{};
};

/// The first 64 bits at (seed, stream, index).
ULPLAB_HD constexpr std::uint64_t random_at(std::uint64_t seed, std::uint32_t stream, std::uint64_t index) {
  return Draws(seed, stream, index).next();
}

}  // namespace ulplab::gpu
