/* A converter between binary32 and binary16, as somebody might write it: codes in, codes out. */
#include <stddef.h>
#include <stdint.h>

/* To nearest, ties to even. */
uint16_t f32_to_f16(uint32_t x) {
  const uint32_t sign = x >> 16 & 0x8000;
  const uint32_t magnitude = x & 0x7fffffff;
  if (magnitude > 0x7f800000) return (uint16_t)(sign | 0x7e00 | (magnitude >> 13 & 0x3ff)); /* NaN: quiet, the payload cut */
  if (magnitude >= 0x477ff000) return (uint16_t)(sign | 0x7c00);                            /* from 65520 on: infinity */
  if (magnitude >= 0x38800000) { /* normal: another bias, 13 bits fewer; the carry may run into the exponent */
    const uint32_t rebiased = magnitude - 0x38000000;
    return (uint16_t)(sign | (rebiased + 0xfff + (rebiased >> 13 & 1)) >> 13);
  }
  const int exponent = (int)(magnitude >> 23);
  if (exponent < 102) return (uint16_t)sign; /* below 2^-25 */
  const uint32_t significand = (magnitude & 0x7fffff) | 0x800000;
  const int shift = 126 - exponent;
  const uint32_t half = 1u << (shift - 1);
  return (uint16_t)(sign | (significand + half - 1 + (significand >> shift & 1)) >> shift);
}

/* Exact. */
void f16_to_f32(const uint16_t* x, uint32_t* result, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    const uint32_t sign = (uint32_t)(x[i] & 0x8000) << 16;
    uint32_t magnitude = x[i] & 0x7fff;
    if (magnitude > 0x7c00) {
      result[i] = sign | 0x7fc00000 | magnitude << 13; /* NaN: quiet */
    } else if (magnitude == 0x7c00) {
      result[i] = sign | 0x7f800000;
    } else if (magnitude >= 0x0400) {
      result[i] = sign | ((magnitude << 13) + 0x38000000);
    } else if (magnitude == 0) {
      result[i] = sign;
    } else { /* subnormal: normal in binary32 */
      uint32_t exponent = 113;
      while (!(magnitude & 0x0400)) {
        magnitude <<= 1;
        --exponent;
      }
      result[i] = sign | exponent << 23 | (magnitude & 0x3ff) << 13;
    }
  }
}
