//! The protocol, spoken to an engine.

use super::answer::Waiting;
use super::error::excerpt;
use super::{Answer, Best, ClientError, Dialect, Event, Exit, Heard, Identity, Launch, Transport};
use std::time::{Duration, Instant};

/// Who says a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    /// The client.
    ToEngine,
    /// The engine.
    FromEngine,
}

/// Hears every line of a conversation.
pub type Log = Box<dyn FnMut(Way, &str) + Send>;

/// Speaks with one engine. When it is dropped, the engine is killed.
pub struct Client {
    transport: Box<dyn Transport>,
    waiting: Option<Waiting>,
    /// A line that came in after the deadline that was waited for: it is the next one.
    late: Option<Heard>,
    log: Option<Log>,
}

impl Client {
    /// Speaks over this connection.
    #[must_use]
    pub fn new(transport: Box<dyn Transport>) -> Self {
        Self { transport, waiting: None, late: None, log: None }
    }

    /// Starts an engine.
    ///
    /// # Errors
    /// If it cannot be started.
    pub fn start(launch: &Launch) -> Result<Self, ClientError> {
        Ok(Self::new(Box::new(launch.start()?)))
    }

    /// Has every line of the conversation told to `log` from now on.
    pub fn listen(&mut self, log: Log) {
        self.log = Some(log);
    }

    /// The connection itself, for what is not in the protocol.
    pub fn transport(&mut self) -> &mut dyn Transport {
        &mut *self.transport
    }

    /// Sends a line. Never waits; if the engine has gone, the next wait for an answer says so.
    pub fn send(&mut self, line: &str) {
        if let Some(log) = &mut self.log {
            log(Way::ToEngine, line);
        }
        self.transport.send(format!("{line}\n").as_bytes());
    }

    /// The next line, whatever it is; `None` if there is none until the deadline.
    ///
    /// # Errors
    /// If the engine has died.
    pub fn line(&mut self, deadline: Instant) -> Result<Option<Heard>, ClientError> {
        if let Some(heard) = self.late.take() {
            return Ok(Some(heard));
        }
        match self.transport.receive(deadline) {
            Event::Line(heard) => {
                if let Some(log) = &mut self.log {
                    log(Way::FromEngine, &heard.text);
                }
                Ok(Some(heard))
            }
            Event::Silence => Ok(None),
            Event::Ended(ending) => Err(ClientError::Died {
                expected: "a line".into(),
                ending,
                last_words: self.transport.last_words(),
            }),
        }
    }

    /// Waits for the line that `pick` makes something of; others are passed over. `expected` names it
    /// in errors. A line that came in after the deadline does not count; it is there for the next wait.
    ///
    /// # Errors
    /// If the engine dies or the deadline passes before.
    pub fn wait_for<T>(
        &mut self,
        expected: &str,
        deadline: Instant,
        mut pick: impl FnMut(&Heard) -> Option<T>,
    ) -> Result<T, ClientError> {
        let since = Instant::now();
        let mut last_line = None;
        loop {
            let heard = match self.line(deadline) {
                Ok(Some(heard)) if heard.at > deadline => {
                    self.late = Some(heard);
                    None
                }
                Ok(heard) => heard,
                Err(ClientError::Died { ending, last_words, .. }) => {
                    let expected = expected.to_owned();
                    return Err(ClientError::Died { expected, ending, last_words });
                }
                Err(error) => return Err(error),
            };
            let Some(heard) = heard else {
                let (expected, waited) = (expected.to_owned(), since.elapsed());
                return Err(ClientError::Silent { expected, waited, last_line });
            };
            if let Some(found) = pick(&heard) {
                return Ok(found);
            }
            last_line = Some(heard.text);
        }
    }

    /// Asks the engine who it is, up to `teiok`.
    ///
    /// # Errors
    /// If it dies or does not say `teiok` in time.
    pub fn handshake(&mut self, deadline: Instant) -> Result<Identity, ClientError> {
        self.send("tei");
        let mut identity = Identity::default();
        self.wait_for("teiok", deadline, |heard| identity.hear(heard).then_some(()))?;
        Ok(identity)
    }

    /// Asks whether the engine is ready, and waits for `readyok`.
    ///
    /// # Errors
    /// If it dies or does not say so in time.
    pub fn ready(&mut self, deadline: Instant) -> Result<(), ClientError> {
        self.send("isready");
        self.wait_for("readyok", deadline, |heard| (heard.first_word() == "readyok").then_some(()))
    }

    /// Sets an option, or presses a button.
    pub fn set_option(&mut self, name: &str, value: Option<&str>) {
        match value {
            Some(value) => self.send(&format!("setoption name {name} value {value}")),
            None => self.send(&format!("setoption name {name}")),
        }
    }

    /// Starts a game with a komi in half flats, in the dialect of the engine, and waits until it is
    /// ready. In version 0 the komi goes by the option `HalfKomi`, to engines that have one: others may
    /// end at an option that they do not know. [`Identity::check_board`] tells whether they can play it.
    ///
    /// # Errors
    /// If it dies or is not ready in time.
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
                    // Some engines know their options in one spelling only.
                    self.set_option(&option.name, Some(&half_komi.to_string()));
                }
                self.send(&format!("teinewgame {size}"));
            }
        }
        self.ready(deadline)
    }

    /// Sends a `go` line; its answer is waited for with [`Client::answer`].
    pub fn go(&mut self, go: &str) {
        self.waiting = Some(Waiting::new(Instant::now()));
        self.send(go);
    }

    /// When the last `go` was sent, if it is not answered yet.
    #[must_use]
    pub fn searching_since(&self) -> Option<Instant> {
        self.waiting.as_ref().map(|waiting| waiting.since)
    }

    /// Waits for the `bestmove` of the last [`Client::go`]. After [`ClientError::Silent`] it can be
    /// waited for again, perhaps after a `stop`.
    ///
    /// # Errors
    /// If the engine dies, does not answer in time, or names no move.
    pub fn answer(&mut self, deadline: Instant) -> Result<Answer, ClientError> {
        let mut waiting = self.waiting.take().unwrap_or_else(|| Waiting::new(Instant::now()));
        let found = self.wait_for("bestmove", deadline, |heard| {
            waiting.hear(heard).map(|word| (word, heard.at, heard.text.clone()))
        });
        let (word, at, line) = match found {
            Ok(found) => found,
            Err(error) => {
                self.waiting = Some(waiting);
                return Err(error);
            }
        };
        let best = match word {
            None => {
                let (expected, found) = ("bestmove MOVE".into(), excerpt(&line));
                return Err(ClientError::Nonsense { expected, found });
            }
            Some(word) if word == "--" => Best::Nothing,
            Some(word) => Best::Word(word),
        };
        let Waiting { since, info, infos } = waiting;
        Ok(Answer { best, time: at.saturating_duration_since(since), info, infos })
    }

    /// Asks the engine to leave, and kills it if it has not after this time.
    pub fn quit(&mut self, grace: Duration) -> Exit {
        self.send("quit");
        self.transport.end(grace)
    }
}

impl std::fmt::Debug for Client {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("Client").field("waiting", &self.waiting).finish_non_exhaustive()
    }
}
