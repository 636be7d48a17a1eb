// Which of two numbers is smaller?
#pragma once

#include "softfloat/unpack.hpp"

namespace ulplab {

enum class Order : std::uint8_t { less, equal, greater, unordered };

/// Quiet predicates raise invalid for signaling NaNs only, signaling ones for any NaN (IEEE 754-2019, 5.11).
enum class Comparison : std::uint8_t { quiet, signaling };

struct Compared {
  Order order = Order::unordered;
  Flags flags;
};

namespace detail {

/// A number's place among the integers: codes of one sign are ordered like the numbers, and both zeros are in one place. Signed
/// formats have theirs around 2^63; unsigned ones of 64 bits need all the room there is.
ULPLAB_HD constexpr std::uint64_t rank(const Format& f, Code code, const Context& c) {
  const std::uint64_t origin = f.is_signed ? std::uint64_t{1} << 63 : 0;
  if (is_zero(f, code) || (c.flushes_inputs() && is_subnormal(f, code))) return origin;
  return sign_of(f, code) ? origin - magnitude_of(f, code) : origin + magnitude_of(f, code);
}
template <class T>
ULPLAB_HD constexpr Order order_of(T a, T b) {
  return a < b ? Order::less : a > b ? Order::greater : Order::equal;
}

}  // namespace detail

/// a compared with b; -0 equals +0, and NaN is unordered with everything.
ULPLAB_HD constexpr Compared compare(const Format& f, Code a, Code b, Comparison kind = Comparison::quiet, const Context& c = {}) {
  if (is_nan(f, a) || is_nan(f, b)) {
    const bool signals = kind == Comparison::signaling || is_signaling_nan(f, a) || is_signaling_nan(f, b);
    return {Order::unordered, signals ? Flags(Flag::invalid) : Flags()};
  }
  return {detail::order_of(detail::rank(f, a, c), detail::rank(f, b, c)), {}};
}

/// a compared with b in the total order of all codes: -NaN, -infinity, … -0, +0 … +infinity, +NaN, signaling before quiet on
/// the positive side, smaller payloads nearer to zero (IEEE 754-2019, 5.10). The single NaN of FNUZ formats comes last. Codes, not values, are
/// ordered: in a format without subnormals the many codes of zero have places of their own.
ULPLAB_HD constexpr Order total_order(const Format& f, Code a, Code b) {
  const auto last = [&f](Code code) { return f.specials == Specials::negative_zero_nan && is_nan(f, code); };
  if (last(a) || last(b)) return detail::order_of(last(a) ? 1 : 0, last(b) ? 1 : 0);
  const auto place = [&f](Code code) {
    const std::uint64_t origin = f.is_signed ? std::uint64_t{1} << 63 : 0;
    return sign_of(f, code) ? origin - magnitude_of(f, code) - 1 : origin + magnitude_of(f, code);  // -0 just below +0
  };
  return detail::order_of(place(a), place(b));
}

}  // namespace ulplab
