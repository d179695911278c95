//! What an engine answers to `go`.

use super::{Heard, Info};
use std::time::{Duration, Instant};

/// The move of a `bestmove`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Best {
    /// The word that stands for a move; whether it is one is for the caller to see.
    Word(String),
    /// `--`: there is nothing to play.
    Nothing,
}

/// An answer to `go`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// The move.
    pub best: Best,
    /// From just before `go` was sent until the `bestmove` had come in.
    pub time: Duration,
    /// The newest line of analysis that had a score: of the best line, if there were several.
    pub info: Option<Info>,
    /// Number of `info` lines.
    pub infos: usize,
}

/// A search that is being waited for.
#[derive(Clone, Debug)]
pub(super) struct Waiting {
    pub(super) since: Instant,
    pub(super) info: Option<Info>,
    pub(super) infos: usize,
}

impl Waiting {
    pub(super) const fn new(since: Instant) -> Self {
        Self { since, info: None, infos: 0 }
    }

    /// Takes in a line. `Some` with the word behind it, if it is the `bestmove`.
    pub(super) fn hear(&mut self, heard: &Heard) -> Option<Option<String>> {
        let mut words = heard.words();
        match words.next().unwrap_or_default() {
            "bestmove" => return Some(words.next().map(str::to_owned)),
            "info" => {
                self.infos += 1;
                if let Some(info) = Info::read(&heard.text)
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
