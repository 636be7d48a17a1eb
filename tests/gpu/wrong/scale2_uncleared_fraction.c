/* Fault: on overflow the exponent is increased without clearing the fraction, so that infinity comes out as NaN. */
#include <stdint.h>

uint32_t floatScale2(uint32_t uf) {
  const uint32_t exponent = uf >> 23 & 0xffu;
  if (exponent == 0xff) return uf;
  if (exponent == 0) return (uf & 0x80000000u) | uf << 1;
  return uf + 0x00800000u;
}
