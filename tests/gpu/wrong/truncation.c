/* Fault: what does not fit is cut off instead of rounded to nearest. */
#include "half.h"

uint16_t f32_to_f16(uint32_t code) {
  const uint32_t magnitude = magnitude_of(code);
  if (magnitude > INFINITY_32) return half_of(code);
  if (magnitude == INFINITY_32) return half_of(code);
  if (magnitude >= HALFWAY_TO_INFINITY) return (uint16_t)(sign_of(code) | 0x7bffu);
  return (uint16_t)(sign_of(code) | cut_of(magnitude).kept);
}
