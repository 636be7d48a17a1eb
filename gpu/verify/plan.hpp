// Over which inputs is a check run?
//
// All of them where there are at most 2^32. Else a documented set, always the same: sections that are lists with a reason
// (every target value and midpoint and their near neighbours, all combinations of classes, all differences of exponents),
// then seeded random inputs. Any stretch of it can be made without what comes before.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gpu/verify/check.hpp"

namespace ulplab::verify {

struct PlanOptions {
  std::uint64_t random = std::uint64_t{1} << 22;  ///< seeded random inputs of a documented set
  std::uint64_t seed = 1;
  bool documented = false;                        ///< the documented set even where all inputs could be had (slow contestants)
  std::optional<Operands> only{};                 ///< this input alone (single_plan.hpp)
};

/// A stretch of the documented set and why it is there.
struct Section {
  std::string name;          ///< "every value and midpoint of FP16, and 256 neighbours on both sides"
  std::uint64_t inputs = 0;
};

class Plan {
 public:
  virtual ~Plan() = default;
  virtual bool exhaustive() const = 0;
  virtual std::uint64_t inputs() const = 0;       ///< how many it has
  virtual std::string out_of() const = 0;         ///< of how many there are: "4294967296", "2^48", "2^192"
  virtual std::vector<Section> sections() const = 0;
  /// Writes the operands of inputs [first, first + count) as arrays of codes of their natural width.
  virtual void fill(std::uint64_t first, std::size_t count, const std::array<void*, 3>& operands) const = 0;
  /// A text that differs where the inputs would: kept in reports and checkpoints.
  virtual std::string identity() const = 0;
};

std::unique_ptr<Plan> make_plan(const Check&, const PlanOptions&);

/// Places of about `wanted` inputs, in order, the same share of every section: small sections whole.
std::vector<std::uint64_t> spread(const Plan&, std::size_t wanted);

/// The stretch of shard i of n, 1 <= i <= n. Borders of large domains are multiples of 2^16.
std::pair<std::uint64_t, std::uint64_t> stretch_of(const Plan&, std::uint64_t i, std::uint64_t n);

}  // namespace ulplab::verify
