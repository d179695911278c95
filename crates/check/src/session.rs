//! The conversation of a trial: commands, and waits for their answers.

use super::boards::Win;
use super::root::{Root, Search};
use super::trial::{Outcome, Stop, Trial};
use std::fmt::Display;
use std::time::{Duration, Instant};
use stonefall_client::{Client, Line};
use stonefall_engine::notation::excerpt;

impl Trial<'_> {
    /// Opens a new connection and closes the old one by force.
    pub(super) fn open(&mut self) -> Outcome {
        self.client = None;
        self.put_client(self.settings.engine.connect()?);
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
        self.ready()?;
        Ok(())
    }

    /// Starts the engine and a game.
    pub(super) fn start_game(&mut self) -> Outcome {
        self.start_game_with("", 0)
    }

    /// Starts the engine, sets an option if it has a name, and starts a game.
    pub(super) fn start_game_with(&mut self, name: &str, value: i64) -> Outcome {
        self.start()?;
        if !name.is_empty() {
            self.set(name, value);
        }
        self.new_game(self.size())
    }

    /// Sends a line.
    pub(super) fn send(&mut self, line: &str) {
        self.send_bytes(format!("{line}\n").as_bytes());
    }

    /// Sends bytes unchanged and in one piece.
    pub(super) fn send_bytes(&mut self, bytes: &[u8]) {
        if let Some(client) = &mut self.client {
            client.send_bytes(bytes);
        }
    }

    /// The open connection. If there is none, the step has already reported the reason.
    fn connection(&mut self) -> Outcome<&mut Client> {
        self.client.as_mut().ok_or(Stop::GiveUp)
    }

    /// Returns the next line that is not empty, or `None` at the deadline.
    pub(super) fn receive(&mut self, deadline: Instant) -> Outcome<Option<Line>> {
        loop {
            let line = self.connection()?.line(deadline)?;
            if line.as_ref().is_none_or(|line| !line.text.trim().is_empty()) {
                return Ok(line);
            }
        }
    }

    /// Waits for a line with this first word, as long as the settings allow.
    pub(super) fn until(&mut self, word: &str) -> Outcome<Vec<Line>> {
        self.until_within(word, self.settings.patience)
    }

    /// Returns the lines up to the first with this first word, inclusive.
    pub(super) fn until_within(&mut self, word: &str, time: Duration) -> Outcome<Vec<Line>> {
        let mut lines = Vec::new();
        self.connection()?.wait_for(word, Instant::now() + time, |line| {
            if !line.text.trim().is_empty() {
                lines.push(line.clone());
            }
            (line.first_word() == word).then_some(())
        })?;
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

    /// Starts an infinite search and listens for a percentage of the time.
    pub(super) fn think(&mut self, root: &Root, percent: u32) -> Outcome<Vec<Line>> {
        self.send(&root.command());
        self.send("go infinite");
        self.pause(percent)
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

    /// Sends a command that has no answer.
    pub(super) fn expect_silence(&mut self, line: &str, reason: impl Display) -> Outcome {
        let reply = self.request(line)?;
        self.require(reply.is_empty(), format_args!("no answer {reason}"));
        Ok(())
    }

    /// Sends a command that the engine has to refuse with a message, on either stream.
    pub(super) fn refused(&mut self, line: &str) -> Outcome {
        let before = self.diagnostics().0;
        // The form of the message belongs to another point.
        if self.request(line)?.is_empty() {
            // Standard error may arrive later than standard output.
            let deadline = Instant::now() + Duration::from_millis(100);
            while self.diagnostics().0 == before {
                if Instant::now() >= deadline {
                    let shown = excerpt(line, 80);
                    self.complain(format!("expected a message that refuses '{shown}'"));
                    break;
                }
                std::thread::sleep(Duration::from_millis(2));
            }
        }
        Ok(())
    }

    pub(super) fn new_game(&mut self, size: usize) -> Outcome {
        self.request(&format!("teinewgame {size}"))?;
        Ok(())
    }

    pub(super) fn set(&mut self, name: &str, value: impl Display) {
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
    fn go_if(
        &mut self,
        root: &Root,
        go: &str,
        is_expected: impl FnOnce(&str) -> bool,
    ) -> Outcome<Search> {
        let since = Instant::now();
        self.send(go);
        let lines = self.until("bestmove")?;
        let took = arrival(&lines, since);
        let search = Search { root: root.clone(), go: go.to_owned(), lines, took };
        let late = self.ready()?;
        if is_expected(search.best()) {
            self.observations.search(&search);
            self.observations.after(&search, &late);
        }
        Ok(search)
    }

    /// Sends a position with a win in one move and expects the engine to find it.
    pub(super) fn expect_win(&mut self, win: &Win, case: &str) -> Outcome {
        self.send(&win.root.command());
        self.expect_found(win, case)
    }

    /// Expects the engine to find a win in one move in its current position.
    pub(super) fn expect_found(&mut self, win: &Win, case: &str) -> Outcome {
        let search = self.go_if(&win.root, &self.movetime(100), |best| win.is(best))?;
        if !win.is(search.best()) {
            let (square, best) = (&win.square, search.best());
            self.complain(format!("{case}: expected {square} to win at once, found {best}"));
        }
        Ok(())
    }

    /// Expects a `bestmove` that wins.
    pub(super) fn expect_best(&mut self, win: &Win, case: &str) -> Outcome {
        let best = self.best_move()?;
        self.expect(win.is(&best), format_args!("{} {case}", win.square), best);
        Ok(())
    }

    /// Expects a legal move in a `bestmove` line.
    pub(super) fn expect_legal(&mut self, root: &Root, line: Option<&Line>) {
        let text = line.map_or("", |line| &line.text);
        let mv = text.split_whitespace().nth(1).unwrap_or_default();
        self.expect(root.check(mv).is_ok(), "a legal move", format_args!("'{text}'"));
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
