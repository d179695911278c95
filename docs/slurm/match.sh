#!/bin/bash
# Plays 2,000 games: sbatch match.sh; then stonefall match --tally match-*.ptn --sprt elo0=0,elo1=10
#SBATCH --job-name=match --output=%x-%a.log --open-mode=append --requeue
#SBATCH --array=1-100 --cpus-per-task=8 --time=4:00:00
: "${EACH:=20}" "${ENGINES:=--engine ./new,name=new --engine ./old,name=old --each nodes=20000}" "${DEADLINE:=3.8h}"
: "${SETTINGS:=--size 6 --half-komi 4 --games 2000 --book openings/6x6-komi2.txt}"
last=$((SLURM_ARRAY_TASK_ID * EACH))
out=match-$(printf %04d "$SLURM_ARRAY_TASK_ID").ptn
stonefall match $ENGINES $SETTINGS --only $((last - EACH + 1))-$last --out "$out" --concurrency "$SLURM_CPUS_PER_TASK" --deadline "$DEADLINE"
code=$?
[ $code != 75 ] || scontrol requeue "$SLURM_JOB_ID" # The deadline came first: go on later.
exit $code
