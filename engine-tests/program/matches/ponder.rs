//! Engines that search in the opponent's time.

use super::{plan, play, records, stonefall};
use crate::stub::Stub;
use std::collections::BTreeSet;
use std::fs;
use stonefall_engine::types::Color;
use stonefall_tools::matches::{MatchRecord, Reason};

const GREETING: &str = "echo 'id name Stub'; \
     echo 'option name HalfKomi type spin default 0 min -10 max 10'; \
     echo 'option name Ponder type check default false'; echo teiok";

/// Waits for the end of a search that ponders. The log has the commands around it.
const WAIT: &str = "echo \"$line\" >> \"$0.log\"; case \"$line\" in 'go ponder'*) \
     IFS= read -r line; echo \"$line\" >> \"$0.log\" ;; esac";

/// Names the reply that the real engine expects.
const ANSWER: &str = "search 50 $best; echo \"bestmove $best ponder $found\"";

/// Two games against Stonefall.
fn games(name: &str, stub: Stub) -> Vec<MatchRecord> {
    let stub = stub.engine(name, "nodes=50,option.ponder=TRUE");
    let plan = plan(&[stub, stonefall("Stonefall", 50)], 2);
    records(&plan, &play(&plan, &BTreeSet::new(), usize::MAX))
}

#[test]
fn the_engine_learns_whether_the_reply_came() {
    let stub = Stub { tei: GREETING, go: WAIT, best: ANSWER, ..Stub::default() };
    let log = stub.script("ponderer").with_extension("sh.log");
    let _ = fs::remove_file(&log);
    for record in games("ponderer", stub) {
        assert!(!record.ending.reason.is_fault(), "{}", record.ending);
    }
    let log = fs::read_to_string(log).unwrap();
    let lines: Vec<_> = log.lines().collect();
    let mut counts = [0, 0];
    for pair in lines.windows(2).filter(|pair| pair[0].starts_with("go ponder")) {
        assert_eq!(pair[0], "go ponder nodes 50");
        counts[["ponderhit", "stop"].iter().position(|word| *word == pair[1]).expect(pair[1])] += 1;
    }
    assert!(counts.iter().all(|&count| count > 0), "{counts:?}");
    // Each wrong guess, and nothing else, needs a new search.
    assert!(lines.contains(&"go nodes 50"));
}

#[test]
fn a_crash_in_the_opponent_s_time_loses_the_game() {
    let stub = Stub {
        tei: GREETING,
        go: "case \"$line\" in 'go ponder'*) exit 7 ;; esac",
        best: ANSWER,
        ..Stub::default()
    };
    for record in games("fainter", stub) {
        assert_eq!(record.ending.reason, Reason::Crash, "{}", record.ending);
        let stub =
            if record.fixture.players[Color::White] == 0 { Color::White } else { Color::Black };
        assert_eq!(record.ending.winner, Some(stub.opponent()));
    }
}

#[test]
fn this_engine_ponders() {
    let engines = [stonefall("A", 200), stonefall("B", 300)];
    let plan = plan(&engines.map(|engine| engine + ",option.ponder=TRUE"), 4);
    for record in records(&plan, &play(&plan, &BTreeSet::new(), usize::MAX)) {
        assert!(!record.ending.reason.is_fault(), "{}", record.ending);
    }
}
