//! An engine as a child process.
//!
//! Three threads serve its pipes, so that neither a full nor an empty one ever holds up the caller:
//! one writes, one reads lines and stamps them with the time, one keeps the newest lines of standard
//! error. They end with the process.

use super::lines::{self, Heard};
use super::{Event, Exit, Launch, Transport};
use std::collections::VecDeque;
use std::io::{self, BufReader, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// Lines that may wait to be received. An engine that writes more meets a full pipe.
const WAITING_LINES: usize = 1024;
/// Lines of standard error that are kept, and the most characters of each.
const KEPT_WORDS: usize = 10;
const KEPT_CHARACTERS: usize = 200;
/// How often it is looked whether a process is dead that does not close its output: something that it
/// has started may hold it open.
const LOOK: Duration = Duration::from_millis(100);
/// How long a process that closed its output may take to end.
const END: Duration = Duration::from_millis(500);

/// A running program.
#[derive(Debug)]
pub struct Process {
    child: Child,
    /// `None` when the input is closed.
    input: Option<Sender<Vec<u8>>>,
    output: Receiver<Heard>,
    errors: Arc<Mutex<Errors>>,
    /// Who reads standard error; `None` when it was read to its end.
    errors_reader: Option<JoinHandle<()>>,
    ending: Option<Exit>,
}

/// What came on standard error.
#[derive(Debug, Default)]
struct Errors {
    newest: VecDeque<String>,
    count: usize,
}

impl Process {
    pub(super) fn start(launch: &Launch) -> io::Result<Self> {
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
        // A group of its own: Ctrl-C is for us, and what the engine starts dies with it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        let (stdin, stdout, stderr) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (input, written) = channel();
        let (sender, output) = sync_channel(WAITING_LINES);
        let errors = Arc::new(Mutex::new(Errors::default()));
        let kept = Arc::clone(&errors);
        let mut process =
            Self { child, input: Some(input), output, errors, errors_reader: None, ending: None };
        if let Some(stdin) = stdin {
            spawn("engine input", move || write(stdin, &written))?;
        }
        if let Some(stdout) = stdout {
            spawn("engine output", move || {
                lines::read(BufReader::new(stdout), |heard| sender.send(heard));
            })?;
        }
        if let Some(stderr) = stderr {
            process.errors_reader = Some(spawn("engine errors", move || {
                lines::read(BufReader::new(stderr), |heard| {
                    keep(&kept, &heard);
                    Ok::<_, ()>(())
                });
            })?);
        }
        Ok(process)
    }

    /// The number that the system knows the process by.
    #[must_use]
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Whether the process has ended by itself, without waiting for it.
    fn has_ended(&mut self) -> Option<Exit> {
        if self.ending.is_none() {
            let status = self.child.try_wait().ok().flatten()?;
            self.ending = Some(ending(status));
        }
        self.ending
    }

    /// How the process ends that has closed its output. Its last words are kept by then, unless what
    /// it has started still holds standard error open.
    fn settle(&mut self) -> Exit {
        let deadline = Instant::now() + END;
        let ending = self.wait_until(deadline);
        if let Some(reader) = self.errors_reader.take() {
            while !reader.is_finished() && Instant::now() < deadline {
                thread::sleep(Duration::from_millis(1));
            }
        }
        ending
    }

    /// Waits for the end of the process, and kills it if it comes too late.
    fn wait_until(&mut self, deadline: Instant) -> Exit {
        loop {
            if let Some(ending) = self.has_ended() {
                return ending;
            }
            if Instant::now() >= deadline {
                self.kill();
                self.ending = Some(Exit::Closed);
                return Exit::Closed;
            }
            thread::sleep(Duration::from_millis(1));
        }
    }

    /// Kills what the process has started as well, as far as the system knows a way.
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
        if let Some(input) = &self.input {
            // The writer has left if the process has: `receive` will tell.
            let _ = input.send(bytes.to_vec());
        }
    }

    fn receive(&mut self, deadline: Instant) -> Event {
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.output.recv_timeout(left.min(LOOK)) {
                Ok(heard) => return Event::Line(heard),
                Err(RecvTimeoutError::Disconnected) => return Event::Ended(self.settle()),
                Err(RecvTimeoutError::Timeout) => {}
            }
            if self.has_ended().is_some() {
                // The reader may not have seen yet what was written last.
                return match self.output.recv_timeout(LOOK) {
                    Ok(heard) => Event::Line(heard),
                    Err(_) => Event::Ended(self.settle()),
                };
            }
            if left <= LOOK {
                return Event::Silence;
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
        // It has been killed: this does not take long.
        let _ = self.child.wait();
        self.ending = Some(Exit::Killed);
        Exit::Killed
    }

    fn last_words(&self) -> Vec<String> {
        self.errors.lock().unwrap_or_else(PoisonError::into_inner).newest.iter().cloned().collect()
    }

    fn stray_lines(&self) -> usize {
        self.errors.lock().unwrap_or_else(PoisonError::into_inner).count
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
        // If the output is still open, something holds it that the process has left behind.
        let is_open = |process: &Self| loop {
            match process.output.try_recv() {
                Ok(_) => {}
                Err(error) => break error == std::sync::mpsc::TryRecvError::Empty,
            }
        };
        if is_open(self) {
            self.kill_group();
        }
    }
}

fn spawn(name: &str, work: impl FnOnce() + Send + 'static) -> io::Result<JoinHandle<()>> {
    thread::Builder::new().name(name.to_owned()).spawn(work)
}

fn write(mut stdin: ChildStdin, written: &Receiver<Vec<u8>>) {
    for bytes in written {
        if stdin.write_all(&bytes).and_then(|()| stdin.flush()).is_err() {
            return;
        }
    }
}

fn keep(errors: &Mutex<Errors>, heard: &Heard) {
    let text = stonefall_engine::notation::excerpt(&heard.text, KEPT_CHARACTERS);
    let mut errors = errors.lock().unwrap_or_else(PoisonError::into_inner);
    errors.count += 1;
    if text.is_empty() {
        return;
    }
    if errors.newest.len() == KEPT_WORDS {
        errors.newest.pop_front();
    }
    errors.newest.push_back(text);
}

fn ending(status: ExitStatus) -> Exit {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        return Exit::Signal(signal);
    }
    status.code().map_or(Exit::Closed, Exit::Code)
}
