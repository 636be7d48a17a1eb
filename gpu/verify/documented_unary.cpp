// The documented sets of one operand: unary operations, conversions, and scalbn, whose second operand is a small number.
#include <algorithm>

#include "gpu/verify/documented_codes.hpp"
#include "gpu/verify/documented_set.hpp"
#include "softfloat/names.hpp"

namespace ulplab::verify::documented {
namespace {

/// Streams of the structured draws.
enum Purpose : std::uint32_t { roots = 1, inverse_roots };

std::uint64_t signs_of(const Format& f) { return f.is_signed ? 2 : 1; }

/// Is every number of `from` one of `to`?
bool holds(const Format& to, const Format& from) {
  return to.precision >= from.precision && to.emin() <= from.emin() && to.emax() >= from.emax() &&
         to.is_signed >= from.is_signed && to.has_zero >= from.has_zero &&
         to.smallest_quantum_exponent() <= from.smallest_quantum_exponent();
}

/// Each of the magnitudes that `magnitude` gives, in `from`, with neighbours at `near`, of both signs.
template <class At>
void add_neighbourhoods(std::string name, const Format& from, std::uint64_t count, std::vector<std::int64_t> near, At&& magnitude,
                        Parts& parts) {
  const std::uint64_t signs = signs_of(from);
  const std::uint64_t all = count * near.size() * signs;
  parts.push_back(
      {std::move(name), all, [from, signs, near = std::move(near), magnitude = std::forward<At>(magnitude)](std::uint64_t place) {
         Digits digits(place);
         const std::int64_t steps = digits.take(near);
         const bool negative = digits.take(signs) != 0;
         const Magnitude m = magnitude(digits.rest());
         return Operands{neighbour(from, cut_to_code(from, negative, m.significand, m.exponent), negative ? -steps : steps), 0,
                         0};
       }});
}

std::string both_sides(int near) { return "the " + std::to_string(near) + " nearest codes on both sides"; }

void add_target_parts(const Format& from, const Format& to, Parts& parts) {
  const std::string title = title_of(to);
  const int below = from.trailing_bits();
  if (to.width() <= 16) {
    // Where the targets are few, there is time for a dense neighbourhood.
    const int near = to.width() <= 8 ? 256 : 4;
    add_neighbourhoods(
        "every number and every midpoint of " + title + ", with " + both_sides(near) + " and those 2^k codes away", from,
        2 * (to.max_finite() + 2), offsets(near, below),
        [to](std::uint64_t i) { return number_or_midpoint(to, i / 2, i % 2 != 0); }, parts);
  } else {
    std::vector<Code> trailings = border_trailings(to);
    const Fields fields(last_field(to) + 1, 2048);
    const std::uint64_t count = 2 * fields.count * trailings.size();
    add_neighbourhoods(
        "numbers and midpoints of " + title + " with " + fields.words() + " and border significands, with " + both_sides(4) +
            " and those 2^k codes away",
        from, count, offsets(4, below),
        [to, fields, trailings = std::move(trailings)](std::uint64_t i) {
          Digits digits(i);
          const bool midpoint = digits.take_bit();
          const Code trailing = digits.take(trailings);
          return number_or_midpoint(to, fields.at(digits.rest()) << to.trailing_bits() | trailing, midpoint);
        },
        parts);
  }

  std::vector<Magnitude> thresholds;
  for (const Code m : {Code{0}, Code{1}, to.min_normal(), to.max_finite(), to.max_finite() + 1})
    for (const bool midpoint : {false, true}) thresholds.push_back(number_or_midpoint(to, m, midpoint));
  thresholds.push_back({1, to.smallest_quantum_exponent() - 2});  // half of the first midpoint
  if (to.min_normal() > 0) thresholds.push_back(number_or_midpoint(to, to.min_normal() - 1, true));
  const std::uint64_t count = thresholds.size();
  add_neighbourhoods(
      "overflow and underflow of " + title +
          ": the largest, the smallest normal and the smallest number, their midpoints, with " + both_sides(4096),
      from, count, offsets(4096, 0), [thresholds = std::move(thresholds)](std::uint64_t i) { return thresholds[i]; }, parts);
}

void add_from_integer_parts(IntegerType type, const Format& to, Parts& parts) {
  const auto signed_by = [type](bool negative, std::uint64_t magnitude) {
    return Operands{(negative ? ~magnitude + 1 : magnitude) & type.mask(), 0, 0};
  };
  const std::uint64_t small = std::uint64_t{1} << std::min({to.precision + 2, 16, type.width});
  parts.push_back({"integers of small magnitude, of both signs", 2 * small,
                   [signed_by](std::uint64_t place) { return signed_by((place & 1) != 0, place / 2); }});

  const auto width = static_cast<std::uint64_t>(type.width);
  constexpr std::uint64_t near = 256;
  parts.push_back({"powers of two and the extremes, with 256 integers on both sides, of both signs", width * 2 * (2 * near + 1),
                   [signed_by](std::uint64_t place) {
                     Digits digits(place);
                     const bool negative = digits.take_bit();
                     const std::uint64_t off = digits.take(2 * near + 1);
                     return signed_by(negative, (std::uint64_t{1} << digits.rest()) + off - near);
                   }});
  parts.push_back(
      {"sums and differences of two powers of two, of both signs", width * width * 4, [signed_by, width](std::uint64_t place) {
         Digits digits(place);
         const bool negative = digits.take_bit();
         const bool minus = digits.take_bit();
         const std::uint64_t a = std::uint64_t{1} << digits.take(width);
         const std::uint64_t b = std::uint64_t{1} << digits.rest();
         return signed_by(negative, minus ? a - b : a + b);
       }});

  const bool every = to.precision <= 11;
  std::vector<Code> trailings = every ? std::vector<Code>{} : border_trailings(to);
  const std::uint64_t patterns = every ? to.trailing_mask() + 1 : trailings.size();
  std::vector<std::int64_t> around = offsets(2, type.width - 1, every ? 4 : 1);
  const std::uint64_t count = width * patterns * 2 * 2 * around.size();
  parts.push_back(
      {std::string(every ? "every number and midpoint of " : "numbers and midpoints with border significands of ") +
           title_of(to) + " among the integers, with 2 integers on both sides and those 2^k away",
       count, [=, trailings = std::move(trailings), around = std::move(around)](std::uint64_t place) {
         Digits digits(place);
         const auto off = static_cast<std::uint64_t>(digits.take(around));
         const bool negative = digits.take_bit();
         const bool midpoint = digits.take_bit();
         const Code i = digits.take(patterns);
         const Code trailing = every ? i : trailings[i];
         const uint128 significand = (static_cast<uint128>(1) << to.trailing_bits() | trailing) * 2 + (midpoint ? 1 : 0);
         const int up = static_cast<int>(digits.rest()) - to.trailing_bits() - 1;
         return signed_by(negative, static_cast<std::uint64_t>(up >= 0 ? significand << up : significand >> -up) + off);
       }});
}

/// A square at an exponent somewhere in the range, even so that its root has the significand of `root`.
Magnitude at_some_exponent(const Format& f, uint128 square, gpu::Draws& draws) {
  const auto places = static_cast<std::uint64_t>(f.emax() - f.smallest_quantum_exponent() + 1);
  const int exponent = f.smallest_quantum_exponent() + static_cast<int>(draws.next() % places) - highest_bit(square);
  return {square, exponent - (exponent & 1)};
}

/// `bits` random bits, the highest set.
std::uint64_t drawn_number(int bits, gpu::Draws& draws) {
  const std::uint64_t top = std::uint64_t{1} << (bits - 1);
  return top | (draws.next() & (top - 1));
}

/// Every fourth: a square whose root is exact. Else x = k^2 - r with a small r, where k has p + 1 digits and is a midpoint, or p:
/// its root is next to k. x has at most p digits if k^2 = r modulo 2^(digits + 1); such a k is found digit by digit (Hensel), for
/// r = 1 modulo 8.
Magnitude near_square(const Format& f, std::uint64_t place) {
  gpu::Draws draws = draws_of(roots, place);
  if (place % 4 == 0) {
    const std::uint64_t root = drawn_number(std::max(1, f.precision / 2), draws);
    return at_some_exponent(f, static_cast<uint128>(root) * root, draws);
  }
  const int digits = f.precision + (place % 4 == 1 ? 0 : 1);
  const std::uint64_t r = 8 * (draws.next() & 0x3ff) - 8 * 0x200 + 1;
  std::uint64_t k = 1;
  for (int i = 3; i <= digits; ++i)
    if (((k * k - r) >> i & 1) != 0) k ^= std::uint64_t{1} << (i - 1);
  const std::uint64_t mask = (std::uint64_t{1} << digits) - 1;
  k &= mask;
  if (k <= mask / 2) k = mask + 1 - k;  // -k is a root too
  return at_some_exponent(f, static_cast<uint128>(k) * k - static_cast<uint128>(static_cast<std::int64_t>(r)), draws);
}

/// The inverse of the square of a number or a midpoint.
Magnitude near_inverse_square(const Format& f, std::uint64_t place) {
  gpu::Draws draws = draws_of(inverse_roots, place);
  const uint128 quotient = (static_cast<uint128>(1) << 126) / drawn_number(f.precision + 1, draws);
  const auto inverse = static_cast<std::uint64_t>(quotient >> std::max(0, highest_bit(quotient) - 62));
  return at_some_exponent(f, static_cast<uint128>(inverse) * inverse, draws);
}

}  // namespace

void add_integer_parts(const Format& from, int bits, Parts& parts) {
  if (bits <= 16) {
    const std::uint64_t last = (std::uint64_t{1} << bits) + 2;
    add_neighbourhoods(
        "every integer of up to " + std::to_string(bits) + " bits and a little beyond, and every midpoint, with " +
            both_sides(2) + " and some 2^k codes away",
        from, 2 * last, offsets(2, from.trailing_bits(), 3),
        [](std::uint64_t i) {
          return Magnitude{i, -1};
        },
        parts);
    return;
  }
  constexpr std::uint64_t near = 128;
  add_neighbourhoods(
      "powers of two up to 2^" + std::to_string(bits + 1) + " with 64 integers and midpoints on both sides, each with " +
          both_sides(2) + " and some 2^k codes away",
      from, static_cast<std::uint64_t>(bits + 2) * (2 * near + 1), offsets(2, from.trailing_bits(), 3),
      [](std::uint64_t i) {
        Digits digits(i);
        const uint128 off = digits.take(2 * near + 1);
        const uint128 power = static_cast<uint128>(2) << digits.rest();
        return Magnitude{power + off > near ? power + off - near : 0, -1};
      },
      parts);
}

void add_conversion_parts(const Kind& kind, Parts& parts) {
  if (const IntegerType* from = std::get_if<IntegerType>(&kind.operands[0])) return add_from_integer_parts(*from, kind.to, parts);
  add_code_parts(kind.from, parts);
  if (const IntegerType* to = std::get_if<IntegerType>(&kind.result)) add_integer_parts(kind.from, to->width, parts);
  else if (!holds(kind.to, kind.from)) add_target_parts(kind.from, kind.to, parts);
}

void add_unary_parts(const Kind& kind, Parts& parts) {
  const Format& f = kind.from;
  add_code_parts(f, parts);
  const std::string_view operation = kind.operation != nullptr ? kind.operation->name : "";
  if (operation == "rint" || operation == "round") add_integer_parts(f, std::min(f.precision + 1, f.emax() + 1), parts);
  constexpr std::uint64_t drawn = std::uint64_t{1} << 18;
  if (operation == "sqrt")
    add_neighbourhoods(
        "squares, and numbers whose roots are as near to midpoints and numbers as there are, with " + both_sides(2), f, drawn,
        offsets(2, 0), [f](std::uint64_t i) { return near_square(f, i); }, parts);
  if (operation == "rsqrt")
    add_neighbourhoods(
        "inverse squares of numbers and midpoints, with " + both_sides(2), f, drawn, offsets(2, 0),
        [f](std::uint64_t i) { return near_inverse_square(f, i); }, parts);
}

void add_scaling_parts(const Kind& kind, Parts& parts) {
  const Format f = kind.from;
  std::vector<Code> classes = representatives(f);
  std::vector<std::int64_t> extremes = offsets(4, 31);
  for (const std::int64_t n : {std::int64_t{INT32_MIN}, std::int64_t{INT32_MAX}}) extremes.push_back(n);
  const std::uint64_t pairs = classes.size() * extremes.size();
  parts.push_back({"every class with its borders by small, large and extreme powers of two", pairs,
                   [classes = std::move(classes), extremes = std::move(extremes)](std::uint64_t place) {
                     Digits digits(place);
                     const Code code = digits.take(classes);
                     return Operands{code, static_cast<Code>(extremes[digits.rest()]), 0};
                   }});

  std::vector<int> landings{0};
  for (int e = f.smallest_quantum_exponent() - 3; e <= f.emin() + 2; ++e) landings.push_back(e);
  for (int e = f.emax() - 2; e <= f.emax() + 2; ++e) landings.push_back(e);
  std::vector<Code> trailings = few_trailings(f);
  const std::uint64_t fields = last_field(f) + 1;
  const std::uint64_t count = fields * 2 * trailings.size() * landings.size();
  parts.push_back(
      {"every exponent with border significands, moved to the ends of the range and to every place where digits are lost", count,
       [f, landings = std::move(landings), trailings = std::move(trailings)](std::uint64_t place) {
         Digits digits(place);
         const int landing = digits.take(landings);
         const Code trailing = digits.take(trailings);
         const bool negative = digits.take_bit();
         const int now = std::max(static_cast<int>(digits.rest()) - f.bias, f.emin());
         return Operands{assemble(f, negative && f.is_signed, digits.rest(), trailing),
                         static_cast<Code>(static_cast<std::int64_t>(landing - now)), 0};
       }});
}

}  // namespace ulplab::verify::documented
