#!/bin/bash
# Submits a whole generation in a folder of its own: games, new scores, training, a match of the new network against the
# current one, and a report. bash generation.sh FOLDER
set -euo pipefail
scripts=$(cd "$(dirname "$0")" && pwd)
# Edit the next two lines.
: "${SIZE:=6}" "${GAMES:=1000000}" "${NODES:=1000}" "${LABEL_NODES:=20000}" "${EPOCHS:=30}" "${PARTS:=100}"
: "${BOOK:=openings/6x6-komi2.txt}" "${MATCH_GAMES:=2000}" "${MATCH_LIMIT:=nodes=20000}" "${SUBMIT:=}"

BOOK=$(realpath "$BOOK"); mkdir -p "$1"; cd "$1"
# submit DEPENDENCY ARGUMENTS: prints the number of the job.
submit() { sbatch --parsable $SUBMIT ${1:+--dependency="$1"} --kill-on-invalid-dep=yes "${@:2}"; }
# pool DEPENDENCY FOLDER FILE
pool() { submit "$1" --job-name=pool --output="$2-pool.log" --wrap="stonefall parts pool $2 --out $3"; }
export PARTS

games=$(SETTINGS="--size $SIZE --games $GAMES --nodes $NODES" submit "" --array="1-$PARTS" "$scripts/selfplay.sh")
games=$(pool "afterok:$games" games games.takg)
labels=$(SETTINGS="--nodes $LABEL_NODES" GAMES=games.takg submit "afterok:$games" --array="1-$PARTS" "$scripts/relabel.sh")
labels=$(pool "afterok:$labels" labels labels.takg)
net=$(SETTINGS="--size $SIZE --epochs $EPOCHS" GAMES=labels.takg submit "afterok:$labels" "$scripts/train.sh")
match=$(SETTINGS="--size $SIZE --engine self,name=new,option.EvalFile=new.net --engine self,name=current --each $MATCH_LIMIT --book $BOOK --games $MATCH_GAMES" \
    submit "afterok:$net" --array="1-$PARTS" "$scripts/match.sh")
# A decided test cancels the rest of the match.
report=$(submit "afterany:$match" --job-name=report --output=report.log "$scripts/report.sh")
echo "games $games, labels $labels, network $net, match $match, report $report"
