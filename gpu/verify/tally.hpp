// What came out of a check: counts, the first inputs that differ, and what they have in common.
//
// Plain data. Tallies of two parts of a domain can be added, so that threads, shards and a resumed run count alike.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "gpu/verify/check.hpp"

namespace ulplab::verify {

/// One input for which the contestants disagree.
struct Mismatch {
  std::uint64_t index = 0;   ///< place in the domain
  Operands operands{};
  Code expected = 0;
  Code got = 0;
  Flags expected_flags{}, got_flags{};
  bool flags_compared = false;
  std::string incident;      ///< instead of an answer: "crashed: SIGSEGV", "no answer within 2 s"; `got` is then void
  bool got_known = true;     ///< false: only that it differs is known (a recording's fingerprint)
  friend bool operator==(const Mismatch&, const Mismatch&) = default;
};

/// Classes that a person counts in; integers have the class number or zero.
enum class Group : std::uint8_t { zero, subnormal, normal, infinity, nan };
inline constexpr std::size_t groups = 5;
std::string_view name_of(Group);
Group group_of(const Slot&, Code);

struct Tally {
  std::uint64_t executed = 0;              ///< inputs that both answered
  std::uint64_t mismatches = 0;            ///< that differ without an entry in the table of known differences
  std::uint64_t incidents = 0;             ///< of them: crashed or hung
  std::map<std::string, std::uint64_t> known;  ///< id of a known difference -> how often it occurred
  std::vector<Mismatch> first;             ///< the first of the mismatches in input order, at most `keep`
  std::map<std::string, std::vector<Mismatch>> first_known;  ///< the first of the known ones, at most `keep_known` for each id
  std::array<std::uint64_t, groups> results{};  ///< of the reference's results
  /// By the classes of the operands, first operand outermost: "normal" of one operand is [2], (nan, zero) of two is [4*5+0].
  std::vector<std::uint64_t> inputs;
  std::vector<std::uint64_t> wrong;        ///< the same for the mismatches

  static constexpr std::size_t keep = 16;
  static constexpr std::size_t keep_known = 4;

  explicit Tally(std::size_t operands = 1);
  void note(const Mismatch&);              ///< counts it and keeps it if it is among the first
  void note_known(const std::string& id, const Mismatch&);
  /// Adds what another part of the same check found.
  void add(const Tally&);
  friend bool operator==(const Tally&, const Tally&) = default;
};

/// Index into Tally::inputs.
std::size_t group_index(const Kind&, const Operands&);
/// "normal", "nan, zero"
std::string group_name(std::size_t index, std::size_t operands);

}  // namespace ulplab::verify
