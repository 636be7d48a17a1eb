// What do NVIDIA's headers compute where there is no NVIDIA device?
//
// cuda_fp16.h, cuda_bf16.h and cuda_fp8.h, compiled by the host's compiler: the code that a CUDA program runs on its CPU
// side. In a build that found no toolkit the backend says so.
#pragma once

#include "gpu/backends/backend.hpp"

namespace ulplab::gpu {

const Backend& nvidia_host_backend();

}  // namespace ulplab::gpu
