#include "gpu/verify/group_counter.hpp"

#include <algorithm>
#include <cstring>

namespace ulplab::verify {
namespace {

template <class Word>
void count_by_table(const void* results, std::size_t count, const std::uint8_t* group, std::array<std::uint64_t, groups>& counts) {
  // Four sets of counters: neighbours are mostly of one class, and one counter would wait for itself.
  std::uint64_t sets[4][groups] = {};
  const auto* bytes = static_cast<const std::byte*>(results);
  for (std::size_t i = 0; i < count; ++i) {
    Word code;
    std::memcpy(&code, bytes + i * sizeof code, sizeof code);
    ++sets[i % 4][group[code]];
  }
  for (const auto& set : sets)
    for (std::size_t g = 0; g < groups; ++g) counts[g] += set[g];
}

}  // namespace

std::vector<GroupCounter::Stretch> GroupCounter::stretches_of(const Slot& slot) {
  std::vector<std::uint64_t> borders{0, 1};
  if (const Format* f = std::get_if<Format>(&slot)) {
    const std::uint64_t sign = f->is_signed ? std::uint64_t{1} << (f->width() - 1) : 0;
    for (const std::uint64_t s : {std::uint64_t{0}, sign})
      for (const std::uint64_t m : {std::uint64_t{0}, std::uint64_t{1}, f->min_normal(), f->max_finite(), f->max_finite() + 1, f->max_finite() + 2})
        if (m <= f->magnitude_mask()) borders.push_back(s | m);
  }
  std::sort(borders.begin(), borders.end());
  std::vector<Stretch> all;
  for (const std::uint64_t b : borders) {
    const Group g = group_of(slot, b);
    if (all.empty() || all.back().group != g) all.push_back({b, g});
  }
  return all;
}

std::array<std::uint64_t, groups> GroupCounter::count_in(const std::vector<Stretch>& stretches, std::uint64_t first, std::uint64_t count) {
  std::array<std::uint64_t, groups> counts{};
  const std::uint64_t end = first + count;
  for (std::size_t i = 0; i < stretches.size(); ++i) {
    const std::uint64_t from = std::max(first, stretches[i].first);
    const std::uint64_t to = i + 1 < stretches.size() ? std::min(end, stretches[i + 1].first) : end;
    if (from < to) counts[static_cast<std::size_t>(stretches[i].group)] += to - from;
  }
  return counts;
}

GroupCounter::GroupCounter(const Kind& kind) : result_(kind.result), result_bytes_(bytes_of(kind.result)) {
  for (const Slot& slot : kind.operands) {
    operands_.push_back(stretches_of(slot));
    bits_.push_back(width_of(slot));
  }
  if (const int bits = width_of(kind.result); bits <= 16) {
    group_of_code_.resize(std::size_t{1} << (8 * result_bytes_));
    for (std::size_t code = 0; code < group_of_code_.size(); ++code)
      group_of_code_[code] = static_cast<std::uint8_t>(group_of(kind.result, code & ((std::size_t{1} << bits) - 1)));
  }
}

void GroupCounter::count_consecutive(std::uint64_t first, std::uint64_t count, std::vector<std::uint64_t>& counts) const {
  // Row by row: the operands before the last stand still while the last runs.
  while (count != 0) {
    const std::uint64_t row = std::uint64_t{1} << bits_.back();
    const std::uint64_t at = first & (row - 1);
    const std::uint64_t here = std::min(count, row - at);
    std::size_t outer = 0;
    int above = bits_.back();
    for (std::size_t k = operands_.size() - 1, weight = 1; k-- > 0; above += bits_[k], weight *= groups) {
      const std::uint64_t code = (first >> above) & ((std::uint64_t{1} << bits_[k]) - 1);
      const auto of = count_in(operands_[k], code, 1);
      outer += weight * static_cast<std::size_t>(std::find(of.begin(), of.end(), 1u) - of.begin());
    }
    const auto inner = count_in(operands_.back(), at, here);
    for (std::size_t g = 0; g < groups; ++g) counts[outer * groups + g] += inner[g];
    first += here;
    count -= here;
  }
}

void GroupCounter::count_results(const void* results, std::size_t count, std::array<std::uint64_t, groups>& counts) const {
  if (!group_of_code_.empty())
    return result_bytes_ == 1 ? count_by_table<std::uint8_t>(results, count, group_of_code_.data(), counts)
                              : count_by_table<std::uint16_t>(results, count, group_of_code_.data(), counts);
  for (std::size_t i = 0; i < count; ++i) ++counts[static_cast<std::size_t>(group_of(result_, load(results, result_bytes_, i)))];
}

}  // namespace ulplab::verify
