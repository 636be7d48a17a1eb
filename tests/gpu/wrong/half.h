/* What the converters of this folder share: the parts of a right conversion from binary32 to binary16. Each .c file has one
   fault, which its first comment names; right.c has none. */
#include <stdint.h>

#define QUIET_NAN_16 0x7e00u
#define INFINITY_16 0x7c00u
#define INFINITY_32 0x7f800000u
#define HALFWAY_TO_INFINITY 0x477ff000u /* 65520: from here on a number becomes infinity */
#define SMALLEST_NORMAL_16 0x38800000u  /* 2^-14 in binary32 */

/* The sign of a binary32 code, where binary16 has it. */
static inline uint32_t sign_of(uint32_t code) { return code >> 16 & 0x8000u; }
static inline uint32_t magnitude_of(uint32_t code) { return code & 0x7fffffffu; }

/* A NaN keeps its sign and the upper bits of its payload, and becomes quiet. */
static inline uint32_t half_of_nan(uint32_t code) { return sign_of(code) | QUIET_NAN_16 | (code >> 13 & 0x3ffu); }

/* A number cut off below the last bit of binary16: what is kept, what is lost, and what half of the last bit would be. Adding one
   to `kept` goes to the next number, from the subnormal ones to the normal ones and on to infinity. */
struct cut {
  uint32_t kept, lost, half;
};

/* Of magnitudes below 2^16. */
static inline struct cut cut_of(uint32_t magnitude) {
  const int exponent = (int)(magnitude >> 23);
  if (magnitude >= SMALLEST_NORMAL_16) return (struct cut){(magnitude - 0x38000000u) >> 13, magnitude & 0x1fffu, 0x1000u};
  if (exponent < 102) return (struct cut){0, magnitude != 0, 2}; /* below 2^-25, half of the smallest number */
  const uint32_t significand = (magnitude & 0x7fffffu) | 0x800000u;
  const int shift = 126 - exponent;
  return (struct cut){significand >> shift, significand & ((1u << shift) - 1), 1u << (shift - 1)};
}

/* To nearest, ties to even. */
static inline uint32_t nearest_even(struct cut c) { return c.kept + (c.lost > c.half || (c.lost == c.half && (c.kept & 1))); }

/* The right conversion. */
static inline uint16_t half_of(uint32_t code) {
  const uint32_t magnitude = magnitude_of(code);
  if (magnitude > INFINITY_32) return (uint16_t)half_of_nan(code);
  if (magnitude >= HALFWAY_TO_INFINITY) return (uint16_t)(sign_of(code) | INFINITY_16);
  return (uint16_t)(sign_of(code) | nearest_even(cut_of(magnitude)));
}
