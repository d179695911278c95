#!/bin/bash
# Plays a match in parts until a test decides: sbatch match.sh; stonefall parts pool match --sprt elo0=0,elo1=10
#SBATCH --job-name=match --output=%x-%a.log --open-mode=append
#SBATCH --array=1-100 --cpus-per-task=8 --time=4:00:00 --requeue
# Edit the next two lines. Many small parts let the test end early. PARTS is the end of --array.
: "${SETTINGS:=--engine ./new,name=new --engine ./old,name=old --each tc=10+0.1 --half-komi 4 --games 2000 --book openings/6x6-komi2.txt}"
: "${SPRT:=elo0=0,elo1=10}" "${PARTS:=100}" "${DEADLINE:=3.8h}" "${OUT:=match}"

# Exit code 75: the deadline ended the part, so it goes back into the queue.
stonefall match $SETTINGS --out "$OUT" --part "$SLURM_ARRAY_TASK_ID/$PARTS" --deadline "$DEADLINE" \
    --concurrency "$SLURM_CPUS_PER_TASK" ||
    { code=$?; [ $code = 75 ] && scontrol requeue "$SLURM_JOB_ID"; exit $code; }
# Exit code 0: the test has decided, so no further part is needed.
if stonefall parts pool "$OUT" --sprt "$SPRT" > "$OUT.$SLURM_ARRAY_TASK_ID.txt" 2>&1; then
    mv "$OUT.$SLURM_ARRAY_TASK_ID.txt" "$OUT.txt"
    scancel "$SLURM_ARRAY_JOB_ID"
else
    rm "$OUT.$SLURM_ARRAY_TASK_ID.txt"
fi
