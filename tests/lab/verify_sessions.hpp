// Sessions made by hand, for the tests of what verify says.
#pragma once

#include "gpu/verify/session.hpp"

namespace ulplab::lab::made {

using verify::CheckResult;
using verify::Mismatch;
using verify::Session;
using verify::Status;

inline Mismatch mismatch(std::uint64_t index, verify::Operands operands, Code expected, Code got) {
  Mismatch m;
  m.index = index;
  m.operands = operands;
  m.expected = expected;
  m.got = got;
  return m;
}

/// A check over all inputs of a kind with one operand of 2^bits codes, in one piece.
inline CheckResult check(const std::string& kind, const std::string& mode, int bits, std::size_t operands = 1) {
  CheckResult r;
  r.kind = kind;
  r.mode = mode;
  r.machine = "ieee";
  r.status = Status::passed;
  r.exhaustive = true;
  r.inputs = r.end = std::uint64_t{1} << bits;
  r.out_of = std::to_string(r.inputs);
  r.sections = {{"all inputs in counting order, the first operand outermost", r.inputs}};
  r.plan = kind + ", all " + r.out_of + " inputs";
  r.tally = verify::Tally(operands);
  r.tally.executed = r.inputs;
  r.milliseconds = 1500;
  return r;
}

inline CheckResult skipped(const std::string& kind, const std::string& mode, const std::string& reason, bool lacking = false) {
  CheckResult r;
  r.kind = kind;
  r.mode = mode;
  r.reason = reason;
  r.lacking = lacking;
  return r;
}

/// Ties away from zero: 1 + 2^-11 and two others, of which the last crashed.
inline CheckResult ties_away() {
  CheckResult r = check("f32_to_f16", "rne", 32);
  r.status = Status::failed;
  r.tally.inputs = {2, 16777214, 4261412864, 2, 16777214};
  r.tally.results = {1744830466, 16760832, 2516582400, 1910503384, 16777214};
  r.tally.note(mismatch(0x3f801000, {0x3f801000}, 0x3c00, 0x3c01));
  r.tally.note(mismatch(0x3f805000, {0x3f805000}, 0x3c02, 0x3c03));
  r.tally.note(mismatch(0x477ff000, {0x477ff000}, 0x7c00, 0x7bff));
  Mismatch crash = mismatch(0x7f800001, {0x7f800001}, 0x7e00, 0);
  crash.incident = "crashed: SIGSEGV";
  r.tally.note(crash);
  r.tally.wrong = {0, 0, 3, 0, 1};
  r.diagnosis = "ties_away";
  r.sentence = "Ties go away from zero, not to the even neighbour.";
  return r;
}

inline CheckResult wrong_flags() {
  CheckResult r = check("f16_add", "rtz", 32, 2);
  r.status = Status::failed;
  r.instructions = "VADDPH";
  r.flags_compared = true;
  Mismatch m = mismatch(0x3c000001, {0x3c00, 0x0001}, 0x3c00, 0x3c00);
  m.flags_compared = true;
  m.expected_flags = Flag::inexact;
  m.got_flags = Flag::underflow | Flag::inexact;
  r.tally.note(m);
  r.tally.inputs[2 * verify::groups + 1] = r.tally.executed;
  r.tally.wrong[2 * verify::groups + 1] = 1;
  r.tally.results[2] = r.tally.executed;
  return r;
}

inline CheckResult with_known_difference() {
  CheckResult r = check("f32_to_bf16", "rne", 32);
  r.machine = "x86_avx512_bf16";
  r.instructions = "VCVTNEPS2BF16";
  r.tally.inputs = {2, 16777214, 4261412864, 2, 16777214};
  r.tally.results = {16777216, 0, 4261412864, 2, 16777214};
  r.tally.known["avx512_bf16_flushes"] = 16711678;
  r.tally.first_known["avx512_bf16_flushes"] = {mismatch(0x00008001, {0x00008001}, 0x0001, 0x0000)};
  r.known = {{"avx512_bf16_flushes", 16711678, 16711678, "VCVTNEPS2BF16 takes subnormals for zero", "Intel SDM, VCVTNEPS2BF16", false}};
  return r;
}

inline CheckResult documented() {
  CheckResult r = check("f64_to_bf16", "rne", 20);
  r.exhaustive = false;
  r.out_of = "2^64";
  r.sections = {{"every value and midpoint of BF16, and near neighbours", 1000000}, {"seeded random inputs", 48576}};
  r.plan = "f64_to_bf16, documented set 1, random 48576, seed 1";
  r.tally.inputs = {16, 1024, 1046000, 8, 1528};
  r.tally.results = {16, 1024, 1046000, 8, 1528};
  return r;
}

/// One of each.
inline Session failing() {
  Session s;
  s.with = "soft";
  s.against = "lib:./half.so:to_half";
  s.results = {ties_away(), wrong_flags(), with_known_difference(), documented(), skipped("f32_to_tf32", "rne", "not offered by lib:./half.so:to_half")};
  s.provenance = {{"tool", "ulplab 0.1.0 (fad1457)"}, {"compiler", "g++ 12.2.0"}, {"CPU", "a processor"}, {"library SHA-256", "1234"}};
  return s;
}

}  // namespace ulplab::lab::made
