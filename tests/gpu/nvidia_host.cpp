// NVIDIA's headers on the host give the bits of the soft lanes under CUDA's NaN rule, and say what they do not have.
#include <gtest/gtest.h>

#include <random>

#include "gpu/backends/nvidia_host.hpp"
#include "softfloat/convert.hpp"
#include "softfloat/formats.hpp"
#include "softfloat/names.hpp"

namespace ulplab::gpu {
namespace {

/// Numbers for lanes: any code of the format; any code and everyday magnitudes of binary32; terms whose sum stands still in
/// small formats; terms whose sum overflows in binary16.
struct Numbers {
  std::vector<Code> any, wide, small, large;

  explicit Numbers(const Format& f) {
    std::mt19937_64 random(7);
    for (int i = 0; i < 6000; ++i) {
      any.push_back(random() & f.code_mask());
      const Code exponent = 127 - 30 + random() % 60;
      wide.push_back(i % 8 == 0 ? random() & binary32.code_mask() : (random() & 0x807fffff) | exponent << 23);
      small.push_back(convert(binary32, 0x3dcccccd + random() % 0x400000, f).code);
      large.push_back(convert(binary32, 0x43000000 + random() % 0x400000, f).code);
    }
  }
};

std::vector<Lane> lanes_of(const Format& f, const Numbers& numbers) {
  std::vector<Lane> lanes;
  for (const KernelInfo& k : kernels()) {
    Lane lane;
    lane.kernel = k.kernel;
    lane.format = f;
    lane.wide = binary32;
    lane.context.nan = NanRule::all_ones;
    lane.every = 1;
    if (k.results == 0) {
      for (const std::vector<Code>* terms : {&numbers.any, &numbers.small, &numbers.large}) {
        lane.inputs = *terms;
        lane.count = 7000;
        lanes.push_back(lane);
      }
    } else {
      lane.inputs = k.kernel == Kernel::scale_and_store ? numbers.wide : numbers.any;
      lanes.push_back(lane);
    }
  }
  return lanes;
}

TEST(NvidiaHostBackend, GivesTheSoftLanesBitForBit) {
  const Backend& host = nvidia_host_backend();
  if (!host.availability().ready) GTEST_SKIP() << host.availability().reason;
  const Backend& soft = *find_backend("soft");
  std::size_t compared = 0;
  for (const Format& f : {binary16, bfloat16, fp8_e4m3, fp8_e5m2}) {
    const Numbers numbers(f);
    for (Lane lane : lanes_of(f, numbers))
      for (const Overflow overflow : {Overflow::ieee, Overflow::saturate}) {
        lane.context.overflow = overflow;
        if (!host.offers(lane).ready) continue;
        const LaneResult a = host.run(lane);
        const LaneResult b = soft.run(lane);
        EXPECT_EQ(a.codes, b.codes) << info_of(lane.kernel).name << " in " << name_of(f);
        EXPECT_EQ(a.done, b.done);
        EXPECT_EQ(a.last_change, b.last_change) << info_of(lane.kernel).name << " in " << name_of(f);
        EXPECT_EQ(a.running, b.running) << info_of(lane.kernel).name << " in " << name_of(f);
        compared += a.codes.size();
      }
  }
  EXPECT_GT(compared, 100000u);
}

TEST(NvidiaHostBackend, SaysWhatItDoesNotOffer) {
  const Backend& host = nvidia_host_backend();
  const auto offers = [&](Kernel kernel, const Format& f, Rounding rounding, Overflow overflow, const Format& wide = binary32) {
    Lane lane;
    lane.kernel = kernel;
    lane.format = f;
    lane.wide = wide;
    lane.context.rounding = rounding;
    lane.context.overflow = overflow;
    const Availability answer = host.offers(lane);
    EXPECT_EQ(answer.ready, answer.reason.empty());
    return answer.ready;
  };
  constexpr Rounding rne = Rounding::nearest_even;
  EXPECT_EQ(offers(Kernel::exp, binary16, rne, Overflow::ieee), host.availability().ready);
  EXPECT_EQ(offers(Kernel::scale_and_store, fp8_e4m3, rne, Overflow::saturate), host.availability().ready);
  EXPECT_FALSE(offers(Kernel::scale_and_store, binary16, rne, Overflow::saturate));
  EXPECT_FALSE(offers(Kernel::scale_and_store, fp8_e4m3, rne, Overflow::to_nan));
  EXPECT_FALSE(offers(Kernel::add, fp8_e4m3, rne, Overflow::ieee));
  EXPECT_FALSE(offers(Kernel::add, binary16, Rounding::up, Overflow::ieee));
  EXPECT_FALSE(offers(Kernel::add, binary32, rne, Overflow::ieee));
  EXPECT_FALSE(offers(Kernel::sum_stochastic, binary16, rne, Overflow::ieee));
  EXPECT_FALSE(offers(Kernel::sum_wide, binary16, rne, Overflow::ieee, binary64));
}

}  // namespace
}  // namespace ulplab::gpu
