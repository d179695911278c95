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
    let output = check(&[&["--only", "3,9,33", "--size", "5"], &times[..], &engine].concat());
    let parts =
        ["Stonefall ", "\nOptions\n", "✓  9  ", "– 33  ", "skipped: ", "2 of 3 points passed"];
    assert_has(&text(&output), &parts);
}

#[test]
fn a_report_for_programs() {
    let output = check(&["--json", "--only", "3,33", "--size", "5", "--patience", "100s", "self"]);
    let report: Value = serde_json::from_str(&text(&output)).unwrap();
    let counts = ["passed", "failed", "skipped"].map(|name| report[name].as_u64());
    assert_eq!(counts, [Some(1), Some(0), Some(1)]);
    assert_eq!(report["points"][0]["number"], 3);
    assert_eq!(report["points"][1]["verdict"], "skipped");
    assert_eq!(report["sizes"], serde_json::json!([5]));
}

#[cfg(unix)]
#[test]
fn a_failed_point_gives_exit_code_1() {
    let script = "echo id name Stub; while read line; do case $line in tei) echo teiok;; \
                  isready) echo readyok;; quit | go*) exit;; esac; done";
    let times = ["--patience", "100s", "--win-time", "5ms"];
    let output = check(&[&["--only", "3,9,17,63"], &times[..], &["sh", "-c", script]].concat());
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
    assert!(text(&check(&["--list"])).contains(" 92  Survives"));
}
