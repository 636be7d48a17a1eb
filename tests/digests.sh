#!/usr/bin/env bash
# Do whole result streams have the digests that hardware gave?
#
#     tests/digests.sh ULPLAB tests/digests.tsv [small]     small: only domains of 2^16
set -euo pipefail
ulplab=$1 table=$2 only=${3:-all}
failed=0 ran=0
while IFS=$'\t' read -r kind rounding want; do
  case $kind in '#'*|'') continue ;; esac
  if [ "$only" = small ] && [ "$kind" != f16_to_f32 ]; then continue; fi
  got=$("$ulplab" sweep "$kind" --rounding "$rounding" --raw | sha512sum | cut -d' ' -f1)
  ran=$((ran + 1))
  if [ "$got" = "$want" ]; then
    echo "ok      $kind $rounding"
  else
    echo "DIFFERS $kind $rounding: got $got"
    failed=$((failed + 1))
  fi
done < "$table"
echo "$ran streams, $failed differ"
[ "$ran" -gt 0 ] && [ "$failed" = 0 ]
