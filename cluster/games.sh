#!/bin/bash
# Scores the positions of a game database in parts: sbatch games.sh; stonefall parts pool scores --out tak.db
# Or judges its games, for reports: SETTINGS="judge tak.db" OUT=judged sbatch games.sh
#SBATCH --job-name=games --output=%x-%a.log --open-mode=append
#SBATCH --array=1-40 --cpus-per-task=16 --time=4:00:00 --requeue
# Edit the next two lines. The parts only read the database.
: "${SETTINGS:=evaluate tak.db --visits 20}"
: "${PARTS:=40}" "${DEADLINE:=3.8h}" "${OUT:=scores}"

# Exit code 75: the deadline ended the part, so it goes back into the queue.
stonefall games $SETTINGS --out "$OUT" --part "$SLURM_ARRAY_TASK_ID/$PARTS" --deadline "$DEADLINE" \
    --threads "$SLURM_CPUS_PER_TASK" ||
    { code=$?; [ $code = 75 ] && scontrol requeue "$SLURM_JOB_ID"; exit $code; }
