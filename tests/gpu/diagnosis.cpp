// Is the kind of fault named right? Faulty converters written by hand, as people write them, and every wrong model by itself.
#include "gpu/verify/diagnosis.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <set>

#include "gpu/verify/plan.hpp"
#include "gpu/verify/wrong_models.hpp"

namespace ulplab::verify {
namespace {

Check check_of(std::string_view kind, std::string_view mode = "rne", std::string_view machine = "ieee") {
  return *make_check(std::get<Kind>(parse_kind(kind)), *parse_mode(mode), machine);
}

using Answer = std::function<Code(const Operands&)>;

/// Of the inputs that the engine asks, those that differ and those that agree.
struct LookedAt {
  std::vector<Witness> mismatches, agreements;
};
LookedAt look_at(const Check& check, const Answer& contestant, std::size_t inputs) {
  LookedAt seen;
  const auto plan = make_plan(check, {1 << 16, 1, true});
  std::uint64_t room[3] = {};
  for (const std::uint64_t place : spread(*plan, inputs)) {
    plan->fill(place, 1, {&room[0], &room[1], &room[2]});
    Witness w;
    for (std::size_t k = 0; k < check.kind.operands.size(); ++k)
      w.operands[k] = load(&room[k], bytes_of(check.kind.operands[k]), 0);
    w.expected = check.kind(w.operands.data(), check.context).code;
    w.got = contestant(w.operands);
    (w.got != w.expected ? seen.mismatches : seen.agreements).push_back(w);
  }
  return seen;
}

Diagnosis diagnosis_of(const Check& check, const Answer& contestant) {
  const LookedAt seen = look_at(check, contestant, 1 << 15);
  EXPECT_FALSE(seen.mismatches.empty()) << check.name() << ": the set does not meet the fault";
  return diagnose(check, seen.mismatches, seen.agreements).value_or(Diagnosis{});
}

// --- Written by hand --------------------------------------------------------------------------------------------------------------

/// binary32 to binary16 as one writes it, with one thing wrong.
enum class Fault {
  none,
  truncates,
  ties_away,
  flushes_subnormals,
  nan_to_infinity,
  lost_carry,
  threshold_65504,
  threshold_65536,
  drops_nan_sign,
  drops_nan_payload,
  drops_zero_sign,
  loses_sticky,
  saturates,
  keeps_signaling,
  subnormal_truncated,
  stays_on_all_ones
};

std::uint16_t half_of(std::uint32_t x, Fault fault) {
  auto sign = static_cast<std::uint16_t>(x >> 16 & 0x8000);
  const std::uint32_t magnitude = x & 0x7fffffff;
  const auto answer = [&](std::uint32_t code) { return static_cast<std::uint16_t>(sign | code); };
  if (magnitude > 0x7f800000) {
    if (fault == Fault::nan_to_infinity) return answer(0x7c00);
    if (fault == Fault::drops_nan_sign) sign = 0;
    if (fault == Fault::drops_nan_payload) return answer(0x7e00);
    const std::uint32_t payload = magnitude >> 13 & 0x3ff;
    if (fault == Fault::keeps_signaling && payload != 0) return answer(0x7c00 | payload);
    return answer(0x7e00 | payload);
  }
  const std::uint32_t infinite_from = fault == Fault::threshold_65504   ? 0x477fe001
                                      : fault == Fault::threshold_65536 ? 0x47800000
                                                                        : 0x477ff000;
  if (magnitude >= infinite_from && !(fault == Fault::truncates && magnitude < 0x47800000))
    return answer(fault == Fault::saturates && magnitude < 0x7f800000 ? 0x7bff : 0x7c00);
  if (fault == Fault::threshold_65536 && magnitude >= 0x477ff000) return answer(0x7bff);
  const auto exponent = static_cast<int>(magnitude >> 23) - 127;
  if (exponent < -14 && fault == Fault::flushes_subnormals) return answer(0);
  if (exponent < -25) return fault == Fault::drops_zero_sign ? std::uint16_t{0} : answer(0);
  std::uint32_t significand = (magnitude & 0x7fffff) | (magnitude >> 23 != 0 ? 0x800000u : 0u);
  const int shift = exponent < -14 ? 13 + (-14 - exponent) : 13;
  if (fault == Fault::loses_sticky) significand &= ~((1u << (shift - 1)) - 1);
  const std::uint32_t kept = significand >> shift;
  const std::uint32_t rest = significand & ((1u << shift) - 1);
  const std::uint32_t half = 1u << (shift - 1);
  bool up = rest > half || (rest == half && ((kept & 1) != 0 || fault == Fault::ties_away));
  if (fault == Fault::truncates || (fault == Fault::subnormal_truncated && exponent < -14)) up = false;
  std::uint32_t rounded = kept + (up ? 1 : 0);
  if (fault == Fault::stays_on_all_ones && up && (rounded & 0x3ff) == 0) rounded = kept;
  const std::uint32_t field = exponent < -14 ? 0 : static_cast<std::uint32_t>(exponent + 15);
  if (fault == Fault::lost_carry) return answer(field << 10 | (rounded & 0x3ff));
  if (rounded == 0 && fault == Fault::drops_zero_sign) return 0;
  return answer((field == 0 ? 0 : field - 1) * 1024 + rounded);
}

TEST(Diagnosis, the_converter_written_by_hand_is_right_where_nothing_is_wrong_in_it) {
  const Check check = check_of("f32_to_f16");
  EXPECT_TRUE(look_at(
                  check, [](const Operands& x) { return half_of(static_cast<std::uint32_t>(x[0]), Fault::none); }, 1 << 16)
                  .mismatches.empty());
}

TEST(Diagnosis, a_wrong_converter_from_fp32_to_fp16_is_named) {
  const std::pair<Fault, std::string_view> faults[] = {
      {Fault::truncates, "truncation"},
      {Fault::ties_away, "ties_away"},
      {Fault::flushes_subnormals, "subnormal_results_flushed"},
      {Fault::nan_to_infinity, "nan_to_infinity"},
      {Fault::lost_carry, "carry_lost"},
      {Fault::stays_on_all_ones, "carry_lost"},
      {Fault::threshold_65504, "overflow_early"},
      {Fault::threshold_65536, "overflow_late"},
      {Fault::drops_nan_sign, "nan_sign_dropped"},
      {Fault::drops_nan_payload, "nan_payload_dropped"},
      {Fault::drops_zero_sign, "zero_sign_lost"},
      {Fault::loses_sticky, "sticky_lost"},
      {Fault::saturates, "saturated"},
      {Fault::keeps_signaling, "nan_not_quieted"},
      {Fault::subnormal_truncated, "subnormal_truncated"},
  };
  const Check check = check_of("f32_to_f16");
  for (const auto& [fault, id] : faults) {
    const Diagnosis d =
        diagnosis_of(check, [fault = fault](const Operands& x) { return half_of(static_cast<std::uint32_t>(x[0]), fault); });
    EXPECT_EQ(d.id, id) << d.sentence;
    EXPECT_EQ(d.explained, d.looked_at) << d.sentence;
    EXPECT_NE(d.sentence.find("gives 0x"), std::string::npos) << d.sentence;
  }
}

float float_of(Code c) { return std::bit_cast<float>(static_cast<std::uint32_t>(c)); }

TEST(Diagnosis, a_cast_to_float_on_the_way_is_two_roundings) {
  for (const std::string_view kind : {"f64_to_f16", "f64_to_bf16"}) {
    const Check check = check_of(kind);
    const Diagnosis d = diagnosis_of(check, [&](const Operands& x) -> Code {
      const double value = std::bit_cast<double>(x[0]);
      if (std::isnan(value)) return check.kind(x.data(), check.context).code;
      const auto narrow = std::bit_cast<std::uint32_t>(static_cast<float>(value));
      return check.kind.to == binary16 ? half_of(narrow, Fault::none) : (narrow + 0x7fff + (narrow >> 16 & 1)) >> 16;
    });
    EXPECT_EQ(d.id, "double_rounding_f32") << d.sentence;
  }
}

TEST(Diagnosis, the_short_converters_to_bfloat16_are_named) {
  const Check check = check_of("f32_to_bf16");
  const Diagnosis adder =
      diagnosis_of(check, [](const Operands& x) { return (x[0] + 0x7fff + (x[0] >> 16 & 1)) >> 16 & 0xffff; });
  EXPECT_EQ(adder.id, "nan_through_adder") << adder.sentence;
  EXPECT_EQ(adder.explained, adder.looked_at);

  // Two faults at once: the first is named, and then what is left.
  const Diagnosis shift = diagnosis_of(check, [](const Operands& x) { return x[0] >> 16; });
  EXPECT_EQ(shift.id, "truncation") << shift.sentence;
  EXPECT_LT(shift.explained, shift.looked_at);
  EXPECT_NE(shift.sentence.find("Of the rest"), std::string::npos) << shift.sentence;
  EXPECT_NE(shift.sentence.find("not made quiet"), std::string::npos) << shift.sentence;

  const Diagnosis away = diagnosis_of(check, [](const Operands& x) { return (x[0] + 0x8000) >> 16 & 0xffff; });
  EXPECT_NE(away.sentence.find("Ties go away from zero"), std::string::npos) << away.sentence;
}

TEST(Diagnosis, float_scale_2_with_the_fraction_left_is_named) {
  const Check check = check_of("f32_scale2");
  const Diagnosis d = diagnosis_of(check, [](const Operands& x) -> Code {
    const auto code = static_cast<std::uint32_t>(x[0]);
    const std::uint32_t exponent = code >> 23 & 0xff;
    if (exponent == 0) return (code & 0x80000000) | code << 1;
    return exponent == 255 ? code : code + 0x800000;
  });
  EXPECT_EQ(d.id, "overflow_fraction_kept") << d.sentence;
  EXPECT_EQ(d.explained, d.looked_at);
}

TEST(Diagnosis, arithmetic_by_detours_is_named) {
  // An fma of two operations; an fma of binary64 numbers as long double has it.
  const Check fused = check_of("f32_fma", "rne", "x86_sse");
  const auto finite = [](double x) { return std::isfinite(x); };
  const Diagnosis twice = diagnosis_of(fused, [&](const Operands& x) -> Code {
    volatile float product = float_of(x[0]) * float_of(x[1]);
    const float sum = product + float_of(x[2]);
    if (!finite(float_of(x[0])) || !finite(float_of(x[1])) || !finite(float_of(x[2])) || std::isnan(sum))
      return fused.kind(x.data(), fused.context).code;
    return std::bit_cast<std::uint32_t>(sum);
  });
  EXPECT_EQ(twice.id, "fma_rounded_twice") << twice.sentence;

  const Diagnosis wide = diagnosis_of(fused, [&](const Operands& x) -> Code {
    const double sum = static_cast<double>(float_of(x[0])) * float_of(x[1]) + float_of(x[2]);
    if (!finite(float_of(x[0])) || !finite(float_of(x[1])) || !finite(float_of(x[2])))
      return fused.kind(x.data(), fused.context).code;
    return std::bit_cast<std::uint32_t>(static_cast<float>(sum));
  });
  EXPECT_EQ(wide.id, "double_rounding_f64") << wide.sentence;

  const Check quotient = check_of("f32_div", "rne", "x86_sse");
  const Diagnosis reciprocal = diagnosis_of(quotient, [&](const Operands& x) -> Code {
    volatile float inverse = 1 / float_of(x[1]);
    const float result = float_of(x[0]) * inverse;
    if (std::isnan(result)) return quotient.kind(x.data(), quotient.context).code;
    return std::bit_cast<std::uint32_t>(result);
  });
  EXPECT_EQ(reciprocal.id, "reciprocal") << reciprocal.sentence;
}

TEST(Diagnosis, a_cast_in_c_to_an_integer_truncates_and_one_from_an_integer_may_round_twice) {
  const Check to = check_of("f64_to_i32");
  const Diagnosis cast = diagnosis_of(to, [&](const Operands& x) -> Code {
    const double value = std::bit_cast<double>(x[0]);
    if (!(std::fabs(value) < 2147483647.0)) return to.kind(x.data(), to.context).code;
    return static_cast<std::uint32_t>(static_cast<std::int32_t>(value));
  });
  EXPECT_EQ(cast.id, "truncation") << cast.sentence;

  const Check from = check_of("i64_to_f32");
  const Diagnosis twice = diagnosis_of(from, [](const Operands& x) -> Code {
    return std::bit_cast<std::uint32_t>(static_cast<float>(static_cast<double>(static_cast<std::int64_t>(x[0]))));
  });
  EXPECT_EQ(twice.id, "double_rounding_f64") << twice.sentence;
  const Diagnosis other =
      diagnosis_of(from, [](const Operands& x) -> Code { return std::bit_cast<std::uint32_t>(static_cast<float>(x[0])); });
  EXPECT_EQ(other.id, "integer_signedness") << other.sentence;
}

TEST(Diagnosis, what_was_never_written_and_what_is_unknown_is_said) {
  const Check check = check_of("f32_to_f16");
  EXPECT_EQ(diagnosis_of(check, [](const Operands&) { return Code{0}; }).id, "always_zero");
  EXPECT_EQ(diagnosis_of(check, [](const Operands&) { return Code{0x1234}; }).id, "constant");
  const auto right = [&](const Operands& x) { return check.kind(x.data(), check.context).code; };
  EXPECT_EQ(
      diagnosis_of(check, [&](const Operands& x) { return (x[0] * 0x9e3779b9 >> 28 & 7) == 0 ? right(x) ^ 1 : right(x); }).id,
      "one_unit");
  EXPECT_EQ(diagnosis_of(check, [&](const Operands& x) { return right(x) ^ (x[0] * 0x9e3779b97f4a7c15 >> 50 & 0x3fff); }).id, "")
      << "noise has no name";
  const Diagnosis bytes = diagnosis_of(check, [&](const Operands& x) { return (right(x) << 8 | right(x) >> 8) & 0xffff; });
  EXPECT_EQ(bytes.id, "bytes_reversed") << bytes.sentence;
}

TEST(Diagnosis, a_model_that_the_agreements_contradict_is_not_named) {
  const Check check = *make_check(std::get<Kind>(parse_kind("f16_to_f32")), {}, "ieee");
  const std::vector<Witness> one{{{0x3c00, 0, 0}, 0x3f800000, 0, {}, {}}};
  std::vector<Witness> agreements;
  for (Code x = 0x0400; x < 0x7c00; x += 16)
    if (const Code y = convert(binary16, x, binary32).code; x != 0x3c00) agreements.push_back({{x, 0, 0}, y, y, {}, {}});
  EXPECT_FALSE(diagnose(check, one, agreements).has_value()) << diagnose(check, one, agreements)->sentence;
  EXPECT_EQ(diagnose(check, one, {})->id, "always_zero");  // with nothing to speak against it
}

TEST(Diagnosis, of_two_models_that_answer_alike_the_more_specific_is_named) {
  const Check check = check_of("f32_to_f16", "rup");
  const Diagnosis d =
      diagnosis_of(check, [&](const Operands& x) { return convert(binary32, x[0], binary16, rounding_to(Rounding::down)).code; });
  EXPECT_EQ(d.id, "direction_exchanged") << "and not only 'down': " << d.sentence;
}

TEST(Diagnosis, only_flags_that_differ_are_told_from_results) {
  const Check check = check_of("f16_mul");
  std::vector<Witness> never, early;
  Context before = check.context;
  before.tininess = Tininess::before;
  for (Code a = 0; a < 0x8000; a += 37)
    for (Code b = 0x3800; b < 0x3d00; b += 3) {
      const Rounded right = mul(binary16, a, b, check.context), other = mul(binary16, a, b, before);
      if (right.flags != Flags()) never.push_back({{a, b, 0}, right.code, right.code, right.flags, Flags()});
      if (!(right.flags == other.flags)) early.push_back({{a, b, 0}, right.code, right.code, right.flags, other.flags});
    }
  ASSERT_FALSE(early.empty());
  EXPECT_EQ(diagnose(check, never, {})->id, "flags_never");
  const Diagnosis tiny = *diagnose(check, early, {});
  EXPECT_EQ(tiny.id, "flags_tininess");
  EXPECT_NE(tiny.sentence.find("only flags differ"), std::string::npos);
  never[0].got_flags = Flag::invalid;
  EXPECT_EQ(diagnose(check, never, {})->id, "flags");
  EXPECT_FALSE(diagnose(check, {}, {}));
}

TEST(Diagnosis, the_sentence_tells_a_tie) {
  // 2^-14 + 2^-25 lies half way between 0x0400 and 0x0401.
  const Witness tie{{0x38801000, 0, 0}, 0x0400, 0x0401, {}, {}};
  const std::string sentence = diagnose(check_of("f32_to_f16"), std::array{tie}, {})->sentence;
  EXPECT_NE(sentence.find("0x38801000 gives 0x0401 and not 0x0400"), std::string::npos) << sentence;
  EXPECT_NE(sentence.find("half way between 0x0400 and 0x0401, of which the first is even"), std::string::npos) << sentence;
}

// --- Each model by itself -----------------------------------------------------------------------------------------------------------

struct Asked {
  std::string kind, mode, machine;
};

/// Does the model answer all these inputs as the contestant did? Then its name is right too: for one kind two mistakes may be the
/// same.
bool answers_alike(const Check& check, std::string_view id, const LookedAt& all) {
  for (const WrongModel* model : wrong_models()) {
    if (model->id != id || !model->applies(check)) continue;
    const auto alike = [&](const std::vector<Witness>& part) {
      return std::all_of(part.begin(), part.end(),
                         [&](const Witness& w) { return model->answer(Case(check, w.operands, w.expected)) == w.got; });
    };
    if (alike(all.mismatches) && alike(all.agreements)) return true;
  }
  return false;
}

/// Every model answers in place of a contestant. Which of them made a difference?
std::set<std::string_view> recognise_models(const std::vector<Asked>& checks, std::size_t inputs) {
  std::set<std::string_view> seen;
  for (const Asked& asked : checks) {
    const Check check = check_of(asked.kind, asked.mode, asked.machine);
    for (const WrongModel* model : wrong_models()) {
      if (!model->applies(check)) continue;
      LookedAt all = look_at(
          check, [&](const Operands& x) { return model->answer(Case(check, x, check.kind(x.data(), check.context).code)); },
          inputs);
      if (all.mismatches.empty()) continue;
      seen.insert(model->id);
      const std::optional<Diagnosis> d = diagnose(check, all.mismatches, all.agreements);
      EXPECT_TRUE(d) << check.name() << ' ' << model->id;
      if (!d) continue;
      EXPECT_EQ(d->explained, d->looked_at) << check.name() << ' ' << model->id << ": " << d->sentence;
      EXPECT_TRUE(d->id == model->id || answers_alike(check, d->id, all))
          << check.name() << ' ' << model->id << " was taken for " << d->id << ": " << d->sentence;
    }
  }
  return seen;
}

TEST(Diagnosis, models_are_recognised_by_their_own_names) {
  recognise_models(
      {{"f32_to_f16", "rne", "ieee"}, {"f16_add", "rne", "ieee"}, {"f16_fma", "rne", "ieee"}, {"f64_to_i32", "rne", "ieee"}},
      1 << 11);
}

TEST(Diagnosis, every_model_is_recognised_in_many_kinds_Exhaustive) {
  const auto seen = recognise_models({{"f32_to_f16", "rne", "ieee"},
                                      {"f32_to_f16", "rup", "ieee"},
                                      {"f32_to_f16", "rtz", "ieee"},
                                      {"f64_to_f16", "rne", "ieee"},
                                      {"f32_to_bf16", "rne", "x86_sse"},
                                      {"f32_to_e4m3", "rne+sat", "ieee"},
                                      {"f32_to_e5m2", "rne", "cuda"},
                                      {"f16_to_f32", "rne", "ieee"},
                                      {"f16_add", "rne", "ieee"},
                                      {"f16_sub", "rdn", "ieee"},
                                      {"f16_mul", "rne", "cuda"},
                                      {"f16_div", "rne", "x86_sse"},
                                      {"f16_fma", "rne", "ieee"},
                                      {"f32_fma", "rne", "arm"},
                                      {"f64_add", "rne", "ieee"},
                                      {"f16_sqrt", "rne", "ieee"},
                                      {"f32_scale2", "rne", "ieee"},
                                      {"f64_to_i32", "rne", "ieee"},
                                      {"f32_to_u16", "rtz", "ieee"},
                                      {"f64_to_i64", "rne", "x86_sse"},
                                      {"i64_to_f32", "rne", "ieee"},
                                      {"u32_to_f16", "rne", "ieee"},
                                      {"f16_rint", "rne", "ieee"},
                                      {"f16_minimum", "rne", "ieee"},
                                      {"f16_maximum_number", "rne", "ieee"},
                                      {"f16_scalbn", "rne", "ieee"},
                                      {"f32_to_e8m0", "rup", "ieee"},
                                      {"f16_rem", "rne", "ieee"}},
                                     1 << 14);
  for (const WrongModel* model : wrong_models()) EXPECT_TRUE(seen.contains(model->id)) << model->id << " was never tried";
}

}  // namespace
}  // namespace ulplab::verify
