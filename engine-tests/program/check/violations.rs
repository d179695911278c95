//! Engines that go wrong in one way.

use super::tampered::{DEATH, HANG, NOTHING, Tampering, failed, report};
use stonefall_client::ClientError;
use stonefall_engine::stopper::Stopper;

/// Points whose faults are looked for in the lines of every search.
const LINES: &str = "5,6,61-66,78-79,81-85";

fn heard(heard: fn(&str) -> Vec<String>) -> Tampering {
    Tampering { heard, ..NOTHING }
}

/// The line itself, or what is made of it if it begins like this.
fn changed(line: &str, start: &str, change: impl Fn(&str) -> String) -> Vec<String> {
    vec![if line.starts_with(start) { change(line) } else { line.to_owned() }]
}

/// The same line with another behind it.
fn followed(line: &str, start: &str, other: &str) -> Vec<String> {
    let mut lines = vec![line.to_owned()];
    lines.extend(line.starts_with(start).then(|| other.to_owned()));
    lines
}

#[test]
fn a_banner() {
    let tampering = Tampering { greeting: "id name Someone", ..NOTHING };
    assert_eq!(failed(tampering, "1-3,5-17"), [1]);
}

#[test]
fn the_form_of_the_answers() {
    for (point, tampering) in [
        (3, heard(|line| changed(line, "readyok", |line| format!("{line} ")))),
        (3, heard(|line| changed(line, "id author", |_| "id author".into()))),
        (5, heard(|line| followed(line, "readyok", ""))),
        (6, heard(|line| followed(line, "teiok", "Ready to play."))),
    ] {
        assert_eq!(failed(tampering, "1-3,5,6,9-17"), [point]);
    }
}

#[test]
fn the_form_of_the_options() {
    fn hash(line: &str, new: &str) -> Vec<String> {
        changed(line, "option name Hash ", |_| format!("option {new}"))
    }
    for (point, tampering) in [
        (9, heard(|line| hash(line, "name Hash type spin min 1 max 9 default 4"))),
        (10, heard(|line| hash(line, "name Max Hash type spin default 4 min 1 max 9"))),
        (11, heard(|line| hash(line, "name Hash type spin default 4 min 9 max 1"))),
        (11, heard(|line| hash(line, "name Hash type spin default 4 min 1 max 9999999999"))),
        (
            12,
            heard(|line| changed(line, "option name ShowWDL", |line| line.replace("true", "yes"))),
        ),
        (
            13,
            heard(|line| {
                changed(line, "option name ShowWDL", |_| "option name X type wish".into())
            }),
        ),
        (
            14,
            heard(|line| changed(line, "option name Debug", |line| line.replace("<empty>", "a b"))),
        ),
        (
            15,
            heard(|line| {
                changed(line, "option name Flats ", |line| line.replace("Flats", "flats"))
            }),
        ),
        (
            16,
            heard(|line| {
                changed(line, "option name HalfKomi", |_| {
                    "option name HalfKomi type combo default 0 var 0 var 4".into()
                })
            }),
        ),
        (17, heard(|line| changed(line, "option name MultiPV", |line| line.replace("64", "4")))),
    ] {
        let found = failed(tampering, "9-17");
        // Without a name or with another one the option is missing as well.
        let expected: &[u8] = if point == 10 { &[10, 17] } else { &[point] };
        assert_eq!(found, expected);
    }
}

#[test]
fn the_form_of_bestmove() {
    for (point, tampering) in [
        (
            61,
            heard(|line| {
                if line.starts_with("bestmove") {
                    vec![line.to_owned(); 2]
                } else {
                    vec![line.to_owned()]
                }
            }),
        ),
        (62, heard(|line| changed(line, "bestmove", |line| format!("{line} ponder a1")))),
        (63, heard(|line| changed(line, "bestmove", |line| format!("{line}*")))),
        (65, heard(|line| if line.contains(" pv ") { vec![] } else { vec![line.to_owned()] })),
        (
            66,
            heard(|line| {
                followed(line, "bestmove", "info depth 1 score cp 0 nodes 1 time 1 pv a1")
            }),
        ),
    ] {
        assert_eq!(failed(tampering, LINES), [point]);
    }
}

#[test]
fn the_form_of_the_analysis() {
    for (point, tampering) in [
        (78, heard(|line| vec![line.replace(" pv ", " tbhits 0 pv ")])),
        (79, heard(|line| vec![line.replace(" nps ", " nps inf time ")])),
        (81, heard(|line| vec![line.replace(" nodes ", " mate 3 nodes ")])),
        (83, heard(|line| vec![line.replace(" wdl ", " wdl 1")])),
        (
            84,
            heard(|line| {
                changed(line, "info", |line| {
                    if line.contains(" pv ") { format!("{line} R-0") } else { line.to_owned() }
                })
            }),
        ),
        (85, heard(|line| vec![line.replace(" depth 2 ", " depth 99 ")])),
    ] {
        let found = failed(tampering, LINES);
        if point == 79 {
            // A number that is none takes the word behind it along.
            assert!(found.contains(&79), "{found:?}");
        } else {
            assert_eq!(found, [point]);
        }
    }
}

#[test]
fn proven_lines_that_break_off() {
    // The moves end before the game does.
    let tampering = heard(|line| {
        let Some((head, moves)) = line.split_once(" pv ") else { return vec![line.to_owned()] };
        let first = moves.split(' ').next().unwrap();
        vec![format!("{head} pv {first}")]
    });
    assert_eq!(failed(tampering, LINES), [82]);
}

#[test]
fn scores_of_the_wrong_side() {
    let tampering = heard(|line| vec![line.replace(" score mate -", " score mate ")]);
    assert_eq!(failed(tampering, "61-66,78-81"), [80]);
}

#[test]
fn several_lines_in_disorder() {
    let tampering = heard(|line| match line {
        _ if line.contains("multipv 1 ") => vec![line.replace("multipv 1 ", "multipv 2 ")],
        _ => vec![line.replace("multipv 2 ", "multipv 1 ")],
    });
    assert_eq!(failed(tampering, "62,63,78-79,81-86"), [86]);
}

#[test]
fn answers_to_what_needs_none() {
    let tampering = Tampering {
        sent: |line| {
            let said = if line == "stop\n" { vec!["info string stopped".into()] } else { vec![] };
            (line.to_owned(), said)
        },
        ..NOTHING
    };
    assert_eq!(failed(tampering, "68-70"), [68]);
}

#[test]
fn refusals_without_a_word() {
    let tampering =
        heard(
            |line| {
                if line.starts_with("info string error") { vec![] } else { vec![line.to_owned()] }
            },
        );
    assert_eq!(failed(tampering, "30,31,36,41,44-46"), [31, 41, 44, 45]);
}

#[test]
fn options_that_are_ignored() {
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
fn a_crash_fails_its_point_and_the_check_goes_on() {
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
fn a_hang_fails_its_point_and_the_check_goes_on() {
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
fn an_engine_that_never_introduces_itself_cannot_be_checked() {
    let door =
        super::tampered::settings(Box::new(stonefall_client::Launch::new("/no/such/engine")), "1");
    let error = stonefall_check::run(&door, &Stopper::default(), |_| {}).unwrap_err();
    assert!(matches!(error, ClientError::Start { .. }), "{error}");
}
