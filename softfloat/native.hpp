// Which formats do float and double have?
//
// The one header of softfloat/ that names them. They are only ever taken as their bits: no operation on them happens here.
#pragma once

#include <concepts>

#include "softfloat/formats.hpp"

namespace ulplab::detail {

/// float and double as codes of binary32 and binary64.
template <std::floating_point T>
struct Native;
template <>
struct Native<float> {
  using Bits = std::uint32_t;
  static constexpr Format format = binary32;
};
template <>
struct Native<double> {
  using Bits = std::uint64_t;
  static constexpr Format format = binary64;
};

}  // namespace ulplab::detail
