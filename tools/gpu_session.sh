#!/usr/bin/env bash
# Everything that needs a GPU, in one go and in order of worth, for a machine that is borrowed for a quarter of an hour.
set -uo pipefail
ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
PACK=$ROOT/build/gpu-session

case ${1-} in
  pack | run) ;;
  *)
    cat <<'HELP'
usage: tools/gpu_session.sh pack        where there is a compiler: build, and put what is to be carried into build/gpu-session/
       tools/gpu_session.sh run [DIR]   where there is a GPU: run it; results go to DIR, else $OUT, else build/gpu-results

  ULPLAB_CUDA_ARCHS=90-real    for which device `pack` builds (90: H100 and H200)
  SECONDS_IN_ALL=540           when `run` begins no further step

`run` builds where nothing was carried. Order and times: shared/cuda-numerics.md, section 9.
HELP
    exit 2
    ;;
esac

BUILD=$ROOT/build/gpu
build() {
  cmake -S "$ROOT" -B "$BUILD" -G Ninja -DCMAKE_BUILD_TYPE=Release -DULPLAB_CUDA=ON "-DULPLAB_CUDA_ARCHS=${ULPLAB_CUDA_ARCHS:-90-real}" &&
    cmake --build "$BUILD" --target ulplab test_gpu
}

# The command, the tests, and the shared libraries that another distribution may not have. Its C and C++ runtimes are its own.
if [ "$1" = pack ]; then
  set -e
  build
  rm -rf "$PACK"
  mkdir -p "$PACK/lib"
  cp "$BUILD/bin/ulplab" "$BUILD/bin/test_gpu" "$PACK/"
  strip "$PACK/ulplab" "$PACK/test_gpu"
  ldd "$PACK/ulplab" "$PACK/test_gpu" | sed -n 's/.* => \(\/[^ ]*\) .*/\1/p' | sort -u |
    grep -v -E '/(ld-linux|libc|libm|libpthread|libdl|librt|libgcc_s|libstdc\+\+)[-.]' | xargs -r -I{} cp -L {} "$PACK/lib/"
  du -sh "$PACK"
  echo "carry: ${PACK#"$ROOT"/}"
  exit 0
fi

RESULTS=${2:-${OUT:-$ROOT/build/gpu-results}}
mkdir -p "$RESULTS"
RESULTS=$(cd "$RESULTS" && pwd -P)
END=$((SECONDS + ${SECONDS_IN_ALL:-540}))
cd "$ROOT" || exit 3

failed=0
# step NAME SECONDS COMMAND...: runs it with a limit, keeps what it says, and goes on whatever became of it.
step() {
  local name=$1 limit=$2 left=$((END - SECONDS)) rc=0
  shift 2
  if [ "$left" -lt 5 ]; then echo "-- $name: not begun, the time is used up" | tee -a "$RESULTS/steps.txt"; failed=1; return; fi
  if [ "$limit" -gt "$left" ]; then limit=$left; fi
  local start=$SECONDS
  { echo; echo "== $name: $*"; } >>"$RESULTS/log.txt"
  # INT lets ulplab write what it has.
  timeout --signal=INT --kill-after=10 "$limit" "$@" >>"$RESULTS/log.txt" 2>&1 || rc=$?
  echo "-- $name: exit $rc after $((SECONDS - start)) s" | tee -a "$RESULTS/steps.txt"
  if [ "$rc" != 0 ]; then failed=1; fi
}

step "versions" 30 bash -c 'nvidia-smi; nvcc --version; cat /proc/driver/nvidia/version; uname -a; nproc'
if [ -x "$PACK/ulplab" ]; then
  export LD_LIBRARY_PATH=$PACK/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
  ULPLAB=$PACK/ulplab TESTS=$PACK/test_gpu
else
  step "build" 400 bash -c "$(declare -f build); ROOT='$ROOT' BUILD='$BUILD' build"
  ULPLAB=$BUILD/bin/ulplab TESTS=$BUILD/bin/test_gpu
fi

step "doctor" 30 "$ULPLAB" doctor
# What everything else rests on: our arithmetic on the device is that of the CPU. The tests with the label gpu.
step "tests" 240 "$TESTS" '--gtest_filter=*Gpu*-*Exhaustive*' "--gtest_output=xml:$RESULTS/tests.xml"
step "verify conversions" 120 "$ULPLAB" verify conversions --against cuda --require-device --json -o "$RESULTS/conversions.json"
step "verify fp8" 60 "$ULPLAB" verify fp8 --against cuda --require-device --json -o "$RESULTS/fp8.json"
step "verify arithmetic" 180 "$ULPLAB" verify arithmetic --against cuda --require-device --json -o "$RESULTS/arithmetic.json"
step "run scenarios" 60 bash -c "for s in scenarios/*.yaml; do '$ULPLAB' run \"\$s\" || exit; done"
step "record" 300 "$ULPLAB" record --of cuda --require-device --folder "$RESULTS/recorded"

# One file: a borrowed machine gives back only a few.
if [ -d "$RESULTS/recorded" ]; then
  tar -C "$RESULTS" -czf "$RESULTS/recorded.tar.gz" recorded && rm -rf "$RESULTS/recorded"
fi
exit "$failed"
