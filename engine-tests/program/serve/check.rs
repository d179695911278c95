//! `stonefall check` over a WebSocket.

use super::command::Program;
use crate::check::{check, settings};
use crate::program::stonefall;
use stonefall_check::Engine;

#[test]
fn it_passes() {
    let (_program, address) = Program::start(&["--hash", "4"]);
    // Points of every section; the tests of standard input and output check all.
    let points = "1-6,18,21-24,31,36,41,43,44,61-66,68-76,78-79,81-84,89-92";
    let report = check(&settings(Engine::Server(address), points));
    assert_eq!(
        (report.passed, report.failed, report.skipped),
        (report.points.len(), 0, 0),
        "{report:#?}"
    );
    assert!(report.points.len() > 30);
}

#[test]
fn from_the_command_line() {
    let (_program, address) = Program::start(&[]);
    let check = |words: &[&str]| stonefall(&[&["check"], words].concat());
    let url = address.to_string();
    let output = check(&["--only", "3,8,77", "--patience", "100s", "--ascii", "--ws", &url]);
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
