// What a backend keeps of a running sum: where it last moved, and its value now and then.
#pragma once

#include <type_traits>

#include "gpu/backends/backend.hpp"

namespace ulplab::gpu {

/// Handed to the sum kernels. `to_code` turns the arithmetic's values into codes. Pairwise sums have no running sum: they
/// only count.
template <class Value, class ToCode>
class SumWatch {
 public:
  SumWatch(const Lane& lane, const Watcher& watcher, LaneResult& result, ToCode to_code)
      : lane_(lane), watcher_(watcher), result_(result), to_code_(to_code) {
    next_note_ = lane.every == 0 || lane.kernel == Kernel::sum_pairwise ? never : lane.every;
  }

  ~SumWatch() { result_.running = to_code_(sum_); }
  SumWatch(const SumWatch&) = delete;
  SumWatch& operator=(const SumWatch&) = delete;

  bool operator()(std::uint64_t done, const Value& sum, const Value& correction) {
    if (!same(sum, sum_) || !same(correction, correction_)) {
      sum_ = sum;
      correction_ = correction;
      result_.last_change = done;
    }
    if (done == next_note_) {
      result_.codes.push_back(to_code_(sum));
      next_note_ += lane_.every;
    }
    result_.done = done;
    if (done >= next_breath_) {  // pairwise sums leave numbers out
      next_breath_ = done - done % breath + breath;
      if (watcher_.done) watcher_.done(done);
      if (watcher_.stop.stop_requested()) result_.stopped = true;
    }
    return !result_.stopped;
  }

 private:
  static constexpr std::uint64_t never = ~std::uint64_t{0};
  static constexpr std::uint64_t breath = 1 << 16;

  /// The same bits: NaN is the same as itself, and the zeros are not the same.
  static bool same(const Value& a, const Value& b) {
    if constexpr (std::is_integral_v<Value>)
      return a == b;
    else
      return __builtin_memcmp(&a, &b, sizeof a) == 0;
  }

  const Lane& lane_;
  const Watcher& watcher_;
  LaneResult& result_;
  ToCode to_code_;
  std::uint64_t next_note_ = never;
  std::uint64_t next_breath_ = breath;
  Value sum_{};
  Value correction_{};
};

/// Calls f for every element in order, with breath for the watcher.
template <class F>
void for_each_element(std::uint64_t n, const Watcher& watcher, LaneResult& result, F&& f) {
  constexpr std::uint64_t breath = 1 << 14;
  for (std::uint64_t i = 0; i < n; ++i) {
    if (i % breath == 0 && i > 0) {
      if (watcher.done) watcher.done(i);
      if (watcher.stop.stop_requested()) {
        result.stopped = true;
        return;
      }
    }
    f(i);
    result.done = i + 1;
  }
}

}  // namespace ulplab::gpu
