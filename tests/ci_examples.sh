#!/usr/bin/env bash
# Do the examples of examples/ci do what they promise? Their own shell lines, run as the CI system would, with small kinds: the
# shards merged are the whole run.
#
#     tests/ci_examples.sh ROOT ULPLAB
set -euo pipefail
root=$(cd "$1" && pwd) ulplab=$(cd "$(dirname "$2")" && pwd)/$(basename "$2")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
PATH=$(dirname "$ulplab"):$PATH
examples=$root/examples/ci
export WHAT="f16_to_f32 f16_sqrt e4m3_add" AGAINST=oracle SHARDS=4
failed=0

complain() { echo "FAILED  $*"; failed=1; }

# Lines of a block scalar (`|`) below the line that matches $2 in the file $1, without their indentation.
block() {
  awk -v begin="$2" '
    !found { if (index($0, begin)) found = 1; next }
    !inside && /\|$/ { inside = 1; match($0, /^ */); outer = RLENGTH; next }
    inside { match($0, /^ */); if (RLENGTH <= outer && NF) exit; print }
  ' "$1"
}

# The whole, in one piece; and is $1 the same? Times differ, and nothing else.
# shellcheck disable=SC2086  # WHAT is a list of words
whole() { ulplab verify $WHAT --against "$AGAINST" --json -o "$scratch/whole.json"; }
same_as_whole() { diff <(grep -v '"milliseconds"' "$scratch/whole.json") <(grep -v '"milliseconds"' "$1") > "$scratch/diff" || { complain "$2: merged is not the whole"; head -20 "$scratch/diff"; }; }
merged() { (cd "$1" && ulplab verify --merge "${@:2}" --json -o "$scratch/merged.json"); }

# Does the lane without a GPU replay recordings, and where there are none yet, end with $2? In the folder $1.
without_recordings() (
  cd "$1"
  local code=0
  export AGAINST=recorded:there
  bash -eo pipefail without > log 2>&1 || code=$?
  if [ "$code" != "$2" ] || ! grep -q 'ulplab record' log; then cat log; return 1; fi
  # shellcheck disable=SC2086
  ulplab record $WHAT --of nvidia-host --to there > log 2>&1 || code=$?
  [ -e there ] || { echo "not tried with recordings: $(tail -1 log)"; return 0; }
  bash -eo pipefail without > log 2>&1 || { cat log; return 1; }
)

yaml_is_yaml() {
  local file=$1
  python3 -c 'import yaml' 2>/dev/null || { echo "not parsed: $(basename "$file") (python3 with yaml is not there)"; return 0; }
  python3 -c 'import sys, yaml; sys.exit(0 if isinstance(yaml.safe_load(open(sys.argv[1])), dict) else 1)' "$file" || complain "$file is no YAML"
}

github() {
  local folder=$scratch/github
  mkdir "$folder"
  block "$examples/github-actions.yml" "name: Verify a shard" > "$folder/shard"
  block "$examples/github-actions.yml" "name: Merge the shards" > "$folder/merge"
  block "$examples/github-actions.yml" "name: Verify without a GPU" > "$folder/without"
  export GITHUB_STEP_SUMMARY=$folder/summary.md
  (cd "$folder"
   for SHARD in 1 2 3 4; do export SHARD; bash -eo pipefail shard > "log-$SHARD" 2>&1; done
   bash -eo pipefail merge > log 2>&1) || { complain "github-actions.yml: a step failed"; cat "$folder"/log*; return; }
  grep -qF "$(sed -n 's/^ *"summary": "\(.*\)",$/\1/p' "$scratch/whole.json")" "$folder/log" || complain "github-actions.yml: the merge does not say how much was run"
  if [ ! -s "$folder/summary.md" ] || [ ! -s "$folder/verify.xml" ]; then complain "github-actions.yml: no summary or no JUnit"; fi
  merged "$folder" verify-1.json verify-2.json verify-3.json verify-4.json
  same_as_whole "$scratch/merged.json" github-actions.yml
  rm "$folder/verify-3.json"
  local code=0
  (cd "$folder" && bash -eo pipefail merge > log 2>&1) || code=$?
  if [ "$code" != 2 ] || ! grep -q 'one is missing: 3' "$folder/log"; then complain "github-actions.yml: a missing shard is not noticed (exit $code)"; fi
  (cd "$folder" && bash -eo pipefail without > log 2>&1) || complain "github-actions.yml: the lane without a GPU failed"
  without_recordings "$folder" 0 || complain "github-actions.yml: the lane of a recording that is not there yet"
}

gitlab() {
  local folder=$scratch/gitlab
  mkdir "$folder"
  block "$examples/gitlab-ci.yml" "parallel: 4" > "$folder/shard"
  block "$examples/gitlab-ci.yml" "needs: [gpu]" > "$folder/merge"
  export CI_NODE_TOTAL=4
  (cd "$folder"
   for CI_NODE_INDEX in 1 2 3 4; do export CI_NODE_INDEX; bash -eo pipefail shard > "log-$CI_NODE_INDEX" 2>&1; done
   bash -eo pipefail merge > log 2>&1) || { complain "gitlab-ci.yml: a script failed"; cat "$folder"/log*; return; }
  merged "$folder" verify-1.json verify-2.json verify-3.json verify-4.json
  same_as_whole "$scratch/merged.json" gitlab-ci.yml
  block "$examples/gitlab-ci.yml" "AGAINST: [" > "$folder/without"
  (cd "$folder" && bash -eo pipefail without > log 2>&1) || complain "gitlab-ci.yml: the lane without a GPU failed"
  without_recordings "$folder" 77 || complain "gitlab-ci.yml: the lane of a recording that is not there yet"
}

slurm() {
  local folder=$scratch/slurm
  mkdir "$folder"
  export SLURM_ARRAY_TASK_COUNT=5 REPORTS=$folder/reports
  for SLURM_ARRAY_TASK_ID in 5 3 1 2 4; do
    export SLURM_ARRAY_TASK_ID
    "$examples/slurm.sh" > "$folder/log-$SLURM_ARRAY_TASK_ID" 2>&1 || { complain "slurm.sh: task $SLURM_ARRAY_TASK_ID"; cat "$folder"/log-*; return; }
  done
  "$examples/slurm.sh" > "$folder/again" 2>&1 || complain "slurm.sh: a requeued task failed"  # it finds its checkpoint done
  grep -q 'nothing is left to run' "$folder/again" || complain "slurm.sh: a requeued task ran anew"
  "$examples/slurm.sh" merge > "$folder/log" 2>&1 || { complain "slurm.sh merge"; cat "$folder/log"; }
  merged "$REPORTS" shard-1.json shard-2.json shard-3.json shard-4.json shard-5.json
  same_as_whole "$scratch/merged.json" slurm.sh
}

for file in "$examples"/*.yml; do yaml_is_yaml "$file"; done
whole
github
gitlab
slurm
if [ "$failed" = 0 ]; then echo "github-actions.yml, gitlab-ci.yml and slurm.sh: the shards merged are the whole"; fi
exit "$failed"
