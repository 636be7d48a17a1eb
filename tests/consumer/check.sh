#!/usr/bin/env bash
# Does another project find and use the library?  check.sh installed|subdirectory CMAKE CXX SOURCE BINARY
set -euo pipefail
way=$1 cmake=$2 cxx=$3 source=$4 binary=$5
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

here=$(cd "$(dirname "$0")" && pwd)
settings=(-G Ninja -D CMAKE_CXX_COMPILER="$cxx" -D CMAKE_CXX_FLAGS="-Wall -Wextra -Wpedantic -Werror")
case $way in
  installed)
    "$cmake" --install "$binary" --prefix "$scratch/prefix" --component softfloat
    [ ! -e "$scratch/prefix/include/ulplab/softfloat/exact" ] || { echo "softfloat/exact was installed"; exit 1; }
    settings+=(-D CMAKE_PREFIX_PATH="$scratch/prefix")
    ;;
  subdirectory) settings+=(-D ULPLAB_FROM="$source") ;;
  *) echo "unknown way '$way'"; exit 2 ;;
esac
"$cmake" -S "$here" -B "$scratch/build" "${settings[@]}"
"$cmake" --build "$scratch/build"
"$scratch/build/consumer"
echo "the consumer ($way) computes 1 + 1 = 2"
