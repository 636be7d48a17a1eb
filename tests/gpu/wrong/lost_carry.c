/* Fault: rounding up adds one to the trailing significand alone, so that the carry out of it never reaches the exponent. */
#include "half.h"

uint16_t f32_to_f16(uint32_t code) {
  const uint32_t magnitude = magnitude_of(code);
  if (magnitude >= 0x47800000u) return half_of(code); /* 65536: from there on rounding has no say */
  const struct cut c = cut_of(magnitude);
  return (uint16_t)(sign_of(code) | (c.kept & 0x7c00u) | (nearest_even(c) & 0x03ffu));
}
