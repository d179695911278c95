#!/bin/bash
# Gives games new scores in parts: sbatch relabel.sh; stonefall parts pool labels --out labels.takg
#SBATCH --job-name=relabel --output=%x-%a.log --open-mode=append
#SBATCH --array=1-100 --cpus-per-task=16 --time=4:00:00 --requeue
# Edit the next two lines. PARTS is the end of --array; the deadline ends before --time.
: "${GAMES:=games.takg}" "${SETTINGS:=--nodes 20000}"
: "${PARTS:=100}" "${DEADLINE:=3.8h}" "${OUT:=labels}"

# Exit code 75: the deadline ended the part, so it goes back into the queue.
stonefall selfplay --relabel "$GAMES" $SETTINGS --out "$OUT" --part "$SLURM_ARRAY_TASK_ID/$PARTS" \
    --deadline "$DEADLINE" --threads "$SLURM_CPUS_PER_TASK" ||
    { code=$?; [ $code = 75 ] && scontrol requeue "$SLURM_JOB_ID"; exit $code; }
