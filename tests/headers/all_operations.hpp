// Which code does the compiler have to generate to have generated all of softfloat/? This function calls each operation
// with operands and formats that are known only at run time. Included by a host and by a device translation unit, after
// all headers.
#pragma once

namespace all_operations {

using namespace ulplab;

ULPLAB_HD inline Code run(const Format& f, const Format& to, Code a, Code b, Code c, const Context& context) {
  Code sum = 0;
  const auto take = [&](const Rounded& r) { sum = sum * 31 + r.code + r.flags.bits; };
  const IntegerType integer{static_cast<int>(b % 64) + 1, (b & 64) != 0};
  take(add(f, a, b, context));
  take(sub(f, a, b, context));
  take(mul(f, a, b, context));
  take(div(f, a, b, context));
  take(fma(f, a, b, c, context));
  take(sqrt(f, a, context));
  take(rsqrt(f, a, context));
  take(remainder(f, a, b, context));
  take(round_to_integral(f, a, context));
  take(min_max(f, Extremum::minimum_number, a, b, context));
  take(next_up(f, a, context));
  take(next_after(f, a, b, context));
  take(scalbn(f, a, static_cast<std::int64_t>(b), context));
  take(logb(f, a, context));
  take(ulp(f, a, context));
  take(convert(f, a, to, context));
  take(from_integer(to, integer, c, context));
  const IntegerResult rounded = to_integer(f, a, integer, context);
  const Compared compared = compare(f, a, b, Comparison::signaling, context);
  take({rounded.bits, rounded.flags});
  take({static_cast<Code>(compared.order) + static_cast<Code>(total_order(f, a, b)), compared.flags});
  return sum;
}

}  // namespace all_operations
