// Did a block of 2^16 results come out as recorded, and if not, where does it differ?
//
// Every result gives a term that depends on its place in the block and on all its bits. A block's fingerprint is the sum of
// its terms modulo 2^64, so any order of adding does: threads of a device add what they have. Besides the sum of all there is
// a group for each bit j of the place: the sum of the terms whose place has that bit.
//
//     place i, recorded r, computed c:   all - all' = d = term(i, r) - term(i, c),   group[j] - group'[j] = d if bit j of i is set, else 0
//
// One wrong result is therefore read off like a position in a Hamming code: the groups that differ spell the place, and as
// `term` can be undone, d gives the recorded result itself. For one wrong result this is certain; that more cancel out has
// the probability 2^-64.
//
// Blocks are added up to larger stretches with an odd weight each, so that it matters which block is which; a group for each
// bit of the block's number goes on with the spelling.
#pragma once

#include <cstdint>

#include "softfloat/portability.hpp"

namespace ulplab::gpu::fingerprint {

inline constexpr int groups = 16;
inline constexpr std::uint64_t block = std::uint64_t{1} << groups;

/// Kept in every recording: a reader that mixes otherwise refuses it.
inline constexpr const char* generator = "splitmix64(((place + 1) * K) ^ result) * (splitmix64(block) | 1)";

/// The odd number next to 2^64 divided by the golden ratio: the step of splitmix64.
inline constexpr std::uint64_t K = 0x9e3779b97f4a7c15;

/// The finaliser of splitmix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, OOPSLA 2014, with the
/// constants of Stafford's "Mix13", as in https://prng.di.unimi.it/splitmix64.c). It is one to one.
ULPLAB_HD constexpr std::uint64_t mix64(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

/// The x of which y is mix64(x). The factors are the inverses modulo 2^64 of the two above; x ^ (x >> n) is undone by the
/// shifts n, 2n, 4n, … below 64.
ULPLAB_HD constexpr std::uint64_t unmix64(std::uint64_t y) {
  y = (y ^ (y >> 31) ^ (y >> 62)) * 0x319642b2d24d8ec3u;
  y = (y ^ (y >> 27) ^ (y >> 54)) * 0x96de1b173f119089u;
  return y ^ (y >> 30) ^ (y >> 60);
}

/// What the result at a place of its block adds to the fingerprint. Two results at one place never give the same.
ULPLAB_HD constexpr std::uint64_t term(std::uint64_t place, std::uint64_t result) { return mix64(((place + 1) * K) ^ result); }

/// The result that gives this term at this place.
ULPLAB_HD constexpr std::uint64_t result_of(std::uint64_t place, std::uint64_t term) { return unmix64(term) ^ ((place + 1) * K); }

static_assert(mix64(unmix64(0x0123456789abcdef)) == 0x0123456789abcdef && result_of(7, term(7, 0x3c00)) == 0x3c00);

/// The weight of a block in the sums of a stretch, by its number in the stretch; 1 for the first.
ULPLAB_HD constexpr std::uint64_t weight(std::uint64_t number) { return mix64(number) | 1; }

/// The y with x * y = 1 modulo 2^64. Precondition: x is odd. Newton's iteration doubles the right bits: x * x = 1 modulo 8,
/// so there are 3, 6, 12, 24, 48, 96 of them.
ULPLAB_HD constexpr std::uint64_t inverse(std::uint64_t x) {
  std::uint64_t y = x;
  for (int i = 0; i < 5; ++i) y *= 2 - x * y;
  return y;
}
static_assert(weight(0) == 1 && weight(12345) * inverse(weight(12345)) == 1);

/// A block's sums. No std::array: its operator[] is host code to nvcc.
struct Sums {
  std::uint64_t all = 0;
  std::uint64_t group[groups]{};

  ULPLAB_HD constexpr void add(std::uint64_t place, std::uint64_t result) {
    const std::uint64_t t = term(place, result);
    all += t;
    for (int j = 0; j < groups; ++j) group[j] += t & (0 - (place >> j & 1));  // no branch: t or 0
  }
  friend constexpr bool operator==(const Sums&, const Sums&) = default;
};

/// Only the sum of all, of the first `count` results of a block.
template <class Result>
ULPLAB_HD constexpr std::uint64_t sum_of(const Result* results, std::uint64_t count) {
  std::uint64_t all = 0;
  for (std::uint64_t i = 0; i < count; ++i) all += term(i, results[i]);
  return all;
}

/// The same as adding them one by one, with about three additions a result instead of thirty. Of 256 neighbours the odd
/// ones are the group of bit 0; pairs are added up, the odd pairs are the group of bit 1, and so on. The high eight bits
/// are the same for all 256.
template <class Result>
ULPLAB_HD constexpr Sums sums_of(const Result* results, std::uint64_t count) {
  Sums sums;
  for (std::uint64_t first = 0; first < count; first += 256) {
    const std::uint64_t n = count - first < 256 ? count - first : 256;
    std::uint64_t terms[256]{};
    for (std::uint64_t i = 0; i < n; ++i) terms[i] = term(first + i, results[first + i]);
    for (int j = 0; j < 8; ++j)
      for (int i = 0; i < 128 >> j; ++i) {
        sums.group[j] += terms[2 * i + 1];
        terms[i] = terms[2 * i] + terms[2 * i + 1];
      }
    sums.all += terms[0];
    for (int j = 8; j < groups; ++j) sums.group[j] += terms[0] & (0 - (first >> j & 1));
  }
  return sums;
}

/// Adds block number `number` to the sums of a stretch of 2^bits results: of all, then `bits` groups.
constexpr void add_block(std::uint64_t* stretch, int bits, std::uint64_t number, const Sums& sums) {
  const std::uint64_t w = weight(number);
  stretch[0] += w * sums.all;
  for (int j = 0; j < bits; ++j) stretch[1 + j] += j < groups ? w * sums.group[j] : (number >> (j - groups) & 1) != 0 ? w * sums.all : 0;
}

}  // namespace ulplab::gpu::fingerprint
