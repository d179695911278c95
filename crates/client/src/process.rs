//! An engine as a child process, and the command line that starts it.
//!
//! Three threads serve its pipes, so that the client never blocks on a full or an empty one. One
//! writes, one reads lines and notes their time, one keeps the newest lines of standard error. They
//! end with the process.

use super::transport::{Diagnostics, SendTime, read_lines};
use super::{ClientError, Event, Exit, Line, Transport};
use std::ffi::OsString;
use std::io::{self, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, TryRecvError, channel, sync_channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

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

/// Lines that may wait to be received; after that, the pipe of the engine fills up.
const WAITING_LINES: usize = 1024;
/// Interval of checks whether the process has ended. Its output may stay open after that, because a
/// child of the engine holds it.
const POLL: Duration = Duration::from_millis(100);
/// Time for a process to end after it closed its output, and for its diagnostics to be read: on a busy machine
/// either may take a while.
const END: Duration = Duration::from_secs(2);

/// Bytes for the writer thread.
struct Message {
    bytes: Vec<u8>,
    sent: SendTime,
}

/// A running engine.
#[derive(Debug)]
pub struct Process {
    child: Child,
    /// `None` after [`Transport::close`].
    input: Option<Sender<Message>>,
    output: Receiver<Line>,
    diagnostics: Arc<Diagnostics>,
    /// The thread that reads standard error; `None` after its end.
    errors_reader: Option<JoinHandle<()>>,
    ending: Option<Exit>,
}

impl Process {
    /// Starts a program.
    ///
    /// # Errors
    /// If the program does not exist or the system refuses to run it.
    pub fn start(launch: &Launch) -> Result<Self, ClientError> {
        Self::spawn(launch)
            .map_err(|reason| ClientError::Start { command: launch.command(), reason })
    }

    fn spawn(launch: &Launch) -> io::Result<Self> {
        let mut command = Command::new(launch.full_program());
        command
            .args(&launch.arguments)
            .envs(launch.environment.iter().map(|(name, value)| (name, value)))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        if let Some(folder) = &launch.folder {
            command.current_dir(folder);
        }
        // A process group of its own: Ctrl-C reaches the client only, and a kill reaches children.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (input, written) = channel();
        let (sender, output) = sync_channel(WAITING_LINES);
        let diagnostics = Arc::<Diagnostics>::default();
        let kept = Arc::clone(&diagnostics);
        let input = Some(input);
        let mut process =
            Self { child, input, output, diagnostics, errors_reader: None, ending: None };
        let (Some(stdin), Some(stdout), Some(stderr)) = pipes else {
            return Err(io::Error::other("expected three pipes"));
        };
        spawn("engine input", move || write(stdin, &written))?;
        spawn("engine output", move || {
            read_lines(BufReader::new(stdout), |line| sender.send(line).is_ok());
        })?;
        process.errors_reader = Some(spawn("engine errors", move || {
            read_lines(BufReader::new(stderr), |line| {
                kept.push(&line.text);
                true
            });
        })?);
        Ok(process)
    }

    /// Returns how the process ended, without waiting for it.
    fn has_ended(&mut self) -> Option<Exit> {
        if self.ending.is_none() {
            let status = self.child.try_wait().ok().flatten()?;
            self.ending = Some(ending(status));
        }
        self.ending
    }

    /// Waits for the end of a process that closed its output, and for the end of standard error unless
    /// a child of the engine holds it open.
    fn settle(&mut self) -> Exit {
        let deadline = Instant::now() + END;
        while self.has_ended().is_none() && Instant::now() < deadline {
            thread::sleep(Duration::from_millis(1));
        }
        let ending = self.ending.unwrap_or_else(|| {
            self.kill();
            Exit::Closed
        });
        self.ending = Some(ending);
        if let Some(reader) = self.errors_reader.take() {
            while !reader.is_finished() && Instant::now() < deadline {
                thread::sleep(Duration::from_millis(1));
            }
        }
        ending
    }

    /// Kills the process and its children, where the system can.
    fn kill_group(&mut self) {
        #[cfg(unix)]
        {
            use rustix::process::{Pid, Signal, kill_process_group};
            let _ = kill_process_group(Pid::from_child(&self.child), Signal::KILL);
        }
        let _ = self.child.kill();
    }
}

impl Transport for Process {
    fn send(&mut self, bytes: &[u8]) {
        self.send_noted(bytes, &SendTime::default());
    }

    fn send_noted(&mut self, bytes: &[u8], sent: &SendTime) {
        if let Some(input) = &self.input {
            // If the writer thread has ended, `receive` returns the end of the process.
            let _ = input.send(Message { bytes: bytes.to_vec(), sent: sent.clone() });
        }
    }

    fn receive(&mut self, deadline: Instant) -> Event {
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.output.recv_timeout(left.min(POLL)) {
                Ok(line) => return Event::Line(line),
                Err(RecvTimeoutError::Disconnected) => return Event::Ended(self.settle()),
                Err(RecvTimeoutError::Timeout) => {}
            }
            if self.has_ended().is_some() {
                // The reader thread may still hold the last lines.
                return match self.output.recv_timeout(POLL) {
                    Ok(line) => Event::Line(line),
                    Err(_) => Event::Ended(self.settle()),
                };
            }
            if left <= POLL {
                return Event::Timeout;
            }
        }
    }

    fn close(&mut self) {
        self.input = None;
    }

    fn kill(&mut self) -> Exit {
        if let Some(ending) = self.has_ended() {
            return ending;
        }
        self.kill_group();
        // Reaps the killed process; this does not block for long.
        let _ = self.child.wait();
        self.ending = Some(Exit::Killed);
        Exit::Killed
    }

    fn diagnostics(&self) -> (usize, Vec<String>) {
        self.diagnostics.read()
    }

    fn process_id(&self) -> Option<u32> {
        Some(self.child.id())
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
        // If the output is still open, a child of the engine holds it.
        while self.output.try_recv().is_ok() {}
        if self.output.try_recv() == Err(TryRecvError::Empty) {
            self.kill_group();
        }
    }
}

fn spawn(name: &str, work: impl FnOnce() + Send + 'static) -> io::Result<JoinHandle<()>> {
    thread::Builder::new().name(name.to_owned()).spawn(work)
}

fn write(mut stdin: ChildStdin, written: &Receiver<Message>) {
    for Message { bytes, sent } in written {
        // Before the write: the engine may answer before the next line runs.
        sent.note();
        if stdin.write_all(&bytes).and_then(|()| stdin.flush()).is_err() {
            return;
        }
    }
}

fn ending(status: ExitStatus) -> Exit {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        return Exit::Signal(signal);
    }
    status.code().map_or(Exit::Closed, Exit::Code)
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
