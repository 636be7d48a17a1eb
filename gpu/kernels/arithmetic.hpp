// What may an algorithm ask of the numbers it computes with?
//
// A kernel is written once against this concept. It runs in soft arithmetic on the CPU, in native instructions, on a
// device, and exactly in the oracle: same source, same order of operations, so that the lanes can be compared bit for bit.
#pragma once

#include <concepts>

#include "softfloat/portability.hpp"

namespace ulplab::gpu {

/// Operations are members, not operators: an arithmetic may carry a context, random bits or flags along.
template <class A>
concept Arithmetic = requires(A a, const typename A::Value x, const typename A::Value y) {
  { a.zero() } -> std::same_as<typename A::Value>;
  { a.add(x, y) } -> std::same_as<typename A::Value>;
  { a.sub(x, y) } -> std::same_as<typename A::Value>;
  { a.less(x, y) } -> std::same_as<bool>;   ///< false if either is NaN
  { a.equal(x, y) } -> std::same_as<bool>;  ///< false if either is NaN; the zeros are equal
  { a.abs(x) } -> std::same_as<typename A::Value>;
};

/// With what exp, log, tanh and the training kernels need besides.
template <class A>
concept FieldArithmetic = Arithmetic<A> && requires(A a, const typename A::Value x, const typename A::Value y) {
  { a.mul(x, y) } -> std::same_as<typename A::Value>;
  { a.div(x, y) } -> std::same_as<typename A::Value>;
  { a.constant(std::int64_t{}, int{}) } -> std::same_as<typename A::Value>;  ///< m * 2^e, rounded to nearest
  { a.nearest_integer(x) } -> std::same_as<typename A::Value>;               ///< ties to even
  { a.power_of_two(x) } -> std::same_as<typename A::Value>;                  ///< 2^n for an integral n from emin to emax; of NaN any number
  { a.exponent(x) } -> std::same_as<typename A::Value>;                      ///< of a normal number the n with 2^n <= |x| < 2^(n+1), else any integer
  { a.precision() } -> std::same_as<int>;
};

/// What a kernel tells after each step: how many are done and its state. `false` asks it to stop.
struct Unwatched {
  template <class Value>
  ULPLAB_HD constexpr bool operator()(std::uint64_t, const Value&, const Value&) const {
    return true;
  }
};

}  // namespace ulplab::gpu
