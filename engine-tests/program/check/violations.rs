//! Engines that violate one point.

use super::tampered::{DEATH, HANG, NOTHING, Tampering, failed, report};
use stonefall_client::ClientError;
use stonefall_engine::stopper::Stopper;

/// Points that inspect the lines of every search.
const LINES: &str = "5,6,61-66,78-79,81-85";

fn receiving(received: fn(&str) -> Vec<String>) -> Tampering {
    Tampering { received, ..NOTHING }
}

/// Changes a line that begins with `start`.
fn changed(line: &str, start: &str, change: impl Fn(&str) -> String) -> Vec<String> {
    vec![if line.starts_with(start) { change(line) } else { line.to_owned() }]
}

/// Adds a line after one that begins with `start`.
fn followed(line: &str, start: &str, other: &str) -> Vec<String> {
    let mut lines = vec![line.to_owned()];
    lines.extend(line.starts_with(start).then(|| other.to_owned()));
    lines
}

#[test]
fn finds_a_banner() {
    let tampering = Tampering { first_line: "id name Someone", ..NOTHING };
    assert_eq!(failed(tampering, "1-3,5-17"), [1]);
}

#[test]
fn finds_malformed_answers() {
    for (point, tampering) in [
        (3, receiving(|line| changed(line, "readyok", |line| format!("{line} ")))),
        (3, receiving(|line| changed(line, "id author", |_| "id author".into()))),
        (5, receiving(|line| followed(line, "readyok", ""))),
        (6, receiving(|line| followed(line, "teiok", "Ready to play."))),
    ] {
        assert_eq!(failed(tampering, "1-3,5,6,9-17"), [point]);
    }
}

#[test]
fn finds_malformed_options() {
    fn hash(line: &str, new: &str) -> Vec<String> {
        changed(line, "option name Hash ", |_| format!("option {new}"))
    }
    for (point, tampering) in [
        (9, receiving(|line| hash(line, "name Hash type spin min 1 max 9 default 4"))),
        (10, receiving(|line| hash(line, "name Max Hash type spin default 4 min 1 max 9"))),
        (11, receiving(|line| hash(line, "name Hash type spin default 4 min 9 max 1"))),
        (11, receiving(|line| hash(line, "name Hash type spin default 4 min 1 max 9999999999"))),
        (
            12,
            receiving(|line| {
                changed(line, "option name ShowWDL", |line| line.replace("true", "yes"))
            }),
        ),
        (
            13,
            receiving(|line| {
                changed(line, "option name ShowWDL", |_| "option name X type list".into())
            }),
        ),
        (
            14,
            receiving(|line| {
                changed(line, "option name Debug", |line| line.replace("<empty>", "a b"))
            }),
        ),
        (
            15,
            receiving(|line| {
                changed(line, "option name Flats ", |line| line.replace("Flats", "flats"))
            }),
        ),
        (
            16,
            receiving(|line| {
                changed(line, "option name HalfKomi", |_| {
                    "option name HalfKomi type combo default 0 var 0 var 4".into()
                })
            }),
        ),
        (
            17,
            receiving(|line| changed(line, "option name MultiPV", |line| line.replace("64", "4"))),
        ),
    ] {
        let found = failed(tampering, "9-17");
        // An option under another name is missing too.
        let expected: &[u8] = if point == 10 { &[10, 17] } else { &[point] };
        assert_eq!(found, expected);
    }
}

#[test]
fn finds_malformed_bestmoves() {
    for (point, tampering) in [
        (
            61,
            receiving(|line| {
                if line.starts_with("bestmove") {
                    vec![line.to_owned(); 2]
                } else {
                    vec![line.to_owned()]
                }
            }),
        ),
        (62, receiving(|line| changed(line, "bestmove", |line| format!("{line} ponder a1")))),
        (63, receiving(|line| changed(line, "bestmove", |line| format!("{line}*")))),
        (65, receiving(|line| if line.contains(" pv ") { vec![] } else { vec![line.to_owned()] })),
        (
            66,
            receiving(|line| {
                followed(line, "bestmove", "info depth 1 score cp 0 nodes 1 time 1 pv a1")
            }),
        ),
    ] {
        assert_eq!(failed(tampering, LINES), [point]);
    }
}

#[test]
fn finds_malformed_info_lines() {
    for (point, tampering) in [
        (78, receiving(|line| vec![line.replace(" pv ", " tbhits 0 pv ")])),
        (79, receiving(|line| vec![line.replace(" nps ", " nps inf time ")])),
        (81, receiving(|line| vec![line.replace(" nodes ", " mate 3 nodes ")])),
        (83, receiving(|line| vec![line.replace(" wdl ", " wdl 1")])),
        (
            84,
            receiving(|line| {
                changed(line, "info", |line| {
                    if line.contains(" pv ") { format!("{line} R-0") } else { line.to_owned() }
                })
            }),
        ),
        (85, receiving(|line| vec![line.replace(" depth 2 ", " depth 99 ")])),
    ] {
        let found = failed(tampering, LINES);
        if point == 79 {
            // The word after a malformed number becomes part of it.
            assert!(found.contains(&79), "{found:?}");
        } else {
            assert_eq!(found, [point]);
        }
    }
}

#[test]
fn finds_incomplete_proven_lines() {
    let tampering = receiving(|line| {
        let Some((head, moves)) = line.split_once(" pv ") else { return vec![line.to_owned()] };
        let first = moves.split(' ').next().unwrap();
        vec![format!("{head} pv {first}")]
    });
    assert_eq!(failed(tampering, LINES), [82]);
}

#[test]
fn finds_scores_with_the_wrong_sign() {
    let tampering = receiving(|line| vec![line.replace(" score mate -", " score mate ")]);
    assert_eq!(failed(tampering, "61-66,78-81"), [80]);
}

#[test]
fn finds_lines_out_of_order() {
    let tampering = receiving(|line| match line {
        _ if line.contains("multipv 1 ") => vec![line.replace("multipv 1 ", "multipv 2 ")],
        _ => vec![line.replace("multipv 2 ", "multipv 1 ")],
    });
    assert_eq!(failed(tampering, "62,63,78-79,81-86"), [86]);
}

#[test]
fn finds_answers_to_a_stop_without_a_search() {
    let tampering = Tampering {
        sent: |line| {
            let answers =
                if line == "stop\n" { vec!["info string stopped".into()] } else { vec![] };
            (line.to_owned(), answers)
        },
        ..NOTHING
    };
    assert_eq!(failed(tampering, "68-70"), [68]);
}

#[test]
fn finds_refusals_without_a_message() {
    let tampering = receiving(|line| {
        if line.starts_with("info string error") { vec![] } else { vec![line.to_owned()] }
    });
    assert_eq!(failed(tampering, "30,31,36,41,44-46"), [31, 41, 44, 45]);
}

#[test]
fn finds_ignored_options() {
    let tampering = Tampering {
        sent: |line| {
            let is_komi = line.starts_with("setoption name HalfKomi");
            (if is_komi { String::new() } else { line.to_owned() }, vec![])
        },
        ..NOTHING
    };
    assert_eq!(failed(tampering, "18-26,47,48,50"), [20, 24, 25, 48]);
}

#[test]
fn continues_after_a_crash() {
    let tampering = Tampering {
        sent: |line| {
            let dies = line.starts_with("go depth 0");
            (if dies { DEATH.to_owned() } else { line.to_owned() }, vec![])
        },
        ..NOTHING
    };
    let report = report(tampering, "52,54-56");
    assert_eq!(report.failed(), [54]);
    let finding = report.findings.iter().find(|finding| finding.point.number == 54).unwrap();
    let complaint = &finding.complaints[0];
    assert!(complaint.text.starts_with("go depth 0: the engine died"), "{complaint:?}");
    assert_eq!(complaint.exchanges.last().unwrap().text, "go depth 0");
}

#[test]
fn continues_after_a_hang() {
    let tampering = Tampering {
        sent: |line| {
            let hangs = line.starts_with("go depth 0");
            (if hangs { HANG.to_owned() } else { line.to_owned() }, vec![])
        },
        ..NOTHING
    };
    let report = report(tampering, "51,54");
    assert_eq!(report.failed(), [54]);
    assert_eq!(report.counts(), [1, 1, 0]);
}

#[test]
fn rejects_an_engine_that_cannot_be_started() {
    let settings = super::tampered::settings(stonefall_client::Launch::new("/no/such/engine"), "1");
    let error = stonefall_check::run(&settings, &Stopper::default(), |_| {}).unwrap_err();
    assert!(matches!(error, ClientError::Start { .. }), "{error}");
}
