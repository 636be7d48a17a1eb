/* No fault. */
#include <stddef.h>

#include "half.h"

uint16_t f32_to_f16(uint32_t code) { return half_of(code); }

/* The same in the other signatures. */
uint16_t f32_to_f16_of_value(float value) {
  union {
    float value;
    uint32_t code;
  } x = {value};
  return half_of(x.code);
}
void f32_to_f16_of_array(const float* values, uint16_t* halves, size_t count) {
  for (size_t i = 0; i < count; ++i) halves[i] = f32_to_f16_of_value(values[i]);
}

/* Its conversions of the processor are right, too: f64_to_f32 and the sum of two, for signatures of more than one kind of operand. */
float f64_to_f32(double value) { return (float)value; }
float f32_add(float x, float y) { return x + y; }
void f32_add_of_arrays(const float* x, const float* y, float* sums, size_t count) {
  for (size_t i = 0; i < count; ++i) sums[i] = x[i] + y[i];
}
