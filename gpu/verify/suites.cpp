#include "gpu/verify/suites.hpp"

#include <algorithm>
#include <array>

namespace ulplab::verify {
namespace {

constexpr std::array<Suite, 4> table{{
    {"conversions", "between FP16, BF16, FP32, FP64, FP8 and integers, both ways"},
    {"arithmetic", "add, sub, mul, div, sqrt, rsqrt, fma, minimum and maximum in FP16, BF16, FP32 and FP64"},
    {"fp8", "conversions to and from FP8, FP6, FP4 and the MX scale"},
    {"all", "the three suites above"},
}};

using Words = std::vector<std::string>;
const Words narrow{"f16", "bf16"};
const Words integers{"i8", "u8", "i16", "u16", "i32", "u32", "i64", "u64"};

void conversion(Words& kinds, const Words& from, const Words& to) {
  for (const std::string& f : from)
    for (const std::string& t : to)
      if (f != t) kinds.push_back(f + "_to_" + t);
}

Words conversions() {
  Words kinds;
  conversion(kinds, {"f32"}, {"f16", "bf16", "tf32", "e4m3", "e5m2"});
  conversion(kinds, narrow, {"f32", "f64", "f16", "bf16"});
  conversion(kinds, {"e4m3", "e5m2"}, {"f16", "f32"});
  conversion(kinds, {"f64"}, {"f16", "bf16", "f32"});
  conversion(kinds, {"f32"}, {"f64"});
  conversion(kinds, {"f16", "bf16", "f32", "f64"}, integers);
  conversion(kinds, integers, {"f16", "bf16", "f32", "f64"});
  return kinds;
}

Words arithmetic() {
  Words kinds;
  for (const std::string format : {"f16", "bf16", "f32", "f64"})
    for (const std::string operation :
         {"add", "sub", "mul", "div", "sqrt", "rsqrt", "fma", "minimum", "maximum", "minimum_number", "maximum_number"})
      kinds.push_back(format + "_" + operation);
  return kinds;
}

Words fp8() {
  Words kinds;
  const Words small{"e4m3", "e5m2", "e3m2", "e2m3", "e2m1"};
  conversion(kinds, {"f32", "f64", "f16", "bf16"}, small);
  conversion(kinds, small, {"f16", "f32"});
  conversion(kinds, {"f32", "bf16"}, {"e8m0"});
  conversion(kinds, {"e8m0"}, {"f32", "bf16"});
  return kinds;
}

}  // namespace

std::span<const Suite> suites() { return table; }

std::vector<std::string> kinds_of_suite(std::string_view name) {
  if (name == "conversions") return conversions();
  if (name == "arithmetic") return arithmetic();
  if (name == "fp8") return fp8();
  if (name != "all") return {};
  Words kinds = conversions();
  for (const Words& more : {arithmetic(), fp8()})
    for (const std::string& kind : more)
      if (std::find(kinds.begin(), kinds.end(), kind) == kinds.end()) kinds.push_back(kind);
  return kinds;
}

}  // namespace ulplab::verify
