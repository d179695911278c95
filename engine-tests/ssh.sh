#!/usr/bin/env bash
# Tests cluster/ssh.sh: starts an SSH server on this machine with keys and settings in a folder of its own, which stands for two
# machines, kills a part, and compares the merged file with that of one process.
# Usage: engine-tests/ssh.sh [PROGRAM]     (default: target/release/stonefall)
set -euo pipefail
repository=$(cd "$(dirname "$0")/.." && pwd)
program=$(realpath "${1:-$repository/target/release/stonefall}")
sshd=$(PATH=$PATH:/usr/sbin command -v sshd) || {
    echo "skipped: expected sshd (Debian: apt-get install openssh-server), found none"
    exit 0
}

D=$(mktemp -d "${TMPDIR:-/tmp}/stonefall-ssh.XXXXXX")
stop() { [ -s "$D/pid" ] && kill "$(cat "$D/pid")"; [ "${KEEP:-}" ] && echo "files: $D" || rm -rf "$D"; }
trap stop EXIT
fail() { echo "FAILED: $*"; tail -n 5 "$D"/*.log; exit 1; }

ssh-keygen -q -t ed25519 -N '' -f "$D/host"
ssh-keygen -q -t ed25519 -N '' -f "$D/user"
cp "$D/user.pub" "$D/authorized"
mkdir "$D/bin"; ln -s "$program" "$D/bin/stonefall"
port=$((20000 + RANDOM % 20000))
cat > "$D/sshd_config" << END
Port $port
ListenAddress 127.0.0.1
HostKey $D/host
PidFile $D/pid
AuthorizedKeysFile $D/authorized
StrictModes no
UsePAM no
PasswordAuthentication no
SetEnv PATH=$D/bin:/usr/bin:/bin
END
[ "$(id -u)" != 0 ] || mkdir -p /run/sshd
"$sshd" -f "$D/sshd_config" -E "$D/sshd.log"
cat > "$D/ssh_config" << END
Host one two
    HostName 127.0.0.1
    Port $port
    IdentityFile $D/user
    IdentitiesOnly yes
    UserKnownHostsFile $D/known
    StrictHostKeyChecking accept-new
    LogLevel ERROR
Host gone
    HostName 127.0.0.1
    Port 1
END
cd "$D"
settings="selfplay --size 4 --games 60 --nodes 2000"
"$program" $settings --out whole.takg > /dev/null 2>&1
printf '%s\n' one two > hosts
printf '%s\n' one gone > trouble
export COMMAND="$settings --threads 1" PARTS=6 PAUSE=1 SSH="ssh -F $D/ssh_config"

# A machine that does not answer, and a part that is killed.
set -m
HOSTS=trouble bash "$repository/cluster/ssh.sh" > trouble.txt &
five_are_done() { "$program" parts status games 2> /dev/null | grep -q "done *5 "; }
until five_are_done; do sleep 0.1; done
kill -TERM -- "-$!"
wait "$!" 2> /dev/null || true
echo "with a machine that does not answer: five parts done; $(head -n 1 trouble.txt)"
rm -rf games
bash "$repository/cluster/ssh.sh" > killed.txt &
script=$!
until [ -s games/2-of-6.part ]; do sleep 0.05; done
part=$(pgrep -f -- "--out games --part 2/6$" | head -n 1)
kill -KILL "$part"
wait "$script" || fail "the killed part did not resume"
[ -s killed.txt ] || fail "expected a message about the killed part"
echo "after a kill: $(cat killed.txt)$(grep -h resuming games-2.log)"
"$program" parts pool games --out merged.takg
cmp whole.takg merged.takg || fail "the merged games differ"
echo "passed: the merged file equals that of one process"
