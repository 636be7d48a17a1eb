#!/usr/bin/env bash
# Is there a float or a double in the number library? Comments and strings may speak of them, code may not.
# native.hpp names their bits; eigen.hpp and fmt.hpp are doors to the outside.
#   no_float.sh INCLUDE_ROOT
set -euo pipefail
cd "$1"
found=0
for header in softfloat/*.hpp; do
  case $header in */eigen.hpp | */native.hpp | */fmt.hpp) continue ;; esac
  # Comments and strings go, line numbers stay.
  if sed -e 's/"\([^"\\]\|\\.\)*"/""/g' -e 's://.*$::' "$header" | grep -nE '\b(float|double|_Float16|__bf16)\b' | sed "s:^:$header\::"; then
    found=1
  fi
done
[ "$found" = 0 ] && echo "no floating-point type in softfloat/"
exit "$found"
