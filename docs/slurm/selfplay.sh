#!/bin/bash
# Plays a million games: sbatch selfplay.sh; then cat games-*.takg > games.takg
#SBATCH --job-name=selfplay --output=%x-%a.log --open-mode=append --requeue
#SBATCH --array=1-100 --cpus-per-task=16 --time=4:00:00
: "${EACH:=10000}" "${SETTINGS:=--size 6 --games 1000000 --half-komi 0..8 --usual-half-komi 4}" "${DEADLINE:=3.8h}"
last=$((SLURM_ARRAY_TASK_ID * EACH))
out=games-$(printf %04d "$SLURM_ARRAY_TASK_ID").takg
stonefall selfplay $SETTINGS --only $((last - EACH + 1))-$last --out "$out" --threads "$SLURM_CPUS_PER_TASK" --deadline "$DEADLINE"
code=$?
[ $code != 75 ] || scontrol requeue "$SLURM_JOB_ID" # The deadline came first: go on later.
exit $code
