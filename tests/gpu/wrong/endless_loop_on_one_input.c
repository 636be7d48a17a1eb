/* Fault: for one input, binary32's 1/3, the loop never ends. */
#include <stddef.h>

#include "half.h"

uint16_t f32_to_f16(uint32_t code) {
  volatile uint32_t searched = code;
  while (searched == 0x3eaaaaabu) searched = code;
  return half_of(code);
}

void f32_to_f16_of_array(const uint32_t* codes, uint16_t* halves, size_t count) {
  for (size_t i = 0; i < count; ++i) halves[i] = f32_to_f16(codes[i]);
}
