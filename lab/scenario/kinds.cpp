// Which kinds of scenarios are there? One line each.
#include <array>

#include "lab/scenario/experiment.hpp"
#include "lab/scenario/scenario.hpp"

namespace ulplab::lab {
namespace {

constexpr std::array<Kind, 4> table{{
    {"sum-equals", "is a + b equal to c, in each format?", &read_sum_equals, "f64 f32 tf32 f16 bf16 e5m2 e4m3"},
    {"sum", "the same term added many times, by different algorithms", &read_sum, "f64 f32 f16 bf16"},
    {"underflow", "what is left of gradients that are scaled and stored in a small format", &read_underflow, "f16 bf16 e5m2 e4m3"},
    {"overflow", "what becomes of values, sums, products and powers of e near a format's largest number", &read_overflow, "f16 bf16 e4m3"},
}};

constexpr auto infos = [] {
  std::array<KindInfo, table.size()> all{};
  for (std::size_t i = 0; i < table.size(); ++i) all[i] = {table[i].name, table[i].summary};
  return all;
}();

}  // namespace

std::span<const Kind> kinds() { return table; }
std::span<const KindInfo> scenario_kinds() { return infos; }

Dimension format_dimension(const Common& common) {
  Dimension d{"format", {}};
  for (const FormatChoice& f : common.formats) d.values.push_back(f.name);
  return d;
}

}  // namespace ulplab::lab
