//! The conversation of a trial: sending, and waiting for what comes back.

use super::report::Exchange;
use super::root::Root;
use super::seen::fault_of_line;
use super::trial::{Outcome, Search, Stop, Trial};
use std::time::{Duration, Instant};
use stonefall_client::{ClientError, Event, Heard, Way, excerpt};

impl Trial<'_> {
    /// A new connection; the old one is closed by force.
    pub(super) fn open(&mut self) -> Outcome {
        self.wire = None;
        let (wire, process) = self.settings.door.open()?;
        (self.wire, self.process) = (Some(wire), process);
        self.mark();
        Ok(())
    }

    /// A new connection to an engine that has introduced itself and is ready.
    pub(super) fn start(&mut self) -> Outcome {
        self.open()?;
        self.send("tei");
        self.until("teiok")?;
        self.ready()?;
        Ok(())
    }

    /// The same with a game begun.
    pub(super) fn start_game(&mut self) -> Outcome {
        self.start()?;
        self.new_game(self.size())
    }

    /// What was said before does not belong to what follows.
    pub(super) fn mark(&mut self) {
        self.mark = self.exchanges.len();
    }

    pub(super) fn send(&mut self, line: &str) {
        self.send_bytes(format!("{line}\n").as_bytes());
    }

    /// Sends bytes as they are, in one piece.
    pub(super) fn send_bytes(&mut self, bytes: &[u8]) {
        for line in bytes.split_inclusive(|&byte| byte == b'\n') {
            self.note(Exchange::new(Way::ToEngine, line));
        }
        if let Some(wire) = &mut self.wire {
            wire.send(bytes);
        }
    }

    /// The next line, if there is one until the deadline. Empty ones are noted and passed over.
    pub(super) fn hear(&mut self, deadline: Instant) -> Outcome<Option<Heard>> {
        loop {
            // What ended it has been complained of.
            let Some(wire) = &mut self.wire else { return Err(Stop::GiveUp) };
            let heard = match wire.receive(deadline) {
                Event::Line(heard) => heard,
                Event::Silence => return Ok(None),
                Event::Ended(ending) => {
                    let (expected, last_words) = ("an answer".into(), wire.last_words());
                    return Err(ClientError::Died { expected, ending, last_words }.into());
                }
            };
            self.note(Exchange::new(Way::FromEngine, heard.text.as_bytes()));
            if let Some((point, text)) = fault_of_line(&heard) {
                let shown = self.tail();
                self.seen.fault(point, text, shown);
            }
            if !heard.text.trim().is_empty() {
                return Ok(Some(heard));
            }
        }
    }

    /// Waits as long as an engine is waited for.
    pub(super) fn until(&mut self, word: &str) -> Outcome<Vec<Heard>> {
        self.until_within(word, self.settings.patience)
    }

    /// The lines up to the first that begins with a word, that one included.
    pub(super) fn until_within(&mut self, word: &str, time: Duration) -> Outcome<Vec<Heard>> {
        let (since, mut lines) = (Instant::now(), Vec::new());
        let deadline = since + time;
        loop {
            match self.hear(deadline) {
                Ok(Some(heard)) => {
                    let found = heard.first_word() == word;
                    lines.push(heard);
                    if found {
                        return Ok(lines);
                    }
                    if Instant::now() < deadline {
                        continue;
                    }
                }
                Ok(None) => {}
                Err(Stop::Trouble(ClientError::Died { ending, last_words, .. })) => {
                    let expected = word.to_owned();
                    return Err(ClientError::Died { expected, ending, last_words }.into());
                }
                Err(stop) => return Err(stop),
            }
            let last_line = lines.pop().map(|heard| heard.text);
            let expected = word.to_owned();
            return Err(ClientError::Silent { expected, waited: since.elapsed(), last_line }.into());
        }
    }

    /// The same with options set before the game.
    pub(super) fn start_game_with(&mut self, name: &str, value: i64) -> Outcome {
        self.start()?;
        self.set(name, value);
        self.new_game(self.size())
    }

    /// What is said during this time.
    pub(super) fn listen(&mut self, time: Duration) -> Outcome<Vec<Heard>> {
        let (deadline, mut lines) = (Instant::now() + time, Vec::new());
        while Instant::now() < deadline {
            lines.extend(self.hear(deadline)?);
        }
        Ok(lines)
    }

    /// The same for a share, in percent, of the time in which an engine sees a win in one move.
    pub(super) fn rest(&mut self, percent: u32) -> Outcome<Vec<Heard>> {
        self.listen(self.settings.win_time * percent / 100)
    }

    /// A `go` for such a share.
    pub(super) fn movetime(&self, percent: u32) -> String {
        let time = self.settings.win_time * percent / 100;
        format!("go movetime {}", time.as_millis().max(1))
    }

    /// Asks whether the engine is ready; returns what it says before `readyok`.
    pub(super) fn ready(&mut self) -> Outcome<Vec<Heard>> {
        self.send("isready");
        let mut lines = self.until("readyok")?;
        lines.pop();
        Ok(lines)
    }

    /// Sends something; returns what is said to it.
    pub(super) fn ask(&mut self, line: &str) -> Outcome<Vec<Heard>> {
        self.send(line);
        self.ready()
    }

    /// Sends something that has to be refused: with a message, on whichever stream.
    pub(super) fn refused(&mut self, line: &str) -> Outcome {
        let before = self.stray_lines();
        let told = self.ask(line)?;
        // Its form is another point's.
        if told.is_empty() {
            // The other stream has a way of its own.
            let deadline = Instant::now() + Duration::from_millis(100);
            while self.stray_lines() == before {
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
        self.ask(&format!("teinewgame {size}")).map(|_| ())
    }

    /// Sets an option; it may say something to that.
    pub(super) fn set(&mut self, name: &str, value: impl std::fmt::Display) {
        self.send(&format!("setoption name {name} value {value}"));
    }

    /// Has a position searched, and everything about the answer looked at.
    pub(super) fn search(&mut self, root: &Root, go: &str) -> Outcome<Search> {
        self.send(&root.command());
        self.go(root, go)
    }

    /// As [`Trial::search`], with the position that the engine has.
    pub(super) fn go(&mut self, root: &Root, go: &str) -> Outcome<Search> {
        let (search, late) = self.go_unseen(root, go)?;
        self.seen.search(&search);
        self.seen.after(&search, &late);
        Ok(search)
    }

    /// The same if it is not sure that the engine has this position: it is looked at only if `is` says
    /// so.
    pub(super) fn go_if(
        &mut self,
        root: &Root,
        go: &str,
        is: impl FnOnce(&str) -> bool,
    ) -> Outcome<Search> {
        let (search, late) = self.go_unseen(root, go)?;
        if is(search.best()) {
            self.seen.search(&search);
            self.seen.after(&search, &late);
        }
        Ok(search)
    }

    fn go_unseen(&mut self, root: &Root, go: &str) -> Outcome<(Search, Vec<Heard>)> {
        let since = Instant::now();
        self.send(go);
        let lines = self.until("bestmove")?;
        let at = lines.last().map_or(since, |heard| heard.at);
        let sent = vec![root.command(), go.to_owned()];
        let took = at.saturating_duration_since(since);
        let late = self.ready()?;
        Ok((Search { root: root.clone(), sent, lines, took }, late))
    }
}
