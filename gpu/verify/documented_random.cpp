// Seeded random inputs. Uniform codes hardly ever meet: exponents are then far apart, and no digit of one operand decides about
// the other. So every other input is drawn where the exponents are near each other, or near the ends of the range.
#include <algorithm>

#include "gpu/verify/documented_codes.hpp"
#include "gpu/verify/documented_set.hpp"

namespace ulplab::verify::documented {
namespace {

constexpr std::uint32_t random_stream = 64;

/// Uniform between low and high.
std::int64_t between(std::int64_t low, std::int64_t high, gpu::Draws& draws) {
  return low >= high ? low : low + static_cast<std::int64_t>(draws.next() % static_cast<std::uint64_t>(high - low + 1));
}

/// Moves an operand to where the others are. Fields of the exponents, counted as in the format.
Operands near(const Kind& kind, Operands x, gpu::Draws& draws) {
  const Format& f = kind.from;
  const auto last = static_cast<std::int64_t>(last_field(f));
  const std::int64_t reach = f.precision + 2;
  const auto field = [&](Code code) { return static_cast<std::int64_t>(field_of(f, code)); };
  const auto finite = [&](Code code) { return with_field(f, code, between(0, last, draws)); };
  const bool at_an_end = (draws.next() & 1) != 0;
  /// The sum of two fields whose product lies near the smallest normal or near the largest number.
  const auto end_of_product = [&] {
    return f.bias + ((draws.next() & 1) != 0 ? between(1 - reach, 2, draws) : between(last - 3, last + 1, draws));
  };
  if (kind.operands.size() == 3) {
    x[0] = finite(x[0]);
    x[1] = at_an_end ? with_field(f, x[1], end_of_product() - field(x[0])) : finite(x[1]);
    x[2] = with_field(f, x[2], field(x[0]) + field(x[1]) - f.bias + between(-reach, reach, draws));
    return x;
  }
  const std::string_view operation = kind.operation != nullptr ? kind.operation->name : "";
  x[0] = finite(x[0]);
  if (at_an_end && operation == "mul") x[1] = with_field(f, x[1], end_of_product() - field(x[0]));
  else if (at_an_end && operation == "div") x[1] = with_field(f, x[1], field(x[0]) + 2 * f.bias - end_of_product());
  else x[1] = with_field(f, x[1], field(x[0]) + between(-reach, reach, draws));
  return x;
}

/// One operand whose exponent is where the result's format has its range, and two binades around it.
Operands within_target(const Kind& kind, Operands x, gpu::Draws& draws) {
  const Format& f = kind.from;
  std::int64_t low = -2, high = f.precision + 2;  // where numbers have fractions
  if (const Format* to = std::get_if<Format>(&kind.result); to != nullptr && kind.use == Use::conversion) {
    low = to->smallest_quantum_exponent() - 2;
    high = to->emax() + 2;
  } else if (const IntegerType* integer = std::get_if<IntegerType>(&kind.result)) {
    high = integer->width + 1;
  }
  x[0] = with_field(f, x[0], f.bias + between(low, high, draws));
  return x;
}

/// An integer of random length.
Operands of_any_length(IntegerType type, Operands x, gpu::Draws& draws) {
  const int bits = static_cast<int>(between(1, type.width, draws));
  const Code magnitude = (x[0] & type.mask()) >> (type.width - bits);
  x[0] = (draws.next() & 1) != 0 ? ~magnitude + 1 : magnitude;
  return x;
}

Operands scaled_near(const Kind& kind, Operands x, gpu::Draws& draws) {
  const Format& f = kind.from;
  x[0] = with_field(f, x[0], between(0, static_cast<std::int64_t>(last_field(f)), draws));
  const std::int64_t landing = between(f.smallest_quantum_exponent() - 2, f.emax() + 2, draws);
  x[1] = static_cast<Code>(landing - (static_cast<std::int64_t>(field_of(f, x[0])) - f.bias));
  return x;
}

}  // namespace

Part random_part(const Kind& kind, const PlanOptions& options) {
  return {"seeded random inputs: every other one uniform, the rest with exponents near each other or near the ends of the range",
          options.random, [kind, seed = options.seed](std::uint64_t place) {
            gpu::Draws draws(seed, random_stream, place);
            Operands x{draws.next(), draws.next(), draws.next()};
            if (place % 2 == 0) return x;
            if (const IntegerType* from = std::get_if<IntegerType>(&kind.operands[0])) return of_any_length(*from, x, draws);
            if (kind.operands.size() == 1) return within_target(kind, x, draws);
            if (std::holds_alternative<IntegerType>(kind.operands[1])) return scaled_near(kind, x, draws);
            return near(kind, x, draws);
          }};
}

}  // namespace ulplab::verify::documented
