// The kernels' arithmetic in our own integers.
//
// The format is either a constant of the type, so that the compiler folds every mask and shift (Soft<binary16>), or a
// value, for formats that a person typed (SoftAny). Flags are collected on the way.
#pragma once

#include "gpu/kernels/arithmetic.hpp"
#include "gpu/kernels/random.hpp"
#include "softfloat/add.hpp"
#include "softfloat/compare.hpp"
#include "softfloat/convert.hpp"
#include "softfloat/div.hpp"
#include "softfloat/fma.hpp"
#include "softfloat/integer.hpp"
#include "softfloat/mul.hpp"
#include "softfloat/round_to_integral.hpp"
#include "softfloat/sqrt.hpp"

namespace ulplab::gpu {

/// Holds the format as a constant: `static_cast<const Format&>` costs nothing.
template <Format F>
struct ConstantFormat {
  ULPLAB_HD static constexpr Format format() { return F; }
};
/// Holds the format as a value.
struct AnyFormat {
  Format value;
  ULPLAB_HD constexpr Format format() const { return value; }
};

template <class FormatHolder>
struct SoftArithmetic : FormatHolder {
  using Value = Code;
  using FormatHolder::format;

  Context context{};
  Flags raised{};

  ULPLAB_HD constexpr Value zero() { return zero_of(format(), false); }
  ULPLAB_HD constexpr Value add(Value x, Value y) { return keep(ulplab::add(format(), x, y, context)); }
  ULPLAB_HD constexpr Value sub(Value x, Value y) { return keep(ulplab::sub(format(), x, y, context)); }
  ULPLAB_HD constexpr Value mul(Value x, Value y) { return keep(ulplab::mul(format(), x, y, context)); }
  ULPLAB_HD constexpr Value div(Value x, Value y) { return keep(ulplab::div(format(), x, y, context)); }
  ULPLAB_HD constexpr Value fma(Value x, Value y, Value z) { return keep(ulplab::fma(format(), x, y, z, context)); }
  ULPLAB_HD constexpr Value sqrt(Value x) { return keep(ulplab::sqrt(format(), x, context)); }
  ULPLAB_HD constexpr bool less(Value x, Value y) { return compare(format(), x, y).order == Order::less; }
  ULPLAB_HD constexpr bool equal(Value x, Value y) { return compare(format(), x, y).order == Order::equal; }
  ULPLAB_HD constexpr Value abs(Value x) { return is_nan(format(), x) ? x : magnitude_of(format(), x); }

  ULPLAB_HD constexpr Value constant(std::int64_t m, int exponent) {
    if (m == 0) return zero();
    Silent silent;
    const std::uint64_t magnitude = m < 0 ? ~static_cast<std::uint64_t>(m) + 1 : static_cast<std::uint64_t>(m);
    return round_pack(format(), Context{}, m < 0, exponent, magnitude, Discarded::nothing, silent).code;
  }
  ULPLAB_HD constexpr Value nearest_integer(Value x) { return round_to_integral(format(), x, rounding_to(Rounding::nearest_even)).code; }
  ULPLAB_HD constexpr Value power_of_two(Value n) {
    const auto bits = to_integer(format(), n, IntegerType{32, true}).bits;
    const auto exponent = static_cast<std::int32_t>(static_cast<std::uint32_t>(bits));
    return constant(1, is_nan(format(), n) ? 0 : exponent);
  }
  ULPLAB_HD constexpr Value exponent(Value x) {
    const Unpacked u = unpack(format(), x);
    return constant(u.finite_nonzero() ? u.exponent + format().trailing_bits() : 0, 0);
  }
  ULPLAB_HD constexpr int precision() const { return format().precision; }
  /// |x| beyond this makes e^x over- or underflow, whatever the format: an integer above emax ln 2 and below 2 emax.
  ULPLAB_HD constexpr std::int64_t exponent_bound() const { return format().emax() + format().precision; }

  /// A number of another arithmetic, rounded once to this format.
  template <class Other>
  ULPLAB_HD constexpr Value from(const SoftArithmetic<Other>& other, Code x) {
    return keep(convert(other.format(), x, format(), context));
  }

 private:
  ULPLAB_HD constexpr Value keep(Rounded r) {
    raised |= r.flags;
    return r.code;
  }
};

template <Format F>
using Soft = SoftArithmetic<ConstantFormat<F>>;
using SoftAny = SoftArithmetic<AnyFormat>;

/// Rounds every addition stochastically, with bits of its own: the i-th addition takes those at (seed, stream, i).
template <class Holder>
struct Stochastic : SoftArithmetic<Holder> {
  using Value = Code;

  std::uint64_t seed = 0;
  std::uint32_t stream = 0;
  std::uint64_t additions = 0;

  ULPLAB_HD constexpr Value add(Value x, Value y) {
    this->context.random_bits = static_cast<std::uint32_t>(random_at(seed, stream, additions++));
    return SoftArithmetic<Holder>::add(x, y);
  }
};

}  // namespace ulplab::gpu
