#!/usr/bin/env bash
# Does `ulplab verify` notice when the reference is broken?
#
# Breaks softfloat on purpose (tests/mutations_list.sh), once per mutation, builds the part of ulplab that answers kinds with the
# broken headers, links it with the rest of a finished build, and runs verify against this CPU's instructions and against
# NVIDIA's headers on the host. Exit 1 if a mutation survives or the unbroken reference fails, 77 if neither contestant is here.
#
#   tests/verify_mutations.sh ROOT BUILD       CXX and JOBS are heeded
#
# Mutations that no machine here can judge are named, not counted: no instruction rounds stochastically, ties away or to odd.
set -u
root=$(cd "$1" && pwd)
build=$(cd "$2" && pwd)
cxx=${CXX:-g++}
jobs=${JOBS:-$(nproc)}
scratch=$(mktemp -d "${TMPDIR:-/tmp}/ulplab-verify-mutations.XXXXXX")
trap 'rm -rf "$scratch"' EXIT
# shellcheck source=tests/mutations_list.sh
source "$root/tests/mutations_list.sh"

nobody=('ties toward zero' 'stochastic bits misaligned' 'stochastic compares with > instead of >=')
kinds=(f32_to_f16 f16_add f16_sub f16_mul f16_div f32_fma f64_to_f32 f16_to_f32)
more_kinds=(f64_to_f16 f32_to_bf16 f32_to_e4m3 bf16_mul)

link=$(ninja -C "$build" -t commands bin/ulplab | grep -e '-o bin/ulplab ' | tail -1)
[ -n "$link" ] || { echo "no link command for bin/ulplab in $build"; exit 1; }

# build_with FOLDER: FOLDER/ulplab, whose kinds come from FOLDER/softfloat. The objects stand first in the link, so that their
# copies of inline functions are the ones that are kept.
build_with() {
  local folder=$1 file
  for file in kind sweep; do
    "$cxx" -std=c++20 -O1 -w -ffp-contract=off -I"$folder" -c "$root/gpu/verify/$file.cpp" -o "$folder/$file.o" || return 1
  done
  (cd "$build" && eval "${link/ -o bin\/ulplab / $folder/kind.o $folder/sweep.o -o $folder/ulplab }") 2>"$folder/link.log"
}

# The first check that differs; 0 if none does.
judged() {
  local folder=$1 said rc
  said=$("$folder/ulplab" verify "${kinds[@]}" --documented --random 65536 --flags --with soft --against native -q 2>&1)
  rc=$?
  if [ $rc = 0 ] || [ $rc = 77 ]; then
    said=$("$folder/ulplab" verify "${more_kinds[@]}" --documented --random 65536 --with soft --against nvidia-host -q 2>&1)
    rc=$?
  fi
  case $rc in
    1) echo "$said" | grep -om1 -E '(f16|bf16|f32|f64)_[a-z0-9_]+[ .][a-z+]+' || echo "noticed"; return 1 ;;
    0) echo "nobody"; return 0 ;;
    77) echo "no contestant is here"; return 77 ;;
    *) echo "verify ended with $rc: $(echo "$said" | tail -1)"; return 2 ;;
  esac
}

one() {
  local n=$1 folder=$scratch/$1
  mkdir -p "$folder"
  cp -r "$root/softfloat" "$folder/softfloat"
  ln -s "$root/gpu" "$folder/gpu"
  if [ "$n" != unbroken ] && ! break_file "$folder/softfloat/${files[n]}" "$n"; then
    echo "PATTERN DOES NOT APPLY exactly once to ${files[n]}" >"$scratch/$n.said"
    echo 3 >"$scratch/$n.rc"
    return
  fi
  if ! build_with "$folder"; then
    echo "DID NOT BUILD" >"$scratch/$n.said"
    echo 2 >"$scratch/$n.rc"
    return
  fi
  judged "$folder" >"$scratch/$n.said"
  echo $? >"$scratch/$n.rc"
  rm -rf "$folder"
}

cannot_be_judged() {
  local name
  for name in "${nobody[@]}"; do [ "$name" = "$1" ] && return 0; done
  return 1
}

one unbroken
unbroken=$(cat "$scratch/unbroken.rc")
if [ "$unbroken" = 77 ]; then
  echo "skipped: neither this CPU's instructions nor NVIDIA's headers are here"
  exit 77
fi
[ "$unbroken" = 0 ] || { echo "the unbroken reference fails: $(cat "$scratch/unbroken.said")"; exit 1; }

for n in "${!names[@]}"; do
  cannot_be_judged "${names[n]}" && continue
  while [ "$(jobs -rp | wc -l)" -ge "$jobs" ]; do wait -n; done
  one "$n" &
done
wait

bad=0
noticed=0
printf '%-42s %s\n' mutation 'first check that differs'
for n in "${!names[@]}"; do
  if cannot_be_judged "${names[n]}"; then
    printf '%-42s %s\n' "${names[n]}" 'no machine here does this at all'
    continue
  fi
  said=$(cat "$scratch/$n.said")
  if [ "$(cat "$scratch/$n.rc")" = 1 ]; then noticed=$((noticed + 1)); else bad=1; said="SURVIVES: $said"; fi
  printf '%-42s %s\n' "${names[n]}" "$said"
done
echo "verify notices $noticed of $((${#names[@]} - ${#nobody[@]})) mutations that a machine here can judge"
exit $bad
