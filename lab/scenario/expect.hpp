// What did a person expect, and did it hold?
//
//     expect:
//       - {metric: survivors, input: ladder, format: f16, scale: 8, value: 21, because: "…"}
//       - {metric: equal, format: [f32, bf16], value: true, because: "…"}       one finding for each format
#pragma once

#include <string>
#include <vector>

#include "lab/scenario/experiment.hpp"

namespace ulplab::lab {

enum class Relation : std::uint8_t { equal, not_equal, less, at_most, more, at_least };

struct Expectation {
  std::string metric;
  Coordinates at;
  std::string id;        ///< "ladder.f16.8.survivors"
  Relation relation = Relation::equal;
  Value wanted;
  exact::Rational tolerance = 0;
  std::string text;      ///< "= 21", "0.2266 ± 0.01"
  Localized because;
};

/// Reads the list against what the experiment measures: unknown metrics, dimensions and values are problems.
std::vector<Expectation> read_expectations(const Node&, Reader&, const Experiment&);

Finding judge(const Expectation&, const Run&);

}  // namespace ulplab::lab
