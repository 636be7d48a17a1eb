// What does Eigen answer, one operation at a time?
//
// Eigen::half and Eigen::bfloat16, the small formats of a library that many programs compute with. Empty in a build that
// found no Eigen.
#pragma once

#include <span>
#include <string_view>

#include "gpu/backends/unit.hpp"

namespace ulplab::gpu {

std::span<const Unit> eigen_units();
/// "Eigen 3.4.0"; empty where there is none.
std::string_view eigen_version();

}  // namespace ulplab::gpu
