//! An engine as a child process, and the command line that starts it.
//!
//! Three threads serve its pipes, so that the client never blocks on a full or an empty one. One
//! writes, one reads lines and notes their time, one keeps the newest lines of standard error. They
//! end with the process.

use super::ClientError;
use super::transport::{Ends, Message, Transport, read_lines};
use std::ffi::OsString;
use std::io::{self, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::Instant;

/// A program and how to start it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Launch {
    /// Path of the program, or a name to look up in `PATH`.
    pub program: PathBuf,
    /// Its arguments.
    pub arguments: Vec<OsString>,
    /// Working directory; `None` for the one of the client.
    pub folder: Option<PathBuf>,
    /// Variables to add to the environment.
    pub environment: Vec<(OsString, OsString)>,
}

impl Launch {
    /// A program without arguments.
    pub fn new(program: impl Into<PathBuf>) -> Self {
        Self {
            program: program.into(),
            arguments: Vec::new(),
            folder: None,
            environment: Vec::new(),
        }
    }

    /// This program itself.
    ///
    /// # Errors
    /// If the system does not report its path.
    pub fn this_program() -> Result<Self, ClientError> {
        match std::env::current_exe() {
            Ok(program) => Ok(Self::new(program)),
            Err(reason) => Err(ClientError::Start { command: "this program".into(), reason }),
        }
    }

    /// Adds an argument.
    #[must_use]
    pub fn argument(mut self, argument: impl Into<OsString>) -> Self {
        self.arguments.push(argument.into());
        self
    }

    /// The command line as one could type it.
    pub fn command(&self) -> String {
        let words = std::iter::once(self.program.as_os_str())
            .chain(self.arguments.iter().map(OsString::as_os_str));
        words.map(|word| quoted(&word.to_string_lossy())).collect::<Vec<_>>().join(" ")
    }

    /// Starts the program.
    pub(super) fn start(&self) -> Result<Transport, ClientError> {
        self.spawn().map_err(|reason| ClientError::Start { command: self.command(), reason })
    }

    fn spawn(&self) -> io::Result<Transport> {
        let mut command = Command::new(self.full_program());
        command
            .args(&self.arguments)
            .envs(self.environment.iter().map(|(name, value)| (name, value)))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        if let Some(folder) = &self.folder {
            command.current_dir(folder);
        }
        // A process group of its own: Ctrl-C reaches the client only, and a kill reaches children.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(mut stdin), Some(stdout), Some(stderr)) = pipes else {
            return Err(io::Error::other("expected three pipes"));
        };
        let (transport, ends) = Transport::new(Some(child));
        let Ends { mut messages, lines, diagnostics } = ends;
        spawn("engine input", move || {
            while let Some(Message::Bytes(bytes, sent)) = messages.blocking_recv() {
                // Before the write: the engine may answer before the next line runs.
                let _ = sent.set(Instant::now());
                if stdin.write_all(&bytes).and_then(|()| stdin.flush()).is_err() {
                    return;
                }
            }
        })?;
        spawn("engine output", move || {
            read_lines(BufReader::new(stdout), |line| lines.send(line).is_ok());
        })?;
        spawn("engine errors", move || {
            read_lines(BufReader::new(stderr), |line| {
                diagnostics.push(&line.text);
                true
            });
        })?;
        Ok(transport)
    }

    /// Path of the program, absolute if it is started in another directory: systems differ in which
    /// directory they resolve a relative path from.
    fn full_program(&self) -> PathBuf {
        let is_path = self.program.parent().is_some_and(|parent| parent != Path::new(""));
        if is_path && self.folder.is_some() {
            std::path::absolute(&self.program).unwrap_or_else(|_| self.program.clone())
        } else {
            self.program.clone()
        }
    }
}

/// Quotes a word for a shell.
fn quoted(word: &str) -> String {
    let is_plain =
        |character: char| character.is_alphanumeric() || "/._-+=,:@%\\".contains(character);
    if !word.is_empty() && word.chars().all(is_plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}

fn spawn(name: &str, work: impl FnOnce() + Send + 'static) -> io::Result<()> {
    thread::Builder::new().name(name.to_owned()).spawn(work).map(|_| ())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_commands_for_a_shell() {
        let launch =
            Launch::new("./tak engine").argument("--hash=64").argument("it's").argument("");
        assert_eq!(launch.command(), r"'./tak engine' --hash=64 'it'\''s' ''");
    }
}
