#!/bin/bash
# Computes parts on machines that ssh reaches, without a batch system: bash ssh.sh; stonefall parts pool games --out games.takg
# HOSTS has a machine per line, and each computes one part at a time. All see this folder at the same path, and the program.
# Run it again after any trouble: finished parts end at once, the others resume.
# Edit the next two lines.
: "${COMMAND:=selfplay --size 6 --games 1000000 --nodes 5000 --threads 16}"
: "${PARTS:=100}" "${OUT:=games}" "${HOSTS:=hosts}" "${SSH:=ssh}" "${PAUSE:=60}"

export COMMAND PARTS OUT HOSTS SSH PAUSE
# Code 255: no connection, or a killed program. The machine keeps its part, so that it does not use up those of the others.
seq "$PARTS" | xargs -P "$(wc -l < "$HOSTS")" --process-slot-var=SLOT -I{} bash -c '
    host=$(sed -n "$((SLOT + 1))p" "$HOSTS")
    until $SSH -n "$host" "cd \"$PWD\" && exec stonefall $COMMAND --out \"$OUT\" --part {}/$PARTS" > "$OUT-{}.log" 2>&1; do
        code=$?
        echo "part {} on $host: code $code, $(tail -n 1 "$OUT-{}.log")"
        [ $code = 255 ] || exit 1
        sleep "$PAUSE"
    done'
