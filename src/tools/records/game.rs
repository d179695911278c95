//! A game as it is kept.

use super::RecordError;
use stonefall_engine::board::{History, Outcome, Position};
use stonefall_engine::eval::Value;
use stonefall_engine::notation::Tps;
use stonefall_engine::types::{Move, Rules};

/// One ply of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ply {
    /// The move.
    pub mv: Move,
    /// What the search said before the move, from the view of the player who made it. `None` if it
    /// was not searched: a ply of the opening, or one drawn at random.
    pub score: Option<Value>,
}

/// Where a game comes from: together the numbers name a game of self-play.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, PartialOrd, Ord)]
pub struct Origin {
    /// Seed of the whole.
    pub seed: u64,
    /// Number of the part.
    pub shard: u32,
    /// Number of the game in its part, from 0.
    pub game: u32,
    /// Fingerprint of the program and the settings that it was played with; 0 if there is none.
    pub plan: u32,
}

/// A game with its scores.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Game {
    /// Board size.
    pub size: usize,
    /// Komi, opening, pieces and the rule on reversible plies.
    pub rules: Rules,
    /// The first position, unless it is the empty board with White to move.
    pub start: Option<Tps>,
    /// How it ended by the rules; `None` if it did not.
    pub outcome: Option<Outcome>,
    /// Positions that the search visited for each move; 0 if unknown.
    pub nodes: u32,
    /// Where it comes from.
    pub origin: Origin,
    /// The moves: at most [`Game::MAX_PLIES`].
    pub plies: Vec<Ply>,
}

/// A position of a game, and the game up to it.
#[derive(Clone)]
pub struct Replay<const N: usize> {
    /// The position.
    pub position: Position<N>,
    /// The positions before it.
    pub history: History,
}

impl Game {
    /// The most plies that a record can hold. (With the rule of 50 reversible plies no game is half
    /// as long.)
    pub const MAX_PLIES: usize = u16::MAX as usize;

    /// A game that has not begun.
    #[must_use]
    pub fn new(size: usize, rules: Rules) -> Self {
        Self {
            size,
            rules,
            start: None,
            outcome: None,
            nodes: 0,
            origin: Origin::default(),
            plies: Vec::new(),
        }
    }

    /// The first position.
    ///
    /// # Errors
    /// If the game is of another size, or its start position has more pieces than the players have.
    pub fn first_position<const N: usize>(&self) -> Result<Position<N>, RecordError> {
        if self.size != N {
            return Err(RecordError::Size { expected: N, found: self.size });
        }
        match &self.start {
            None => Ok(Position::start(self.rules)),
            Some(tps) => Ok(tps.position(self.rules)?),
        }
    }

    /// Plays the game and shows every position before its ply: the number of the ply from 0, the
    /// position with its history, and the ply itself. Returns the last position.
    ///
    /// # Errors
    /// As [`Game::first_position`], and for a move that cannot be played.
    pub fn replay<const N: usize>(
        &self,
        mut visit: impl FnMut(usize, &Replay<N>, Ply),
    ) -> Result<Replay<N>, RecordError> {
        let mut replay = Replay { position: self.first_position()?, history: History::new() };
        for (index, &ply) in self.plies.iter().enumerate() {
            replay.position.check(ply.mv).map_err(|error| RecordError::Move {
                ply: index + 1,
                mv: ply.mv,
                error,
            })?;
            visit(index, &replay, ply);
            replay.history.push(replay.position.key());
            replay.position.play(ply.mv, &mut ());
        }
        Ok(replay)
    }

    /// The first ply from which on all were searched: what comes before was played without a look
    /// at what follows.
    #[must_use]
    pub fn settled_ply(&self) -> usize {
        self.plies.iter().rposition(|ply| ply.score.is_none()).map_or(0, |last| last + 1)
    }
}
