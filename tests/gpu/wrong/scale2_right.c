/* No fault: CS:APP's floatScale2, 2 * f on binary32 codes. NaN is answered as it is. */
#include <stdint.h>

uint32_t floatScale2(uint32_t uf) {
  const uint32_t sign = uf & 0x80000000u;
  const uint32_t exponent = uf >> 23 & 0xffu;
  if (exponent == 0xff) return uf;
  if (exponent == 0) return sign | uf << 1;
  if (exponent == 0xfe) return sign | 0x7f800000u;
  return uf + 0x00800000u;
}
