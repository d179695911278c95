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

/// Passes on what goes out, and takes it down if a log is wanted.
pub(super) struct Writer {
    output: Box<dyn Output>,
    log: Option<File>,
    /// Stands before every line of the log that others write to as well.
    name: String,
}

impl Writer {
    pub(super) fn new(output: Box<dyn Output>) -> Self {
        Self { output, log: None, name: String::new() }
    }

    /// Tells this conversation from others in the log.
    pub(super) fn set_name(&mut self, name: &str) {
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
    pub(super) fn log_received(&mut self, text: &str) {
        self.note(">>", text);
    }

    /// Writes a line.
    pub(super) fn write(&mut self, line: &str) -> io::Result<()> {
        self.note("<<", line);
        self.output.line(line)
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
