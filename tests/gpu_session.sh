#!/usr/bin/env bash
# Does the script for a borrowed GPU say what the command understands? It is run with no device in sight, where every step must
# end as it then should, and none with "bad usage": on the borrowed machine that would be too late.
#
#   tests/gpu_session.sh ROOT BIN
set -euo pipefail
root=$1
results=$(mktemp -d "${TMPDIR:-/tmp}/ulplab-gpu-session.XXXXXX")
trap 'rm -rf "$results"' EXIT

CUDA_VISIBLE_DEVICES='' ULPLAB_BIN=$2 bash "$root/tools/gpu_session.sh" run "$results" >/dev/null && { echo "it succeeded without a device"; exit 1; }

bad=0
expect() {
  if ! grep -qx -e "-- $1: exit $2 after [0-9]* s" "$results/steps.txt"; then
    echo "wanted: $1 with exit $2"
    bad=1
  fi
}
expect doctor 0
expect tests 0
expect 'verify conversions' 3
expect 'verify fp8' 3
expect 'verify arithmetic' 3
expect 'verify cuda-soft' 3
for scenario in tenths overflow underflow million-tenths; do expect "run $scenario" 0; done
expect record 3
steps=$(wc -l <"$results/steps.txt")
[ "$steps" = 12 ] || { echo "$steps steps instead of 12"; bad=1; }
cat "$results"/results.tar.gz.* | tar tz | grep -x tests.xml >/dev/null || { echo "the results do not hold tests.xml"; bad=1; }
if [ "$bad" != 0 ]; then cat "$results/steps.txt" "$results/log.txt"; fi
exit "$bad"
