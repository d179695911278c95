//! The client with engines that misbehave. A deadline that a test waits for is short; the others are
//! far longer than any answer.

use crate::program::STONEFALL;
use std::time::{Duration, Instant};
use stonefall_client::{Client, ClientError, Dialect, Exit, Launch};
use stonefall_engine::notation::parse_move;

const EVER: Duration = Duration::from_secs(100);

fn later() -> Instant {
    Instant::now() + EVER
}

fn soon() -> Instant {
    Instant::now() + Duration::from_millis(50)
}

fn shell(script: &str) -> Client {
    Client::start(&Launch::new("sh").argument("-c").argument(script)).unwrap()
}

fn message<T: std::fmt::Debug>(result: Result<T, ClientError>) -> String {
    result.unwrap_err().to_string()
}

#[test]
fn plays_with_the_real_engine() {
    let mut client = Client::start(&Launch::new(STONEFALL).argument("--hash=4")).unwrap();
    let identity = client.handshake(later()).unwrap();
    assert!(identity.name.as_ref().unwrap().starts_with("Stonefall"));
    assert_eq!(identity.dialect(), Dialect::V1);
    assert_eq!(identity.check_board(5, -3), Ok(()));
    assert_eq!(identity.option("hash").unwrap().default().as_deref(), Some("4"));
    client.new_game(&identity, 5, 4, later()).unwrap();
    client.send("position startpos moves a1 e5");
    client.go("go nodes 500");
    let answer = client.answer(later()).unwrap();
    let info = answer.info.unwrap();
    assert!(info.score.is_some() && info.wdl.is_some() && info.nodes.is_some());
    assert_eq!(answer.best, Some(info.pv[0].to_string()));
    assert!(answer.time <= EVER);

    // The client can wait for an answer twice.
    client.go("go infinite");
    assert!(matches!(client.answer(soon()), Err(ClientError::Timeout { .. })));
    assert!(client.searching_since().is_some());
    client.send("stop");
    let Some(word) = client.answer(later()).unwrap().best else { panic!("no move") };
    assert!(parse_move(&word).is_ok());
    assert_eq!(client.quit(EVER), Exit::Code(0));
}

#[test]
fn names_a_program_that_cannot_be_started() {
    let error = message(Client::start(&Launch::new("/nowhere/engine").argument("two words")));
    assert!(error.starts_with("cannot start /nowhere/engine 'two words': "), "{error}");
}

#[test]
fn reports_the_end_of_an_engine_at_once() {
    for (script, ending) in [
        ("exit 3", "exit code 3"),
        ("kill -SEGV $$", "signal 11, segmentation fault"),
        ("echo hello; exec >&-; exec sleep 100", "it closed its output"),
        // A child of the engine holds its output open.
        ("sleep 100 & exit 4", "exit code 4"),
    ] {
        let mut client = shell(&format!("echo 'the disk is full' >&2; {script}"));
        let error = message(client.handshake(later()));
        assert_eq!(
            error,
            format!("died ({ending}), expected teiok; last error output: the disk is full")
        );
        assert!(message(client.ready(later())).starts_with("died"), "{script}");
    }
}

#[test]
fn a_wait_for_a_silent_engine_ends_at_the_deadline() {
    let mut client = shell("echo 'a  banner'; printf 'teiok'; exec sleep 100");
    // The shell may write its line after the first deadlines.
    let watchdog = later();
    loop {
        let error = message(client.handshake(soon()));
        assert!(error.starts_with("did not send teiok within "), "{error}");
        if error.ends_with(" ms; the last line was 'a  banner'") {
            break;
        }
        assert!(error.ends_with(" ms") && Instant::now() < watchdog, "{error}");
    }
    drop(client);
    let mut client = shell("exec sleep 100");
    assert_eq!(client.quit(Duration::from_millis(20)), Exit::Killed);
}

#[test]
fn a_wait_for_an_endless_writer_ends_at_the_deadline() {
    let mut client = shell("while :; do echo info string no news; done");
    assert!(message(client.handshake(soon())).starts_with("did not send teiok"));
    assert_eq!(client.quit(Duration::from_millis(20)), Exit::Killed);
}

#[test]
fn sending_to_an_engine_that_does_not_read_never_blocks() {
    let mut client = shell("exec sleep 100");
    let line = "x".repeat(1 << 16);
    for _ in 0..100 {
        client.send(&line);
    }
    assert!(message(client.ready(soon())).starts_with("did not send readyok"));
}

#[test]
fn skips_malformed_lines() {
    let mut client = shell(
        "echo; printf '\\377\\000\\n'; echo 'option name'; printf 'id name A  B \\r\\n'; \
         printf ' teiok\\r\\nreadyok'; read x; read x; echo; echo readyok; echo bestmove; \
         echo 'bestmove a1 ponder b2'; echo bestmove --",
    );
    let identity = client.handshake(later()).unwrap();
    assert_eq!(identity.name.as_deref(), Some("A B"));
    client.ready(later()).unwrap();
    let error = message(client.answer(later()));
    assert_eq!(error, "expected bestmove MOVE, found 'bestmove'");
    assert_eq!(client.answer(later()).unwrap().best, Some("a1".into()));
    assert_eq!(client.answer(later()).unwrap().best, None);
    let error = message(client.answer(later()));
    assert_eq!(error, "died (exit code 0), expected bestmove");
}

#[test]
fn kills_the_children_of_an_engine() {
    let mut client = shell("sleep 100 & echo $!; wait");
    let line = client.line(later()).unwrap().unwrap();
    drop(client);
    // A zombie may stay for a moment.
    let watchdog = later();
    let mut attempts = std::iter::from_fn(|| (Instant::now() < watchdog).then_some(()));
    let has_ended = attempts.any(|()| {
        std::thread::sleep(Duration::from_millis(5));
        let state = std::process::Command::new("ps")
            .args(["-o", "stat=", "-p", line.text.trim()])
            .output()
            .unwrap();
        let state = String::from_utf8_lossy(&state.stdout).trim().to_owned();
        state.is_empty() || state.starts_with('Z')
    });
    assert!(has_ended, "process {} still runs", line.text);
}
