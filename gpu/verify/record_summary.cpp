#include "gpu/verify/record_summary.hpp"

#include <algorithm>

namespace ulplab::verify {
namespace {

namespace fp = gpu::fingerprint;

constexpr std::uint64_t piece = std::uint64_t{1} << 24;  // between two looks at the watch: whole blocks

/// Calls `take(begin, end)` for piece after piece until it returns false. Was all of it taken?
template <class Take>
bool for_all_pieces(std::uint64_t inputs, const RecordWatch& watch, const Take& take) {
  for (std::uint64_t begin = 0; begin < inputs; begin += piece) {
    if (watch.stop.stop_requested()) return false;
    const std::uint64_t end = std::min(inputs, begin + piece);
    if (!take(begin, end)) return false;
    if (watch.at) watch.at(end);
  }
  return true;
}

}  // namespace

bool can_sum_up(const Summary& summary, const Plan& plan, const RecordSettings& settings) {
  return plan.exhaustive() && plan.inputs() % fp::block == 0 && (settings.reference == nullptr || summary.compares_with(*settings.reference));
}

std::optional<std::variant<Runs, Fingerprints>> summed_up(Summary& summary, const Check& check, const Plan& plan, const RecordSettings& settings,
                                                          const RecordWatch& watch) {
  if (check.kind.operands.size() == 1) {
    Runs runs;
    bool too_many = false;
    const bool all = for_all_pieces(plan.inputs(), watch, [&](std::uint64_t begin, std::uint64_t end) {
      for (const gpu::ResultRun& run : summary.runs(begin, end)) {
        if (!runs.result.empty() && runs.result.back() == run.result) continue;
        runs.first.push_back(static_cast<std::uint32_t>(run.first));
        runs.result.push_back(run.result);
      }
      return !(too_many = runs.first.size() > settings.most_runs);
    });
    if (all) return runs;
    if (!too_many) return std::nullopt;
  }

  Fingerprints f;
  f.bits = settings.stretch_bits;
  f.sums.resize(static_cast<std::size_t>((plan.inputs() + f.stretch() - 1) >> f.bits) * f.sums_of_stretch());
  const bool all = for_all_pieces(plan.inputs(), watch, [&](std::uint64_t begin, std::uint64_t end) {
    std::uint64_t at = begin;
    for (const fp::Sums& s : summary.fingerprints(begin / fp::block, (end - begin) / fp::block)) {
      fp::add_block(&f.sums[static_cast<std::size_t>(at >> f.bits) * f.sums_of_stretch()], f.bits, (at & (f.stretch() - 1)) / fp::block, s);
      at += fp::block;
    }
    if (settings.reference != nullptr && f.exceptions.size() < settings.most_exceptions)
      for (const Exception& e : summary.differences(begin, end, settings.most_exceptions - f.exceptions.size())) f.exceptions.push_back(e);
    return true;
  });
  if (!all) return std::nullopt;
  return f;
}

}  // namespace ulplab::verify
