/* Fault: a number halfway between two neighbours goes away from zero, and not to the even one. */
#include "half.h"

uint16_t f32_to_f16(uint32_t code) {
  const uint32_t magnitude = magnitude_of(code);
  if (magnitude >= HALFWAY_TO_INFINITY) return half_of(code);
  const struct cut c = cut_of(magnitude);
  return (uint16_t)(sign_of(code) | (c.kept + (c.lost >= c.half)));
}
