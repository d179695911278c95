//! The output of a session, and its log.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};

/// Sends a line to the client at once; the line has no end. Fails if the client is gone.
pub type LineOutput = Box<dyn FnMut(&str) -> io::Result<()> + Send>;

/// Sends lines to the client and writes them to a log file, if there is one.
pub(super) struct Writer {
    output: LineOutput,
    log: Option<File>,
    /// Prefix of each line of the log, which sessions share.
    name: String,
}

impl Writer {
    pub(super) fn new(output: LineOutput) -> Self {
        Self { output, log: None, name: String::new() }
    }

    /// Sets the name of the session in the log.
    pub(super) fn set_name(&mut self, name: &str) {
        self.name = format!("{name} ");
    }

    /// Appends all further lines to a file. An empty path ends the log.
    pub(super) fn log_to(&mut self, path: &str) -> io::Result<()> {
        self.log = None;
        if !path.is_empty() {
            self.log = Some(OpenOptions::new().create(true).append(true).open(path)?);
        }
        Ok(())
    }

    /// Logs a line from the client.
    pub(super) fn log_received(&mut self, text: &str) {
        self.log(">>", text);
    }

    /// Logs a line and sends it to the client.
    pub(super) fn write(&mut self, line: &str) -> io::Result<()> {
        self.log("<<", line);
        (self.output)(line)
    }

    /// An error ends the log, not the session.
    fn log(&mut self, mark: &str, text: &str) {
        if let Some(file) = &mut self.log
            // One write: other sessions may write to the same file.
            && file.write_all(format!("{}{mark} {text}\n", self.name).as_bytes()).is_err()
        {
            self.log = None;
        }
    }
}
