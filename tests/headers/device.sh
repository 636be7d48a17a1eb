#!/usr/bin/env bash
# Does softfloat/ compile inside a .cu file, for the host and for the device, without a warning?  device.sh INCLUDE_ROOT NVCC
set -euo pipefail
root=$1 nvcc=${2-}
here=$(cd "$(dirname "$0")" && pwd)
[ -n "$nvcc" ] || { echo "skipped: nvcc was not found, or ULPLAB_CUDA is OFF"; exit 77; }
# shellcheck source=tests/headers/common.sh
source "$here/common.sh"

{
  include_all
  cat "$here/all_operations.hpp"
  cat <<'CODE'
__global__ void on_the_device(ulplab::Format f, ulplab::Format to, ulplab::Context context, const ulplab::Code* in, ulplab::Code* out) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = all_operations::run(f, to, in[i], in[i + 1], in[i + 2], context);
}
ulplab::Code on_the_host(ulplab::Code a, ulplab::Code b) {
  return all_operations::run(ulplab::binary32, ulplab::binary16, a, b, a, ulplab::Context{});
}
CODE
} | sed '/#pragma once/d' > "$scratch/all.cu"
"$nvcc" -std=c++20 -arch=sm_80 -Xcicc -O1 -Xptxas -O1 -fmad=false -Werror all-warnings -Xcompiler=-Wall,-Wextra,-Werror -I "$root" \
  -c "$scratch/all.cu" -o "$scratch/all.o"
echo "$(integer_headers | wc -l) headers compile in a .cu file with $("$nvcc" --version | sed -n 's/.*release/nvcc/p')"
