// std::cout << Float: the shortest decimal that reads back.
#pragma once

#include <ostream>

#include "softfloat/float.hpp"
#include "softfloat/print.hpp"

namespace ulplab {

template <Format F>
std::ostream& operator<<(std::ostream& out, Float<F> x) {
  return out << plain_shortest(F, x.code());
}

}  // namespace ulplab
