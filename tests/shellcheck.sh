#!/usr/bin/env bash
# Do our scripts pass shellcheck?  shellcheck.sh ROOT
set -euo pipefail
cd "$1"
command -v shellcheck >/dev/null || { echo "skipped: shellcheck is not installed"; exit 77; }
find run test .ci/run tools tests -type f \( -name '*.sh' -o -name run -o -name test \) -exec shellcheck -x {} +
