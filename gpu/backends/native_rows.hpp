// How do an instruction and its rounding directions become rows of a table of units?
//
// The tables of the instruction sets have one line an instruction; a direction is a setting of MXCSR, or an immediate.
#pragma once

#include <array>
#include <vector>

#include "gpu/backends/unit_row.hpp"

namespace ulplab::gpu {

/// The four directions that an instruction can have, in the order of the tables.
inline constexpr std::array directions{Rounding::nearest_even, Rounding::toward_zero, Rounding::up, Rounding::down};

/// One line of a set's table: what runs in each direction, nullptr where there is none.
struct Instruction {
  std::string_view kind;
  std::string_view name;
  std::array<void (*)(const Batch&), directions.size()> run{};
  bool tells_flags = true;
};

/// The lines of one set as rows of units.
inline std::vector<Unit> rows_of(std::span<const Instruction> table, std::string_view machine, bool (*here)(), std::string_view missing) {
  std::vector<Unit> rows;
  for (const Instruction& i : table)
    for (std::size_t d = 0; d < directions.size(); ++d)
      if (i.run[d] != nullptr)
        rows.push_back({i.kind, directions[d], Overflow::ieee, machine, i.name, i.run[d], i.tells_flags, here, missing});
  return rows;
}

#if defined(__x86_64__)

namespace detail {
template <class F, Rounding rounding>
void run_in_direction(const Batch& b) {
  run_batch<F>(b, Direction(rounding));
}
}  // namespace detail

/// An instruction of one element in the four directions of MXCSR, with its flags. F holds the instruction as `asm volatile`
/// that clobbers memory: so it stays between the reads and writes of MXCSR, is the instruction that the row names, and has
/// its operands in the order of the kind's, on which the choice among NaNs rests.
template <class F>
constexpr Instruction directed(std::string_view kind, std::string_view name, F) {
  return {kind, name,
          {&detail::run_in_direction<F, directions[0]>, &detail::run_in_direction<F, directions[1]>,
           &detail::run_in_direction<F, directions[2]>, &detail::run_in_direction<F, directions[3]>}};
}

/// The same for what is always exact.
template <class F>
constexpr Instruction exact(std::string_view kind, std::string_view name, F) {
  return {kind, name, {&detail::run_in_direction<F, directions[0]>}};
}

/// V::step computes V::width elements at once, of V::operand_bytes each, as V::result_bytes each. It is compiled for its set
/// and not inlined.
template <class V>
void run_vectors(const Batch& b) {
  static_assert(V::width * V::operand_bytes <= 64 && V::width * V::result_bytes <= 64);
  const auto operand = [&](std::size_t k, std::size_t i) { return static_cast<const char*>(b.operands[k]) + i * V::operand_bytes; };
  char* const results = static_cast<char*>(b.results);
  std::size_t i = 0;
  for (; i + V::width <= b.count; i += V::width) {
    const void* x[V::operands];
    for (std::size_t k = 0; k < V::operands; ++k) x[k] = operand(k, i);
    V::step(x, results + i * V::result_bytes);
  }
  if (i == b.count) return;
  char rest[V::operands][64] = {};  // zeros behind the last elements
  char rest_results[64];
  const void* x[V::operands];
  for (std::size_t k = 0; k < V::operands; ++k) {
    std::memcpy(rest[k], operand(k, i), (b.count - i) * V::operand_bytes);
    x[k] = rest[k];
  }
  V::step(x, rest_results);
  std::memcpy(results + i * V::result_bytes, rest_results, (b.count - i) * V::result_bytes);
}

/// Vectors where no flags are wanted, else element by element.
template <class V, class F, Rounding rounding>
void run_vectors_or_flags(const Batch& b) {
  const Direction direction(rounding);
  b.flags != nullptr ? detail::run_batch<F>(b, direction) : run_vectors<V>(b);
}

// Two operands of type T, the first overwritten; one operand of type T and a result of type R in registers of the kinds r and
// x: "x" is an XMM register, "r" a general one. The mnemonics come in AT&T order, destination last.
#define ULPLAB_BINARY(T, mnemonic) \
  [](T x, T y) { asm volatile(mnemonic " %1, %0" : "+x"(x) : "x"(y) : "memory"); return x; }
#define ULPLAB_UNARY(T, x_kind, R, r_kind, mnemonic) \
  [](T x) { R r{}; asm volatile(mnemonic " %1, %0" : "+" r_kind(r) : x_kind(x) : "memory"); return r; }

#endif

}  // namespace ulplab::gpu
