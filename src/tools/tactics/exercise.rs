//! Positions with a known solution, for a search to try, and the tables that hold them.

use super::{Endgame, Find, Puzzle, RowError};
use std::fmt;
use stonefall_engine::board::IllegalMove;
use stonefall_engine::game::Game;
use stonefall_engine::notation::{Tps, TpsError, excerpt};
use stonefall_engine::types::{HalfKomi, Move, Rules};
use thiserror::Error;

/// A position that is won, for a search to try.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Exercise {
    /// The position.
    pub tps: Tps,
    /// Komi.
    pub half_komi: HalfKomi,
    /// How it is won.
    pub aim: Aim,
    /// A first move that wins.
    pub mv: Move,
}

/// How a position is won.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Aim {
    /// By a forced road of so many moves, with one first move only.
    Road {
        /// Moves of the winner.
        moves: u32,
    },
    /// On flats or in any other way; several first moves may win.
    Flats {
        /// Plies that the game went on for.
        plies: u32,
    },
}

impl Aim {
    /// Whether no move but the known one solves the exercise.
    #[must_use]
    pub const fn has_only_one_move(self) -> bool {
        matches!(self, Self::Road { .. })
    }
}

/// `road in 3 moves`.
impl fmt::Display for Aim {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Road { moves } => write!(out, "road in {moves} moves"),
            Self::Flats { plies } => write!(out, "flats, {plies} plies to go"),
        }
    }
}

/// A table that cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum TableError {
    /// The first line that is no remark does not name the columns of a table.
    #[error("line {line}: expected the heads of a table of puzzles or endgames, found {found:?}")]
    Heads {
        /// Its number, from 1.
        line: usize,
        /// What stands there.
        found: String,
    },
    /// A line that is no row.
    #[error("line {line}: {problem}")]
    Row {
        /// Its number, from 1.
        line: usize,
        /// What is wrong with it.
        problem: Problem,
    },
    /// A table without rows.
    #[error("expected a table of puzzles or endgames, found no rows")]
    Empty,
}

/// What is wrong with a row.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Problem {
    /// It cannot be read.
    #[error(transparent)]
    Row(#[from] RowError),
    /// Its position cannot be.
    #[error(transparent)]
    Tps(#[from] TpsError),
    /// Its game is over.
    #[error("expected a position to move in, found a game that is over")]
    Over,
    /// It has no first move.
    #[error("expected a line of at least one move, found none")]
    NoMove,
    /// Its first move cannot be played.
    #[error("move {mv}: {reason}")]
    Move {
        /// The move.
        mv: Move,
        /// Why not.
        reason: IllegalMove,
    },
}

impl Exercise {
    fn of_puzzle(line: &str) -> Result<Self, Problem> {
        let puzzle = Puzzle::read(line)?;
        let mv = puzzle.key().ok_or(Problem::NoMove)?;
        let aim = Aim::Road { moves: puzzle.moves };
        Self { tps: puzzle.tps, half_komi: puzzle.half_komi, aim, mv }.checked()
    }

    fn of_endgame(line: &str) -> Result<Self, Problem> {
        let endgame = Endgame::read(line)?;
        let aim = Aim::Flats { plies: endgame.plies };
        Self { tps: endgame.tps, half_komi: endgame.half_komi, aim, mv: endgame.mv }.checked()
    }

    /// The exercise, if there is something to play in it.
    fn checked(self) -> Result<Self, Problem> {
        let board = self.board()?;
        if board.outcome().is_some() {
            return Err(Problem::Over);
        }
        board.check(self.mv).map_err(|reason| Problem::Move { mv: self.mv, reason })?;
        Ok(self)
    }

    /// The position on the board, played by the standard rules with the exercise's komi.
    ///
    /// # Errors
    /// If there are more stones on it than the players have.
    pub fn board(&self) -> Result<Game, TpsError> {
        Game::from_tps(&self.tps, Rules::standard(self.tps.size).with_komi(self.half_komi))
    }
}

/// Reads a table of [`Puzzle`]s or [`Endgame`]s: remarks begin with `#`, then come the heads of the
/// columns, then a line for each position.
///
/// # Errors
/// If it has other columns, no rows, or one that makes no sense.
pub fn read_exercises(text: &str) -> Result<Vec<Exercise>, TableError> {
    let lines = (1..).zip(text.lines()).filter(|(_, line)| {
        let is_remark = line.starts_with('#') || line.trim().is_empty();
        !is_remark
    });
    let mut read: Option<ReadRow> = None;
    let mut exercises = Vec::new();
    for (line, content) in lines {
        let Some(read) = read else {
            read = Some(
                reader(content)
                    .ok_or_else(|| TableError::Heads { line, found: excerpt(content, 40) })?,
            );
            continue;
        };
        exercises.push(read(content).map_err(|problem| TableError::Row { line, problem })?);
    }
    if exercises.is_empty() { Err(TableError::Empty) } else { Ok(exercises) }
}

type ReadRow = fn(&str) -> Result<Exercise, Problem>;

/// What reads the rows of a table with these heads.
fn reader(heads: &str) -> Option<ReadRow> {
    let heads: Vec<_> = heads.split('\t').collect();
    if heads == <Puzzle as Find>::COLUMNS {
        Some(Exercise::of_puzzle)
    } else if heads == <Endgame as Find>::COLUMNS {
        Some(Exercise::of_endgame)
    } else {
        None
    }
}
