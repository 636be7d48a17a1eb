#!/usr/bin/env bash
# Does tests/arrows.sh notice a wrong include? Each line is a file, an include, and whether it may be there.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failed=0

expect() {  # expect allowed|refused FILE INCLUDE
  local verdict=allowed
  rm -rf "$scratch/house"
  mkdir -p "$scratch/house/$(dirname "$2")"
  echo "#include $3" > "$scratch/house/$2"
  bash "$here/arrows.sh" "$scratch/house" > "$scratch/said" || verdict=refused
  if [ "$verdict" != "$1" ]; then echo "$2 including $3 was $verdict"; cat "$scratch/said"; failed=1; fi
}

expect allowed softfloat/add.hpp             '"softfloat/round.hpp"'
expect allowed softfloat/exact/oracle.hpp    '"softfloat/format.hpp"'
expect allowed softfloat/exact/rational.hpp  '<boost/multiprecision/cpp_int.hpp>'
expect allowed gpu/verify/compare.cpp        '"softfloat/exact/oracle.hpp"'
expect allowed lab/scenario/read.cpp         '<yaml-cpp/yaml.h>'
expect allowed tests/lab/report.cpp          '"lab/report/table.hpp"'
expect refused softfloat/add.hpp             '"softfloat/exact/oracle.hpp"'
expect refused softfloat/add.hpp             '"gpu/kernels/sum.hpp"'
expect refused softfloat/add.hpp             '<boost/multiprecision/cpp_int.hpp>'
expect refused gpu/kernels/sum.hpp           '"softfloat/exact/oracle.hpp"'
expect refused gpu/backends/soft.cpp         '"gpu/verify/compare.hpp"'
expect refused gpu/backends/soft.cpp         '"../verify/compare.hpp"'
expect refused lab/report/table.hpp          '"lab/outputs/text.hpp"'
expect refused lab/outputs/text.cpp          '"lab/scenario/scenario.hpp"'
expect refused lab/outputs/text.cpp          '<yaml-cpp/yaml.h>'
expect refused lab/scenario/read.cpp         '<nlohmann/json.hpp>'
expect refused lab/scenario/read.cpp         '"lab/cli/run.hpp"'
expect refused course/01-numbers/lesson.cpp  '"lab/report/table.hpp"'
exit "$failed"
