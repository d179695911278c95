//! Engines that fail lose their games, and the match continues.

use super::{plan, play, records, stonefall};
use crate::stub::Stub;
use std::collections::BTreeSet;
use stonefall_engine::types::Color;
use stonefall_tools::matches::{MatchRecord, Reason, Tally};

/// Plays two games of a stub against Stonefall; returns the records and the tally.
fn with(name: &str, stub: Stub, settings: &str) -> (Vec<MatchRecord>, Tally) {
    let mut plan = plan(&[stub.engine(name, settings), stonefall("Stonefall", 50)], 2);
    // All others obey `stop`, on a busy machine late.
    if name != "sleeper" {
        plan.grace = plan.patience;
    }
    let records = records(&plan, &play(&plan, &BTreeSet::new(), usize::MAX));
    assert_eq!(records.len(), 2, "{name}");
    let tally = Tally::new(&plan.contenders, plan.format, &records);
    (records, tally)
}

/// The color of the first engine.
fn stub_color(record: &MatchRecord) -> Color {
    if record.fixture.players[Color::White] == 0 { Color::White } else { Color::Black }
}

const NODES: &str = "nodes=50";
const SHORT: &str = "movetime=20ms";

#[test]
fn faults_lose_and_are_named() {
    let slow = "while IFS= read -r line; do [ \"$line\" != stop ] || break; done; \
                echo 'bestmove a1'; continue";
    for (name, go, best, settings, reason, detail) in [
        (
            "crasher",
            "[ $count -lt 2 ] || { echo 'out of cheese' >&2; exit 7; }",
            "",
            NODES,
            Reason::Crash,
            "died (exit code 7), expected bestmove; last error output: out of cheese",
        ),
        ("cheat", "", "echo \"bestmove a1\"", NODES, Reason::IllegalMove, "a1: a1 is not empty"),
        (
            "babbler",
            "",
            "echo 'info score mate x pv y'; echo 'bestmove banana'",
            NODES,
            Reason::IllegalMove,
            "banana: expected a rank from 1 to 8 in column 2, found 'a'",
        ),
        (
            "mute",
            "",
            "echo bestmove",
            NODES,
            Reason::IllegalMove,
            "expected bestmove MOVE, found 'bestmove'",
        ),
        ("quitter", "", "echo 'bestmove --'", NODES, Reason::IllegalMove, "bestmove --"),
        // Obeys `stop` at once.
        (
            "staller",
            slow,
            "",
            SHORT,
            Reason::Time,
            "expected a move within 20 ms with the margin, found one after ",
        ),
        (
            "sleeper",
            "while IFS= read -r line; do :; done; exit",
            "",
            SHORT,
            Reason::Hang,
            "no move within 20 ms, none after stop",
        ),
    ] {
        let (records, tally) = with(name, Stub { go, best, ..Stub::default() }, settings);
        for record in records {
            assert_eq!(record.ending.winner, Some(stub_color(&record).opponent()), "{name}");
            assert_eq!(record.ending.reason, reason, "{name}: {}", record.ending);
            assert!(record.ending.detail.contains(detail), "{name}: {}", record.ending.detail);
        }
        assert_eq!(tally.standings[0].faults.get(&reason), Some(&2), "{name}");
        assert!(tally.standings[1].faults.is_empty(), "{name}");
        assert_eq!((tally.incidents.len(), tally.standings[0].score.losses), (2, 2), "{name}");
    }
}

#[test]
fn an_engine_that_cannot_restart_loses_the_rest() {
    // The second start dies.
    let start = "if [ -e \"$0.started\" ]; then exit 9; fi; : > \"$0.started\"";
    let stub = Stub { start, go: "exit 5", ..Stub::default() };
    let started = stub.script("mayfly").with_extension("sh.started");
    let _ = std::fs::remove_file(started);
    let (records, _) = with("mayfly", stub, NODES);
    let details: Vec<_> = records.iter().map(|record| record.ending.to_string()).collect();
    assert_eq!(
        details,
        [
            "crash: died (exit code 5), expected bestmove",
            "crash: before its first move: died (exit code 9), expected teiok"
        ]
    );
}

/// Fails before the second game of a process.
const ONE_GAME: &str = "[ -z \"$fresh\" ] || { games=$((games + 1)); fresh=; }; \
                        [ ${games:-0} -lt 2 ] || exit 1; echo readyok";

#[test]
fn an_engine_that_dies_between_games_restarts() {
    let (records, tally) = with("dayfly", Stub { isready: ONE_GAME, ..Stub::default() }, NODES);
    assert!(records.iter().all(|record| !record.ending.reason.is_fault()), "{:?}", tally.incidents);
}

#[test]
fn strange_output_is_harmless() {
    let flood =
        "i=0; while [ $i -lt 3000 ]; do echo 'info string so much to say'; i=$((i + 1)); done";
    let best = "printf 'info depth 1 sc'; printf 'ore cp 5 pv %s\\r\\nbestm' $best; \
                echo; echo; printf '\\377\\n'; printf 'bestmove %s ponder a1 \\r\\n' $best";
    let stub =
        Stub { go: flood, best, isready: "echo hello; echo readyok; echo", ..Stub::default() };
    let (records, tally) = with("chatterbox", stub, NODES);
    for record in records {
        assert!(!record.ending.reason.is_fault(), "{}", record.ending);
    }
    assert!(tally.standings[0].effort.moves > 0);
}

#[test]
fn false_announcements_are_counted() {
    let liar = Stub {
        best: "echo \"info depth 9 score mate 1 pv $best $best\"; echo \"bestmove $best\"",
        ..Stub::default()
    };
    let (records, tally) = with("liar", liar, NODES);
    let claims = &tally.standings[0].claims;
    assert!(claims.made > 0 && claims.wrong == claims.made && claims.open == 0, "{claims:?}");
    let undelivered = records.iter().filter(|record| {
        let played = [Reason::Road, Reason::Flats, Reason::Repetition];
        played.contains(&record.ending.reason) && record.ending.winner != Some(stub_color(record))
    });
    assert_eq!(claims.undelivered as usize, undelivered.count());
    assert!(claims.example.starts_with("ply "), "{}", claims.example);
    assert_eq!(tally.standings[0].false_claim, Some(1));
    // Stonefall's announcements are true and complete.
    let claims = &tally.standings[1].claims;
    assert_eq!((claims.wrong, claims.open, claims.undelivered), (0, 0, 0), "{claims:?}");
}

#[test]
fn engines_can_restart_for_every_game() {
    let stub = Stub { isready: ONE_GAME, ..Stub::default() }.engine("once", "nodes=50,restart=on");
    let plan = plan(&[stub, stonefall("Stonefall", 50)], 4);
    let records = records(&plan, &play(&plan, &BTreeSet::new(), usize::MAX));
    assert!(records.iter().all(|record| !record.ending.reason.is_fault()));
}
