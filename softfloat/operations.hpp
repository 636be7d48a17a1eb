// Which operations are there?
//
// Every operation whose operands and result are codes of one format, as a table. To add one: a header, and one line here.
#pragma once

#include <array>
#include <string_view>

#include "softfloat/add.hpp"
#include "softfloat/convert.hpp"
#include "softfloat/div.hpp"
#include "softfloat/fma.hpp"
#include "softfloat/minmax.hpp"
#include "softfloat/mul.hpp"
#include "softfloat/next.hpp"
#include "softfloat/remainder.hpp"
#include "softfloat/round_to_integral.hpp"
#include "softfloat/rsqrt.hpp"
#include "softfloat/scalb.hpp"
#include "softfloat/sqrt.hpp"
#include "softfloat/ulp.hpp"

namespace ulplab {

/// Does an operation report exceptions, and does it round?
enum class Signals : std::uint8_t { flags, nothing };

struct Operation {
  std::string_view name;
  int operands;
  Rounded (*apply)(const Format&, const Code*, const Context&);
  Signals signals;
  bool works_on_scales;  ///< also where there is no zero (E8M0)
  std::string_view source;
};

inline constexpr std::array operations{
    Operation{"add", 2, [](const Format& f, const Code* x, const Context& c) { return add(f, x[0], x[1], c); }, Signals::flags, false, "5.4.1"},
    Operation{"sub", 2, [](const Format& f, const Code* x, const Context& c) { return sub(f, x[0], x[1], c); }, Signals::flags, false, "5.4.1"},
    Operation{"mul", 2, [](const Format& f, const Code* x, const Context& c) { return mul(f, x[0], x[1], c); }, Signals::flags, false, "5.4.1"},
    Operation{"div", 2, [](const Format& f, const Code* x, const Context& c) { return div(f, x[0], x[1], c); }, Signals::flags, false, "5.4.1"},
    Operation{"fma", 3, [](const Format& f, const Code* x, const Context& c) { return fma(f, x[0], x[1], x[2], c); }, Signals::flags, false, "5.4.1"},
    Operation{"sqrt", 1, [](const Format& f, const Code* x, const Context& c) { return sqrt(f, x[0], c); }, Signals::flags, false, "5.4.1"},
    Operation{"rsqrt", 1, [](const Format& f, const Code* x, const Context& c) { return rsqrt(f, x[0], c); }, Signals::flags, false, "9.2 rSqrt"},
    Operation{"rem", 2, [](const Format& f, const Code* x, const Context& c) { return remainder(f, x[0], x[1], c); }, Signals::flags, false, "5.3.1"},
    Operation{"rint", 1, [](const Format& f, const Code* x, const Context& c) { return round_to_integral(f, x[0], c); }, Signals::flags, false, "5.9 roundToIntegralExact"},
    Operation{"round", 1, [](const Format& f, const Code* x, const Context& c) { return round_to_integral(f, x[0], c, Exactness::quiet); }, Signals::flags, false, "5.9 roundToIntegral"},
    Operation{"logb", 1, [](const Format& f, const Code* x, const Context& c) { return logb(f, x[0], c); }, Signals::flags, false, "5.3.3"},
    Operation{"scale2", 1, [](const Format& f, const Code* x, const Context& c) { return scale2(f, x[0], c); }, Signals::flags, false, "CS:APP Data Lab floatScale2"},
    Operation{"ulp", 1, [](const Format& f, const Code* x, const Context& c) { return ulp(f, x[0], c); }, Signals::nothing, false, "Muller et al. 2018, 2.3"},
    Operation{"next_up", 1, [](const Format& f, const Code* x, const Context& c) { return next_up(f, x[0], c); }, Signals::flags, true, "5.3.1"},
    Operation{"next_down", 1, [](const Format& f, const Code* x, const Context& c) { return next_down(f, x[0], c); }, Signals::flags, true, "5.3.1"},
    Operation{"next", 2, [](const Format& f, const Code* x, const Context& c) { return next_after(f, x[0], x[1], c); }, Signals::nothing, true, "C17 7.12.11.3 nextafter"},
    Operation{"minimum", 2, [](const Format& f, const Code* x, const Context& c) { return min_max(f, Extremum::minimum, x[0], x[1], c); }, Signals::flags, false, "9.6"},
    Operation{"maximum", 2, [](const Format& f, const Code* x, const Context& c) { return min_max(f, Extremum::maximum, x[0], x[1], c); }, Signals::flags, false, "9.6"},
    Operation{"minimum_number", 2, [](const Format& f, const Code* x, const Context& c) { return min_max(f, Extremum::minimum_number, x[0], x[1], c); }, Signals::flags, false, "9.6"},
    Operation{"maximum_number", 2, [](const Format& f, const Code* x, const Context& c) { return min_max(f, Extremum::maximum_number, x[0], x[1], c); }, Signals::flags, false, "9.6"},
};

constexpr const Operation* find_operation(std::string_view name) {
  for (const Operation& o : operations)
    if (o.name == name) return &o;
  return nullptr;
}

/// Why there is no arithmetic in a format without zero.
inline constexpr const char* scale_refusal =
    "this format has no sign and no zero, so it is a scale and not a number to calculate with: it has conversions, text, compare and "
    "neighbours";

/// nullptr if the operation works in the format, else the reason why it does not.
constexpr const char* problem_of(const Operation& operation, const Format& f) {
  return !f.has_zero && !operation.works_on_scales ? scale_refusal : nullptr;
}

}  // namespace ulplab
