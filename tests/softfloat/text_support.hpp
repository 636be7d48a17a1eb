// How do the text tests write an exact value, without the code under test?
#pragma once

#include "softfloat/exact/oracle.hpp"
#include "support.hpp"

namespace ulplab::test {

using exact::Integer;
using exact::Rational;

inline Integer power(int base, int n) { return boost::multiprecision::pow(Integer(base), static_cast<unsigned>(n)); }

/// digits * 10^-decimals, exactly.
struct ExactText {
  Integer digits;
  int decimals = 0;

  std::string text() const {
    std::string s = digits.str();
    const auto behind = static_cast<std::size_t>(decimals);
    if (s.size() <= behind) s.insert(0, behind + 1 - s.size(), '0');
    if (behind > 0) s.insert(s.size() - behind, ".");
    return s;
  }
  exact::Exact value(bool negative) const { return {negative, digits, power(10, decimals), 0}; }
  /// The same with `more` decimals, and one unit of the last of them added or taken away.
  ExactText nudged(int more, int by) const { return {digits * power(10, more) + by, decimals + more}; }
};

/// m * 2^exponent as a decimal.
inline ExactText exact_text(const Integer& m, int exponent) {
  if (exponent >= 0) return {m << exponent, 0};
  return {m * power(5, -exponent), -exponent};
}

/// The exact value of a finite code.
inline Rational value_of(const Format& f, Code code) {
  const exact::Decoded d = exact::decode(f, code);
  const Rational magnitude = Rational(Integer(d.significand)) * exact::power_of_two(d.exponent);
  return d.negative ? Rational(-magnitude) : magnitude;
}

}  // namespace ulplab::test
