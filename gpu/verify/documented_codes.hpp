// Which codes and numbers is a documented set made of?
//
// Building blocks: significands at the borders, codes of every class, numbers and midpoints of another format, neighbours.
// Everything follows from the format, so that a set is the same on every machine.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gpu/kernels/random.hpp"
#include "softfloat/format.hpp"

namespace ulplab::verify::documented {

/// The place of an input in its section, taken apart into digits: what varies fastest is taken first.
class Digits {
public:
  explicit Digits(std::uint64_t place) : rest_(place) {}
  std::uint64_t take(std::uint64_t base) {
    const std::uint64_t digit = rest_ % base;
    rest_ /= base;
    return digit;
  }
  bool take_bit() { return take(2) != 0; }
  template <class T>
  const T& take(const std::vector<T>& list) {
    return list[take(std::uint64_t{list.size()})];
  }
  std::uint64_t rest() const { return rest_; }

private:
  std::uint64_t rest_;
};

/// Random bits of the structured sections: of the place alone, the same for every seed of the random inputs.
inline gpu::Draws draws_of(std::uint32_t purpose, std::uint64_t place) { return gpu::Draws(0x756c706c6162, purpose, place); }

/// A code from its fields; the sign is left out where there is none.
Code assemble(const Format&, bool negative, Code field, Code trailing);
/// The largest exponent field of finite numbers.
Code last_field(const Format&);
/// The code with another exponent field, held between 0 and last_field.
Code with_field(const Format&, Code, std::int64_t field);
Code field_of(const Format&, Code);

/// Exponent fields from 0 to `last`: all of them, or `most` evenly spread ones where there are more.
struct Fields {
  std::uint64_t count;
  std::uint64_t stride;
  Fields(Code last, std::uint64_t most) : count(last + 1), stride((count + most - 1) / most) {
    count = (count + stride - 1) / stride;
  }
  Code at(std::uint64_t place) const { return place * stride; }
  /// "every exponent", "256 exponents"
  std::string words() const { return stride == 1 ? "every exponent" : std::to_string(count) + " exponents"; }
};

/// (-1)^negative * significand * 2^exponent, cut to a code of the format; the largest one if that is too large.
Code cut_to_code(const Format&, bool negative, uint128 significand, int exponent);

/// The code `steps` further in the order of the numbers (-0 and +0 are two places), NaNs outermost; the last one at the ends.
Code neighbour(const Format&, Code, std::int64_t steps);

/// Significands where something changes: all bits of one kind, single bits, runs from either end, alternating bits.
std::vector<Code> border_trailings(const Format&);
/// Eight of them (fewer in small formats), for products of sets.
std::vector<Code> few_trailings(const Format&);
/// Every class with its borders, of both signs: zero, smallest and largest subnormal and normal number, one and its
/// neighbours, infinity, quiet and signaling NaNs with payloads.
std::vector<Code> representatives(const Format&);
/// NaNs with every border significand, quiet and not, of both signs.
std::vector<Code> nans(const Format&);

/// 0, +-1 … +-near, and +-2^k of every `stride`-th k below `bits`: next to a midpoint each single low bit decides alone once.
std::vector<std::int64_t> offsets(int near, int bits, int stride = 1);

/// significand * 2^exponent.
struct Magnitude {
  uint128 significand;
  int exponent;
};
/// The number of a magnitude code, or the midpoint between it and the next one, as if the exponents went on beyond the largest.
Magnitude number_or_midpoint(const Format&, Code magnitude, bool midpoint);

}  // namespace ulplab::verify::documented
