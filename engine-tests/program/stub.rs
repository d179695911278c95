//! Engines that misbehave: shell scripts around the real one. Tests with them run on Unix only, because
//! every Unix has the shell.

use crate::program::{STONEFALL, file};
use std::path::PathBuf;

const GREETING: &str = "echo 'id name Stub'; echo 'id author nobody'; \
     echo 'option name HalfKomi type spin default 0 min -10 max 10'; echo teiok";

/// The real engine behind a stub, and `search NODES [MOVE]`, which sets `$found` to its move in the
/// position after the moves. The pipes stay open, because the end of input would cut a search short. A new
/// game before each search makes its move depend on the position alone.
const SEARCH: &str = "mkfifo \"$0.$$.in\" \"$0.$$.out\"
'ENGINE' --hash 1 < \"$0.$$.in\" > \"$0.$$.out\" &
exec 3> \"$0.$$.in\" 4< \"$0.$$.out\"
rm \"$0.$$.in\" \"$0.$$.out\"
search() {
printf '%s\\n' \"$game\" \"$position $2\" \"go nodes $1\" >&3
while IFS= read -r found <&4; do
case \"$found\" in bestmove*) found=${found#bestmove }; return ;; esac
done
}";

/// An engine that announces itself and plays legal moves. It runs lines of shell: `start` before the
/// first command; `tei`, `isready` and `go` at these commands; `best` instead of the answer to `go`.
/// `$best` is the move of the real engine, `$count` the number of this `go`, and `$fresh` is `yes`
/// after a `teinewgame`.
#[derive(Clone, Copy, Default)]
pub struct Stub {
    pub start: &'static str,
    pub tei: &'static str,
    pub isready: &'static str,
    pub go: &'static str,
    pub best: &'static str,
}

impl Stub {
    /// The words of the engine in a match, with other settings.
    pub fn engine(&self, name: &str, settings: &str) -> String {
        format!("--engine sh,name={name},arg={},{settings}", self.script(name).display())
    }

    /// The script, written to a file of this name.
    pub fn script(&self, name: &str) -> PathBuf {
        let or = |given: &'static str, usual: &'static str| {
            if given.is_empty() { usual } else { given }
        };
        let tei = or(self.tei, GREETING);
        let isready = or(self.isready, "echo readyok");
        let best =
            or(self.best, "echo \"info depth 1 score cp 0 pv $best\"; echo \"bestmove $best\"");
        let search = SEARCH.replace("ENGINE", STONEFALL);
        let (start, go) = (or(self.start, ":"), or(self.go, ":"));
        let text = format!(
            "count=0\n{start}\n{search}\n\
             while IFS= read -r line; do\n\
             case \"$line\" in\n\
             tei) {tei} ;;\n\
             isready) {isready} ;;\n\
             teinewgame*) game=$line; fresh=yes ;;\n\
             position*) position=$line ;;\n\
             go*) count=$((count + 1)); {go}\n\
             search 20; best=$found\n\
             {best} ;;\n\
             quit) exit 0 ;;\n\
             esac\n\
             done\n"
        );
        file(&format!("{name}.sh"), text).into()
    }
}
