// The backend that is always there: our own integers. Every format, every direction, with flags.
#pragma once

#include "gpu/backends/backend.hpp"

namespace ulplab::gpu {

const Backend& soft_backend();

}  // namespace ulplab::gpu
