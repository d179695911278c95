//! The conversation of a trial: commands, and waits for their answers.

use super::observations::fault_of_line;
use super::report::Exchange;
use super::root::Root;
use super::trial::{Outcome, Search, Stop, Trial};
use std::time::{Duration, Instant};
use stonefall_client::{Client, ClientError, Direction, Line, excerpt};

impl Trial<'_> {
    /// Opens a new connection and closes the old one by force.
    pub(super) fn open(&mut self) -> Outcome {
        self.client = None;
        self.put_client(self.settings.connector.connect()?);
        Ok(())
    }

    /// Opens a new connection and waits for `teiok`. Returns the answer to `tei`.
    pub(super) fn introduce(&mut self) -> Outcome<Vec<Line>> {
        self.open()?;
        self.send("tei");
        self.until("teiok")
    }

    /// Opens a new connection to an engine that has announced itself and is ready.
    pub(super) fn start(&mut self) -> Outcome {
        self.introduce()?;
        self.ready().map(|_| ())
    }

    /// Starts the engine and a game.
    pub(super) fn start_game(&mut self) -> Outcome {
        self.start()?;
        self.new_game(self.size())
    }

    /// Starts the engine, sets an option and starts a game.
    pub(super) fn start_game_with(&mut self, name: &str, value: i64) -> Outcome {
        self.start()?;
        self.set(name, value);
        self.new_game(self.size())
    }

    pub(super) fn send(&mut self, line: &str) {
        self.send_bytes(format!("{line}\n").as_bytes());
    }

    /// Sends bytes unchanged and in one piece.
    pub(super) fn send_bytes(&mut self, bytes: &[u8]) {
        for line in bytes.split_inclusive(|&byte| byte == b'\n') {
            self.record(Exchange::new(Direction::ToEngine, line));
        }
        if let Some(client) = &mut self.client {
            client.send_bytes(bytes);
        }
    }

    /// Has the client wait for lines; records them and their faults.
    fn with_client<T>(
        &mut self,
        wait: impl FnOnce(&mut Client, &mut dyn FnMut(&Line)) -> T,
    ) -> Outcome<T> {
        // The step has already reported why the connection ended.
        let Some(mut client) = self.client.take() else { return Err(Stop::GiveUp) };
        let result = wait(&mut client, &mut |line| {
            self.record(Exchange::new(Direction::FromEngine, line.text.as_bytes()));
            if let Some((point, text)) = fault_of_line(line) {
                let shown = self.tail();
                self.observations.fault(point, text, shown);
            }
        });
        self.client = Some(client);
        Ok(result)
    }

    /// Returns the next line that is not empty, or `None` at the deadline.
    pub(super) fn receive(&mut self, deadline: Instant) -> Outcome<Option<Line>> {
        let line = self.with_client(|client, record| -> Result<_, ClientError> {
            loop {
                let Some(line) = client.line(deadline)? else { return Ok(None) };
                record(&line);
                if !line.text.trim().is_empty() {
                    return Ok(Some(line));
                }
            }
        })??;
        Ok(line)
    }

    /// Waits for a line with this first word, as long as the settings allow.
    pub(super) fn until(&mut self, word: &str) -> Outcome<Vec<Line>> {
        self.until_within(word, self.settings.patience)
    }

    /// Returns the lines up to the first with this first word, inclusive.
    pub(super) fn until_within(&mut self, word: &str, time: Duration) -> Outcome<Vec<Line>> {
        let mut lines = Vec::new();
        self.with_client(|client, record| {
            client.wait_for(word, Instant::now() + time, |line| {
                record(line);
                if !line.text.trim().is_empty() {
                    lines.push(line.clone());
                }
                (line.first_word() == word).then_some(())
            })
        })??;
        Ok(lines)
    }

    /// Waits for `bestmove`. Returns the word after it.
    pub(super) fn best_move(&mut self) -> Outcome<String> {
        let lines = self.until("bestmove")?;
        let word = lines.last().and_then(|line| line.words().nth(1));
        Ok(word.unwrap_or_default().to_owned())
    }

    /// Returns the lines that arrive during this time.
    pub(super) fn listen(&mut self, time: Duration) -> Outcome<Vec<Line>> {
        let (deadline, mut lines) = (Instant::now() + time, Vec::new());
        while Instant::now() < deadline {
            lines.extend(self.receive(deadline)?);
        }
        Ok(lines)
    }

    /// Listens for a percentage of the time in which the engine finds a win in one move.
    pub(super) fn pause(&mut self, percent: u32) -> Outcome<Vec<Line>> {
        self.listen(self.settings.win_time * percent / 100)
    }

    /// Returns a `go` command for such a time.
    pub(super) fn movetime(&self, percent: u32) -> String {
        let time = self.settings.win_time * percent / 100;
        format!("go movetime {}", time.as_millis().max(1))
    }

    /// Stops a search, unless these lines hold its `bestmove`. Waits for the answer; returns whether
    /// the search had ended before.
    pub(super) fn stop(&mut self, early: &[Line]) -> Outcome<bool> {
        self.send("stop");
        let ended = answers(early) > 0;
        if !ended {
            self.until("bestmove")?;
        }
        Ok(ended)
    }

    /// Sends `isready`. Returns the lines before `readyok`.
    pub(super) fn ready(&mut self) -> Outcome<Vec<Line>> {
        self.send("isready");
        let mut lines = self.until("readyok")?;
        lines.pop();
        Ok(lines)
    }

    /// Sends a command. Returns the lines that answer it.
    pub(super) fn request(&mut self, line: &str) -> Outcome<Vec<Line>> {
        self.send(line);
        self.ready()
    }

    /// Sends a command that the engine has to refuse with a message, on either stream.
    pub(super) fn refused(&mut self, line: &str) -> Outcome {
        let before = self.diagnostic_count();
        // The form of the message belongs to another point.
        if self.request(line)?.is_empty() {
            // Standard error may arrive later than standard output.
            let deadline = Instant::now() + Duration::from_millis(100);
            while self.diagnostic_count() == before {
                if Instant::now() >= deadline {
                    self.complain(format!("expected a message that refuses '{}'", excerpt(line)));
                    break;
                }
                std::thread::sleep(Duration::from_millis(2));
            }
        }
        Ok(())
    }

    pub(super) fn new_game(&mut self, size: usize) -> Outcome {
        self.request(&format!("teinewgame {size}")).map(|_| ())
    }

    pub(super) fn set(&mut self, name: &str, value: impl std::fmt::Display) {
        self.send(&format!("setoption name {name} value {value}"));
    }

    /// Sends a position and a `go`, and inspects the answer.
    pub(super) fn search(&mut self, root: &Root, go: &str) -> Outcome<Search> {
        self.send(&root.command());
        self.go(root, go)
    }

    /// Sends a `go` for the engine's current position, and inspects the answer.
    pub(super) fn go(&mut self, root: &Root, go: &str) -> Outcome<Search> {
        self.go_if(root, go, |_| true)
    }

    /// The same, but inspects the answer only if `is_expected` holds for the move: the engine may have
    /// another position.
    pub(super) fn go_if(
        &mut self,
        root: &Root,
        go: &str,
        is_expected: impl FnOnce(&str) -> bool,
    ) -> Outcome<Search> {
        let since = Instant::now();
        self.send(go);
        let lines = self.until("bestmove")?;
        let took = arrival(&lines, since);
        let sent = vec![root.command(), go.to_owned()];
        let search = Search { root: root.clone(), sent, lines, took };
        let late = self.ready()?;
        if is_expected(search.best()) {
            self.observations.search(&search);
            self.observations.after(&search, &late);
        }
        Ok(search)
    }
}

/// Number of `bestmove` lines.
pub(super) fn answers(lines: &[Line]) -> usize {
    lines.iter().filter(|line| line.first_word() == "bestmove").count()
}

/// Time from a moment to the arrival of the last line.
pub(super) fn arrival(lines: &[Line], since: Instant) -> Duration {
    lines.last().map_or(Duration::ZERO, |line| line.at.saturating_duration_since(since))
}
