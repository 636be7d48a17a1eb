/* A library that does what a library should not. Each function is right for every input but 7, and does something there, or every
   time; what, says its name. */
#define _GNU_SOURCE
#include <assert.h>
#include <fenv.h>
#include <setjmp.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "half.h"

uint16_t exits(uint32_t code) {
  if (code == 7) exit(0);
  return half_of(code);
}
uint16_t aborts(uint32_t code) {
  assert(code != 7);
  return half_of(code);
}
uint16_t divides_by_zero(uint32_t code) {
  volatile int divisor = (int)code - 7;
  volatile int quotient = 1;
  quotient /= divisor;
  return half_of(code);
}
uint16_t writes_to_standard_output(uint32_t code) {
  printf("%u\n", code);
  fflush(stdout);
  fprintf(stderr, "looking at %u\n", code);
  return half_of(code);
}
uint16_t closes_descriptors(uint32_t code) {
  if (code % 4096 == 7)
    for (int d = 0; d < 256; ++d) close(d);
  return half_of(code);
}
uint16_t reads_standard_input(uint32_t code) {
  if (code == 7) getchar();
  return half_of(code);
}
uint16_t rounds_down(uint32_t code) {
  fesetround(FE_DOWNWARD);
  return half_of(code);
}
uint16_t forks(uint32_t code) {
  static int is_copy;
  if (code == 7) { /* the copy returns, too, and goes on with wrong answers */
    const pid_t copy = fork();
    is_copy = copy == 0;
    if (copy > 0) waitpid(copy, NULL, 0);
  }
  return is_copy ? 0xffff : half_of(code);
}
uint16_t eats_memory(uint32_t code) {
  while (code == 7) {
    volatile char* more = mmap(NULL, 16u << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    more[0] = 1;
  }
  return half_of(code);
}
uint16_t recurses(uint32_t code) {
  volatile char frame[4096] = {1};
  if (code == 7) return (uint16_t)(recurses(code) + frame[0]);
  return half_of(code);
}
uint16_t sleeps(uint32_t code) {
  while (code == 7) pause();
  return half_of(code);
}
uint16_t kills_its_parent(uint32_t code) {
  if (code == 7) kill(getppid(), SIGKILL);
  return half_of(code);
}
uint16_t jumps(uint32_t code) {
  static jmp_buf nowhere;
  if (code == 7) longjmp(nowhere, 1);
  return half_of(code);
}
uint16_t always_crashes(uint32_t code) {
  abort();
  return half_of(code);
}
uint16_t never_returns(uint32_t code) {
  volatile uint32_t always = code | 1;
  while (always) always = code | 1;
  return half_of(code);
}

/* Beyond 1000 inputs at once there is not enough room. */
void overflows_when_long(const uint32_t* codes, uint16_t* halves, size_t count) {
  if (count > 1000) abort();
  for (size_t i = 0; i < count; ++i) halves[i] = half_of(codes[i]);
}
/* One result too many. */
void writes_behind_the_end(const uint32_t* codes, uint16_t* halves, size_t count) {
  for (size_t i = 0; i < count; ++i) halves[i] = half_of(codes[i]);
  halves[count] = 0;
}

const uint16_t a_variable = 1;
