//! A game as it is kept.

use super::RecordError;
use stonefall_engine::board::{History, IllegalMove, Outcome, Position};
use stonefall_engine::eval::Value;
use stonefall_engine::game::Game;
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
pub struct GameRecord {
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
    /// The moves: at most [`GameRecord::MAX_PLIES`].
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

impl GameRecord {
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
    /// If there is no such board, or more pieces are on it than the players have.
    pub fn beginning(&self) -> Result<Game, RecordError> {
        Ok(match &self.start {
            None => Game::start(self.size, self.rules)?,
            Some(tps) => Game::from_tps(tps, self.rules)?,
        })
    }

    /// Plays the game and shows the board before each ply, and the ply. Returns the board after the last.
    ///
    /// # Errors
    /// As [`GameRecord::beginning`], and for a move that cannot be played.
    pub fn follow(&self, mut visit: impl FnMut(&Game, Ply)) -> Result<Game, RecordError> {
        let mut board = self.beginning()?;
        for (index, &ply) in self.plies.iter().enumerate() {
            board.check(ply.mv).map_err(|error| unplayable(index, ply, error))?;
            visit(&board, ply);
            // It was checked, so that a move that cannot be played is not shown.
            let _ = board.play(ply.mv);
        }
        Ok(board)
    }

    /// As [`GameRecord::follow`], for what looks at millions of games: the size is in the type, and only the
    /// position and its history are kept. Shows the number of each ply from 0, too.
    ///
    /// # Errors
    /// As [`GameRecord::follow`], and if the game is of another size.
    pub fn replay<const N: usize>(
        &self,
        mut visit: impl FnMut(usize, &Replay<N>, Ply),
    ) -> Result<Replay<N>, RecordError> {
        let unlike = RecordError::Size { expected: N, found: self.size };
        let position = self.beginning()?.position().cloned().ok_or(unlike)?;
        let mut replay = Replay { position, history: History::new() };
        for (index, &ply) in self.plies.iter().enumerate() {
            let position = &replay.position;
            if position.outcome().is_some() {
                return Err(unplayable(index, ply, IllegalMove::GameOver));
            }
            position.check(ply.mv).map_err(|error| unplayable(index, ply, error))?;
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

const fn unplayable(index: usize, ply: Ply, error: IllegalMove) -> RecordError {
    RecordError::Move { ply: index + 1, mv: ply.mv, error }
}
