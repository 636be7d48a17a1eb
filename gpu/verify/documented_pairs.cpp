// The documented sets of two operands of one format.
#include <algorithm>

#include "gpu/verify/documented_codes.hpp"
#include "gpu/verify/documented_set.hpp"

namespace ulplab::verify::documented {
namespace {

/// Streams of the structured draws.
enum Purpose : std::uint32_t { sums = 16, products, near_products, quotients, near_quotients };

bool is_one_of(const Kind& kind, std::initializer_list<std::string_view> names) {
  return kind.operation != nullptr && std::find(names.begin(), names.end(), kind.operation->name) != names.end();
}

void add_class_pairs(const Format& f, Parts& parts) {
  std::vector<Code> classes = representatives(f);
  const std::uint64_t count = classes.size() * classes.size();
  parts.push_back(
      {"all combinations of classes, each class with its borders", count, [classes = std::move(classes)](std::uint64_t place) {
         Digits digits(place);
         const Code second = digits.take(classes);
         return Operands{classes[digits.rest()], second, 0};
       }});
}

/// Equal numbers, neighbours, and doubles of each other: where a sum cancels and an order is close.
void add_close_pairs(const Format& f, Parts& parts) {
  std::vector<Code> trailings = few_trailings(f);
  std::vector<std::int64_t> steps = offsets(3, f.trailing_bits() + 2, f.width() <= 32 ? 1 : 3);
  const Fields fields(last_field(f), 2048);
  const std::uint64_t signs = f.is_signed ? 2 : 1;
  const std::uint64_t count = fields.count * trailings.size() * steps.size() * 3 * signs * signs;
  parts.push_back(
      {fields.words() +
           " with border significands, and a second operand 0 to 3 and 2^k codes away from it, from its half and from its double",
       count, [f, fields, signs, trailings = std::move(trailings), steps = std::move(steps)](std::uint64_t place) {
         Digits digits(place);
         const Code sign_a = digits.take(signs) * f.sign_mask();
         const Code sign_b = digits.take(signs) * f.sign_mask();
         const std::int64_t step = digits.take(steps);
         const auto binades = static_cast<std::int64_t>(digits.take(3)) - 1;
         const Code trailing = digits.take(trailings);
         const Code field = fields.at(digits.rest());
         const Code a = assemble(f, false, field, trailing);
         const Code near = with_field(f, a, static_cast<std::int64_t>(field) + binades);
         return Operands{a | sign_a, (neighbour(f, near, step) & f.magnitude_mask()) | sign_b, 0};
       }});
}

/// Differences of exponents: an adder shifts by them, a quotient and a product land accordingly.
void add_alignments(const Format& f, Parts& parts) {
  std::vector<Code> trailings = few_trailings(f);
  const std::uint64_t patterns = trailings.size() * trailings.size();
  const std::uint64_t signs = f.is_signed ? 4 : 1;
  const auto last = static_cast<std::int64_t>(last_field(f));
  const auto operands = [f, signs](Digits& digits, const std::vector<Code>& of, std::int64_t field_a, std::int64_t field_b) {
    const std::uint64_t sign = digits.take(signs);
    const Code a = assemble(f, (sign & 1) != 0, 0, digits.take(of));
    const Code b = assemble(f, (sign & 2) != 0, 0, digits.take(of));
    return Operands{with_field(f, a, field_a), with_field(f, b, field_b), 0};
  };

  const auto differences = static_cast<std::uint64_t>(2 * last + 1);
  parts.push_back(
      {"every difference of exponents at the low end, the middle and the high end of the range, with border significands",
       differences * 3 * patterns * signs, [=](std::uint64_t place) {
         Digits digits(place);
         // The inner digits, signs and significands, are taken by `operands`; the outer ones are needed first.
         const std::uint64_t outer = place / (patterns * signs);
         const std::int64_t difference = static_cast<std::int64_t>(outer / 3) - last;
         const std::int64_t room = last - (difference < 0 ? -difference : difference);
         const std::int64_t low = room * static_cast<std::int64_t>(outer % 3) / 2;
         return operands(digits, trailings, difference < 0 ? low : low + difference, difference < 0 ? low - difference : low);
       }});

  // Where digits meet, at many places of the range.
  const std::int64_t reach = std::min<std::int64_t>(f.precision + 3, last);
  const Fields fields(last_field(f), 256);
  parts.push_back({"differences of exponents up to the precision and 3 more, at " + fields.words() + ", with border significands",
                   fields.count * static_cast<std::uint64_t>(2 * reach + 1) * patterns * signs, [=](std::uint64_t place) {
                     Digits digits(place);
                     const std::uint64_t outer = place / (patterns * signs);
                     const auto width = static_cast<std::uint64_t>(2 * reach + 1);
                     const std::int64_t difference = static_cast<std::int64_t>(outer % width) - reach;
                     const auto base = static_cast<std::int64_t>(fields.at(outer / width));
                     return operands(digits, trailings, base, base + difference);
                   }});
}

/// `bits` random bits, the highest and the lowest of them set.
std::uint64_t odd_number(gpu::Draws& draws, int bits) {
  const std::uint64_t top = std::uint64_t{1} << (bits - 1);
  return top | (draws.next() & (top - 1)) | 1;
}

/// Where a result is wanted: its highest bit is worth 2^exponent, and it keeps `kept` digits there.
struct Landing {
  int exponent;
  int kept;
};
/// Half of them anywhere, a quarter where digits are lost to the smallest quantum, a quarter next to overflow.
Landing landing(const Format& f, gpu::Draws& draws) {
  const std::uint64_t r = draws.next();
  const auto below = [](std::uint64_t bits, int n) { return static_cast<int>(bits % static_cast<std::uint64_t>(n)); };
  if (r % 4 == 0) {
    const int lost = below(r >> 2, f.precision + 1);
    return {f.emin() - lost, std::max(0, f.precision - lost)};
  }
  if (r % 4 == 1) return {f.emax() - 1 + below(r >> 2, 3), f.precision};
  return {f.emin() + below(r >> 2, f.emax() - f.emin() + 1), f.precision};
}

/// Splits an exponent in two that the format has, the first of them at random.
std::pair<int, int> split(const Format& f, int sum, gpu::Draws& draws) {
  const int low = std::max(f.emin(), sum - f.emax());
  const int high = std::min(f.emax(), sum - f.emin());
  const int first = low >= high ? low : low + static_cast<int>(draws.next() % static_cast<std::uint64_t>(high - low + 1));
  return {first, sum - first};
}

/// significand, whose highest bit is worth 2^exponent.
Code number(const Format& f, std::uint64_t sign, std::uint64_t significand, int exponent) {
  return cut_to_code(f, (sign & 1) != 0, significand, exponent - highest_bit(significand));
}

/// A second term that ends half a unit below the last place of the first: a tie. Every other time its neighbour.
Operands tied_sum(const Format& f, std::uint64_t place) {
  gpu::Draws draws = draws_of(sums, place);
  const std::uint64_t signs = draws.next();
  const int distance = 1 + static_cast<int>(draws.next() % static_cast<std::uint64_t>(f.precision));
  const int lowest = std::min(f.emax(), f.emin() + distance);
  const int ea = lowest + static_cast<int>(draws.next() % static_cast<std::uint64_t>(f.emax() - lowest + 1));
  const std::uint64_t a = std::uint64_t{1} << f.trailing_bits() | (draws.next() & f.trailing_mask());
  const std::uint64_t b = odd_number(draws, f.precision + 1 - distance);
  const Code y = number(f, signs >> 1, b, ea - distance);
  return {number(f, signs, a, ea), place % 2 == 0 ? y : neighbour(f, y, (signs & 4) != 0 ? 1 : -1), 0};
}

/// Factors whose product has exactly one digit more than is kept: a tie. Every other time one factor's neighbour instead.
Operands tied_product(const Format& f, std::uint64_t place) {
  gpu::Draws draws = draws_of(products, place);
  const Landing at = landing(f, draws);
  const int digits = at.kept + 1;
  const int first = 1 + static_cast<int>(draws.next() % static_cast<std::uint64_t>(digits));
  const std::uint64_t a = odd_number(draws, std::min(first, f.precision));
  const std::uint64_t b = odd_number(draws, std::min(std::max(1, digits - first + static_cast<int>(place / 2 % 2)), f.precision));
  const int carry = highest_bit(static_cast<uint128>(a) * b) - highest_bit(a) - highest_bit(b);
  const auto [ea, eb] = split(f, at.exponent - carry, draws);
  const std::uint64_t signs = draws.next();
  const Code y = number(f, signs >> 1, b, eb);
  return {number(f, signs, a, ea), place % 2 == 0 ? y : neighbour(f, y, (signs & 4) != 0 ? 1 : -1), 0};
}

/// 1 / x modulo 2^64, x odd. Each step of Newton's doubles the number of digits that are right; x itself has three.
std::uint64_t inverse_of(std::uint64_t x) {
  std::uint64_t y = x;
  for (int step = 0; step < 5; ++step) y *= 2 - x * y;
  return y;
}

/// An odd number of small magnitude, modulo 2^64.
std::uint64_t small_odd(gpu::Draws& draws) {
  const std::uint64_t magnitude = (draws.next() & 0x3ff) | 1;
  return (draws.next() & 1) != 0 ? magnitude : ~magnitude + 1;
}

/// A factor a at random, and b with a * b = midpoint or number + r units of the product, r small: modulo 2^p the digits that
/// are discarded are a half (or nothing) and r, so that b is (half + r) / a.
Operands product_near_midpoint(const Format& f, std::uint64_t place) {
  gpu::Draws draws = draws_of(near_products, place);
  const std::uint64_t a = odd_number(draws, f.precision);
  const std::uint64_t r = small_odd(draws);
  const bool midpoint = place % 4 != 0;
  // A product has 2p digits or one less; b begins with a one in either case.
  const auto modulo = [&](int lost) {
    return (inverse_of(a) * ((midpoint && lost > 0 ? std::uint64_t{1} << (lost - 1) : 0) + r)) & ((std::uint64_t{1} << lost) - 1);
  };
  std::uint64_t b = modulo(f.precision);
  const std::uint64_t top = std::uint64_t{1} << f.trailing_bits();
  if (b < top) b = modulo(f.precision - 1) | top;
  const auto [ea, eb] = split(f, landing(f, draws).exponent, draws);
  const std::uint64_t signs = draws.next();
  return {number(f, signs, a, ea), number(f, signs >> 1, b, eb), 0};
}

/// A quotient with exactly one digit more than is kept: a tie where the smallest quantum takes digits away. Every other time
/// the dividend's neighbour. For a remainder: an odd number of halves.
Operands tied_quotient(const Format& f, std::uint64_t place) {
  gpu::Draws draws = draws_of(quotients, place);
  const Landing at = landing(f, draws);
  const int digits = std::min(std::max(1, at.kept + 1), f.precision);
  const std::uint64_t quotient = odd_number(draws, digits);
  const std::uint64_t b = odd_number(draws, std::max(1, f.precision - digits));
  const uint128 dividend = static_cast<uint128>(quotient) * b;
  const bool whole = place % 4 >= 2;  // the quotient's last digit is worth a half
  const int exponent = whole ? digits - 2 : at.exponent;
  const int low = std::max(f.emin(), f.emin() - exponent);
  const int high = std::min(f.emax(), f.emax() - exponent - 1);
  const int eb = low >= high ? low : low + static_cast<int>(draws.next() % static_cast<std::uint64_t>(high - low + 1));
  const std::uint64_t signs = draws.next();
  // dividend = quotient * b exactly: its last digit is worth those of quotient and b together.
  const int last_digit = exponent - highest_bit(quotient) + eb - highest_bit(b);
  const Code x = cut_to_code(f, (signs & 1) != 0, dividend, last_digit);
  return {place % 2 == 0 ? x : neighbour(f, x, (signs & 4) != 0 ? 1 : -1), number(f, signs >> 1, b, eb), 0};
}

/// A divisor b at random, and a with a / b next to the midpoint m, of p + 1 digits: a * 2^(p+1) = m * b + r with a small r,
/// so that m is -r / b modulo 2^(p+1).
Operands quotient_near_midpoint(const Format& f, std::uint64_t place) {
  gpu::Draws draws = draws_of(near_quotients, place);
  const std::uint64_t b = odd_number(draws, f.precision);
  const std::uint64_t r = small_odd(draws);
  const std::uint64_t top = std::uint64_t{1} << f.precision;
  std::uint64_t midpoint = (inverse_of(b) * (~r + 1)) & (2 * top - 1);
  if (midpoint < top) midpoint |= top;  // then the equation holds modulo 2^p, and half of the dividends have a digit too many
  const uint128 dividend = static_cast<uint128>(midpoint) * b + static_cast<uint128>(static_cast<std::int64_t>(r));
  const int wanted = landing(f, draws).exponent;
  const int low = std::max(f.emin(), f.emin() - wanted);
  const int high = std::min(f.emax(), f.emax() - wanted - 1);
  const int eb = low >= high ? low : low + static_cast<int>(draws.next() % static_cast<std::uint64_t>(high - low + 1));
  const std::uint64_t signs = draws.next();
  const Code x = cut_to_code(f, (signs & 1) != 0, dividend, wanted - highest_bit(midpoint) + eb - highest_bit(b));
  return {x, number(f, signs >> 1, b, eb), 0};
}

}  // namespace

void add_pair_parts(const Kind& kind, Parts& parts) {
  const Format f = kind.from;
  constexpr std::uint64_t drawn = std::uint64_t{1} << 19;
  add_class_pairs(f, parts);
  add_close_pairs(f, parts);
  if (!is_one_of(kind, {"add", "sub", "mul", "div", "rem"})) return;
  add_alignments(f, parts);
  if (is_one_of(kind, {"add", "sub"}))
    parts.push_back({"sums that are ties at every difference of exponents, and neighbours", drawn,
                     [f](std::uint64_t place) { return tied_sum(f, place); }});
  if (is_one_of(kind, {"mul"})) {
    parts.push_back(
        {"products that are ties, anywhere, where digits are lost to the smallest quantum and next to overflow, and neighbours",
         drawn, [f](std::uint64_t place) { return tied_product(f, place); }});
    parts.push_back({"products as near to midpoints and numbers as there are, likewise", drawn,
                     [f](std::uint64_t place) { return product_near_midpoint(f, place); }});
  }
  if (is_one_of(kind, {"div", "rem"})) {
    parts.push_back({"quotients with one digit more than is kept, or with a half behind an integer, and neighbours", drawn,
                     [f](std::uint64_t place) { return tied_quotient(f, place); }});
    parts.push_back(
        {"quotients as near to midpoints as there are, anywhere, where digits are lost to the smallest quantum and next to "
         "overflow",
         drawn, [f](std::uint64_t place) { return quotient_near_midpoint(f, place); }});
  }
}

}  // namespace ulplab::verify::documented
