#!/usr/bin/env bash
# Tests the scripts of cluster/ under Slurm: starts a cluster of four nodes on this machine in a folder of its own, submits jobs,
# drains a node, kills another, lets jobs reach their deadlines and their time limit, and compares the results with those of
# one process. Touches no configuration of the system. Takes about ten minutes.
# Usage: engine-tests/slurm.sh [PROGRAM]     (default: target/debug/stonefall; `cargo build --features tune` includes tunings)
set -euo pipefail
repository=$(cd "$(dirname "$0")/.." && pwd)
program=$(realpath "${1:-$repository/target/debug/stonefall}")
for tool in slurmctld slurmd sbatch munged munge; do
    command -v "$tool" > /dev/null || PATH=$PATH:/usr/sbin:/sbin command -v "$tool" > /dev/null || {
        echo "skipped: expected $tool (Debian: apt-get install slurmctld slurmd slurm-client munge), found none"
        exit 0
    }
done
[ "$(id -u)" = 0 ] || { echo "skipped: expected root, which slurmd needs, found $(id -un)"; exit 0; }

export PATH=$PATH:/usr/sbin:/sbin
D=$(mktemp -d "${TMPDIR:-/tmp}/stonefall-slurm.XXXXXX")
mkdir -p "$D"/{bin,munge,state,jobs} "$D"/spool-n{1,2,3,4}
ln -s "$program" "$D/bin/stonefall"
export PATH=$D/bin:$PATH SLURM_CONF=$D/slurm.conf
start=$SECONDS

say() { printf '%4d s  %s\n' "$((SECONDS - start))" "$*"; }
fail() { say "FAILED: $*"; tail -n 5 "$D"/jobs/*.log "$D"/jobs/*/*.log 2> /dev/null | tail -n 60; exit 1; }
# Waits until a command succeeds.
until_true() { local count=0; until "$@" > /dev/null 2>&1; do sleep 1; [ $((count += 1)) -lt 600 ] || fail "never: $*"; done; }
# Kills a process and those that it has started.
kill_tree() {
    local child
    kill -STOP "$1" 2> /dev/null || return 0
    for child in $(pgrep -P "$1"); do kill_tree "$child"; done
    kill -KILL "$1" 2> /dev/null || true
}
end_pid() { [ -s "$1" ] && kill "$(cat "$1")" 2> /dev/null || true; }
stop() {
    scancel --user=root > /dev/null 2>&1 || true
    sleep 2
    for node in n1 n2 n3 n4; do end_pid "$D/slurmd-$node.pid"; done
    end_pid "$D/slurmctld.pid"
    end_pid "$D/munge/pid"
    [ "${KEEP:-}" ] && echo "files: $D" || rm -rf "$D"
}
trap stop EXIT

# The cluster.
dd if=/dev/urandom of="$D/munge/key" bs=1024 count=1 status=none
chmod 400 "$D/munge/key"
chmod 755 "$D" "$D/munge"
munged --force --key-file="$D/munge/key" --socket="$D/munge/socket" --pid-file="$D/munge/pid" \
    --log-file="$D/munge/log" --seed-file="$D/munge/seed"
port=$((20000 + RANDOM % 20000))
{
    cat << END
ClusterName=stonefall
SlurmctldHost=localhost
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=$D/munge/socket
CredType=cred/munge
SlurmctldPort=$port
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
MpiDefault=none
ReturnToService=2
SlurmdParameters=config_overrides
StateSaveLocation=$D/state
SlurmdSpoolDir=$D/spool-%n
SlurmctldPidFile=$D/slurmctld.pid
SlurmdPidFile=$D/slurmd-%n.pid
SlurmctldLogFile=$D/slurmctld.log
SlurmdLogFile=$D/slurmd-%n.log
AccountingStorageType=accounting_storage/none
JobAcctGatherType=jobacct_gather/none
KillWait=5
SlurmdTimeout=10
MinJobAge=3600
END
    for i in 1 2 3 4; do
        echo "NodeName=n$i NodeHostname=localhost NodeAddr=127.0.0.1 Port=$((port + i)) CPUs=2 RealMemory=2000"
    done
    echo "PartitionName=main Nodes=n[1-4] Default=YES MaxTime=INFINITE State=UP"
} > "$SLURM_CONF"
slurmctld -f "$SLURM_CONF"
until_true sinfo
for node in n1 n2 n3 n4; do slurmd -f "$SLURM_CONF" -N "$node"; done
idle() { [ "$(sinfo -h -N -t idle -o %N | wc -l)" = 4 ]; }
until_true idle
say "cluster: $(sinfo -h -o '%D nodes %N %t'), $(slurmctld -V), $(stonefall --version)"

scripts=$repository/cluster
cd "$D/jobs"
# Number of parts of a folder in a state.
count() { stonefall parts status "$1" --json | sed -n "s/.*\"$2\": \([0-9]*\).*/\1/p" | head -n 1; }
queue_is_empty() { [ -z "$(squeue -h)" ]; }
has() { [ "$(count "$1" "$2")" -ge "$3" ]; }
small=(--cpus-per-task=1)

# 1. Deadlines, a drained node and a crashed node.
export SETTINGS="--size 4 --games 120 --nodes 6000" PARTS=8
stonefall selfplay $SETTINGS --out whole.takg > /dev/null 2>&1
say "self-play on 4x4: one process has written $(stat -c %s whole.takg) bytes"
job=$(DEADLINE=25s sbatch --parsable "${small[@]}" --array=1-8 "$scripts/selfplay.sh")
until_true has games running 4
scontrol update NodeName=n1 State=DRAIN Reason=test
say "drained n1; parts: $(count games running) running"
for id in $(squeue -h -w n2 -o %A); do
    for step in $(pgrep -f "^slurmstepd: \[$id\.batch\]"); do kill_tree "$step"; done
done
kill -KILL "$(cat "$D/slurmd-n2.pid")"
say "killed n2 with its jobs"
until_true has games done 1
scontrol update NodeName=n1 State=RESUME
rm -f "$D/slurmd-n2.pid"
say "n1 is back; parts: $(stonefall parts status games | grep -E 'done|running|stopped|missing' | tr -s ' \n' ' ')"
slurmd -f "$SLURM_CONF" -N n2
until_true queue_is_empty
restarts=$(grep -h "resuming after" selfplay-*.log | wc -l)
stonefall parts pool games --out games.takg > /dev/null || fail "parts are missing: $(stonefall parts status games --missing)"
cmp whole.takg games.takg || fail "the merged games differ"
say "self-play: job $job, $restarts resumed parts, the merged file equals that of one process"

# 2. The time limit of Slurm, and the resubmission of what is missing.
export SETTINGS="--size 5 --games 400 --nodes 4000"
stonefall selfplay $SETTINGS --out five.takg > /dev/null 2>&1
OUT=five DEADLINE=1h sbatch --parsable "${small[@]}" --array=1-8 --time=1 "$scripts/selfplay.sh" > /dev/null
until_true queue_is_empty
missing=$(stonefall parts status five --missing)
say "self-play on 5x5: after the time limit of a minute the parts '$missing' are missing"
if [ -n "$missing" ]; then
    OUT=five sbatch --parsable "${small[@]}" --array="$missing" "$scripts/selfplay.sh" > /dev/null
    until_true queue_is_empty
fi
stonefall parts pool five --out five-merged.takg > /dev/null || fail "parts are missing"
cmp five.takg five-merged.takg || fail "the merged games differ"
say "self-play on 5x5: the merged file equals that of one process"

# 3. A test that decides ends the match.
export SETTINGS="--engine self,name=strong,nodes=3000 --engine self,name=weak,nodes=10 --each option.Hash=4 --size 4 --games 400 --book $repository/openings/4x4-komi2.txt"
[ -e "$repository/openings/4x4-komi2.txt" ] || SETTINGS=${SETTINGS/4x4-komi2.txt/5x5-komi2.txt}
[[ $SETTINGS == *5x5* ]] && SETTINGS=${SETTINGS/--size 4/--size 5}
PARTS=50 SPRT=elo0=0,elo1=50 sbatch --parsable "${small[@]}" --array=1-50 "$scripts/match.sh" > /dev/null
until_true queue_is_empty
[ -s match.txt ] || fail "no result of the match"
say "match: $(grep -h SPRT match.txt | tr -s ' '), $(count match missing) parts not started"

# 4. Judgements of a database, and tunings, at the same time as a whole generation (5).
stonefall games add whole.db whole.takg five.takg > /dev/null
cp whole.db parts.db
stonefall games judge whole.db --size 4 --nodes 200 > judged.txt 2> /dev/null
SETTINGS="judge parts.db --size 4 --nodes 200" OUT=judged PARTS=4 DEADLINE=15s \
    sbatch --parsable "${small[@]}" --array=1-4 "$scripts/games.sh" > /dev/null
if stonefall tune --versus rfp_margin=75 --size 3 --games 2 --nodes 10 > /dev/null 2>&1; then
    SETTINGS="--size 4 --games 16 --batch 4 --nodes 50" PARTS=2 sbatch --parsable "${small[@]}" --array=1-2 "$scripts/tune.sh" > /dev/null
fi

# 5. A whole generation.
unset SETTINGS PARTS
SIZE=5 GAMES=400 NODES=100 LABEL_NODES=300 EPOCHS=2 PARTS=4 MATCH_GAMES=8 MATCH_LIMIT=nodes=200,option.Hash=4 \
    BOOK=$repository/openings/5x5-komi2.txt SUBMIT="${small[*]}" bash "$scripts/generation.sh" generation > generation.txt
say "generation: $(cat generation.txt)"
until_true queue_is_empty
[ -s generation/report.md ] || fail "no report of the generation"
[ -s generation/new.svg ] && [ -s generation/new.net ] || fail "no network"
grep -q "new - current" generation/report.md || fail "no match in the report"
say "generation: $(grep -m 1 'games ' generation/report.md | tr -s ' '); $(grep 'new - current' generation/report.md | tr -s ' ')"

# The results of 4.
stonefall parts pool judged --out parts.db > pooled.txt || fail "judgements are missing"
stonefall games judge parts.db --size 4 --nodes 200 --json | grep -q '"judged": 0' || fail "games are missing"
say "database: $(cat judged.txt pooled.txt | paste -sd ';')"
if [ -d tune ]; then
    stonefall parts pool tune > tune.txt || fail "tunings are missing"
    say "tune: $(head -n 1 tune.txt | tr -s ' ')"
else
    say "tune: skipped, because the program has no feature tune"
fi
say "passed"
