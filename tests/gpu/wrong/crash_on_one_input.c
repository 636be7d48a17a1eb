/* Fault: one input, binary32's pi, is looked up in a table that is not there. */
#include <stddef.h>

#include "half.h"

static const uint16_t* volatile table;

uint16_t f32_to_f16(uint32_t code) { return code == 0x40490fdbu ? table[0] : half_of(code); }

void f32_to_f16_of_array(const uint32_t* codes, uint16_t* halves, size_t count) {
  for (size_t i = 0; i < count; ++i) halves[i] = f32_to_f16(codes[i]);
}
