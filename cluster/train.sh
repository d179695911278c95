#!/bin/bash
# Trains a network: sbatch train.sh
#SBATCH --job-name=train --output=%x.log --open-mode=append
#SBATCH --cpus-per-task=8 --time=12:00:00 --requeue
# A training uses up to eight threads. Edit the next two lines. The deadline ends before --time.
: "${SETTINGS:=--size 6 --epochs 30}"
: "${GAMES:=labels.takg}" "${OUT:=new.net}" "${DEADLINE:=11.9h}"

# Exit code 75: the deadline ended the training, so it goes back into the queue.
stonefall train $SETTINGS "$GAMES" --out "$OUT" --graph "${OUT%.net}.svg" --deadline "$DEADLINE" \
    --threads "$SLURM_CPUS_PER_TASK" ||
    { code=$?; [ $code = 75 ] && scontrol requeue "$SLURM_JOB_ID"; exit $code; }
