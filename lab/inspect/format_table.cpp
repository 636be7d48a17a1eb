#include "lab/inspect/format_table.hpp"

#include "lab/inspect/codes.hpp"
#include "softfloat/names.hpp"
#include "softfloat/round.hpp"

namespace ulplab::lab {
namespace {

std::string specials_text(const Format& f) {
  switch (f.specials) {
    case Specials::ieee:              return "infinities and NaNs at the largest exponent";
    case Specials::all_ones_nan:      return "NaN is all ones; no infinity";
    case Specials::negative_zero_nan: return "NaN in place of -0; no infinity";
    case Specials::finite_only:       return "every code is a number";
  }
  return {};
}

/// How many codes there are of each class.
Table count_classes(const Format& f) {
  std::uint64_t counts[6] = {};
  const std::uint64_t signs = f.is_signed ? 2 : 1;
  // By the order of magnitudes rather than one by one: zero, subnormals, normals, infinity, NaNs.
  const std::uint64_t zeros = f.has_zero ? (f.subnormals ? 1 : f.min_normal()) : 0;
  const std::uint64_t subnormals = f.has_zero && f.subnormals ? f.min_normal() - 1 : 0;
  counts[0] = zeros * signs - (f.specials == Specials::negative_zero_nan ? 1 : 0);
  counts[1] = subnormals * signs;
  counts[2] = (f.max_finite() - f.min_normal() + 1) * signs;
  counts[3] = f.has_infinity() ? signs : 0;
  counts[4] = f.specials == Specials::negative_zero_nan ? 1 : f.specials == Specials::all_ones_nan ? signs : f.has_infinity() ? (f.trailing_mask() - (quiet_bit(f) - 1)) * signs : 0;
  counts[5] = f.has_infinity() ? (quiet_bit(f) - 1) * signs : 0;
  Table t{"classes", "codes by class", {{"class", "class", "class", ""}, {"codes", "codes", "count", ""}}, {}};
  for (int i = 0; i < 6; ++i) t.rows.push_back({std::string(name_of(static_cast<Class>(i))), counts[i]});
  return t;
}

Table list_codes(const Format& f) {
  Table t{"codes", "all codes", {{"code", "code", "code", ""}, {"bits", "bits", "bits", ""}, {"class", "class", "class", ""}, {"value", "value", "value", ""}, {"significand", "as a significand", "value", ""}}, {}};
  for (Code code = 0; code <= f.code_mask(); ++code)
    t.rows.push_back({code_text(f, code), bits_text(f, code), std::string(name_of(class_of(f, code))), Number{f, code}, significand_text(f, code)});
  return t;
}

}  // namespace

Report describe(const Format& f) {
  Report r;
  r.kind = "table";
  r.id = "table";
  r.title = title_of(f);
  const NamedFormat* named = named_entry(f);
  if (named != nullptr) r.question = std::string(named->source);
  Table t{"format", "the format", {{"property", "property", "property", ""}, {"value", "value", "value", ""}, {"code", "code", "code", ""}}, {}};
  const auto row = [&t](std::string property, std::string value, std::string code = {}) { t.rows.push_back({std::move(property), std::move(value), std::move(code)}); };
  const auto number = [&](std::string property, Code code) { t.rows.push_back({std::move(property), Number{f, code}, code_text(f, code)}); };
  row("width", std::to_string(f.width()) + " bits: " + (f.is_signed ? "1 sign, " : "no sign, ") + std::to_string(f.exponent_bits) + " exponent, " + std::to_string(f.trailing_bits()) + " trailing significand");
  row("precision", std::to_string(f.precision));
  row("bias", std::to_string(f.bias));
  row("emin, emax", std::to_string(f.emin()) + ", " + std::to_string(f.emax()));
  row("specials", specials_text(f));
  row("subnormals", !f.has_zero ? "none: there is no zero either" : f.subnormals ? "yes" : "no: exponent field 0 is zero");
  number("largest", f.max_finite());
  if (f.has_zero) {
    // The overflow border under nearest-even: half an ulp beyond the largest number.
    // One bit more of precision, in place of the sign, holds it.
    const Specials specials = f.has_infinity() || f.specials == Specials::all_ones_nan ? f.specials : Specials::finite_only;
    const Format wide{f.exponent_bits, f.precision + 1, f.bias, specials, f.subnormals, false, true};
    Silent silent;
    const Unpacked top = unpack(f, f.max_finite());
    const uint128 between = (static_cast<uint128>(top.significand) << 1) + 1;
    const Rounded border = problem_of(wide) == nullptr ? round_pack(wide, Context{}, false, top.exponent - 1, between, Discarded::nothing, silent)
                                                       : Rounded{0, Flag::inexact};
    // The tie goes to the even neighbour, which may be the largest number itself.
    if (border.flags == Flags()) t.rows.push_back({std::string((top.significand & 1) != 0 ? "rounds beyond it from" : "rounds beyond it above"), Number{wide, border.code}, Empty{}});
  }
  number("smallest normal", f.min_normal());
  if (f.has_zero && f.subnormals && f.trailing_bits() > 0) number("smallest subnormal", f.min_nonzero());
  row("unit roundoff", power_text(-f.precision));
  row("ulp of 1", power_text(1 - f.precision));
  if (f.has_zero) row("integers without gap", "0 to " + power_text(f.precision) + (f.emax() < f.precision ? " (beyond the largest number)" : ""));
  if (f.has_infinity()) row("infinity", "inf", code_text(f, f.infinity()));
  if (f.has_nan()) row("NaN", "nan", code_text(f, new_nan(f, NanRule::first_operand)));
  r.tables.push_back(std::move(t));
  r.tables.push_back(count_classes(f));
  if (f.width() <= 8) r.tables.push_back(list_codes(f));
  return r;
}

}  // namespace ulplab::lab
