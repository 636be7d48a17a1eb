#!/usr/bin/env bash
# Does ulplab_verify() make a test of another project's converter, that passes, and that fails when the converter is broken?
#   verify.sh installed|subdirectory CMAKE CXX SOURCE BINARY
set -euo pipefail
way=$1 cmake=$2 cxx=$3 source=$4 binary=$5
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

cp -r "$source/examples/converter" "$scratch/project"
project=$scratch/project
settings=(-G Ninja -D CMAKE_CXX_COMPILER="$cxx" -D CMAKE_C_FLAGS="-Wall -Wextra -Wpedantic -Werror")
case $way in
  installed)
    for component in softfloat command; do "$cmake" --install "$binary" --prefix "$scratch/prefix" --component "$component"; done
    settings+=(-D CMAKE_PREFIX_PATH="$scratch/prefix")
    ;;
  subdirectory)  # the command is one that was built before
    sed -i "s|^find_package(ulplab REQUIRED)|add_subdirectory($source ulplab)|" "$project/CMakeLists.txt"
    settings+=(-D ULPLAB_COMMAND="$binary/bin/ulplab")
    ;;
  *) echo "unknown way '$way'"; exit 2 ;;
esac
# Every input is what the example is about; here the stretch around 1 has to do.
sed -i 's/KIND f32_to_f16)/KIND f32_to_f16 ROUNDING rne ARGS --shard 16\/64)/' "$project/CMakeLists.txt"

build_and_test() {
  "$cmake" --build "$scratch/build"
  ctest_of_cmake=$(dirname "$cmake")/ctest
  "$ctest_of_cmake" --test-dir "$scratch/build" --output-on-failure --no-tests=error
}
"$cmake" -S "$project" -B "$scratch/build" "${settings[@]}"
build_and_test
echo "the converter ($way) is right"

# Without the last bit kept, which 0xfff needs beside it, ties go down.
sed -i 's/ + (rebiased >> 13 & 1)) >> 13/) >> 13/' "$project/half.c"
if build_and_test; then
  echo "the broken converter ($way) passed"
  exit 1
fi
echo "the broken converter ($way) is noticed"
