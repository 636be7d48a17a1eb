/* Fault: binary64 becomes binary16 by way of binary32, and so is rounded twice. */
#include "half.h"

uint16_t f64_to_f16(uint64_t code) {
  union {
    uint64_t code;
    double value;
  } wide = {code};
  union {
    float value;
    uint32_t code;
  } narrow = {(float)wide.value};
  return half_of(narrow.code);
}
