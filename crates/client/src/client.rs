//! A conversation with one engine in TEI.

use super::transport::{Exit, Line, SendTime, Transport};
use super::{ClientError, Dialect, Identity, Info, Launch, WebAddress};
use std::time::{Duration, Instant};
use stonefall_engine::notation::excerpt;

/// An answer to `go`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// The word after `bestmove`, which may be illegal or no move at all; `None` for `--`: the game is over.
    pub best: Option<String>,
    /// The word after `ponder`: the expected reply. It may be illegal or no move at all.
    pub reply: Option<String>,
    /// Time from just before `go`, or a `ponderhit` for it, was written until `bestmove` was received.
    pub time: Duration,
    /// The last `info` line with a score for the best line (`multipv 1`).
    pub info: Option<Info>,
}

/// A search without an answer yet.
#[derive(Debug)]
struct PendingSearch {
    /// Time of the call.
    asked: Instant,
    sent: SendTime,
    info: Option<Info>,
}

impl PendingSearch {
    fn new() -> Self {
        Self { asked: Instant::now(), sent: SendTime::default(), info: None }
    }

    fn since(&self) -> Instant {
        self.sent.get().copied().unwrap_or(self.asked)
    }
}

/// A conversation with one engine. Dropping it kills the engine.
#[derive(Debug)]
pub struct Client {
    transport: Transport,
    search: Option<PendingSearch>,
    /// A line that arrived after the deadline of a wait; the next wait receives it.
    late: Option<Line>,
}

impl Client {
    fn new(transport: Transport) -> Self {
        Self { transport, search: None, late: None }
    }

    /// Starts an engine.
    ///
    /// # Errors
    /// If the program cannot be started.
    pub fn start(launch: &Launch) -> Result<Self, ClientError> {
        launch.start().map(Self::new)
    }

    /// Connects to a server within `timeout`.
    ///
    /// # Errors
    /// If the connection cannot be opened in time.
    pub fn connect(address: &WebAddress, timeout: Duration) -> Result<Self, ClientError> {
        address.connect(timeout).map(Self::new)
    }

    /// The connection, for everything outside the protocol.
    pub fn transport(&mut self) -> &mut Transport {
        &mut self.transport
    }

    /// Sends a line. Never blocks. If the engine has ended, the next wait returns the error.
    pub fn send(&mut self, line: &str) {
        self.send_bytes(format!("{line}\n").as_bytes());
    }

    /// Sends bytes unchanged and in one piece; they may hold several lines or half a line.
    pub fn send_bytes(&mut self, bytes: &[u8]) {
        self.transport.send(bytes, &SendTime::default());
    }

    /// Returns the next line, or `None` if none arrives before the deadline.
    ///
    /// # Errors
    /// If the engine has ended.
    pub fn line(&mut self, deadline: Instant) -> Result<Option<Line>, ClientError> {
        if let Some(line) = self.late.take() {
            return Ok(Some(line));
        }
        self.transport.receive(deadline).map_err(|ending| ClientError::Died {
            expected: "a line".into(),
            ending,
            diagnostics: self.transport.diagnostics().1,
        })
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
            let line = self.line(deadline).map_err(|error| error.waiting_for(expected))?;
            match line {
                Some(line) if line.at <= deadline => {
                    if let Some(found) = pick(&line) {
                        return Ok(found);
                    }
                    last_line = Some(line.text);
                }
                late => {
                    self.late = late;
                    let (expected, waited) = (expected.to_owned(), since.elapsed());
                    return Err(ClientError::Timeout { expected, waited, last_line });
                }
            }
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

    /// Waits until the engine is ready after [`Client::set_option`].
    ///
    /// # Errors
    /// If it answers an option with an error, ends, or is not ready in time.
    pub fn options_taken(&mut self, deadline: Instant) -> Result<(), ClientError> {
        self.send("isready");
        self.wait_for("readyok", deadline, |line| {
            let mut words = line.words();
            match (words.next(), words.next(), words.next()) {
                (Some("readyok"), ..) => Some(Ok(())),
                (Some("info"), Some("string"), Some("error"))
                | (Some("info"), Some("error"), _) => {
                    Some(Err(ClientError::Refused(excerpt(&line.text, 200))))
                }
                _ => None,
            }
        })?
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
        let search = self.search.insert(PendingSearch::new());
        let sent = search.sent.clone();
        self.transport.send(format!("{go}\n").as_bytes(), &sent);
    }

    /// Tells the engine, which ponders after a `go ponder`, that the expected reply was played. The time of the answer counts
    /// from now on.
    pub fn ponder_hit(&mut self) {
        let sent = SendTime::default();
        if let Some(search) = &mut self.search {
            (search.asked, search.sent) = (Instant::now(), sent.clone());
        }
        self.transport.send(b"ponderhit\n", &sent);
    }

    /// Time at which the last `go`, or a `ponderhit` for it, was written; `None` before that, and after its answer.
    pub fn searching_since(&self) -> Option<Instant> {
        self.search.as_ref()?.sent.get().copied()
    }

    /// Waits for the `bestmove` of the last [`Client::go`]. After [`ClientError::Timeout`] the caller
    /// may wait again, for example after a `stop`.
    ///
    /// # Errors
    /// If the engine ends, does not answer in time, or sends a `bestmove` without a move.
    pub fn answer(&mut self, deadline: Instant) -> Result<Answer, ClientError> {
        let mut search = self.search.take().unwrap_or_else(PendingSearch::new);
        let found = self.wait_for("bestmove", deadline, |line| match line.first_word() {
            "bestmove" => Some(line.clone()),
            "info" => {
                let of_best = |info: &Info| info.line.is_none_or(|line| line == 1);
                let info = Info::read(&line.text).filter(|info| info.score.is_some());
                search.info = info.filter(of_best).or(search.info.take());
                None
            }
            _ => None,
        });
        let line = match found {
            Ok(line) => line,
            Err(error) => {
                self.search = Some(search);
                return Err(error);
            }
        };
        let best = match line.words().nth(1) {
            None => return Err(ClientError::Malformed(excerpt(&line.text, 80))),
            Some(word) => (word != "--").then(|| word.to_owned()),
        };
        let reply = line.words().skip(2).skip_while(|word| *word != "ponder").nth(1);
        let time = line.at.saturating_duration_since(search.since());
        Ok(Answer { best, reply: reply.map(str::to_owned), time, info: search.info })
    }

    /// Sends `quit` and kills the engine if it has not ended after `grace`.
    pub fn quit(&mut self, grace: Duration) -> Exit {
        self.send("quit");
        self.transport.end(grace)
    }
}

#[cfg(test)]
mod tests {
    use super::super::transport::Message;
    use super::*;
    use std::thread::sleep;

    #[test]
    fn the_time_of_a_search_counts_from_the_write() {
        let (transport, mut ends) = Transport::new(None);
        let mut client = Client::new(transport);
        for ask in [|client: &mut Client| client.go("go movetime 5"), Client::ponder_hit] {
            ask(&mut client);
            assert_eq!(client.searching_since(), None);
            let Ok(Message::Bytes(_, sent)) = ends.messages.try_recv() else { continue };
            sleep(Duration::from_millis(1));
            let written = Instant::now();
            let _ = sent.set(written);
            assert_eq!(client.searching_since(), Some(written));
        }
        assert!(ends.lines.send(Line::new("bestmove a1")).is_ok());
        let answer = client.answer(Instant::now() + Duration::from_secs(100));
        assert_eq!(answer.ok().and_then(|answer| answer.best).as_deref(), Some("a1"));
    }
}
