//! A game on its way into a database.

use crate::keys::{self, Visits};
use stonefall_engine::notation::ptn_file::GameResult;
use stonefall_engine::types::ByColor;
use stonefall_engine::{Game, IllegalMove, Move, Rules, Tps};
use stonefall_index::{Facts, class};

/// Time of each player and per move, in seconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clock {
    /// Time of each player.
    pub time: u32,
    /// Time that a player gets with each move.
    pub increment: u32,
}

/// The players, ratings, date and clock of a game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Header {
    /// Its number in its source.
    pub(super) number: i64,
    /// Names; empty if unknown.
    pub(super) names: ByColor<String>,
    pub(super) ratings: ByColor<Option<u16>>,
    /// Seconds since 1970.
    pub(super) date: Option<i64>,
    pub(super) clock: Option<Clock>,
    pub(super) is_unrated: bool,
    pub(super) is_tournament: bool,
    pub(super) event: Option<String>,
}

/// A game that the rules have replayed.
#[derive(Clone, Debug)]
pub(super) struct NewGame {
    /// Equal for the same game of the same source.
    pub(super) fingerprint: i64,
    pub(super) header: Header,
    pub(super) size: usize,
    pub(super) rules: Rules,
    pub(super) start: Option<Tps>,
    pub(super) result: GameResult,
    pub(super) moves: Vec<Move>,
    pub(super) visited: Visits,
}

impl NewGame {
    /// Its facts, with the identifiers of its players.
    pub(super) fn facts(&self, players: ByColor<Option<i64>>) -> Facts {
        let Header { ratings, date, clock, is_tournament, .. } = &self.header;
        let day = date.map_or(0, |date| date.div_euclid(DAY).clamp(0, u16::MAX.into()) as u16);
        let seconds = |seconds: u32| u16::try_from(seconds).unwrap_or(u16::MAX);
        Facts {
            players: ByColor(players.0.map(|id| id.and_then(|id| id.try_into().ok()).unwrap_or(0))),
            ratings: ByColor(ratings.0.map(Option::unwrap_or_default)),
            day,
            time: clock.map_or((0, 0), |it| (seconds(it.time), seconds(it.increment))),
            half_komi: self.rules.half_komi.half_flats() as i8,
            class: class(self.size, self.result, *is_tournament),
        }
    }
}

/// Seconds of a day.
pub(super) const DAY: i64 = 24 * 60 * 60;

/// The visited positions of a game: see [`keys::visited`].
///
/// # Errors
/// The first illegal move: its number from 1, the move and the reason.
pub(super) fn replay(start: &Game, moves: &[Move], plies: usize) -> Result<Visits, String> {
    let mut game = start.clone();
    for (number, &mv) in (1..).zip(moves) {
        game.play(mv).map_err(|reason| format!("move {number} ({mv}): {reason}"))?;
    }
    let illegal = |reason: IllegalMove| reason.to_string();
    keys::visited(start, moves, plies).map_err(illegal)
}
