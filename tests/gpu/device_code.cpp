// What runs in the device's kernels is right where it can be run without one; and without a driver nothing pretends to have run.
#include <gtest/gtest.h>

#include <set>

#include "gpu/backends/cuda/backends.hpp"
#include "gpu/backends/cuda/device.hpp"
#include "gpu/backends/cuda/device_answers.hpp"
#include "gpu/backends/cuda/device_units.hpp"
#include "gpu/backends/cuda/lane_code.hpp"
#include "gpu/backends/cuda/tally_code.hpp"
#include "gpu/backends/native_arithmetic.hpp"
#include "gpu/backends/soft.hpp"
#include "gpu/kernels/random.hpp"
#include "gpu/verify/device_contestants.hpp"
#include "gpu/verify/device_task.hpp"
#include "gpu/verify/plan.hpp"
#include "gpu/verify/soft_contestant.hpp"
#include "gpu/verify/suites.hpp"
#include "softfloat/names.hpp"

namespace ulplab::gpu::cuda {
namespace {

using verify::Check;
using verify::Kind;
using verify::Mode;

Kind kind_of(const std::string& name) { return std::get<Kind>(verify::parse_kind(name)); }

// ---- our arithmetic as a task ----------------------------------------------------------------------------------------

using Answer = Rounded (*)(const SoftTask&, const Format&, const Format&, const Code*);
template <int... o>
Answer answer_for(SoftOperation operation, std::integer_sequence<int, o...>) {
  constexpr Answer all[] = {&answer_of<static_cast<SoftOperation>(o), Format>...};
  return all[static_cast<int>(operation)];
}
Answer answer_for(SoftOperation o) { return answer_for(o, std::make_integer_sequence<int, soft_operations>{}); }

/// Every kind of the suites, and what is in none of them.
std::vector<std::string> many_kinds() {
  std::vector<std::string> kinds = verify::kinds_of_suite("all");
  for (const std::string format : {"f16", "bf16", "f32", "e4m3", "e2m1", "e4m3fnuz"}) {
    for (const Operation& o : operations) kinds.push_back(format + '_' + std::string(o.name));
    for (const std::string word : {"compare", "compare_signaling", "total_order", "eq", "eq_signaling", "le", "le_quiet", "lt", "lt_quiet", "class", "scalbn"})
      kinds.push_back(format + '_' + word);
    kinds.push_back(format + "_to_i32_quiet");
  }
  kinds.push_back("fp8_e4m3_next_up");
  return kinds;
}

TEST(DeviceCode, ATaskAnswersAsItsKind) {
  std::size_t compared = 0;
  for (const std::string& name : many_kinds()) {
    const Kind kind = kind_of(name);
    for (const std::string machine : {"ieee", "cuda", "arm"})
      for (const Rounding rounding : {Rounding::nearest_even, Rounding::up, Rounding::to_odd}) {
        const std::optional<Check> check = verify::make_check(kind, {rounding, Overflow::ieee}, machine);
        if (!check) continue;
        const std::optional<SoftTask> task = verify::soft_task_of(*check);
        ASSERT_TRUE(task.has_value()) << name;
        const Answer answer = answer_for(task->operation);
        for (std::uint64_t i = 0; i < 300; ++i) {
          Code x[3] = {};
          for (std::size_t k = 0; k < kind.operands.size(); ++k)
            x[k] = low_bits(random_at(7, static_cast<std::uint32_t>(k), i % 3 == 0 ? i / 3 : i), verify::width_of(kind.operands[k]));
          ASSERT_EQ(answer(*task, task->from, task->to, x), kind(x, check->context)) << name << ' ' << name_of(rounding) << " of " << std::hex << x[0] << ' ' << x[1];
          ++compared;
        }
      }
  }
  EXPECT_GT(compared, 200000u);
}

TEST(DeviceCode, AnElementOfATaskGoesThroughArraysOfNaturalWidth) {
  const Check check = *verify::make_check(kind_of("f16_fma"), {}, "ieee");
  const SoftTask task = *verify::soft_task_of(check);
  const std::uint16_t a[] = {0x3c00, 0x7bff}, b[] = {0x4000, 0x7bff}, c[] = {0xc000, 0x0000};
  const void* operands[] = {a, b, c};
  std::uint16_t results[4] = {};  // room for the widest code, which the compiler thinks of
  std::uint8_t flags[2] = {};
  for (std::uint64_t i = 0; i < 2; ++i) answer_element<SoftOperation::fma>(task, task.from, task.to, operands, results, flags, i);
  EXPECT_EQ(results[0], 0x0000);
  EXPECT_EQ(results[1], 0x7c00);
  EXPECT_EQ(Flags(flags[0]), Flags());
  EXPECT_EQ(Flags(flags[1]), Flag::overflow | Flag::inexact);
}

// ---- what is done with results ---------------------------------------------------------------------------------------

TEST(DeviceCode, OperandsAreMadeAsThePlanMakesThem) {
  for (const std::string name : {"f16_add", "e4m3_mul", "f32_to_f16", "e2m1_add", "e2m3_to_f16"}) {
    const Check check = *verify::make_check(kind_of(name), {}, "ieee");
    const auto plan = verify::make_plan(check, {});
    ASSERT_TRUE(plan->exhaustive()) << name;
    const DeviceShape shape = verify::shape_of(check.kind);
    for (const std::uint64_t first : {std::uint64_t{0}, plan->inputs() / 3, plan->inputs() - 64}) {
      std::uint64_t codes[2][64] = {};
      plan->fill(first, 64, {codes[0], codes[1], nullptr});
      for (std::uint64_t i = 0; i < 64; ++i)
        for (int k = 0; k < shape.operands; ++k)
          ASSERT_EQ(operand_of(shape, first + i, k), load_code(codes[k], shape.operand[k].bytes, i)) << name << " input " << first + i << " operand " << k;
    }
  }
}

TEST(DeviceCode, ClassesAreCountedAsOnTheCpu) {
  for (const std::string name : {"f16_to_f32", "bf16_to_i16", "i16_to_bf16", "e4m3_to_f16", "e2m1_to_f16", "e4m3fnuz_to_f16", "f16_class"}) {
    const Kind kind = kind_of(name);
    const DeviceShape shape = verify::shape_of(kind);
    for (Code code = 0; code < Code{1} << verify::width_of(kind.operands[0]); ++code)
      ASSERT_EQ(group_of_code(shape.operand[0], code), static_cast<int>(verify::group_of(kind.operands[0], code))) << name << ' ' << code;
    for (Code code = 0; code < Code{1} << std::min(16, verify::width_of(kind.result)); ++code)
      ASSERT_EQ(group_of_code(shape.result, code), static_cast<int>(verify::group_of(kind.result, code))) << name << ' ' << code;
  }
}

/// What an atomic addition does, in one thread.
constexpr auto add_one = [](unsigned long long& counter) { return counter++; };

TEST(DeviceCode, AComparisonListsEveryDifferenceAndCountsItsClasses) {
  const Kind kind = kind_of("e4m3_add");
  const DeviceShape shape = verify::shape_of(kind);
  std::vector<std::uint8_t> a(65536), b(65536), expected(65536), got(65536);
  for (std::size_t i = 0; i < a.size(); ++i) {
    a[i] = static_cast<std::uint8_t>(i >> 8);
    b[i] = static_cast<std::uint8_t>(i);
    expected[i] = static_cast<std::uint8_t>(add(fp8_e4m3, a[i], b[i]).code);
    got[i] = static_cast<std::uint8_t>(add(fp8_e4m3, a[i], b[i], rounding_to(Rounding::toward_zero)).code);
  }
  const void* operands[] = {a.data(), b.data(), nullptr};
  DeviceCounts counts;
  std::vector<DeviceDifference> list(100);
  std::vector<std::uint64_t> wrong(25);
  std::uint64_t differences = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    compare_element(shape, operands, expected.data(), got.data(), i, counts, list.data(), list.size(), add_one);
    if (expected[i] == got[i]) continue;
    if (differences < list.size()) {
      EXPECT_EQ(list[differences].place, i);
      EXPECT_EQ(list[differences].expected, expected[i]);
      EXPECT_EQ(list[differences].got, got[i]);
    }
    ++differences;
    ++wrong[verify::group_index(kind, {a[i], b[i], 0})];
  }
  EXPECT_GT(differences, 1000u);
  EXPECT_EQ(counts.differences, differences);
  EXPECT_EQ(std::vector<std::uint64_t>(counts.wrong, counts.wrong + 25), wrong);
}

TEST(DeviceCode, ChangesAreWhereTheResultIsNotTheOneBefore) {
  const DeviceShape shape = verify::shape_of(kind_of("i16_to_f16"));
  const std::uint16_t results[] = {1, 1, 2, 2, 2, 1, 0, 0};
  for (const bool has_before : {false, true}) {
    DeviceCounts counts;
    DeviceChange list[8];
    for (std::uint64_t i = 0; i < 8; ++i) note_change(shape, results, i, has_before, 1, counts, list, 8, add_one);
    std::vector<std::pair<std::uint64_t, Code>> found;
    for (std::uint64_t i = 0; i < counts.changes; ++i) found.emplace_back(list[i].place, list[i].result);
    std::vector<std::pair<std::uint64_t, Code>> wanted{{2, 2}, {5, 1}, {6, 0}};
    if (!has_before) wanted.insert(wanted.begin(), {0, 1});
    EXPECT_EQ(found, wanted);
  }
}

// ---- lanes -----------------------------------------------------------------------------------------------------------

/// Runs what a kernel runs, in one thread of the host.
template <class L>
LaneResult run_here(const Lane& lane, bool flags) {
  LaneTask t;
  t.format = lane.format;
  t.wide = lane.wide;
  t.context = lane.context;
  t.inputs = lane.inputs.data();
  t.input_count = lane.inputs.size();
  t.seed = lane.seed;
  t.stream = lane.stream;
  LaneResult r;
  if (info_of(lane.kernel).results == 0) {
    SumState state;
    SumProgress progress;
    t.count = lane.count;
    t.every = lane.kernel == Kernel::sum_pairwise ? 0 : lane.every;
    r.codes.resize(static_cast<std::size_t>(t.every == 0 ? 0 : t.count / t.every) + 1);
    t.codes = r.codes.data();
    t.state = &state;
    t.progress = &progress;
    switch (lane.kernel) {
      case Kernel::sum_naive:    run_sum<L, SumNaive>(t); break;
      case Kernel::sum_pairwise: run_sum<L, SumPairwise>(t); break;
      case Kernel::sum_kahan:    run_sum<L, SumKahan>(t); break;
      case Kernel::sum_neumaier: run_sum<L, SumNeumaier>(t); break;
      case Kernel::sum_wide:     run_wide_sum<L>(t); break;
      default:                   run_stochastic_sum(t); break;
    }
    r.codes.resize(static_cast<std::size_t>(state.notes) + 1);
    r.codes.back() = state.sum;
    if (flags) r.flags = {Flags(state.flags)};
    r.done = state.done;
    r.running = state.running;
    r.last_change = state.last_change;
    return r;
  }
  const auto n = lane.inputs.size() / static_cast<std::size_t>(info_of(lane.kernel).arity);
  std::vector<std::uint8_t> bits(n);
  r.codes.resize(n * static_cast<std::size_t>(info_of(lane.kernel).results));
  t.codes = r.codes.data();
  if (flags) t.flags = bits.data();
  for (std::uint64_t i = 0; i < n; ++i) {
    switch (lane.kernel) {
      case Kernel::add:        run_element<L, AddElement>(t, i); break;
      case Kernel::mul:        run_element<L, MulElement>(t, i); break;
      case Kernel::exp:        run_element<L, ExpElement>(t, i); break;
      case Kernel::sum_equals: run_element<L, SumEqualsElement>(t, i); break;
      default:                 run_element<L, ScaleElement>(t, i); break;
    }
    if (flags) r.flags.emplace_back(bits[i]);
  }
  r.done = n;
  return r;
}

/// The same in every bit, flags and all.
void expect_same(const LaneResult& a, const LaneResult& b, const std::string& what) {
  EXPECT_EQ(a.codes, b.codes) << what;
  EXPECT_EQ(a.flags, b.flags) << what;
  EXPECT_EQ(a.done, b.done) << what;
  EXPECT_EQ(a.running, b.running) << what;
  EXPECT_EQ(a.last_change, b.last_change) << what;
}

/// Codes all over the format for elements; a few ordinary terms for sums.
std::vector<Code> inputs_of(const Lane& lane) {
  const Format& f = lane.kernel == Kernel::scale_and_store ? lane.wide : lane.format;
  std::vector<Code> codes(info_of(lane.kernel).results == 0 ? 7 : 6000);
  for (std::size_t i = 0; i < codes.size(); ++i) {
    codes[i] = random_at(3, 1, i) & f.code_mask();
    if (info_of(lane.kernel).results == 0 || i % 2 == 0) codes[i] = (codes[i] & f.trailing_mask()) | (static_cast<Code>(f.bias) << f.trailing_bits());
  }
  return codes;
}

TEST(DeviceCode, LanesInOurArithmeticAreThoseOfTheSoftBackend) {
  for (const KernelInfo& info : kernels())
    for (const Format& f : {binary16, bfloat16, binary32, fp8_e4m3, ieee_format(6, 9)})
      for (const Rounding rounding : {Rounding::nearest_even, Rounding::down}) {
        Lane lane;
        lane.kernel = info.kernel;
        lane.format = f;
        lane.wide = binary32;
        lane.context.rounding = rounding;
        const std::vector<Code> inputs = inputs_of(lane);
        lane.inputs = inputs;
        lane.count = 70000;  // beyond one breath of the watch
        lane.every = 10000;
        lane.seed = 5;
        lane.stream = 2;
        expect_same(run_here<SoftLane>(lane, true), soft_backend().run(lane), std::string(info.name) + ' ' + name_of(f) + ' ' + std::string(name_of(rounding)));
      }
}

TEST(DeviceCode, LanesInTheHostsFloatAreThoseOfTheSoftBackend) {
  for (const KernelInfo& info : kernels()) {
    if (info.kernel == Kernel::sum_stochastic) continue;
    Lane lane;
    lane.kernel = info.kernel;
    lane.format = binary32;
    lane.wide = info.kernel == Kernel::sum_wide ? binary64 : binary32;
    std::vector<Code> inputs = inputs_of(lane);
    std::erase_if(inputs, [](Code c) { return is_nan(binary32, c); });
    inputs.resize(inputs.size() / 6 * 6 + (info.results == 0 ? 1 : 0), 0x3f800000);
    lane.inputs = inputs;
    lane.count = 70000;
    lane.every = 10000;
    LaneResult want = soft_backend().run(lane);
    LaneResult got = run_here<NativeLane<Binary32, Binary32, Binary64>>(lane, false);
    want.flags.clear();
    for (LaneResult* r : {&want, &got})
      for (Code& c : r->codes)
        if (lane.kernel != Kernel::sum_wide && is_nan(binary32, c)) c = 0x7fffffff;  // which NaN comes out is the machine's own
    expect_same(got, want, std::string(info.name));
  }
}

TEST(DeviceCode, ASumStopsWhereItIsAskedTo) {
  const Code one = 0x3c00;
  LaneTask t;
  t.inputs = &one;
  t.input_count = 1;
  t.count = 1 << 20;
  SumState state;
  SumProgress progress;
  progress.stop = 1;
  t.state = &state;
  t.progress = &progress;
  run_sum<SoftLane, SumNaive>(t);
  EXPECT_TRUE(state.stopped);
  EXPECT_EQ(state.done, 1u << 16);
  EXPECT_EQ(progress.done, 1u << 16);
}

// ---- the tables ------------------------------------------------------------------------------------------------------

TEST(DeviceUnits, EveryRowIsACheckOfItsMachine) {
  for (const DeviceUnit& u : device_units()) {
    const auto kind = verify::parse_kind(u.kind);
    ASSERT_TRUE(std::holds_alternative<Kind>(kind)) << u.kind;
    EXPECT_TRUE(verify::make_check(std::get<Kind>(kind), {u.rounding, u.overflow}, u.machine).has_value()) << u.kind << ' ' << u.instructions;
    EXPECT_NE(u.launch, nullptr) << u.kind;
    EXPECT_FALSE(u.instructions.empty()) << u.kind;
  }
}

TEST(DeviceUnits, NoQuestionIsAnsweredTwice) {
  std::set<std::string> seen;
  for (const DeviceUnit& u : device_units()) {
    const std::string question = std::string(u.kind) + ' ' + verify::name_of(Mode{u.rounding, u.overflow});
    EXPECT_TRUE(seen.insert(question).second) << question;
  }
}

// ---- no driver -------------------------------------------------------------------------------------------------------

TEST(NoDevice, TheReasonNamesTheErrorWhatItMeansAndTheRemedy) {
  EXPECT_EQ(remedy_of(35, 0).substr(0, 80), "no NVIDIA driver on this machine (cudaDriverGetVersion gives 0): install one, or");
  EXPECT_EQ(remedy_of(35, 12040), "the driver is too old (it knows CUDA 12.4): install a newer one");
  for (const int error : {34, 100, 209, 222}) EXPECT_NE(remedy_of(error, 13000), remedy_of(999, 13000)) << error;

  const DeviceInfo& d = device();
  if (d.ready) GTEST_SKIP() << "there is a device here: " << d.name;
  if (d.driver == "0.0") {
    EXPECT_EQ(d.reason,
              "cudaErrorInsufficientDriver (35): CUDA driver version is insufficient for CUDA runtime version: " + remedy_of(35, 0));
  } else {
    EXPECT_FALSE(d.reason.empty());
  }
}

TEST(NoDevice, NothingPretendsToHaveRun) {
  if (device().ready) GTEST_SKIP() << "there is a device here: " << device().name;
  const Code operands[] = {0x3c00, 0x3c00};
  Lane lane;
  lane.kernel = Kernel::add;
  lane.format = binary16;
  lane.inputs = operands;
  for (const Backend* b : {&cuda_backend(), &cuda_soft_backend()}) {
    EXPECT_FALSE(b->availability().ready);
    EXPECT_TRUE(b->availability().lacking);
    EXPECT_EQ(b->offers(lane).reason, device().reason);
    EXPECT_THROW(b->run(lane), Infrastructure) << b->name();
    lane.kernel = Kernel::sum_naive;
    lane.count = 3;
    EXPECT_THROW(b->run(lane), Infrastructure) << b->name();
    lane.kernel = Kernel::add;
  }
  const Check check = *verify::make_check(kind_of("f16_add"), {}, "cuda");
  const auto plan = verify::make_plan(check, {});
  for (const auto& c : {verify::make_cuda_contestant(), verify::make_cuda_soft_contestant()}) {
    const verify::Offer offer = c->offers(check.kind, check.mode);
    EXPECT_FALSE(offer.ready) << c->name();
    EXPECT_TRUE(offer.lacking) << c->name();
    EXPECT_EQ(offer.reason, device().reason) << c->name();
    EXPECT_FALSE(c->judges(*verify::make_soft_contestant(), check, *plan)) << c->name();
    EXPECT_TRUE(c->provenance().empty()) << c->name();
    EXPECT_THROW(c->summary(check), verify::Infrastructure) << c->name();
  }
}

}  // namespace
}  // namespace ulplab::gpu::cuda
