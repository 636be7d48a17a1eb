// What must Eigen know to calculate with Float?
//
// Every coefficient operation of a matrix product is then one rounding of the format, as in hardware that accumulates in
// the format itself.
#pragma once

#include <Eigen/Core>

#include "softfloat/float.hpp"
#include "softfloat/stream.hpp"

template <ulplab::Format F>
struct Eigen::NumTraits<ulplab::Float<F>> : Eigen::GenericNumTraits<ulplab::Float<F>> {
  using Real = ulplab::Float<F>;
  using NonInteger = Real;
  using Nested = Real;
  using Literal = Real;
  enum {
    IsComplex = 0,
    IsInteger = 0,
    IsSigned = F.is_signed ? 1 : 0,
    RequireInitialization = 0,
    ReadCost = 1,
    AddCost = 30,
    MulCost = 30
  };
  static constexpr Real epsilon() { return std::numeric_limits<Real>::epsilon(); }
  /// The tolerance of isApprox and friends: the square root of epsilon, near enough.
  static constexpr Real dummy_precision() { return Real::from_code(ulplab::detail::power_of_two(F, (1 - F.precision) / 2)); }
  static constexpr Real highest() { return std::numeric_limits<Real>::max(); }
  static constexpr Real lowest() { return std::numeric_limits<Real>::lowest(); }
  static constexpr int digits10() { return std::numeric_limits<Real>::digits10; }
};
