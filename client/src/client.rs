//! A conversation with one engine in TEI.

use super::answer::PendingSearch;
use super::error::excerpt;
use super::{
    Answer, BestMove, ClientError, Dialect, Event, Exit, Identity, Launch, Line, Transport,
    WebAddress,
};
use std::time::{Duration, Instant};

/// Direction of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direction {
    /// From the client to the engine.
    ToEngine,
    /// From the engine to the client.
    FromEngine,
}

/// Callback that receives every line of a conversation.
pub type Log = Box<dyn FnMut(Direction, &str) + Send>;

/// A conversation with one engine. Dropping it kills the engine.
pub struct Client {
    transport: Box<dyn Transport>,
    search: Option<PendingSearch>,
    /// A line that arrived after the deadline of a wait; the next wait receives it.
    late: Option<Line>,
    log: Option<Log>,
}

impl Client {
    /// Uses an open connection.
    #[must_use]
    pub fn new(transport: impl Transport + 'static) -> Self {
        Self { transport: Box::new(transport), search: None, late: None, log: None }
    }

    /// Starts an engine.
    ///
    /// # Errors
    /// If the program cannot be started.
    pub fn start(launch: &Launch) -> Result<Self, ClientError> {
        Ok(Self::new(launch.start()?))
    }

    /// Connects to a server within `timeout`.
    ///
    /// # Errors
    /// If the connection cannot be opened in time.
    pub fn connect(address: &WebAddress, timeout: Duration) -> Result<Self, ClientError> {
        Ok(Self::new(address.connect(timeout)?))
    }

    /// Passes every further line of the conversation to `log`.
    pub fn set_log(&mut self, log: Log) {
        self.log = Some(log);
    }

    /// The connection, for everything outside the protocol.
    pub fn transport(&mut self) -> &mut dyn Transport {
        &mut *self.transport
    }

    /// Sends a line. Never blocks. If the engine has ended, the next wait returns the error.
    pub fn send(&mut self, line: &str) {
        self.send_bytes(format!("{line}\n").as_bytes());
    }

    /// Sends bytes unchanged and in one piece; they may hold several lines or half a line.
    pub fn send_bytes(&mut self, bytes: &[u8]) {
        if let Some(log) = &mut self.log {
            for line in bytes.split_inclusive(|&byte| byte == b'\n') {
                let line = line.strip_suffix(b"\n").unwrap_or(line);
                log(Direction::ToEngine, &String::from_utf8_lossy(line));
            }
        }
        self.transport.send(bytes);
    }

    /// Returns the next line, or `None` if none arrives before the deadline.
    ///
    /// # Errors
    /// If the engine has ended.
    pub fn line(&mut self, deadline: Instant) -> Result<Option<Line>, ClientError> {
        if let Some(line) = self.late.take() {
            return Ok(Some(line));
        }
        match self.transport.receive(deadline) {
            Event::Line(line) => {
                if let Some(log) = &mut self.log {
                    log(Direction::FromEngine, &line.text);
                }
                Ok(Some(line))
            }
            Event::Timeout => Ok(None),
            Event::Ended(ending) => Err(ClientError::Died {
                expected: "a line".into(),
                ending,
                diagnostics: self.transport.diagnostics(),
            }),
        }
    }

    /// Waits for the first line for which `pick` returns a value, and skips the others. `expected`
    /// names that line in errors. A line that arrives after the deadline is kept for the next wait.
    ///
    /// # Errors
    /// If the engine ends or the deadline passes first.
    pub fn wait_for<T>(
        &mut self,
        expected: &str,
        deadline: Instant,
        mut pick: impl FnMut(&Line) -> Option<T>,
    ) -> Result<T, ClientError> {
        let since = Instant::now();
        let mut last_line = None;
        loop {
            let line = match self.line(deadline) {
                Ok(Some(line)) if line.at > deadline => {
                    self.late = Some(line);
                    None
                }
                Ok(line) => line,
                Err(ClientError::Died { ending, diagnostics, .. }) => {
                    let expected = expected.to_owned();
                    return Err(ClientError::Died { expected, ending, diagnostics });
                }
                Err(error) => return Err(error),
            };
            let Some(line) = line else {
                let (expected, waited) = (expected.to_owned(), since.elapsed());
                return Err(ClientError::Timeout { expected, waited, last_line });
            };
            if let Some(found) = pick(&line) {
                return Ok(found);
            }
            last_line = Some(line.text);
        }
    }

    /// Sends `tei` and reads the answer up to `teiok`.
    ///
    /// # Errors
    /// If the engine ends or `teiok` does not arrive in time.
    pub fn handshake(&mut self, deadline: Instant) -> Result<Identity, ClientError> {
        self.send("tei");
        let mut identity = Identity::default();
        self.wait_for("teiok", deadline, |line| identity.read_line(line).then_some(()))?;
        Ok(identity)
    }

    /// Sends `isready` and waits for `readyok`.
    ///
    /// # Errors
    /// If the engine ends or `readyok` does not arrive in time.
    pub fn ready(&mut self, deadline: Instant) -> Result<(), ClientError> {
        self.send("isready");
        self.wait_for("readyok", deadline, |line| (line.first_word() == "readyok").then_some(()))
    }

    /// Sets an option; without a value it presses a button.
    pub fn set_option(&mut self, name: &str, value: Option<&str>) {
        match value {
            Some(value) => self.send(&format!("setoption name {name} value {value}")),
            None => self.send(&format!("setoption name {name}")),
        }
    }

    /// Starts a game in the engine's dialect and waits until the engine is ready.
    ///
    /// In version 0 the komi is the option `HalfKomi`, which is set only if the engine announced it:
    /// some engines exit at an unknown option. [`Identity::check_board`] checks size and komi.
    ///
    /// # Errors
    /// If the engine ends or is not ready in time.
    pub fn new_game(
        &mut self,
        identity: &Identity,
        size: usize,
        half_komi: i32,
        deadline: Instant,
    ) -> Result<(), ClientError> {
        match identity.dialect() {
            Dialect::V1 => self.send(&format!("teinewgame size {size} halfkomi {half_komi}")),
            Dialect::V0 => {
                if let Some(option) = identity.option("HalfKomi") {
                    // Some engines compare option names with their case.
                    self.set_option(&option.name, Some(&half_komi.to_string()));
                }
                self.send(&format!("teinewgame {size}"));
            }
        }
        self.ready(deadline)
    }

    /// Sends a `go` line. [`Client::answer`] waits for its answer.
    pub fn go(&mut self, go: &str) {
        self.search = Some(PendingSearch::new(Instant::now()));
        self.send(go);
    }

    /// Time of the last `go` that has no answer yet.
    #[must_use]
    pub fn searching_since(&self) -> Option<Instant> {
        self.search.as_ref().map(|search| search.since)
    }

    /// Waits for the `bestmove` of the last [`Client::go`]. After [`ClientError::Timeout`] the caller
    /// may wait again, for example after a `stop`.
    ///
    /// # Errors
    /// If the engine ends, does not answer in time, or sends a `bestmove` without a move.
    pub fn answer(&mut self, deadline: Instant) -> Result<Answer, ClientError> {
        let mut search = self.search.take().unwrap_or_else(|| PendingSearch::new(Instant::now()));
        let found = self.wait_for("bestmove", deadline, |line| {
            search.read_line(line).map(|word| (word, line.at, line.text.clone()))
        });
        let (word, at, line) = match found {
            Ok(found) => found,
            Err(error) => {
                self.search = Some(search);
                return Err(error);
            }
        };
        let best = match word.as_deref() {
            None => {
                let (expected, found) = ("bestmove MOVE".into(), excerpt(&line));
                return Err(ClientError::Malformed { expected, found });
            }
            Some("--") => BestMove::None,
            Some(word) => BestMove::Move(word.to_owned()),
        };
        let PendingSearch { since, info, infos } = search;
        Ok(Answer { best, time: at.saturating_duration_since(since), info, infos })
    }

    /// Sends `quit` and kills the engine if it has not ended after `grace`.
    pub fn quit(&mut self, grace: Duration) -> Exit {
        self.send("quit");
        self.transport.end(grace)
    }
}

impl std::fmt::Debug for Client {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("Client").field("search", &self.search).finish_non_exhaustive()
    }
}
