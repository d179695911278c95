#!/bin/bash
# Gives a million games new scores: sbatch relabel.sh; then cat labels-*.takg > labels.takg
#SBATCH --job-name=relabel --output=%x-%a.log --open-mode=append --requeue
#SBATCH --array=1-100 --cpus-per-task=16 --time=4:00:00
: "${EACH:=10000}" "${GAMES:=games.takg}" "${SETTINGS:=--nodes 20000}" "${DEADLINE:=3.8h}"
last=$((SLURM_ARRAY_TASK_ID * EACH))
out=labels-$(printf %04d "$SLURM_ARRAY_TASK_ID").takg
stonefall selfplay --relabel "$GAMES" $SETTINGS --only $((last - EACH + 1))-$last --out "$out" --threads "$SLURM_CPUS_PER_TASK" --deadline "$DEADLINE"
code=$?
[ $code != 75 ] || scontrol requeue "$SLURM_JOB_ID" # The deadline came first: go on later.
exit $code
