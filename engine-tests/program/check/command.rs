//! The command itself: its output and exit codes.

#[cfg(unix)]
use crate::program::complaint;
use crate::program::{STONEFALL, assert_has, stonefall, text};
use serde_json::Value;
use std::process::Output;

fn check(arguments: &[&str]) -> Output {
    stonefall(&[&["check"], arguments].concat())
}

#[test]
fn a_report_for_people() {
    let times = ["--win-time", "10", "--patience", "100s"];
    let engine = [STONEFALL, "tei", "--hash", "4"];
    let output = check(&[&["--only", "3,9-13,96"], &times[..], &engine].concat());
    let text = text(&output);
    assert!(text.starts_with("Stonefall "), "{text}");
    assert_has(
        &text,
        &["\nOptions\n", "✓ 12  Checks", "– 96", "skipped: ", "6 of 7 points passed"],
    );
}

#[test]
fn a_report_for_programs() {
    let output = check(&["--json", "--only", "3,96", "--patience", "100s", "self"]);
    let report: Value = serde_json::from_str(&text(&output)).unwrap();
    assert_eq!(
        (&report["passed"], &report["failed"], &report["skipped"]),
        (&1.into(), &0.into(), &1.into())
    );
    assert_eq!(report["points"][0]["number"], 3);
    assert_eq!(report["points"][1]["verdict"], "skipped");
    assert_eq!(report["sizes"], serde_json::json!([3, 4, 5, 6, 7, 8]));
}

#[cfg(unix)]
#[test]
fn a_failed_point_gives_exit_code_1() {
    let script = "echo id name Stub; while read line; do case $line in tei) echo teiok;; \
                  isready) echo readyok;; quit | go*) exit;; esac; done";
    let times = ["--patience", "100s", "--win-time", "5ms"];
    let output = check(&[&["--only", "3,9,17,62"], &times[..], &["sh", "-c", script]].concat());
    assert_eq!(complaint(&output, 1), "stonefall: failed: 3, 17\n");
    let report = String::from_utf8(output.stdout).unwrap();
    assert!(report.contains("expected a text after id author"));
}

#[cfg(unix)]
#[test]
fn slack_extends_the_wait_for_a_slow_engine() {
    let script = "while read line; do case $line in tei) sleep 0.3; echo id name Slow; \
                  echo id author Nobody; echo teiok;; isready) echo readyok;; \
                  go*) echo bestmove a1;; quit) exit;; esac; done";
    let check = |times: &[&str]| {
        check(&[&["--only", "1"], times, &["--patience", "100ms", "sh", "-c", script]].concat())
    };
    assert!(complaint(&check(&[]), 1).contains("did not send teiok within"));
    assert_has(&text(&check(&["--slack", "100s"])), &["1 of 1 points passed"]);
}

#[test]
fn wrong_arguments_give_exit_code_2() {
    for arguments in [
        &[][..],
        &["--only", "100", STONEFALL],
        &["--only", "x", STONEFALL],
        &["--only", "23", STONEFALL],
        &["--size", "9", STONEFALL],
        &["--patience", "0", STONEFALL],
        &["--patience", "11m", STONEFALL],
        &["--win-time", "soon", STONEFALL],
    ] {
        assert_eq!(check(arguments).status.code(), Some(2), "{arguments:?}");
    }
    assert_eq!(check(&["/no/such/engine"]).status.code(), Some(1));
    assert!(text(&check(&["--list"])).contains(" 96  The engine's own WebSocket"));
}
