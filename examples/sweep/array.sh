#!/bin/bash
# One shard of a campaign as a task of a Slurm array:
#   sbatch --array=1-100 array.sh grid.jsonl answers 100
# Two minutes before its limit a task stops with what it has (SIGTERM) and is queued again; one that was cancelled or lost goes on where it was when its
# number is submitted again, as in sbatch --array=7 array.sh grid.jsonl answers 100.
#SBATCH --job-name=flitscope
#SBATCH --cpus-per-task=1
#SBATCH --time=04:00:00
#SBATCH --signal=B:USR1@120
#SBATCH --requeue
#SBATCH --open-mode=append
set -u
grid=$1 answers=$2 shards=$3
task=$SLURM_ARRAY_TASK_ID
mkdir -p "$answers"
out=$answers/$(printf '%05d' "$task").jsonl

"${FLITSCOPE:-flitscope}" simulate --jsonl --threads "${SLURM_CPUS_PER_TASK:-1}" --shard "$task/$shards" --resume "$out" "$grid" >>"$out" &
worker=$!
near_limit=
trap 'near_limit=yes; kill -TERM "$worker"' USR1
trap 'kill -TERM "$worker"' TERM
code=0
wait "$worker" || code=$?
# The signal ends the first wait, and the program a moment later.
while kill -0 "$worker" 2>/dev/null; do
  code=0
  wait "$worker" || code=$?
done
if [ "$code" = 75 ] && [ "$near_limit" ]; then
  scontrol requeue "${SLURM_ARRAY_JOB_ID}_$task"
fi
exit "$code"
