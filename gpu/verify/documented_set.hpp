// Which inputs are asked where all are too many?
//
// A documented set is a row of sections. Each is a list with a reason, given as a formula: the input at a place, computed
// from the place alone.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "gpu/verify/check.hpp"
#include "gpu/verify/plan.hpp"

namespace ulplab::verify::documented {

/// A section and its formula. `at` may be called from several threads.
struct Part {
  std::string name;
  std::uint64_t inputs = 0;
  std::function<Operands(std::uint64_t place)> at;
};
using Parts = std::vector<Part>;

/// Raised when a section changes, so that reports of different sets are not taken for parts of one.
inline constexpr int set_version = 1;

/// The set of a kind that is not stochastic.
Parts parts_of(const Kind&, const PlanOptions&);

// One file for each number of operands (documented_unary.cpp and so on).
void add_conversion_parts(const Kind&, Parts&);  ///< from a format or an integer type
void add_unary_parts(const Kind&, Parts&);
void add_scaling_parts(const Kind&, Parts&);  ///< scalbn
void add_pair_parts(const Kind&, Parts&);
void add_fma_parts(const Kind&, Parts&);
/// Seeded random inputs, the last section. Every other one is uniform; the rest is drawn where things happen.
Part random_part(const Kind&, const PlanOptions&);

/// The sections of one operand that every kind with a format in front has.
void add_code_parts(const Format&, Parts&);
/// Integers and the midpoints between them, with neighbours: up to `bits` bits of magnitude.
void add_integer_parts(const Format&, int bits, Parts&);

}  // namespace ulplab::verify::documented
