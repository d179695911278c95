//! Engines that violate points.

use super::tampered::{DEATH, HANG, NOTHING, Tampering, failed, report, settings};
use stonefall_check::{Engine, run};
use stonefall_client::{ClientError, Launch};
use stonefall_engine::stopper::Stopper;

/// Points that inspect the lines of every search.
const LINES: &str = "5,6,61-66,78-79,81-85";

/// The lines that the client receives instead of one.
type Change = fn(&str) -> Vec<String>;

fn receiving(received: Change) -> Tampering {
    Tampering { received, ..NOTHING }
}

/// Changes a line that begins with `start`.
fn changed(line: &str, start: &str, change: impl Fn(&str) -> String) -> Vec<String> {
    vec![if line.starts_with(start) { change(line) } else { line.to_owned() }]
}

/// Replaces a text in a line that begins with `start`.
fn replaced(line: &str, start: &str, text: &str, other: &str) -> Vec<String> {
    changed(line, start, |line| line.replace(text, other))
}

/// Adds a line after one that begins with `start`.
fn followed(line: &str, start: &str, other: &str) -> Vec<String> {
    let mut lines = vec![line.to_owned()];
    lines.extend(line.starts_with(start).then(|| other.to_owned()));
    lines
}

/// Announces another option instead of `Hash`.
fn hash(line: &str, new: &str) -> Vec<String> {
    changed(line, "option name Hash ", |_| format!("option {new}"))
}

/// Each change violates one point of a selection.
#[test]
fn finds_the_violated_point() {
    const START: &str = "1-3,5,6,9-17";
    const OPTIONS: &str = "9-17";
    let rows: [(&str, u8, Change); 26] = [
        (START, 3, |line| changed(line, "readyok", |line| format!("{line} "))),
        (START, 3, |line| changed(line, "id author", |_| "id author".into())),
        (START, 5, |line| followed(line, "readyok", "")),
        (START, 6, |line| followed(line, "teiok", "Ready to play.")),
        (OPTIONS, 9, |line| hash(line, "name Hash type spin min 1 max 9 default 4")),
        (OPTIONS, 11, |line| hash(line, "name Hash type spin default 4 min 9 max 1")),
        (OPTIONS, 11, |line| hash(line, "name Hash type spin default 4 min 1 max 9999999999")),
        (OPTIONS, 12, |line| replaced(line, "option name ShowWDL", "true", "yes")),
        (OPTIONS, 13, |line| replaced(line, "option name ShowWDL", "check", "list")),
        (OPTIONS, 14, |line| replaced(line, "option name Debug", "<empty>", "a b")),
        (OPTIONS, 15, |line| replaced(line, "option name Flats ", "Flats", "flats")),
        (OPTIONS, 16, |line| {
            let combo = "option name HalfKomi type combo default 0 var 0 var 4";
            changed(line, "option name HalfKomi", |_| combo.into())
        }),
        (OPTIONS, 17, |line| replaced(line, "option name MultiPV", "64", "4")),
        (LINES, 61, |line| followed(line, "bestmove", line)),
        (LINES, 62, |line| changed(line, "bestmove", |line| format!("{line} ponder a1"))),
        (LINES, 63, |line| changed(line, "bestmove", |line| format!("{line}*"))),
        (LINES, 65, |line| if line.contains(" pv ") { vec![] } else { vec![line.to_owned()] }),
        (LINES, 66, |line| {
            followed(line, "bestmove", "info depth 1 score cp 0 nodes 1 time 1 pv a1")
        }),
        (LINES, 78, |line| replaced(line, "info", " pv ", " tbhits 0 pv ")),
        (LINES, 81, |line| replaced(line, "info", " nodes ", " mate 3 nodes ")),
        // Only the first move of each line stays.
        (LINES, 82, |line| {
            let Some((head, moves)) = line.split_once(" pv ") else { return vec![line.into()] };
            vec![format!("{head} pv {}", moves.split(' ').next().unwrap())]
        }),
        (LINES, 83, |line| replaced(line, "info", " wdl ", " wdl 1")),
        (LINES, 84, |line| {
            let end = if line.contains(" pv ") { " R-0" } else { "" };
            changed(line, "info", |line| format!("{line}{end}"))
        }),
        (LINES, 85, |line| replaced(line, "info", " depth 2 ", " depth 99 ")),
        ("61-66,78-81", 80, |line| replaced(line, "info", " score mate -", " score mate ")),
        ("62,63,78-79,81-86", 86, |line| match line {
            _ if line.contains("multipv 1 ") => replaced(line, "info", "multipv 1 ", "multipv 2 "),
            _ => replaced(line, "info", "multipv 2 ", "multipv 1 "),
        }),
    ];
    for (points, point, received) in rows {
        assert_eq!(failed(receiving(received), points), [point]);
    }
}

#[test]
fn finds_faults_of_several_points() {
    let banner = Tampering { first_line: "id name Someone", ..NOTHING };
    assert_eq!(failed(banner, "1-3,5-17"), [1]);
    // An option under another name is missing too.
    let renamed = receiving(|line| hash(line, "name Max Hash type spin default 4 min 1 max 9"));
    assert_eq!(failed(renamed, "9-17"), [10, 17]);
    // The word after a malformed number becomes part of it.
    let malformed = receiving(|line| vec![line.replace(" nps ", " nps inf time ")]);
    assert!(failed(malformed, LINES).contains(&79));
    let silent = receiving(|line| {
        if line.starts_with("info string error") { vec![] } else { vec![line.to_owned()] }
    });
    assert_eq!(failed(silent, "30,31,36,41,44-46"), [31, 41, 44, 45]);
    let talkative = Tampering {
        sent: |line| {
            let answer = (line == "stop\n").then(|| "info string stopped".to_owned());
            (line.to_owned(), answer.into_iter().collect())
        },
        ..NOTHING
    };
    assert_eq!(failed(talkative, "68-70"), [68]);
    let deaf = Tampering {
        sent: |line| {
            let is_komi = line.starts_with("setoption name HalfKomi");
            (if is_komi { String::new() } else { line.to_owned() }, vec![])
        },
        ..NOTHING
    };
    assert_eq!(failed(deaf, "18-26,47,48,50"), [20, 24, 25, 48]);
}

#[test]
fn finds_faults_in_pondering() {
    const PONDERING: &str = "97-99";
    // An engine that searches in its own time only.
    let impatient = Tampering {
        sent: |line| (line.replace("go ponder ", "go ").replace("ponderhit", "stop"), vec![]),
        ..NOTHING
    };
    assert!(failed(impatient, PONDERING).contains(&97));
    let deaf = Tampering {
        sent: |line| (if line == "ponderhit\n" { HANG } else { line }.to_owned(), vec![]),
        ..NOTHING
    };
    assert_eq!(failed(deaf, PONDERING), [97, 98]);
    let confused = receiving(|line| {
        let best: Vec<_> = line.split(" ponder ").collect();
        vec![if best.len() == 2 { format!("{0} ponder Ca1", best[0]) } else { line.to_owned() }]
    });
    assert_eq!(failed(confused, PONDERING), [99]);
}

/// Replaces the command `go depth 0`.
fn at_depth_0(line: &str, other: &str) -> (String, Vec<String>) {
    (if line.starts_with("go depth 0") { other } else { line }.to_owned(), vec![])
}

#[test]
fn continues_after_a_crash_or_a_hang() {
    let dies = Tampering { sent: |line| at_depth_0(line, DEATH), ..NOTHING };
    let report = report(dies, "52,54-56");
    assert_eq!(report.failed(), [54]);
    let finding = report.points.iter().find(|finding| finding.point.number == 54).unwrap();
    let complaint = &finding.complaints[0];
    assert!(complaint.text.starts_with("go depth 0: the engine died"), "{complaint:?}");
    assert_eq!(complaint.exchanges.last().unwrap().text, "go depth 0");
    let hang = Tampering { sent: |line| at_depth_0(line, HANG), ..NOTHING };
    assert_eq!(failed(hang, "51,54"), [54]);
}

#[test]
fn rejects_an_engine_that_cannot_be_started() {
    let settings = settings(Engine::Program(Launch::new("/no/such/engine")), "1");
    let error = run(&settings, &Stopper::default(), |_, _, _| {}).unwrap_err();
    assert!(matches!(error, ClientError::Start { .. }), "{error}");
}
