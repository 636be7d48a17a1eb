#!/usr/bin/env bash
# Verify a converter over all inputs with a Slurm job array: each task is a shard.
#
#     job=$(sbatch --parsable slurm.sh)
#     sbatch --dependency=afterany:"$job" --array=1 slurm.sh merge
#
# A task that is requeued goes on from its checkpoint. The second job adds the shards up; its exit code is the verdict (docs/ci.md of ulplab).
#SBATCH --job-name=verify
#SBATCH --array=1-16
#SBATCH --gres=gpu:1
#SBATCH --cpus-per-task=4
#SBATCH --time=02:00:00
#SBATCH --requeue
#SBATCH --output=verify-%A_%a.log
set -euo pipefail

: "${WHAT:=all}"        # suites and kinds; `ulplab list suites`
: "${AGAINST:=cuda}"    # who is verified
: "${REPORTS:=reports}" # a folder that all nodes see
mkdir -p "$REPORTS"

if [ "${1-}" = merge ]; then
  exec ulplab verify --merge "$REPORTS"/shard-*.json --junit "$REPORTS/verify.xml"
fi

shard=$SLURM_ARRAY_TASK_ID
# shellcheck disable=SC2086  # WHAT is a list of words
exec ulplab verify $WHAT --with soft --against "$AGAINST" --require-device \
  --shard "$shard/$SLURM_ARRAY_TASK_COUNT" --resume "$REPORTS/shard-$shard.checkpoint" --json -o "$REPORTS/shard-$shard.json"
