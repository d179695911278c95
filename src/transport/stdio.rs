//! The conversation on standard input and output.

use super::host::name;
use super::{Line, Session, Stream};
use std::io::{self, BufRead, IsTerminal, Read, Write};
use std::thread;
use stonefall_engine::options::Options;
use tokio::sync::mpsc::{Sender, channel};

/// The longest line that is read to its end, in bytes: a game of many thousand moves.
const LONGEST_LINE: u64 = 4 << 20;
/// Lines that may wait to be answered.
const WAITING_LINES: usize = 1024;

/// Talks with whoever started the program, until the end of input or `quit`.
///
/// # Errors
/// If the standard output cannot be written, except that nobody reads it any more: that is how
/// many clients leave.
pub fn run(mut options: Options) -> io::Result<()> {
    let cut = options.limit_hash();
    if io::stdin().is_terminal() {
        complain(&format!("{}, a Tak engine. Type help for the commands, quit to leave.", name()));
    }
    if let Some(message) = cut {
        complain(&message);
    }
    let runtime = tokio::runtime::Builder::new_current_thread().build()?;
    let conversation = Session::new(options, Box::new(Stream(io::stdout())))?;
    let (sender, lines) = channel(WAITING_LINES);
    // Reading cannot be broken off, so that it has a thread; it ends with the program.
    thread::Builder::new()
        .name("reader".to_owned())
        .spawn(move || read(io::stdin().lock(), &sender))?;
    match runtime.block_on(conversation.run(lines)) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        result => result,
    }
}

/// For people who look at the terminal; if they cannot be told, there is nobody to tell.
fn complain(text: &str) {
    let _ = writeln!(io::stderr(), "{text}");
}

/// Passes lines on until there are no more, or nobody wants them.
fn read(mut input: impl BufRead, lines: &Sender<Line>) {
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        match input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        let mut line = Line::now(String::from_utf8_lossy(&bytes));
        if bytes.len() as u64 == LONGEST_LINE {
            // Half a command is none: the loop will say that it does not know this one.
            line.text = "(a line that is too long)".to_owned();
            if input.skip_until(b'\n').is_err() {
                return;
            }
        }
        if lines.blocking_send(line).is_err() {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_whatever_comes() {
        let (sender, mut lines) = channel(16);
        read(&b"tei\r\n\n\xff\x00 go\nquit"[..], &sender);
        let texts: Vec<_> =
            std::iter::from_fn(|| lines.try_recv().ok()).map(|line| line.text).collect();
        assert_eq!(texts, ["tei\r\n", "\n", "\u{fffd}\0 go\n", "quit"]);
    }
}
