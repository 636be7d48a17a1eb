/* Fault: results below the smallest normal number become zero. */
#include "half.h"

uint16_t f32_to_f16(uint32_t code) {
  const uint16_t half = half_of(code);
  return (half & 0x7fffu) < 0x0400u ? (uint16_t)(half & 0x8000u) : half;
}
