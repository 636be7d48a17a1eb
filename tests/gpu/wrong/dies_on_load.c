/* A library whose constructor ends the process. */
#include <stdint.h>
#include <stdlib.h>

__attribute__((constructor)) static void at_start(void) { abort(); }

uint16_t f32_to_f16(uint32_t code) { return (uint16_t)code; }
