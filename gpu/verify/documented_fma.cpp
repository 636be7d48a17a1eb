// The documented sets of three operands: a * b + c.
#include <algorithm>
#include <array>

#include "gpu/verify/documented_codes.hpp"
#include "gpu/verify/documented_set.hpp"
#include "softfloat/mul.hpp"

namespace ulplab::verify::documented {
namespace {

/// Streams of the structured draws.
enum Purpose : std::uint32_t { low_ties = 32, high_ties, tiny_ties, errors };

/// Triples at which a fused operation and one through binary32 differ (the first of each format), and where the product's own
/// rounding is all that is left.
struct FmaWitness {
  Format format;
  Operands operands;
  std::string_view source;
};
const FmaWitness witnesses[] = {
    {binary16, {0xa9e9, 0x30b2, 0x332f}, "exactly 0x32f7; 0x32f8 through an fma of binary32"},
    {bfloat16, {0x2a20, 0x51a6, 0x9359}, "exactly 0x3c4f; 0x3c50 through an fma of binary32"},
    {binary32, {0x3f800001, 0x3f7fffff, 0xbf800000}, "(1 + 2^-23)(1 - 2^-24) - 1"},
    {binary64, {0x3ff0000000000001, 0x3fefffffffffffff, 0xbff0000000000000}, "(1 + 2^-52)(1 - 2^-53) - 1"},
};

void add_class_triples(const Format& f, Parts& parts) {
  std::vector<Code> classes = representatives(f);
  const std::uint64_t count = classes.size() * classes.size() * classes.size();
  parts.push_back(
      {"all combinations of classes, each class with its borders", count, [classes = std::move(classes)](std::uint64_t place) {
         Digits digits(place);
         const Code third = digits.take(classes);
         const Code second = digits.take(classes);
         return Operands{classes[digits.rest()], second, third};
       }});
}

/// The exponent of a product against that of the addend, over the length of both and a little more.
void add_alignments(const Format& f, Parts& parts) {
  std::vector<Code> trailings = few_trailings(f);
  const auto last = static_cast<std::int64_t>(last_field(f));
  const std::int64_t reach = 2 * f.precision + 4;
  const std::uint64_t patterns = trailings.size();
  const std::uint64_t signs = f.is_signed ? 4 : 1;
  const std::uint64_t count = static_cast<std::uint64_t>(2 * reach + 1) * 3 * patterns * patterns * patterns * signs;
  parts.push_back(
      {"every alignment of product and addend from 2p + 4 places below to 2p + 4 above, at both ends and in the middle of the "
       "range, with border "
       "significands",
       count, [=, trailings = std::move(trailings)](std::uint64_t place) {
         Digits digits(place);
         const std::uint64_t sign = digits.take(signs);
         const Code a = assemble(f, (sign & 1) != 0, 0, digits.take(trailings));
         const Code b = assemble(f, false, 0, digits.take(trailings));
         const Code c = assemble(f, (sign & 2) != 0, 0, digits.take(trailings));
         const auto where = static_cast<std::int64_t>(digits.take(3));
         const std::int64_t distance = static_cast<std::int64_t>(digits.rest()) - reach;
         // The product's field as if it were a number of the format: near the low end, the middle, the high end.
         const std::int64_t addend = last * where / 2;
         const std::int64_t product = addend + distance;
         const std::int64_t first = std::clamp<std::int64_t>((product + f.bias) / 2, 0, last);
         return Operands{with_field(f, a, first), with_field(f, b, product + f.bias - first), with_field(f, c, addend)};
       }});
}

std::uint64_t drawn_significand(const Format& f, gpu::Draws& draws) {
  return std::uint64_t{1} << f.trailing_bits() | (draws.next() & f.trailing_mask());
}

/// One of the exponents between low and high, or low.
int drawn_exponent(int low, int high, gpu::Draws& draws) {
  return low >= high ? low : low + static_cast<int>(draws.next() % static_cast<std::uint64_t>(high - low + 1));
}

/// A long product, and an addend that takes its low p digits away but for exactly a half: the sum is a midpoint. Two times of
/// three the addend is one code off, and the sum one unit of the product beside the midpoint.
Operands product_made_a_tie(const Format& f, std::uint64_t place) {
  gpu::Draws draws = draws_of(low_ties, place);
  const std::uint64_t a = drawn_significand(f, draws);
  const std::uint64_t b = drawn_significand(f, draws);
  const uint128 product = static_cast<uint128>(a) * b;
  const int lost = highest_bit(product) + 1 - f.precision;
  const uint128 half = lost == 0 ? uint128{0} : static_cast<uint128>(1) << (lost - 1);
  const uint128 low = low_bits(product, lost);
  const bool negative = low > half;
  const uint128 addend = negative ? low - half : half - low;
  const int ea = drawn_exponent(f.emin(), f.emax(), draws);
  const int sum = drawn_exponent(f.emin() - 2, f.emax(), draws);
  const int eb = std::clamp(sum - ea, f.emin(), f.emax());
  const int quantum = ea + eb - 2 * f.trailing_bits();
  const std::uint64_t signs = draws.next();
  const bool minus = ((signs ^ signs >> 1) & 1) != 0;
  const Code c = cut_to_code(f, negative != minus, addend, quantum);
  return {cut_to_code(f, (signs & 1) != 0, a, ea - f.trailing_bits()),
          cut_to_code(f, (signs & 2) != 0, b, eb - f.trailing_bits()), neighbour(f, c, static_cast<std::int64_t>(place % 3) - 1)};
}

/// A product that ends half a unit below the smallest quantum, and an addend that is a multiple of it: a subnormal midpoint, for
/// there no addend has digits of its own to bring. Two times of three a neighbour of one factor.
Operands subnormal_tie(const Format& f, std::uint64_t place) {
  gpu::Draws draws = draws_of(tiny_ties, place);
  const int digits = 2 + static_cast<int>(draws.next() % static_cast<std::uint64_t>(f.precision));
  const int first = std::min(f.precision, 1 + static_cast<int>(draws.next() % static_cast<std::uint64_t>(digits)));
  const int second = std::clamp(digits - first, 1, f.precision);
  const std::uint64_t a = (drawn_significand(f, draws) >> (f.precision - first)) | 1;
  const std::uint64_t b = (drawn_significand(f, draws) >> (f.precision - second)) | 1;
  // 2^last is the worth of the last digit of each.
  const int sum = f.smallest_quantum_exponent() - 1;
  const int last_a = drawn_exponent(std::max(f.smallest_quantum_exponent(), sum - f.emax() + second),
                                    std::min(f.emax() - first, sum - f.smallest_quantum_exponent()), draws);
  const std::uint64_t signs = draws.next();
  const Code y = cut_to_code(f, (signs & 1) != 0, b, sum - last_a);
  const Code addend = with_field(f, draws.next() & f.code_mask(), (signs & 4) != 0 ? 0 : 1);
  return {cut_to_code(f, (signs & 2) != 0, a, last_a), neighbour(f, y, static_cast<std::int64_t>(place % 3) - 1), addend};
}

/// A long addend, and a product next to half a unit of it: the sum is next to a midpoint, closer than a second rounding sees.
Operands addend_made_a_tie(const Format& f, std::uint64_t place) {
  gpu::Draws draws = draws_of(high_ties, place);
  const std::uint64_t c = drawn_significand(f, draws);
  const std::uint64_t a = place % 8 == 0 ? std::uint64_t{1} << f.trailing_bits() : drawn_significand(f, draws);
  const uint128 inverse = (static_cast<uint128>(1) << 126) / a;
  const int ec = drawn_exponent(f.emin(), f.emax(), draws);
  const int half = std::max(ec - f.trailing_bits(), f.smallest_quantum_exponent()) - 1;
  const int ea = drawn_exponent(std::max(f.emin(), half - f.emax()), std::min(f.emax(), half - f.emin()), draws);
  const std::uint64_t signs = draws.next();
  // a * b = 2^half but for the last digit of b.
  const Code b = cut_to_code(f, (signs & 1) != 0, inverse, half - 126 - (ea - f.trailing_bits()));
  return {cut_to_code(f, (signs & 2) != 0, a, ea - f.trailing_bits()), neighbour(f, b, static_cast<std::int64_t>(place % 3) - 1),
          cut_to_code(f, (signs & 4) != 0, c, ec - f.trailing_bits())};
}

/// Minus the rounded product: a fused sum is the rounding error of the product, one of two roundings is zero.
Operands error_of_product(const Format& f, std::uint64_t place) {
  gpu::Draws draws = draws_of(errors, place);
  const std::uint64_t signs = draws.next();
  const int ea = drawn_exponent(f.emin(), f.emax(), draws);
  const int eb = std::clamp(drawn_exponent(f.emin() - f.precision, f.emax(), draws) - ea, f.emin(), f.emax());
  const Code a = cut_to_code(f, (signs & 1) != 0, drawn_significand(f, draws), ea - f.trailing_bits());
  const Code b = cut_to_code(f, (signs & 2) != 0, drawn_significand(f, draws), eb - f.trailing_bits());
  return {a, b, neighbour(f, mul(f, a, b).code ^ f.sign_mask(), static_cast<std::int64_t>(place % 3) - 1)};
}

}  // namespace

void add_fma_parts(const Kind& kind, Parts& parts) {
  const Format f = kind.from;
  constexpr std::uint64_t drawn = std::uint64_t{1} << 19;
  std::vector<Operands> known;
  for (const FmaWitness& w : witnesses)
    if (w.format == f) known.push_back(w.operands);
  if (!known.empty()) {
    const std::uint64_t count = known.size();
    parts.push_back({"triples that tell one rounding from two", count,
                     [known = std::move(known)](std::uint64_t place) { return known[place]; }});
  }
  add_class_triples(f, parts);
  add_alignments(f, parts);
  parts.push_back({"products that an addend brings to a midpoint, or one unit beside it", drawn,
                   [f](std::uint64_t place) { return product_made_a_tie(f, place); }});
  parts.push_back({"addends with half a unit added by a product, or almost", drawn,
                   [f](std::uint64_t place) { return addend_made_a_tie(f, place); }});
  parts.push_back(
      {"sums that are subnormal midpoints, and neighbours", drawn, [f](std::uint64_t place) { return subnormal_tie(f, place); }});
  parts.push_back({"addends that cancel the rounded product, and neighbours: what is left is its rounding error", drawn,
                   [f](std::uint64_t place) { return error_of_product(f, place); }});
}

}  // namespace ulplab::verify::documented
