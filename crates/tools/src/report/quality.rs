//! How well players move.

use super::moves::JudgedMove;
use super::phase::Phase;
use super::rate::Rate;
use crate::games::End;
use stonefall_engine::annotate::{BLUNDER, MISTAKE, accuracy};

/// Accuracy and mistakes of moves.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Quality {
    /// Accuracy from 0 to 100.
    pub accuracy: Rate,
    /// Share of moves that lose 10 percentage points or more.
    pub mistakes: Rate,
    /// Share of moves that lose 20 percentage points or more.
    pub blunders: Rate,
}

/// Proved wins that players had, missed and allowed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ForcedWins {
    /// Forced roads that a player had.
    pub roads: u64,
    /// Those of them that the player gave away.
    pub missed_roads: u64,
    /// Wins on flats, or of an unknown kind, that a player had.
    pub others: u64,
    /// Those of them that the player gave away.
    pub missed_others: u64,
    /// Forced roads that moves of the player allowed.
    pub allowed_roads: u64,
}

/// Moves of one or more players.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Play {
    /// Number of games, counted once for each player.
    pub games: u64,
    /// All moves.
    pub all: Quality,
    /// The moves of each phase, in the order of [`Phase::ALL`].
    pub phases: [Quality; 3],
    /// Proved wins.
    pub forced: ForcedWins,
}

impl Quality {
    /// Adds the moves of a game.
    fn add(&mut self, losses: &[f64]) {
        let moves = losses.len() as u64;
        let reach = |step: f64| losses.iter().filter(|&&loss| loss > step - 1e-9).count() as f64;
        self.accuracy.add(moves, losses.iter().copied().map(accuracy).sum());
        self.mistakes.add(moves, reach(MISTAKE));
        self.blunders.add(moves, reach(BLUNDER));
    }
}

impl ForcedWins {
    fn add(&mut self, mv: &JudgedMove) {
        let is_road = |end: End| end == End::Road;
        if let Some(win) = mv.new_win {
            *if is_road(win.end) { &mut self.roads } else { &mut self.others } += 1;
        }
        if let Some(win) = mv.missed {
            let missed = &mut self.missed_roads;
            *if is_road(win.end) { missed } else { &mut self.missed_others } += 1;
        }
        self.allowed_roads += u64::from(mv.allows_road);
    }
}

impl Play {
    /// Adds a player's moves of a game.
    pub(super) fn add(&mut self, moves: &[JudgedMove]) {
        let losses = |wanted: &dyn Fn(Phase) -> bool| -> Vec<f64> {
            moves.iter().filter(|mv| wanted(mv.phase)).map(|mv| mv.loss).collect()
        };
        self.games += 1;
        self.all.add(&losses(&|_| true));
        for (quality, phase) in self.phases.iter_mut().zip(Phase::ALL) {
            quality.add(&losses(&|it| it == phase));
        }
        for mv in moves {
            self.forced.add(mv);
        }
    }
}
