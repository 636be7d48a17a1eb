// What does a format consist of?
#pragma once

#include "lab/report/report.hpp"
#include "softfloat/format.hpp"

namespace ulplab::lab {

/// The derived numbers of a format; for 8 bits and fewer, all its values.
Report describe(const Format&);

}  // namespace ulplab::lab
