//! The one place where the protocol writes.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use tokio::sync::mpsc::UnboundedSender;

/// Takes the lines that the engine says, one at a time and without their end.
pub trait Output: Send {
    /// Passes a line on at once.
    ///
    /// # Errors
    /// If nobody listens any more.
    fn line(&mut self, text: &str) -> io::Result<()>;
}

/// Lines to a stream such as the standard output, each flushed as it is written.
#[derive(Debug)]
pub struct Stream<W>(pub W);

impl<W: Write + Send> Output for Stream<W> {
    fn line(&mut self, text: &str) -> io::Result<()> {
        let mut line = String::with_capacity(text.len() + 1);
        line.push_str(text);
        line.push('\n');
        self.0.write_all(line.as_bytes())?;
        self.0.flush()
    }
}

/// Lines to whoever holds the other end of a channel: another transport, or a test.
impl Output for UnboundedSender<String> {
    fn line(&mut self, text: &str) -> io::Result<()> {
        self.send(text.to_owned()).map_err(|_| io::ErrorKind::BrokenPipe.into())
    }
}

/// Checks what goes out, and takes it down if a log is wanted.
pub(super) struct Writer {
    output: Box<dyn Output>,
    log: Option<File>,
    /// Stands before every line of the log that others write to as well.
    name: String,
}

/// The longest message: some clients read lines into small buffers.
const LONGEST_MESSAGE: usize = 400;

impl Writer {
    pub(super) fn new(output: Box<dyn Output>) -> Self {
        Self { output, log: None, name: String::new() }
    }

    /// Tells this conversation from others in the log.
    pub(super) fn sign(&mut self, name: &str) {
        self.name = format!("{name} ");
    }

    /// Adds what is read and written to a file from now on; to none if the name is empty.
    pub(super) fn log_to(&mut self, path: &str) -> io::Result<()> {
        self.log = None;
        if !path.is_empty() {
            self.log = Some(OpenOptions::new().create(true).append(true).open(path)?);
        }
        Ok(())
    }

    /// Takes down a line that was read.
    pub(super) fn heard(&mut self, text: &str) {
        self.note(">>", text);
    }

    /// Writes text of one or more lines. Empty ones are left out: there are clients that they end.
    pub(super) fn say(&mut self, text: &str) -> io::Result<()> {
        for line in text.lines().map(str::trim_end).filter(|line| !line.is_empty()) {
            self.note("<<", line);
            self.output.line(line)?;
        }
        Ok(())
    }

    /// Writes a message of one line behind a prefix such as `info string`.
    pub(super) fn message(&mut self, prefix: &str, text: &str) -> io::Result<()> {
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let text: String = text.chars().take(LONGEST_MESSAGE).collect();
        self.say(&format!("{prefix} {text}"))
    }

    /// A log that cannot be written is given up; the game goes on.
    fn note(&mut self, mark: &str, text: &str) {
        if let Some(file) = &mut self.log
            // In one piece: other conversations may write to the same file.
            && file.write_all(format!("{}{mark} {text}\n", self.name).as_bytes()).is_err()
        {
            self.log = None;
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use std::sync::{Arc, Mutex};

    struct Lines(Arc<Mutex<Vec<String>>>);

    impl Output for Lines {
        fn line(&mut self, text: &str) -> io::Result<()> {
            self.0.lock().unwrap().push(text.to_owned());
            Ok(())
        }
    }

    #[test]
    fn no_empty_line_and_no_long_message_goes_out() {
        let lines = Arc::default();
        let mut writer = Writer::new(Box::new(Lines(Arc::clone(&lines))));
        writer.say("one \n\n  \ntwo\r\n").unwrap();
        writer.message("info string", &"word\n".repeat(1000)).unwrap();
        let lines = lines.lock().unwrap();
        assert_eq!(lines[..2], ["one", "two"]);
        assert_eq!(lines.len(), 3);
        assert!(lines[2].len() < 500);
    }
}
