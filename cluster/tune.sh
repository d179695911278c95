#!/bin/bash
# Tunes search parameters, one tuning per part: sbatch tune.sh; stonefall parts pool tune
#SBATCH --job-name=tune --output=%x-%a.log --open-mode=append
#SBATCH --array=1-10 --cpus-per-task=16 --time=12:00:00 --requeue
# Edit the next two lines. The program needs the feature tune (docs/tuning.md).
: "${SETTINGS:=--size 6 --games 20000 --batch 64}"
: "${PARTS:=10}" "${DEADLINE:=11.8h}" "${OUT:=tune}"

# Exit code 75: the deadline ended the part, so it goes back into the queue.
stonefall tune $SETTINGS --out "$OUT" --part "$SLURM_ARRAY_TASK_ID/$PARTS" --deadline "$DEADLINE" \
    --threads "$SLURM_CPUS_PER_TASK" ||
    { code=$?; [ $code = 75 ] && scontrol requeue "$SLURM_JOB_ID"; exit $code; }
