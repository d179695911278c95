//! Engines with faults: shell scripts around this one that change its lines.

use super::{check, settings};
use crate::program::STONEFALL;
use std::collections::BTreeSet;
use std::time::Duration;
use stonefall_check::{Engine, POINTS, Settings, Verdict};
use stonefall_client::Launch;

/// Points that inspect the lines of every search.
const LINES: &str = "5,6,61,63,78,81-85";

/// The checked points, those of them that fail, and a script. `change` applies commands of `sed` to the lines of the client
/// or of the engine.
const FAULTS: &[(&str, &[u8], &str)] = &[
    ("1-3,5,6,9,16,17", &[1], "echo id name Someone; engine"),
    ("1-3,5,6,9,16,17", &[3], "engine | change 's/^id name.*/& /'"),
    ("1-3,5,6,9,16,17", &[3], "engine | change 's/^id author.*/id author/'"),
    ("4", &[4], "change '2,999{/^tei$/a\\\nposition startpos moves a1\n}' | engine"),
    ("1-3,5,6,9,16,17", &[5], "engine | change '/^readyok/G'"),
    ("1-3,5,6,9,16,17", &[6], "engine | change '/^teiok/a\\\nReady to play.'"),
    ("7,69", &[7, 69], "engine | change '/^info/d'"),
    ("8,75-77", &[8, 75, 76, 77], "echo panicked >&2; engine"),
    ("9,16,17", &[9], "engine | change 's/ 1048576$/ 9999999999/'"),
    ("9,16,17", &[9, 17], "engine | change 's/ min 1 max 1048576/ min 9 max 1/'"),
    ("9,16,17", &[9], "engine | change 's/ ShowWDL type check/ ShowWDL type list/'"),
    ("9,16,17", &[16], "engine | change 's/ spin default 0 min -10 .*/ combo default 0 var 0/'"),
    ("9,16,17", &[17], "engine | change 's/\\( MultiPV .*\\) 64/\\1 4/'"),
    ("18", &[18], "change 's/^setoption.*/hello/' | engine"),
    ("19", &[19], "change 's/MULTIPV/hello/' | engine"),
    ("21", &[21], "change '/ value -1$/q' | engine"),
    ("22,26", &[22, 26], "change '/ Nothing value/q' | engine"),
    ("18-26,48,50", &[24, 25, 48], "change '/^setoption name HalfKomi/d' | engine"),
    ("27", &[27], "change '/ Hash value/q' | engine"),
    ("28", &[28], "change '/ Flats1 /q' | engine"),
    ("30", &[30], "change '/^teinewgame$/q' | engine"),
    ("30,31,36,41,44,45,49", &[31, 41, 44, 45, 49], "engine | change '/^info string error/d'"),
    ("32,34", &[32, 34], "change '/^teinewgame/q' | engine"),
    ("35", &[35], "change '5,999{/^teinewgame/d\n}' | engine"),
    ("36", &[36], "change '/^position startpos$/q' | engine"),
    ("37", &[37], "change '/^position tps [^ ]*X/q' | engine"),
    ("40", &[40], "change '/ 1000000000$/q' | engine"),
    ("42", &[42], "engine | change 's/^bestmove --/bestmove a1/'"),
    ("43", &[43], "change '/ moves Fc3$/q' | engine"),
    ("50,80", &[50, 80], "engine | change 's/ score mate -/ score mate /'"),
    ("51,63", &[51, 63], "engine | change 's/^bestmove.*/bestmove Ca1/'"),
    ("52", &[52], "change 's/^go infinite$/go depth 1/' | engine"),
    ("51,54", &[54], "change '/^go depth 0/q' | engine"),
    ("55", &[55], "change 's/^go nodes 20000/go nodes 99000/' | engine"),
    ("59", &[59], "change '/^go searchmoves/q' | engine"),
    ("60", &[60], "change '/^go depth$/q' | engine"),
    (LINES, &[61], "engine | change '/^bestmove/p'"),
    (LINES, &[63], "engine | change 's/^bestmove.*/&*/'"),
    ("68", &[68], "change '/^stop$/a\\\nhello' | engine"),
    ("70-72", &[70, 71, 72], "change '8,999s/^position.*/& moves c3/' | engine"),
    ("73", &[73], "change '7,999s/^isready/stop\\\nisready/' | engine"),
    ("74", &[74], "engine | change '/^readyok/p'"),
    ("75,76", &[75, 76], "engine; exit 3"),
    (LINES, &[78], "engine | change 's/ pv / tbhits 0 pv /'"),
    (LINES, &[81], "engine | change 's/ nodes / mate 3 nodes /'"),
    (LINES, &[82], "engine | change 's/\\( pv [^ ]*\\).*/\\1/'"),
    (LINES, &[83], "engine | change 's/ wdl / wdl 1/'"),
    (LINES, &[84], "engine | change 's/ pv .*/& R-0/'"),
    (LINES, &[85], "engine | change 's/ depth 2 / depth 99 /'"),
    ("86", &[86], "engine | change 's/multipv 1 /multipv 2 /;t\ns/multipv 2 /multipv 1 /'"),
    ("89", &[89], "change 's/^$/hello/' | engine"),
    ("90", &[90], "change '/^xx*$/q' | engine"),
    ("91", &[91], "change '/^uci$/d' | engine"),
    ("92", &[92], "change '/^joho/q' | engine"),
    ("33", &[33], "change 's/^teinewgame 4$/teinewgame 3/' | engine"),
    ("39", &[39], "change 's/^position tps.*/position startpos/' | engine"),
];

/// Points with deadlines fail with an engine that starts slowly and reads each line late.
const LATE: (&str, &[u8], &str) = (
    "2,53,56-58,67,73",
    &[2, 53, 56, 57, 58, 67, 73],
    "sleep 0.5; while IFS= read -r line; do sleep 0.06; printf '%s\\n' \"$line\"; done | engine",
);

fn engine(script: &str) -> Engine {
    let words = format!(
        "engine() {{ '{STONEFALL}' tei --hash 4; }}; change() {{ sed -u -e \"$1\"; }}; {script}"
    );
    Engine::Program(Launch::new("sh").argument("-c").argument(words))
}

#[test]
fn finds_the_violated_points() {
    std::thread::scope(|scope| {
        for rows in FAULTS.chunks(15) {
            scope.spawn(move || {
                for (points, expected, script) in rows {
                    let report = check(&settings(engine(script), points));
                    assert_eq!(report.with(Verdict::Failed), *expected, "{script}");
                }
            });
        }
    });
}

#[test]
fn finds_missed_deadlines() {
    let (points, expected, script) = LATE;
    let settings = Settings { slack: Duration::ZERO, ..settings(engine(script), points) };
    assert_eq!(check(&settings).with(Verdict::Failed), expected);
}

#[test]
fn every_point_can_fail() {
    let rows = FAULTS.iter().chain([&LATE]);
    let found: BTreeSet<u8> = rows.flat_map(|row| row.1).copied().collect();
    assert!(POINTS.iter().map(|point| point.number).eq(found));
}

#[test]
fn continues_after_a_crash_or_a_hang() {
    for (script, expected) in [
        ("change '/^go depth 0/q' | engine", "go depth 0: the engine died"),
        ("change '/^go depth 0/,/^!/d' | engine", "go depth 0: the engine did not send bestmove"),
    ] {
        let patience = Duration::from_secs(10);
        let report = check(&Settings { patience, ..settings(engine(script), "54,55") });
        let complaints: Vec<_> = report.points.iter().flat_map(|point| &point.complaints).collect();
        assert_eq!((complaints.len(), report.with(Verdict::Failed)), (1, vec![54]), "{report:#?}");
        assert!(complaints[0].text.starts_with(expected), "{complaints:?}");
        assert!(complaints[0].exchanges.iter().any(|line| line.text == "go depth 0"));
    }
}
