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
  ULPLAB_BIN=DIR               `run` takes ulplab and test_gpu from there, and neither what was carried nor a build
  SECONDS_IN_ALL=540           when `run` begins no further step

`run` builds where nothing was carried. It ends with 1 if a step did not succeed; steps.txt has the exit code of each. All but
the log comes in parts of results.tar.gz: cat results.tar.gz.* | tar xz
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
if [ -n "${ULPLAB_BIN:-}" ]; then
  ULPLAB=$ULPLAB_BIN/ulplab TESTS=$ULPLAB_BIN/test_gpu
elif [ -x "$PACK/ulplab" ]; then
  export LD_LIBRARY_PATH=$PACK/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
  ULPLAB=$PACK/ulplab TESTS=$PACK/test_gpu
else
  step "build" 400 bash -c "$(declare -f build); ROOT='$ROOT' BUILD='$BUILD' build"
  ULPLAB=$BUILD/bin/ulplab TESTS=$BUILD/bin/test_gpu
  if [ ! -x "$ULPLAB" ] || [ ! -x "$TESTS" ]; then
    echo "the build failed; where packages cannot be installed, build elsewhere with: tools/gpu_session.sh pack"
    tail -n 20 "$RESULTS/log.txt"
    exit 1
  fi
fi

step "doctor" 30 "$ULPLAB" doctor
# What everything else rests on: our arithmetic on the device is that of the CPU. The tests with the label gpu.
step "tests" 150 "$TESTS" '--gtest_filter=*Gpu*-*Exhaustive*' "--gtest_output=xml:$RESULTS/tests.xml"
# What cannot be had elsewhere comes first. INT keeps what is whole.
step "record" 240 "$ULPLAB" record --of cuda --require-device --to "$RESULTS/recorded"
step "verify conversions" 90 "$ULPLAB" verify conversions --against cuda --require-device --json -o "$RESULTS/conversions.json"
step "verify fp8" 60 "$ULPLAB" verify fp8 --against cuda --require-device --json -o "$RESULTS/fp8.json"
step "verify arithmetic" 120 "$ULPLAB" verify arithmetic --against cuda --require-device --json -o "$RESULTS/arithmetic.json"
step "verify cuda-soft" 60 "$ULPLAB" verify arithmetic --documented --against cuda-soft --require-device --json -o "$RESULTS/cuda-soft.json"
for scenario in tenths overflow underflow; do
  step "run $scenario" 30 "$ULPLAB" run "$scenario"
done
step "run million-tenths" 300 "$ULPLAB" run million-tenths  # cuda-soft adds a million terms one after the other, in one thread

# A borrowed machine gives back few files, and no large ones.
cd "$RESULTS" || exit 3
find . -mindepth 1 -maxdepth 1 ! -name log.txt ! -name steps.txt ! -name 'results.tar.gz.*' -printf '%f\0' |
  tar --null --files-from=- --remove-files -czf - | split -d -b 15m - results.tar.gz.
exit "$failed"
