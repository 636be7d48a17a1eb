// A histogram drawn with letters.
//
//     FP16, scale 1                                    zero 15 of 32
//      8 │█           █
//        │█       ▂▅███
//      0 │█ ▁▂▄████████
//        ┴─┬───────┬───────┬
//        0 2^-32   2^-24   2^-16
//                  a       b          a  smallest subnormal …
#pragma once

#include <string>

#include "lab/outputs/outputs.hpp"

namespace ulplab::lab {

/// The figure as lines of at most style.columns columns; what belongs to the whole (title, caption) is left to the caller.
std::string drawn(const Figure&, const Style&);

}  // namespace ulplab::lab
