//! The session on standard input and output.

use super::host::name;
use super::{Line, Session};
use std::io::{self, BufRead, IsTerminal, Read, Write};
use std::thread;
use stonefall_engine::options::Options;
use stonefall_engine::tei::LONGEST_LINE;
use tokio::sync::mpsc::{Sender, channel};

/// Maximum number of lines that wait for an answer.
const WAITING_LINES: usize = 1024;

/// Runs a session on standard input and output until the end of input or `quit`.
///
/// # Errors
/// If the standard output cannot be written. A closed output is no error: many clients exit so.
pub fn run(mut options: Options) -> io::Result<()> {
    let cut = options.limit_hash();
    if io::stdin().is_terminal() {
        complain(&format!("{}, a Tak engine. Type help for the commands, quit to leave.", name()));
    }
    if let Some(message) = cut {
        complain(&message);
    }
    let runtime = tokio::runtime::Builder::new_current_thread().build()?;
    let mut output = io::stdout();
    let session = Session::new(options, Box::new(move |line| write_line(&mut output, line)))?;
    let (sender, lines) = channel(WAITING_LINES);
    // Nothing can interrupt a read: its thread ends with the program.
    thread::Builder::new()
        .name("reader".to_owned())
        .spawn(move || read(io::stdin().lock(), &sender))?;
    match runtime.block_on(session.run(lines)) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        result => result,
    }
}

/// Writes a message to the terminal, if possible.
fn complain(text: &str) {
    let _ = writeln!(io::stderr(), "{text}");
}

/// Writes a line at once, in one piece.
fn write_line(output: &mut impl Write, line: &str) -> io::Result<()> {
    output.write_all(format!("{line}\n").as_bytes())?;
    output.flush()
}

/// Sends lines to the session until either ends.
fn read(mut input: impl BufRead, lines: &Sender<Line>) {
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        // With one byte beyond the limit the protocol refuses the line.
        match input.by_ref().take(LONGEST_LINE as u64 + 1).read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        let is_cut = bytes.len() > LONGEST_LINE && !bytes.ends_with(b"\n");
        if is_cut && input.skip_until(b'\n').is_err() {
            return;
        }
        if lines.blocking_send(Line::now(String::from_utf8_lossy(&bytes))).is_err() {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_any_bytes() {
        let (sender, mut lines) = channel(16);
        read(&b"tei\r\n\n\xff\x00 go\nquit"[..], &sender);
        let texts: Vec<_> =
            std::iter::from_fn(|| lines.try_recv().ok()).map(|line| line.text).collect();
        assert_eq!(texts, ["tei\r\n", "\n", "\u{fffd}\0 go\n", "quit"]);
    }
}
