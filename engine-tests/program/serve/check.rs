//! The check of the protocol, over the socket.

use super::command::Program;
use std::process::Command;
use std::time::Duration;
use stonefall_check::{Selection, Settings, Verdict, run};
use stonefall_engine::stopper::Stopper;

#[test]
fn it_passes() {
    let (_program, address) = Program::start(&["--hash", "4"]);
    // A choice of every section: the whole is looked at on standard input and output.
    let points: Selection =
        "1-7,18,21-24,31,36,39,41,43,44,61-66,68-76,78-79,81-84,89-93,96".parse().unwrap();
    let settings = Settings {
        connector: Box::new(address),
        selection: points,
        sizes: vec![5],
        win_time: Duration::from_millis(20),
        patience: Duration::from_secs(100),
        slack: Duration::from_secs(100),
        games: 4,
    };
    let report = run(&settings, &Stopper::default(), |_| {}).unwrap();
    for finding in &report.findings {
        // One size is looked at, and no button is announced over a socket.
        let may_be_skipped = [23, 39].contains(&finding.point.number);
        let skipped = may_be_skipped && matches!(finding.verdict, Verdict::Skipped(_));
        assert!(finding.verdict == Verdict::Passed || skipped, "{finding:#?}");
    }
    assert!(report.findings.len() > 40);
}

#[test]
fn from_the_command_line() {
    let (_program, address) = Program::start(&[]);
    let check = |words: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_stonefall"));
        command.arg("check").args(words).output().unwrap()
    };
    let url = address.to_string();
    let output = check(&["--only", "3,8,29", "--patience", "100s", "--ascii", "--ws", &url]);
    let text = String::from_utf8(output.stdout.clone()).unwrap();
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert!(text.contains("1 of 3 points passed, none failed, 2 skipped"), "{text}");
    assert!(text.contains(&url), "{text}");

    for (words, code, expected) in [
        (&["--ws", "localhost:7731"][..], 2, "expected an address such as ws://localhost:7731"),
        (&["--ws", "ws://127.0.0.1:1"], 1, "cannot connect to ws://127.0.0.1:1"),
        (&["--ws", &url, "./engine"], 2, "expected ENGINE or --ws, found both"),
    ] {
        let output = check(words);
        assert_eq!(output.status.code(), Some(code), "{output:?}");
        let text = String::from_utf8(output.stderr).unwrap();
        assert!(text.contains(expected), "{text}");
    }
}
