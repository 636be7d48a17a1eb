#!/usr/bin/env bash
# Do the tests notice when the library is broken?
#
# Breaks softfloat on purpose, once per mutation, in a scratch copy of the tree; builds tests of the default run against the
# copy, cheapest first, and shows which test notices. Exit 1 if a mutation survives, if its pattern no longer applies exactly
# once, or if the unbroken library fails.
#
#   tests/mutations.sh [root of the tree]        CXX and JOBS (default: number of CPUs) are heeded
#
# About two minutes on two idle CPUs; ctest label `exhaustive`.
set -u
root=$(cd "${1:-$(dirname "$0")/..}" && pwd)
cxx=${CXX:-g++}
jobs=${JOBS:-$(nproc)}
scratch=$(mktemp -d "${TMPDIR:-/tmp}/ulplab-mutations.XXXXXX")
trap 'rm -rf "$scratch"' EXIT

# The tests that judge, and what to run of them: each is tried where those before it noticed nothing.
judges=(found_test '*' stochastic_test '*' arithmetic_all_pairs_test '*/e5m2:*/e4m3:*/e4p4_without_subnormals')

# shellcheck source=tests/mutations_list.sh
source "$root/tests/mutations_list.sh"

# build_and_run folder judge filter: prints the first failing test; 0 passed, 1 failed, 2 did not build
build_and_run() {
  local folder=$1 judge=$2 filter=$3 optimise=-O0
  [[ $judge == arithmetic_* ]] && optimise=-O1
  "$cxx" -std=c++20 $optimise -w -DULPLAB_SOURCE_DIR="\"$folder\"" -I"$folder" "$folder/tests/softfloat/$judge.cpp" -o "$folder/$judge" \
    -lgtest -lgtest_main -pthread >"$folder/build.log" 2>&1 || { head -3 "$folder/build.log"; return 2; }
  "$folder/$judge" --gtest_filter="$filter" --gtest_fail_fast >"$folder/run.log" 2>&1 && return 0
  local test row
  test=$(sed -n 's/^\[  FAILED  \] \([A-Za-z][^ ,]*\).*/\1/p' "$folder/run.log" | head -1)
  row=$(grep -om1 '^[A-Z][0-9]\{3\} [a-z0-9_]* [^ ]*' "$folder/run.log")
  echo "${test:-crashed}${row:+ ($row)}"
  return 1
}

# judged folder: tries the judges in order; the first that notices is printed
judged() {
  local folder=$1 i said rc
  for ((i = 0; i < ${#judges[@]}; i += 2)); do
    said=$(build_and_run "$folder" "${judges[i]}" "${judges[i + 1]}")
    rc=$?
    [ $rc = 2 ] && { echo "DID NOT BUILD: $said"; return 2; }
    [ $rc = 1 ] && { echo "$said"; return 1; }
  done
  echo "no test"
  return 0
}

copy_tree() {
  mkdir -p "$1/tests"
  cp -r "$root/softfloat" "$1/softfloat"
  cp -r "$root/tests/softfloat" "$root/tests/found.tsv" "$1/tests/"
}

one() {
  local n=$1 folder=$scratch/$1 file
  copy_tree "$folder"
  if [ "$n" != unbroken ]; then
    file=$folder/softfloat/${files[n]}
    if ! break_file "$file" "$n"; then
      echo "PATTERN DOES NOT APPLY exactly once to ${files[n]}" >"$scratch/$n.said"
      echo 3 >"$scratch/$n.rc"
      return
    fi
  fi
  judged "$folder" >"$scratch/$n.said"
  echo $? >"$scratch/$n.rc"
  rm -rf "$folder"
}

for n in unbroken "${!names[@]}"; do
  while [ "$(jobs -rp | wc -l)" -ge "$jobs" ]; do wait -n; done
  one "$n" &
done
wait

bad=0
if [ "$(cat "$scratch/unbroken.rc")" != 0 ]; then
  echo "the unbroken library fails: $(cat "$scratch/unbroken.said")"
  bad=1
fi
printf '%-42s %s\n' mutation 'noticed by'
for n in "${!names[@]}"; do
  rc=$(cat "$scratch/$n.rc")
  said=$(cat "$scratch/$n.said")
  [ "$rc" = 1 ] || { bad=1; said="SURVIVES: $said"; }
  printf '%-42s %s\n' "${names[n]}" "$said"
done
[ $bad = 0 ] && echo "all ${#names[@]} mutations are noticed"
exit $bad
