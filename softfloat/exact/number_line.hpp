// Between which two numbers of a format does an exact value lie, and to which of them does it go?
//
// Up to 16 bits the numbers of a format are a list, and the neighbours are found by searching it. For wider formats they are
// computed: the binade gives the distance between numbers, a division the one below. Everything after that is the same for
// both and is the definition, word by word: compare with the midpoint, compare with 2^emin, compare with the largest number.
//
// Lengths are measured in units of 2^unit_exponent(), small enough that all numbers, the midpoints between them and those
// of the binade below emin are integers.
#pragma once

#include <algorithm>
#include <stdexcept>
#include <vector>

#include "softfloat/exact/rational.hpp"

namespace ulplab::exact {

/// An exact result that is not zero: (-1)^negative * numerator / denominator * 2^exponent, or the square root of the same.
struct Exact {
  bool negative = false;
  Integer numerator = 0;
  Integer denominator = 1;
  int exponent = 0;
  bool root = false;
};

/// The magnitude of an exact value in units: a / b, or the square root of a / b.
struct Measured {
  Integer a;
  Integer b;
  bool root = false;

  Measured() = default;
  Measured(const Exact& x, int unit_exponent) : a(x.numerator), b(x.denominator), root(x.root) {
    const int shift = x.exponent - (x.root ? 2 * unit_exponent : unit_exponent);
    if (shift >= 0)
      a <<= shift;
    else
      b <<= -shift;
  }

  /// -1, 0, 1: this is less than, equal to, greater than m / 2^halvings. Roots are compared by squaring.
  int compare(const Integer& m, int halvings = 0) const {
    const Integer left = a << (root ? 2 * halvings : halvings);
    const Integer right = root ? Integer(m * m * b) : Integer(m * b);
    return left.compare(right) < 0 ? -1 : left == right ? 0 : 1;
  }
  /// The whole units in it.
  Integer floor() const {
    const Integer whole = a / b;
    return root ? Integer(boost::multiprecision::sqrt(whole)) : whole;
  }
};

/// Two neighbouring numbers, low <= x < high, and where x is between them.
struct Gap {
  Integer low;
  Integer high;
  bool exact = false;    ///< x == low
  int half = -1;         ///< x compared with the midpoint
  bool low_odd = false;  ///< low is an odd multiple of the distance

  Gap() = default;
  Gap(const Measured& x, Integer lower, Integer upper) : low(std::move(lower)), high(std::move(upper)) {
    exact = x.compare(low) == 0;
    half = x.compare(low + high, 1);
    low_odd = bit_test(Integer(low / (high - low)), 0);
  }
};

/// Does x go to the high end of its gap? IEEE 754-2019 4.3 for the first five. With precision 1 neither end may be even, and
/// 4.3.1 then prefers the larger magnitude. To odd: an inexact value goes to the odd one, cut towards zero where both are.
/// Stochastic: x = (k + f) * distance becomes k + 1 exactly when f + r / 2^n >= 1.
inline bool goes_up(const Context& c, bool negative, const Gap& gap, const Measured& x) {
  if (gap.exact) return false;
  switch (c.rounding) {
    case Rounding::nearest_even: return gap.half > 0 || (gap.half == 0 && gap.low_odd);
    case Rounding::nearest_away: return gap.half >= 0;
    case Rounding::toward_zero:  return false;
    case Rounding::up:           return !negative;
    case Rounding::down:         return negative;
    case Rounding::to_odd:       return !gap.low_odd;
    case Rounding::stochastic: {
      const int n = c.random_width;
      const Integer r = c.random_bits % (std::uint64_t{1} << n);
      return x.compare((gap.high << n) - r * (gap.high - gap.low), n) >= 0;
    }
  }
  return false;
}

/// An exact value, found on the line once; all directions are answered from this.
struct Located {
  bool negative = false;
  Measured x;
  Gap gap;
  Code low_code = 0;
  Code high_code = 0;
  bool below_all = false;        ///< smaller than the smallest number of a format without zero
  bool beyond = false;           ///< not smaller than the number that would follow the largest
  bool high_is_beyond = false;   ///< the upper neighbour is that number
  bool tiny_before = false;      ///< smaller than 2^emin
  bool in_last_gap = false;      ///< in the gap just below 2^emin that p bits and an unbounded exponent range have there
  Gap last_gap;
};

class NumberLine {
 public:
  /// Throws std::invalid_argument for what is no format: its numbers would have no end.
  explicit NumberLine(const Format& format) : f_(format) {
    if (const char* problem = problem_of(format)) throw std::invalid_argument(problem);
    emin_ = (f_.has_zero ? 1 : 0) - f_.bias;
    const Code last = ~Code{0} >> (64 - f_.exponent_bits - trailing());  // an unsigned format may have 64 of them
    switch (f_.specials) {
      case Specials::ieee:         largest_code_ = last - (Code{1} << trailing()); break;  // below infinity
      case Specials::all_ones_nan: largest_code_ = last - 1; break;
      default:                     largest_code_ = last; break;
    }
    largest_ = units_of(largest_code_);
    // p bits, one more than the largest: what would follow if the exponent range went on
    const Decoded d = decode(f_, largest_code_);
    beyond_ = Integer(d.significand + 1) << (d.exponent - unit_exponent());
    smallest_normal_ = Integer(1) << (emin_ - unit_exponent());
    if (f_.width() > 16) return;
    for (Code code = 0; code <= largest_code_; ++code) {
      const Integer value = units_of(code);
      if (!list_.empty() && value == list_.back().units) continue;  // the many zeros of a format without subnormals
      list_.push_back({value, code});
    }
  }

  const Format& format() const { return f_; }
  int emin() const { return emin_; }
  int unit_exponent() const { return emin_ - trailing() - 3; }
  Code largest_code() const { return largest_code_; }
  const Integer& largest() const { return largest_; }
  /// The number that would follow the largest.
  const Integer& beyond() const { return beyond_; }

  /// The magnitude of a code, in units.
  Integer units_of(Code magnitude) const {
    const Decoded d = decode(f_, magnitude);
    return Integer(d.significand) << (d.exponent - unit_exponent());
  }

  Located locate(const Exact& exact) const {
    Located at;
    at.negative = exact.negative;
    at.x = Measured(exact, unit_exponent());
    const Integer floor = at.x.floor();
    at.tiny_before = floor < smallest_normal_;
    if (at.tiny_before) {
      // p bits in the binade below emin: the last number there is 2^emin - 2^(emin - p)
      const Integer last = smallest_normal_ - (Integer(1) << (emin_ - f_.precision - unit_exponent()));
      at.in_last_gap = floor >= last;
      if (at.in_last_gap) at.last_gap = Gap(at.x, last, smallest_normal_);
    }
    at.beyond = floor >= beyond_;
    if (at.beyond) return at;
    if (list_.empty())
      compute_neighbours(at, floor);
    else
      search_neighbours(at, floor);
    return at;
  }

 private:
  struct Entry {
    Integer units;
    Code code;
  };

  int trailing() const { return f_.precision - 1; }

  void search_neighbours(Located& at, const Integer& floor) const {
    auto above = std::upper_bound(list_.begin(), list_.end(), floor,
                                  [](const Integer& value, const Entry& entry) { return value < entry.units; });
    if (above == list_.begin()) {
      at.below_all = true;
      at.low_code = at.high_code = above->code;
      return;
    }
    const auto below = above - 1;
    at.low_code = below->code;
    at.high_is_beyond = above == list_.end();
    at.high_code = at.high_is_beyond ? Code{0} : above->code;
    at.gap = Gap(at.x, below->units, at.high_is_beyond ? beyond_ : above->units);
  }

  void compute_neighbours(Located& at, const Integer& floor) const {
    const bool small = floor < smallest_normal_;
    if (small && !f_.has_zero) {
      at.below_all = true;
      return;
    }
    const int normal_bit = emin_ - unit_exponent();
    const int binade = small ? 0 : static_cast<int>(msb(floor)) - normal_bit;  // above emin
    const int distance_bit = small && !f_.subnormals ? normal_bit : normal_bit - trailing() + binade;
    const Integer count = floor >> distance_bit;
    const auto k = static_cast<Code>(count);
    at.gap = Gap(at.x, count << distance_bit, (count + 1) << distance_bit);
    at.high_is_beyond = at.gap.high == beyond_;
    if (small) {
      at.low_code = f_.subnormals ? k : Code{0};
      at.high_code = f_.subnormals ? k + 1 : Code{1} << trailing();
    } else {
      const auto field = static_cast<Code>(binade) + (f_.has_zero ? 1 : 0);
      at.low_code = (field << trailing()) + (k - (Code{1} << trailing()));
      at.high_code = at.low_code + 1;  // codes of one sign are in the order of their values
    }
  }

  Format f_;
  int emin_ = 0;
  Code largest_code_ = 0;
  Integer largest_;
  Integer beyond_;
  Integer smallest_normal_;
  std::vector<Entry> list_;
};

}  // namespace ulplab::exact
