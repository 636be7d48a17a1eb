// In which floating-point environment do this CPU's instructions run?
//
// In one that we set and give back, whatever the caller's is: all exceptions masked, neither FTZ nor DAZ, and the rounding
// direction that was asked for. g++ does not implement #pragma STDC FENV_ACCESS: what depends on the direction must be an
// instruction in `asm volatile`, or in a function that is not inlined, lest the compiler move it out.
#pragma once

#include <cfenv>

#include "softfloat/context.hpp"

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

namespace ulplab::gpu {

/// The default environment while it lives: to nearest, no trap, neither FTZ nor DAZ.
class DefaultEnvironment {
 public:
  DefaultEnvironment() {
    std::fegetenv(&callers_);
    std::fesetenv(FE_DFL_ENV);
  }
  ~DefaultEnvironment() { std::fesetenv(&callers_); }
  DefaultEnvironment(const DefaultEnvironment&) = delete;
  DefaultEnvironment& operator=(const DefaultEnvironment&) = delete;

 private:
  std::fenv_t callers_{};
};

#if defined(__x86_64__)

namespace mxcsr {
// Intel SDM vol. 1, 10.2.3: bits 0-5 are the sticky exceptions IE DE ZE OE UE PE, 7-12 their masks, 13-14 the direction.
inline constexpr unsigned all_masked = 0x1f80;

constexpr unsigned direction(Rounding rounding) {
  switch (rounding) {
    case Rounding::down:        return 0x2000;
    case Rounding::up:          return 0x4000;
    case Rounding::toward_zero: return 0x6000;
    default:                    return 0;
  }
}

/// The sticky bits as Flags. DE, a subnormal operand, is no exception of IEEE 754.
constexpr std::uint8_t flags_of(unsigned mxcsr) {
  return static_cast<std::uint8_t>((mxcsr & 0x20) >> 5 | (mxcsr & 0x10) >> 3 | (mxcsr & 0x08) >> 1 | (mxcsr & 0x04) << 1 |
                                   (mxcsr & 0x01) << 4);
}
static_assert(flags_of(0x01) == Flags(Flag::invalid).bits && flags_of(0x04) == Flags(Flag::divide_by_zero).bits);
static_assert(flags_of(0x08) == Flags(Flag::overflow).bits && flags_of(0x10) == Flags(Flag::underflow).bits);
static_assert(flags_of(0x20) == Flags(Flag::inexact).bits && flags_of(0x02) == 0);
}  // namespace mxcsr

/// MXCSR while it lives: a direction, all masked, no sticky bit.
class Direction {
 public:
  explicit Direction(Rounding rounding) : callers_(_mm_getcsr()), own_(mxcsr::all_masked | mxcsr::direction(rounding)) { clear(); }
  ~Direction() { _mm_setcsr(callers_); }
  Direction(const Direction&) = delete;
  Direction& operator=(const Direction&) = delete;

  void clear() const { _mm_setcsr(own_); }
  std::uint8_t raised() const { return mxcsr::flags_of(_mm_getcsr()); }

 private:
  unsigned callers_;
  unsigned own_;
};

#endif

}  // namespace ulplab::gpu
