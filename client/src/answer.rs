//! The answer to `go`.

use super::{Info, Line};
use std::time::{Duration, Instant};

/// The move of a `bestmove` line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BestMove {
    /// The word after `bestmove`; it may be illegal or no move at all.
    Move(String),
    /// `--`: the game is over.
    None,
}

/// An answer to `go`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// The move.
    pub best: BestMove,
    /// Time from just before `go` was sent until `bestmove` was received.
    pub time: Duration,
    /// The last `info` line with a score for the best line (`multipv 1`).
    pub info: Option<Info>,
    /// Number of `info` lines.
    pub infos: usize,
}

/// A search without an answer yet.
#[derive(Clone, Debug)]
pub(super) struct PendingSearch {
    pub(super) since: Instant,
    pub(super) info: Option<Info>,
    pub(super) infos: usize,
}

impl PendingSearch {
    pub(super) const fn new(since: Instant) -> Self {
        Self { since, info: None, infos: 0 }
    }

    /// Reads a line. Returns `Some` with the word after `bestmove` if it is the answer.
    pub(super) fn read_line(&mut self, line: &Line) -> Option<Option<String>> {
        let mut words = line.words();
        match words.next().unwrap_or_default() {
            "bestmove" => return Some(words.next().map(str::to_owned)),
            "info" => {
                self.infos += 1;
                if let Some(info) = Info::read(&line.text)
                    && info.score.is_some()
                    && info.line.is_none_or(|line| line == 1)
                {
                    self.info = Some(info);
                }
            }
            _ => {}
        }
        None
    }
}
