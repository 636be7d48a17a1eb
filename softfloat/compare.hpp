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

/// A number's place among the integers: codes of one sign are ordered like the numbers, and both zeros are 0.
ULPLAB_HD constexpr std::int64_t rank(const Format& f, Code code, const Context& c) {
  if (is_zero(f, code) || (c.flushes_inputs() && is_subnormal(f, code))) return 0;
  const auto magnitude = static_cast<std::int64_t>(magnitude_of(f, code));
  return sign_of(f, code) ? -magnitude : magnitude;
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
/// the positive side, smaller payloads nearer to zero (IEEE 754-2019, 5.10). The single NaN of FNUZ formats comes last.
ULPLAB_HD constexpr Order total_order(const Format& f, Code a, Code b) {
  const auto place = [&f](Code code) {
    if (f.specials == Specials::negative_zero_nan && is_nan(f, code)) return static_cast<std::int64_t>(f.code_mask());
    const auto magnitude = static_cast<std::int64_t>(magnitude_of(f, code));
    return sign_of(f, code) ? -magnitude - 1 : magnitude;  // -0 just below +0
  };
  return detail::order_of(place(a), place(b));
}

}  // namespace ulplab
