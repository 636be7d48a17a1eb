/* Fault: everything above 65504, the largest number, becomes infinity; up to 65520 it had to become 65504. */
#include "half.h"

uint16_t f32_to_f16(uint32_t code) {
  const uint32_t magnitude = magnitude_of(code);
  if (magnitude > 0x477fe000u && magnitude < HALFWAY_TO_INFINITY) return (uint16_t)(sign_of(code) | INFINITY_16);
  return half_of(code);
}
