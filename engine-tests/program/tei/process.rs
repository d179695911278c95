//! The program as clients start it.

use crate::program::command;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::Child;
use std::time::{Duration, Instant};

/// Longer than any step.
const WATCHDOG: Duration = Duration::from_secs(100);

fn start(flags: &[&str]) -> Child {
    // A client may start it in any folder, without environment variables.
    command(flags).env_clear().current_dir("/").spawn().unwrap()
}

/// Waits for a successful end without messages; returns the standard output.
fn end(mut child: Child) -> String {
    drop(child.stdin.take());
    let start = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        if start.elapsed() > WATCHDOG {
            child.kill().unwrap();
            panic!("it does not end");
        }
        std::thread::sleep(Duration::from_millis(5));
    };
    let (mut output, mut errors) = (String::new(), String::new());
    if let Some(mut stdout) = child.stdout.take() {
        stdout.read_to_string(&mut output).unwrap();
    }
    child.stderr.take().unwrap().read_to_string(&mut errors).unwrap();
    assert_eq!((status.code(), errors.as_str()), (Some(0), ""), "{output}");
    assert!(output.lines().all(|line| !line.is_empty()), "{output}");
    output
}

fn say(child: &mut Child, bytes: &[u8]) {
    child.stdin.as_mut().unwrap().write_all(bytes).unwrap();
}

#[test]
fn it_is_silent_before_the_first_command() {
    assert_eq!(end(start(&[])), "");
}

#[test]
fn the_end_of_input_ends_program_and_search() {
    let mut child = start(&[]);
    say(&mut child, b"teinewgame 5\nposition startpos moves a1\ngo infinite");
    let output = end(child);
    let answers: Vec<_> = output.lines().filter(|line| line.starts_with("bestmove ")).collect();
    assert_eq!(answers.len(), 1, "{output}");
    assert_eq!(output.lines().last(), Some(answers[0]));
}

#[test]
fn quit_ends_it_with_open_input() {
    let mut child = start(&[]);
    let input = child.stdin.take();
    for lines in ["go infinite\n", "quit\n"] {
        input.as_ref().unwrap().write_all(lines.as_bytes()).unwrap();
    }
    assert!(end(child).lines().last().unwrap().starts_with("bestmove "));
    drop(input);
}

#[test]
fn every_line_is_written_at_once() {
    let mut child = start(&[]);
    let mut output = BufReader::new(child.stdout.take().unwrap());
    for _ in 0..3 {
        say(&mut child, b"isready\n");
        let mut line = String::new();
        output.read_line(&mut line).unwrap();
        assert_eq!(line, "readyok\n");
    }
    child.stdout = Some(output.into_inner());
    assert_eq!(end(child), "");
}

#[test]
fn a_closed_output_is_no_error() {
    let mut child = start(&[]);
    say(&mut child, b"teinewgame 5\n");
    drop(child.stdout.take());
    // Writing may fail after its end.
    let _ = child.stdin.as_mut().unwrap().write_all(b"tei\ngo infinite\nisready\n");
    let input = child.stdin.take();
    assert_eq!(end(child), "");
    drop(input);
}

#[test]
fn any_bytes_are_survived() {
    let mut child = start(&[]);
    let mut bytes = b"\xef\xbb\xbfteinewgame 5\r\n\xff\xfe\0\n\n\r\n\0\0isready\n".to_vec();
    bytes.extend(b"position startpos moves a1 e5");
    bytes.extend(b" x".repeat(3 << 20));
    bytes.extend(b"\nposition startpos moves");
    bytes.extend(b" a1".repeat(1 << 18));
    bytes.extend(b"\ngo depth 1\n");
    say(&mut child, &bytes);
    let output = end(child);
    assert!(output.lines().last().unwrap().starts_with("bestmove "), "{output}");
}

#[test]
fn flags_are_the_announced_defaults() {
    let mut child = start(&["--half-komi", "-4", "--hash=8", "--threads", "2"]);
    say(&mut child, b"tei\n");
    let output = end(child);
    for option in
        ["HalfKomi type spin default -4", "Hash type spin default 8", "Threads type spin default 2"]
    {
        assert!(output.contains(&format!("option name {option} min ")), "{output}");
    }
}
