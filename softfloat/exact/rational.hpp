// What number, exactly, does a code stand for?
//
// This file reads the definition of Format again, field by field, and shares no line with softfloat/unpack.hpp: if the two
// ever disagree, one of them is wrong. Everything is an integer or a quotient of integers of any size
// (Boost.Multiprecision); nothing here rounds. cpp_bin_float is avoided on purpose: its conversions truncate.
#pragma once

#include <boost/multiprecision/cpp_int.hpp>

#include "softfloat/context.hpp"

namespace ulplab::exact {

using Integer = boost::multiprecision::cpp_int;
using Rational = boost::multiprecision::cpp_rational;

/// 2^n, n of either sign.
inline Rational power_of_two(int n) {
  const Integer power = Integer(1) << (n < 0 ? -n : n);
  return n < 0 ? Rational(Integer(1), power) : Rational(power);
}

enum class Kind : std::uint8_t { number, infinity, quiet_nan, signaling_nan };

/// A code, read. A number is (-1)^negative * significand * 2^exponent; zero has significand 0 and keeps its sign.
struct Decoded {
  Kind kind = Kind::number;
  bool negative = false;
  bool subnormal = false;
  std::uint64_t significand = 0;
  int exponent = 0;

  bool nan() const { return kind == Kind::quiet_nan || kind == Kind::signaling_nan; }
  bool infinite() const { return kind == Kind::infinity; }
  bool zero() const { return kind == Kind::number && significand == 0; }
};

/// The fields of a code, most significant first: sign, exponent, trailing significand.
inline Decoded decode(const Format& f, Code code) {
  const int t = f.precision - 1;
  const int w = f.exponent_bits;
  const Code trailing = code % (Code{1} << t);
  const Code field = (code >> t) % (Code{1} << w);
  const Code largest_field = (Code{1} << w) - 1;
  const Code largest_trailing = (Code{1} << t) - 1;
  Decoded d;
  d.negative = f.is_signed && ((code >> (t + w)) & 1) != 0;

  if (f.specials == Specials::ieee && field == largest_field) {
    const bool quiet = ((trailing >> (t - 1)) & 1) != 0;
    d.kind = trailing == 0 ? Kind::infinity : quiet ? Kind::quiet_nan : Kind::signaling_nan;
  } else if (f.specials == Specials::all_ones_nan && field == largest_field && trailing == largest_trailing) {
    d.kind = Kind::quiet_nan;
  } else if (f.specials == Specials::negative_zero_nan && d.negative && field == 0 && trailing == 0) {
    d.kind = Kind::quiet_nan;
  } else if (field == 0 && f.has_zero) {
    d.significand = f.subnormals ? trailing : 0;
    d.subnormal = d.significand != 0;
    d.exponent = 1 - f.bias - t;
  } else {
    d.significand = (Code{1} << t) + trailing;
    d.exponent = static_cast<int>(field) - f.bias - t;
  }
  return d;
}

/// The value of a finite number.
inline Rational value_of(const Decoded& d) {
  const Rational magnitude = Rational(Integer(d.significand)) * power_of_two(d.exponent);
  return d.negative ? Rational(-magnitude) : magnitude;
}

/// The value of a code. Precondition: it is a finite number.
inline Rational value_of(const Format& f, Code code) { return value_of(decode(f, code)); }

}  // namespace ulplab::exact
