// fmt::format("{}", Float): the shortest decimal that reads back; "{:>12}" and the like place it.
#pragma once

#include <fmt/format.h>

#include "softfloat/float.hpp"
#include "softfloat/print.hpp"

template <ulplab::Format F>
struct fmt::formatter<ulplab::Float<F>> : fmt::formatter<std::string_view> {
  template <class Context>
  auto format(ulplab::Float<F> x, Context& context) const {
    return fmt::formatter<std::string_view>::format(ulplab::plain_shortest(F, x.code()), context);
  }
};
