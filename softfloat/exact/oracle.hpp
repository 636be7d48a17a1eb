// What is the right answer of an operation, by definition?
//
// The judge of softfloat. It decodes codes itself (rational.hpp), computes with integers of any size, finds the exact result on
// the number line (number_line.hpp) and answers for every rounding direction, both kinds of tininess, every overflow rule and
// flushing from that one place. It shares no line that computes or rounds with softfloat; only the words of format.hpp and
// context.hpp. NaNs follow the rule of the context `ieee`: the first operand that is one, quieted, sign and payload kept.
//
// An operation has two halves, so that a test asks for the expensive one once:
//
//     Oracle oracle(binary16);
//     const Outcome sum = oracle.add(a, b);               // exact
//     Rounded up = oracle.answer(sum, rounding_to(Rounding::up));
#pragma once

#include "softfloat/exact/number_line.hpp"

namespace ulplab::exact {

/// An operation's exact result.
struct Outcome {
  enum class Is : std::uint8_t {
    fixed,      ///< a rule gives code and flags, whatever the direction
    zero,       ///< exactly zero, of sign `negative`
    cancelled,  ///< exactly zero as a sum of different signs: -0 when rounding down, else +0
    infinity,   ///< infinity of sign `negative`, as the operand of a conversion
    number      ///< a number, not zero, at `at`
  };
  Is is = Is::fixed;
  Rounded fixed{};
  bool negative = false;
  Located at{};
};

/// Orderings, told apart from softfloat's so that this file stays independent of it.
enum class Relation : std::uint8_t { less, equal, greater, unordered };

class Oracle {
 public:
  explicit Oracle(const Format& format) : f_(format), line_(format) {}

  const Format& format() const { return f_; }
  const NumberLine& line() const { return line_; }

  // --- What every direction answers -------------------------------------------------------------------------------------

  Rounded answer(const Outcome& o, const Context& c) const {
    switch (o.is) {
      case Outcome::Is::fixed:     return o.fixed;
      case Outcome::Is::zero:      return zero(o.negative);
      case Outcome::Is::cancelled: return zero(c.rounding == Rounding::down);
      case Outcome::Is::infinity: {
        if (o.negative && !f_.is_signed) return invalid();
        const bool faithful = f_.specials == Specials::ieee && c.overflow == Overflow::ieee;
        return {infinity(o.negative, c.overflow), faithful ? Flags() : Flags(Flag::invalid)};
      }
      case Outcome::Is::number: break;
    }
    return round(o.at, c);
  }

  /// Rounds a located value: IEEE 754-2019 4.3 (direction), 7.4 (overflow), 7.5 (underflow), 7.6 (inexact).
  Rounded round(const Located& at, const Context& c) const {
    if (at.negative && !f_.is_signed) return invalid();
    const bool tiny = is_tiny(at, c);
    if (tiny && (c.subnormals == Subnormals::flush_results || c.subnormals == Subnormals::flush_both))
      return {zero(at.negative).code, Flag::underflow | Flag::inexact};
    const Code sign = sign_bits(at.negative);
    if (at.below_all) return {at.low_code, tiny ? Flag::underflow | Flag::inexact : Flags(Flag::inexact)};
    const bool up = !at.beyond && goes_up(c, at.negative, at.gap, at.x);
    if (at.beyond || (up && at.high_is_beyond)) {
      const bool inward = c.rounding == Rounding::toward_zero || c.rounding == Rounding::to_odd ||
                          (c.rounding == Rounding::up && at.negative) || (c.rounding == Rounding::down && !at.negative);
      return {inward ? sign | line_.largest_code() : infinity(at.negative, c.overflow), Flag::overflow | Flag::inexact};
    }
    Rounded r;
    const Code magnitude = up ? at.high_code : at.low_code;
    r.code = magnitude == 0 && f_.has_zero ? zero(at.negative).code : sign | magnitude;
    if (!at.gap.exact) r.flags |= Flag::inexact;
    if (!at.gap.exact && tiny) r.flags |= Flag::underflow;
    return r;
  }

  /// 7.5: before rounding, below 2^emin; after rounding, still below it when rounded to p bits with no bound on the exponent.
  static bool is_tiny(const Located& at, const Context& c) {
    if (!at.tiny_before || c.tininess == Tininess::before) return at.tiny_before;
    return !(at.in_last_gap && goes_up(c, at.negative, at.last_gap, at.x));
  }

  // --- Operations: the exact half ----------------------------------------------------------------------------------------

  Outcome add(Code a, Code b, bool flush = false) const { return sum(a, b, false, flush); }
  Outcome sub(Code a, Code b, bool flush = false) const { return sum(a, b, true, flush); }

  Outcome mul(Code x, Code y, bool flush = false) const {
    const Decoded a = read(x, flush);
    const Decoded b = read(y, flush);
    if (a.nan() || b.nan()) return nan_among({x, y});
    if ((a.infinite() && b.zero()) || (a.zero() && b.infinite())) return fixed(invalid());
    const bool negative = a.negative != b.negative;
    if (a.infinite() || b.infinite()) return infinite_result(negative);
    return number({negative, Integer(a.significand) * b.significand, 1, a.exponent + b.exponent});
  }

  Outcome div(Code x, Code y, bool flush = false) const {
    const Decoded a = read(x, flush);
    const Decoded b = read(y, flush);
    if (a.nan() || b.nan()) return nan_among({x, y});
    if ((a.infinite() && b.infinite()) || (a.zero() && b.zero())) return fixed(invalid());
    const bool negative = a.negative != b.negative;
    if (a.infinite()) return infinite_result(negative);
    if (b.zero()) return infinite_result(negative, Flag::divide_by_zero);
    if (b.infinite()) return exact_zero(negative);
    return number({negative, a.significand, b.significand, a.exponent - b.exponent});
  }

  Outcome fma(Code x, Code y, Code z, bool flush = false) const {
    const Decoded a = read(x, flush);
    const Decoded b = read(y, flush);
    const Decoded d = read(z, flush);
    const bool nonsense = (a.infinite() && b.zero()) || (a.zero() && b.infinite());
    if (a.nan() || b.nan() || d.nan()) {
      Outcome o = nan_among({x, y, z});
      if (nonsense) o.fixed.flags |= Flag::invalid;
      return o;
    }
    if (nonsense) return fixed(invalid());
    const bool negative = a.negative != b.negative;
    if (a.infinite() || b.infinite())
      return d.infinite() && d.negative != negative ? fixed(invalid()) : infinite_result(negative);
    if (d.infinite()) return infinite_result(d.negative);
    return exact_sum(negative, Integer(a.significand) * b.significand, a.exponent + b.exponent, d.negative, d.significand, d.exponent);
  }

  /// a - b n, n the integer nearest to a / b, the even one of two. A zero has the sign of a. IEEE 754-2019, 5.3.1.
  Outcome remainder(Code x, Code y, bool flush = false) const {
    const Decoded a = read(x, flush);
    const Decoded b = read(y, flush);
    if (a.nan() || b.nan()) return nan_among({x, y});
    if (a.infinite() || b.zero()) return fixed(invalid());
    if (a.zero()) return exact_zero(a.negative);
    if (b.infinite()) return number({a.negative, a.significand, 1, a.exponent});
    const int unit = std::min(a.exponent, b.exponent);
    const Integer dividend = Integer(a.significand) << (a.exponent - unit);
    const Integer divisor = Integer(b.significand) << (b.exponent - unit);
    Integer n = dividend / divisor;
    const Integer twice_rest = 2 * (dividend - n * divisor);
    if (twice_rest > divisor || (twice_rest == divisor && bit_test(n, 0))) ++n;
    const Integer rest = dividend - n * divisor;  // of |a| and |b|; b's sign goes into n
    if (rest == 0) return exact_zero(a.negative);
    return number({a.negative != (rest < 0), abs(rest), 1, unit});
  }

  Outcome sqrt(Code x, bool flush = false) const {
    const Decoded a = read(x, flush);
    if (a.nan()) return nan_among({x});
    if (a.zero()) return exact_zero(a.negative);
    if (a.negative) return fixed(invalid());
    if (a.infinite()) return infinite_result(false);
    return number({false, a.significand, 1, a.exponent, true});
  }

  Outcome rsqrt(Code x, bool flush = false) const {
    const Decoded a = read(x, flush);
    if (a.nan()) return nan_among({x});
    if (a.zero()) return infinite_result(a.negative, Flag::divide_by_zero);
    if (a.negative) return fixed(invalid());
    if (a.infinite()) return exact_zero(false);
    return number({false, 1, a.significand, -a.exponent, true});
  }

  Outcome scalbn(Code x, int n, bool flush = false) const {
    const Decoded a = read(x, flush);
    if (a.nan()) return nan_among({x});
    if (a.infinite()) return infinite_result(a.negative);
    return number({a.negative, a.significand, 1, a.exponent + n});
  }

  /// A number of another format in this one.
  Outcome convert(const Format& from, Code code, bool flush = false) const {
    Decoded a = decode(from, code);
    if (flush && a.subnormal) a.significand = 0;
    if (a.nan()) return fixed({carry_nan(from, code), a.kind == Kind::signaling_nan || !has_nan() ? Flags(Flag::invalid) : Flags()});
    if (a.infinite()) {
      Outcome o;
      o.is = Outcome::Is::infinity;
      o.negative = a.negative;
      return o;
    }
    return number({a.negative, a.significand, 1, a.exponent});
  }

  Outcome from_integer(const Integer& integer) const { return number({integer < 0, abs(integer), 1, 0}); }

  /// floor(log2 |a|), an integer, in this format.
  Outcome logb(Code x, bool flush = false) const {
    const Decoded a = read(x, flush);
    if (a.nan()) return nan_among({x});
    if (a.infinite()) return infinite_result(false);
    if (a.zero()) return f_.is_signed ? infinite_result(true, Flag::divide_by_zero) : fixed(invalid());
    int e = 0;
    while ((Code{1} << e) <= a.significand / 2) ++e;
    return from_integer(e + a.exponent);
  }

  // --- Operations that depend on the direction twice ----------------------------------------------------------------------

  /// The integer nearest in the direction of the context, then that integer in this format.
  Rounded round_to_integral(Code x, const Context& c, bool signals_inexact) const {
    const Decoded a = read(x, flushes_inputs(c));
    if (a.nan()) return nan_among({x}).fixed;
    if (a.infinite()) return {x, {}};
    if (a.zero()) return zero(a.negative);
    bool inexact = false;
    const Integer n = integer_near(a, c, inexact);
    Rounded r = n == 0 ? zero(a.negative) : answer(number({a.negative, n, 1, 0}), c);
    if (inexact && signals_inexact) r.flags |= Flag::inexact;
    return r;
  }

  /// The magnitude of the integer nearest in the direction of the context to a finite number.
  static Integer integer_near(const Decoded& a, const Context& c, bool& inexact) {
    const Measured x(Exact{a.negative, a.significand, 1, a.exponent}, 0);
    const Integer floor = x.floor();
    const Gap gap(x, floor, floor + 1);
    inexact = !gap.exact;
    return goes_up(c, a.negative, gap, x) ? gap.high : gap.low;
  }

  // --- Order and neighbours ----------------------------------------------------------------------------------------------

  Relation compare(Code x, Code y, bool flush = false) const {
    const Decoded a = read(x, flush);
    const Decoded b = read(y, flush);
    if (a.nan() || b.nan()) return Relation::unordered;
    if (a.infinite() || b.infinite()) {
      const int rank_a = a.infinite() ? (a.negative ? -1 : 1) : 0;
      const int rank_b = b.infinite() ? (b.negative ? -1 : 1) : 0;
      return relation(rank_a, rank_b);
    }
    return relation(signed_units(a), signed_units(b));
  }

  /// All codes in the order of IEEE 754-2019 5.10, as a key that sorts: where (NaNs outermost), then the value, then the sign of
  /// a zero. Within the NaNs of a sign the payload counts, quiet bit on top. The single NaN of FNUZ formats comes last.
  std::pair<int, Integer> total_order_key(Code x) const {
    const Decoded a = decode(f_, x);
    const Integer trailing = x % (Code{1} << (f_.precision - 1));
    if (a.nan()) {
      const bool negative = a.negative && f_.specials != Specials::negative_zero_nan;
      return {negative ? -2 : 2, negative ? Integer(-trailing) : trailing};
    }
    if (a.infinite()) return {a.negative ? -1 : 1, 0};
    if (a.zero()) return {0, a.negative ? -1 : 0};
    return {0, a.negative ? Integer(signed_units(a) * 2 - 1) : Integer(signed_units(a) * 2)};
  }

  /// The magnitude code that follows `code` away from zero among the numbers of one sign; the largest is followed by itself.
  Code after(Code magnitude) const { return magnitude == line_.largest_code() ? magnitude : magnitude + 1; }

  // --- Specials -----------------------------------------------------------------------------------------------------------

  /// Infinity, or what stands in for it: where the format has none its NaN, where it has neither its largest number.
  Code infinity(bool negative, Overflow rule = Overflow::ieee) const {
    const Code sign = sign_bits(negative);
    const int t = f_.precision - 1;
    const Code all_ones = ~Code{0} >> (64 - f_.exponent_bits - t);
    const Code field_ones = all_ones - ((Code{1} << t) - 1);
    if (rule == Overflow::saturate) return sign | line_.largest_code();
    switch (f_.specials) {
      case Specials::ieee:              return rule == Overflow::ieee ? sign | field_ones : sign | field_ones | Code{1} << (t - 1);
      case Specials::all_ones_nan:      return sign | all_ones;
      case Specials::negative_zero_nan: return sign_bits(true);
      case Specials::finite_only:       return sign | line_.largest_code();
    }
    return 0;
  }

  bool has_nan() const { return f_.specials != Specials::finite_only; }

  /// No usefully definable result (7.2): the positive quiet NaN without payload, or the largest number where there is no NaN.
  Rounded invalid() const {
    if (f_.specials == Specials::ieee) return {infinity(false, Overflow::to_nan), Flag::invalid};
    return {infinity(false), Flag::invalid};
  }

  Rounded zero(bool negative) const {
    if (!f_.has_zero) return {0, Flag::underflow | Flag::inexact};
    return {negative && f_.specials != Specials::negative_zero_nan ? sign_bits(true) : Code{0}, {}};
  }

  /// A NaN of another format as a quiet one of this: sign kept, payload aligned at the top.
  Code carry_nan(const Format& from, Code code) const {
    const Decoded a = decode(from, code);
    if (f_.specials == Specials::finite_only || f_.specials == Specials::negative_zero_nan) return invalid().code;
    const Code sign = sign_bits(a.negative);
    if (f_.specials == Specials::all_ones_nan) return sign | infinity(false);
    Code quiet_nan = infinity(false, Overflow::to_nan);
    if (from.specials == Specials::ieee)  // bit by bit, from the top
      for (int i = 1; i < std::min(from.precision, f_.precision); ++i)
        if (((code >> (from.precision - 1 - i)) & 1) != 0) quiet_nan |= Code{1} << (f_.precision - 1 - i);
    return sign | quiet_nan;
  }

  Outcome number(const Exact& x) const {
    if (x.numerator == 0) return exact_zero(x.negative);
    Outcome o;
    o.is = Outcome::Is::number;
    o.negative = x.negative;
    o.at = line_.locate(x);
    return o;
  }

 private:
  static bool flushes_inputs(const Context& c) {
    return c.subnormals == Subnormals::flush_inputs || c.subnormals == Subnormals::flush_both;
  }
  Code sign_bits(bool negative) const {
    return negative && f_.is_signed ? Code{1} << (f_.exponent_bits + f_.precision - 1) : Code{0};
  }
  Decoded read(Code code, bool flush) const {
    Decoded d = decode(f_, code);
    if (flush && d.subnormal) d.significand = 0;
    return d;
  }
  Integer signed_units(const Decoded& d) const {
    const Integer units = Integer(d.significand) << (d.exponent - line_.unit_exponent());
    return d.negative ? Integer(-units) : units;
  }
  template <class T>
  static Relation relation(const T& a, const T& b) {
    return a < b ? Relation::less : b < a ? Relation::greater : Relation::equal;
  }

  static Outcome fixed(const Rounded& r) {
    Outcome o;
    o.fixed = r;
    return o;
  }
  static Outcome exact_zero(bool negative) {
    Outcome o;
    o.is = Outcome::Is::zero;
    o.negative = negative;
    return o;
  }
  Outcome infinite_result(bool negative, Flags flags = {}) const {
    if (negative && !f_.is_signed) return fixed(invalid());
    return fixed({infinity(negative), flags});
  }
  Outcome nan_among(std::initializer_list<Code> operands) const {
    Outcome o;
    bool found = false;
    for (const Code code : operands) {
      const Decoded d = decode(f_, code);
      if (d.kind == Kind::signaling_nan) o.fixed.flags |= Flag::invalid;
      if (d.nan() && !found) o.fixed.code = carry_nan(f_, code);
      found = found || d.nan();
    }
    return o;
  }

  Outcome sum(Code x, Code y, bool subtract, bool flush) const {
    const Decoded a = read(x, flush);
    Decoded b = read(y, flush);
    if (a.nan() || b.nan()) return nan_among({x, y});
    if (subtract) b.negative = !b.negative;
    if (a.infinite()) return b.infinite() && a.negative != b.negative ? fixed(invalid()) : infinite_result(a.negative);
    if (b.infinite()) return infinite_result(b.negative);
    return exact_sum(a.negative, a.significand, a.exponent, b.negative, b.significand, b.exponent);
  }

  /// The sum of two finite numbers. Zeros of one sign keep it (6.3).
  Outcome exact_sum(bool negative_a, const Integer& a, int exponent_a, bool negative_b, const Integer& b, int exponent_b) const {
    if (a == 0 && b == 0 && negative_a == negative_b) return exact_zero(negative_a);
    const int unit = std::min(exponent_a, exponent_b);
    Integer left = a << (exponent_a - unit);
    Integer right = b << (exponent_b - unit);
    if (negative_a) left = -left;
    if (negative_b) right = -right;
    const Integer total = left + right;
    if (total == 0) {
      Outcome o;
      o.is = Outcome::Is::cancelled;
      return o;
    }
    return number({total < 0, abs(total), 1, unit});
  }

  Format f_;
  NumberLine line_;
};

}  // namespace ulplab::exact
