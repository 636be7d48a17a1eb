/* Fault: the test for NaN was forgotten, so that NaN becomes infinity like every code above the largest number. */
#include "half.h"

uint16_t f32_to_f16(uint32_t code) {
  if (magnitude_of(code) >= HALFWAY_TO_INFINITY) return (uint16_t)(sign_of(code) | INFINITY_16);
  return half_of(code);
}
