#include "gpu/verify/documented_codes.hpp"

#include <algorithm>

#include "softfloat/round.hpp"

namespace ulplab::verify::documented {
namespace {

std::vector<Code> sorted_once(std::vector<Code> codes) {
  std::sort(codes.begin(), codes.end());
  codes.erase(std::unique(codes.begin(), codes.end()), codes.end());
  return codes;
}

/// The magnitudes that the format has, of both signs.
std::vector<Code> both_signs(const Format& f, std::vector<Code> magnitudes) {
  std::vector<Code> all;
  for (const Code m : sorted_once(std::move(magnitudes)))
    if (m <= f.magnitude_mask())
      for (const Code sign : f.is_signed ? std::vector<Code>{0, f.sign_mask()} : std::vector<Code>{0}) all.push_back(sign | m);
  return all;
}

}  // namespace

Code assemble(const Format& f, bool negative, Code field, Code trailing) {
  return (negative ? f.sign_mask() : Code{0}) | field << f.trailing_bits() | trailing;
}
Code last_field(const Format& f) { return f.max_finite() >> f.trailing_bits(); }
Code field_of(const Format& f, Code code) { return (code & f.magnitude_mask()) >> f.trailing_bits(); }
Code with_field(const Format& f, Code code, std::int64_t field) {
  const auto held = static_cast<Code>(std::clamp<std::int64_t>(field, 0, static_cast<std::int64_t>(last_field(f))));
  return (code & (f.sign_mask() | f.trailing_mask())) | held << f.trailing_bits();
}

Code cut_to_code(const Format& f, bool negative, uint128 significand, int exponent) {
  negative = negative && f.is_signed;
  if (significand == 0) return zero_of(f, negative);
  Context c = rounding_to(Rounding::toward_zero);
  c.overflow = Overflow::saturate;
  Silent silent;
  return round_pack(f, c, negative, exponent, significand, Discarded::nothing, silent).code;
}

Code neighbour(const Format& f, Code code, std::int64_t steps) {
  bool negative = (code & f.sign_mask()) != 0;
  const Code magnitude = code & f.magnitude_mask();
  const auto distance = static_cast<Code>(steps < 0 ? -steps : steps);
  const bool outward = (steps < 0) == negative;
  Code at = 0;
  if (outward) {
    at = distance > f.magnitude_mask() - magnitude ? f.magnitude_mask() : magnitude + distance;
  } else if (distance <= magnitude) {
    at = magnitude - distance;
  } else {  // across zero
    at = f.is_signed ? std::min(distance - magnitude - 1, f.magnitude_mask()) : 0;
    negative = !negative;
  }
  return (negative ? f.sign_mask() : Code{0}) | at;
}

std::vector<Code> border_trailings(const Format& f) {
  const Code mask = f.trailing_mask();
  std::vector<Code> all{0, 1, 2, 3, mask, mask - 1, mask - 2, 0x5555555555555555 & mask, 0xaaaaaaaaaaaaaaaa & mask};
  for (int k = 0; k < f.trailing_bits(); ++k) {
    const Code bit = Code{1} << k;
    for (const Code pattern : {bit, bit - 1, mask - (bit - 1), mask - bit}) all.push_back(pattern);
  }
  if (f.trailing_bits() > 1) all.push_back((mask >> 1) + 2);
  std::erase_if(all, [mask](Code c) { return c > mask; });
  return sorted_once(std::move(all));
}

std::vector<Code> few_trailings(const Format& f) {
  const Code mask = f.trailing_mask();
  const Code half = (mask >> 1) + 1;
  std::vector<Code> all{0, 1, mask, mask - 1, half - 1, half, half + 1, 0x5555555555555555 & mask};
  std::erase_if(all, [mask](Code c) { return c > mask; });
  return sorted_once(std::move(all));
}

std::vector<Code> representatives(const Format& f) {
  const Code normal = f.min_normal();
  const Code largest = f.max_finite();
  std::vector<Code> m{0, 1, 2, normal, normal + 1, largest, f.magnitude_mask()};
  if (normal != 0) m.push_back(normal - 1);
  if (largest != 0) m.push_back(largest - 1);
  const auto last = static_cast<std::int64_t>(last_field(f));
  for (const std::int64_t field : {f.bias / 2, f.bias, f.bias + 1, f.bias + f.bias / 2}) {
    if (field < 1 || field > last) continue;
    const Code power = static_cast<Code>(field) << f.trailing_bits();
    for (const Code near : {power - 1, power, power + 1, power | (0x5555555555555555 & f.trailing_mask())}) m.push_back(near);
  }
  if (f.has_infinity()) {
    const Code quiet = quiet_bit(f);
    for (const Code payload : {Code{0}, Code{1}, quiet >> 1, quiet - 1, quiet, quiet | 1, quiet | quiet >> 1})
      m.push_back(f.infinity() | payload);
  }
  return both_signs(f, std::move(m));
}

std::vector<Code> nans(const Format& f) {
  std::vector<Code> all;
  if (f.has_infinity())
    for (const Code payload : border_trailings(f))
      for (const Code quiet : {Code{0}, quiet_bit(f)})
        if ((payload | quiet) != 0) all.push_back(f.infinity() | quiet | payload);
  if (f.specials == Specials::all_ones_nan) all.push_back(f.magnitude_mask());
  if (f.specials == Specials::negative_zero_nan) all.push_back(0);
  return both_signs(f, std::move(all));
}

std::vector<std::int64_t> offsets(int near, int bits, int stride) {
  std::vector<std::int64_t> all{0};
  const auto both = [&all](std::int64_t n) {
    all.push_back(n);
    all.push_back(-n);
  };
  for (int n = 1; n <= near; ++n) both(n);
  for (int k = 0; k < bits; k += stride)
    if ((std::int64_t{1} << k) > near) both(std::int64_t{1} << k);
  return all;
}

Magnitude number_or_midpoint(const Format& f, Code magnitude, bool midpoint) {
  const Code field = magnitude >> f.trailing_bits();
  const bool subnormal = f.has_zero && field == 0;
  const Code significand = (magnitude & f.trailing_mask()) | (subnormal ? Code{0} : Code{1} << f.trailing_bits());
  const int quantum = (subnormal ? f.emin() : static_cast<int>(field) - f.bias) - f.trailing_bits();
  return {static_cast<uint128>(significand) * 2 + (midpoint ? 1 : 0), quantum - 1};
}

}  // namespace ulplab::verify::documented
