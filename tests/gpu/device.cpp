// On a CUDA device: its answers, our arithmetic there, and the CPU's are the same in every bit. Skipped with the reason where
// there is no device; the label `gpu` chooses these tests.
#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>

#include "gpu/backends/cuda/backends.hpp"
#include "gpu/backends/cuda/device.hpp"
#include "gpu/backends/cuda/device_units.hpp"
#include "gpu/backends/fingerprint.hpp"
#include "gpu/backends/soft.hpp"
#include "gpu/kernels/random.hpp"
#include "gpu/verify/compare.hpp"
#include "gpu/verify/device_contestants.hpp"
#include "gpu/verify/device_task.hpp"
#include "gpu/verify/soft_contestant.hpp"
#include "gpu/verify/suites.hpp"
#include "gpu/verify/sweep.hpp"
#include "softfloat/names.hpp"

namespace ulplab::verify {
namespace {

class Gpu : public testing::Test {
 protected:
  void SetUp() override {
    if (!gpu::cuda::device().ready) GTEST_SKIP() << gpu::cuda::device().reason;
  }
};
using GpuContestant = Gpu;
using GpuLanes = Gpu;
using GpuRecording = Gpu;

Kind kind_of(const std::string& name) { return std::get<Kind>(parse_kind(name)); }

/// The plan's inputs, the first and last 2^20 and a stretch in the middle.
std::vector<std::pair<std::uint64_t, std::uint64_t>> stretches(const Plan& plan) {
  const std::uint64_t n = plan.inputs(), some = std::uint64_t{1} << 20;
  if (n <= 3 * some) return {{0, n}};
  return {{0, some}, {n / 2 - some / 2, n / 2 + some / 2}, {n - some, n}};
}

/// Runs a check between two contestants and says what differs.
void expect_equal(const Contestant& with, const Contestant& against, const Check& check, bool flags) {
  const auto plan = make_plan(check, {std::uint64_t{1} << 16, 1, {}, {}});
  const Match match{check, *plan, with, against, flags};
  Tally tally(check.kind.operands.size());
  Sample sample;
  for (const auto& [begin, end] : stretches(*plan)) compare(match, begin, end, {}, {}, tally, sample);
  EXPECT_GT(tally.executed, 0u) << check.name();
  EXPECT_EQ(tally.mismatches, 0u) << check.name();
  for (const Mismatch& m : tally.first) {
    ADD_FAILURE() << check.name() << " of " << std::hex << m.operands[0] << ' ' << m.operands[1] << ' ' << m.operands[2] << ": expected " << m.expected << ", got " << m.got;
    break;
  }
}

TEST_F(Gpu, SaysWhatItIs) {
  for (const auto& [key, value] : gpu::cuda::provenance()) std::cout << key << ": " << value << '\n';
  EXPECT_FALSE(gpu::cuda::device().name.empty());
  EXPECT_GE(gpu::cuda::device().architecture, 75);
}

TEST_F(GpuContestant, OurArithmeticOnTheDeviceAnswersAsOnTheCpuWithFlags) {
  const auto soft = make_soft_contestant();
  const auto on_device = make_cuda_soft_contestant();
  for (const std::string& name : kinds_of_suite("all")) {
    const Kind kind = kind_of(name);
    for (const Mode& mode : on_device->modes(kind))
      if (on_device->offers(kind, mode).ready) expect_equal(*soft, *on_device, *make_check(kind, mode, "ieee"), kind.signals == Signals::flags);
  }
}

TEST_F(GpuContestant, EveryUnitAnswersAsOurArithmetic) {
  const auto soft = make_soft_contestant();
  const auto cuda = make_cuda_contestant();
  for (const gpu::cuda::DeviceUnit& u : gpu::cuda::device_units()) {
    const Kind kind = kind_of(std::string(u.kind));
    const Mode mode{u.rounding, u.overflow};
    const Offer offer = cuda->offers(kind, mode);
    if (offer.ready)
      expect_equal(*soft, *cuda, *make_check(kind, mode, u.machine), false);
    else
      std::cout << u.kind << ' ' << name_of(mode) << ": " << offer.reason << '\n';
  }
}

TEST_F(GpuContestant, AComparisonOnTheDeviceCountsAsOneOnTheCpu) {
  // bf16_to_f32 moves NaNs as they are; under the rules of "ieee" signaling ones are quieted, so that some differ.
  const Kind kind = kind_of("bf16_to_f32");
  const Check check = *make_check(kind, {}, "ieee");
  const auto plan = make_plan(check, {});
  const auto soft = make_soft_contestant();
  const auto cuda = make_cuda_contestant();
  ASSERT_TRUE(cuda->judges(*soft, check, *plan));
  Tally on_device(1), on_cpu(1);
  cuda->judge(*soft, check, *plan, 0, plan->inputs(), on_device);

  std::vector<std::uint16_t> codes(65536);
  for (std::size_t i = 0; i < codes.size(); ++i) codes[i] = static_cast<std::uint16_t>(i);
  std::vector<std::uint32_t> want(65536), got(65536);
  const Block block{0, codes.size(), true, {codes.data(), nullptr, nullptr}};
  Answers by_soft{want.data(), nullptr, {}, {}, 0}, by_cuda{got.data(), nullptr, {}, {}, 0};
  soft->start(check)->answer(block, by_soft);
  cuda->start(check)->answer(block, by_cuda);
  on_cpu.executed = codes.size();
  for (std::size_t i = 0; i < codes.size(); ++i) {
    ++on_cpu.inputs[group_index(kind, {codes[i], 0, 0})];
    ++on_cpu.results[static_cast<std::size_t>(group_of(kind.result, want[i]))];
    if (want[i] == got[i]) continue;
    Mismatch m;
    m.index = i;
    m.operands[0] = codes[i];
    m.expected = want[i];
    m.got = got[i];
    on_cpu.note(m);
    ++on_cpu.wrong[group_index(kind, m.operands)];
  }
  EXPECT_GT(on_cpu.mismatches, 0u);
  EXPECT_EQ(on_device, on_cpu);
}

TEST_F(GpuLanes, EveryKernelGivesTheBitsOfTheSoftBackend) {
  const gpu::Backend& soft = gpu::soft_backend();
  for (const gpu::Backend* backend : {&gpu::cuda_backend(), &gpu::cuda_soft_backend()})
    for (const gpu::KernelInfo& info : gpu::kernels())
      for (const Format& f : {binary16, bfloat16, binary32, binary64, fp8_e4m3, fp8_e5m2}) {
        gpu::Lane lane;
        lane.kernel = info.kernel;
        lane.format = f;
        lane.wide = f == binary64 || (f == binary32 && info.kernel == gpu::Kernel::sum_wide) ? binary64 : binary32;
        lane.context.nan = backend->nan_rule(lane);
        lane.count = 200000;
        lane.every = 10000;
        lane.seed = 1;
        const Format& of = info.kernel == gpu::Kernel::scale_and_store ? lane.wide : f;
        std::vector<Code> inputs(info.results == 0 ? 7 : 60000);
        for (std::size_t i = 0; i < inputs.size(); ++i) {
          inputs[i] = gpu::random_at(3, 1, i) & of.code_mask();
          const bool ordinary = info.results == 0 || i % 2 == 0;
          if (ordinary) inputs[i] = (inputs[i] & of.trailing_mask()) | static_cast<Code>(of.bias) << of.trailing_bits();
        }
        lane.inputs = inputs;
        if (!backend->offers(lane).ready) continue;
        const gpu::LaneResult want = soft.run(lane);
        const gpu::LaneResult got = backend->run(lane);
        const std::string what = std::string(backend->name()) + ' ' + std::string(info.name) + ' ' + name_of(f);
        const auto differs = std::mismatch(want.codes.begin(), want.codes.end(), got.codes.begin(), got.codes.end()).first - want.codes.begin();
        EXPECT_EQ(want.codes, got.codes) << what << ", first at " << differs;
        EXPECT_EQ(want.last_change, got.last_change) << what;
        EXPECT_EQ(want.running, got.running) << what;
        EXPECT_EQ(want.done, got.done) << what;
        if (!got.flags.empty()) { EXPECT_EQ(want.flags, got.flags) << what; }
      }
}

TEST_F(GpuLanes, ALongSumStopsWhenItIsAskedTo) {
  const Code one = 0x3f800000;
  gpu::Lane lane;
  lane.kernel = gpu::Kernel::sum_kahan;
  lane.format = binary32;
  lane.inputs = {&one, 1};
  lane.count = std::uint64_t{1} << 40;
  std::stop_source source;
  gpu::Watcher watcher{source.get_token(), [&](std::uint64_t) { source.request_stop(); }};
  const gpu::LaneResult r = gpu::cuda_backend().run(lane, watcher);
  EXPECT_TRUE(r.stopped);
  EXPECT_GT(r.done, 0u);
  EXPECT_LT(r.done, lane.count);
}

TEST_F(GpuRecording, FingerprintsAreThoseOfTheCpu) {
  for (const std::string name : {"f16_add", "bf16_mul", "f32_to_f16"}) {
    const Check check = *make_check(kind_of(name), {}, "cuda");
    const auto cuda = make_cuda_contestant();
    const std::uint64_t first = 0x3bf0, count = 70;  // operands around 1; more than go at a time
    const auto on_device = cuda->summary(check)->fingerprints(first, count);
    ASSERT_EQ(on_device.size(), count);
    std::vector<std::uint16_t> results(gpu::fingerprint::block);
    for (std::uint64_t b = 0; b < count; ++b) {
      const std::uint64_t index = (first + b) * gpu::fingerprint::block;
      sweep_block(check.kind, check.context, index, results.size(), reinterpret_cast<std::byte*>(results.data()));
      gpu::fingerprint::Sums sums;
      for (std::uint64_t i = 0; i < results.size(); ++i) sums.add(i, results[i]);
      EXPECT_EQ(sums.all, on_device[b].all) << name << " block " << first + b;
      EXPECT_TRUE(std::ranges::equal(sums.group, on_device[b].group)) << name << " block " << first + b;
    }
  }
}

TEST_F(GpuRecording, TheRunsOfAConversionAreWhereItsResultsChange) {
  const Check check = *make_check(kind_of("f32_to_f16"), {}, "cuda");
  const auto cuda = make_cuda_contestant();
  const std::uint64_t begin = 0x3f7ff000, end = begin + (1 << 20);
  std::vector<gpu::ResultRun> want;
  for (std::uint64_t i = begin; i < end; ++i)
    if (const Code r = convert(binary32, i, binary16, check.context).code; want.empty() || want.back().result != r) want.push_back({i, r});
  EXPECT_EQ(cuda->summary(check)->runs(begin, end), want);
}

TEST_F(GpuRecording, TheRunsOfAllInputsAreAsManyAsTheFormatHas) {
  const Check check = *make_check(kind_of("f32_to_f16"), {}, "cuda");
  const auto runs = make_cuda_contestant()->summary(check)->runs(0, std::uint64_t{1} << 32);
  EXPECT_EQ(runs.size(), 63492u);  // shared/cuda-numerics.md, 0.6
}

}  // namespace
}  // namespace ulplab::verify
