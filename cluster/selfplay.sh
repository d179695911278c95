#!/bin/bash
# Plays self-play games in parts: sbatch selfplay.sh; stonefall parts pool games --out games.takg
#SBATCH --job-name=selfplay --output=%x-%a.log --open-mode=append
#SBATCH --array=1-100 --cpus-per-task=16 --time=4:00:00 --requeue
# Edit the next two lines. PARTS is the end of --array; the deadline ends before --time.
: "${SETTINGS:=--size 6 --games 1000000 --nodes 5000 --half-komi 0..8 --usual-half-komi 4}"
: "${PARTS:=100}" "${DEADLINE:=3.8h}" "${OUT:=games}"

# Exit code 75: the deadline ended the part, so it goes back into the queue.
stonefall selfplay $SETTINGS --out "$OUT" --part "$SLURM_ARRAY_TASK_ID/$PARTS" --deadline "$DEADLINE" \
    --threads "$SLURM_CPUS_PER_TASK" ||
    { code=$?; [ $code = 75 ] && scontrol requeue "$SLURM_JOB_ID"; exit $code; }
