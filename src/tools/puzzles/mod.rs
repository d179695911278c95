//! The eleven puzzles of the Tak Companion Book.
//!
//! The book's diagrams are pictures, so the positions are reconstructions that fit every statement
//! of its printed answers. [`Study`] analyzes them by the rules alone, [`solve`] by the search.

mod solve;
mod study;

pub use solve::{Solution, solve};
pub use stonefall_engine::facts::{Threat, moves_that_win};
pub use study::{Ending, Group, Reply, Sequel, Study, groups, squares_of};

use stonefall_engine::board::Position;
use stonefall_engine::notation::{PlyError, TpsError, parse_tps, read_move};
use stonefall_engine::types::{Move, Rules};
use thiserror::Error;

/// Board size of all puzzles.
pub const SIZE: usize = 4;

/// The data.
const DATA: &str = include_str!("../data/puzzles.tsv");

/// A puzzle with its answer.
#[derive(Clone)]
pub struct BookPuzzle {
    /// Its number in the book, from 1.
    pub number: usize,
    /// The position as TPS.
    pub tps: &'static str,
    /// The position, played without komi.
    pub position: Position<SIZE>,
    /// The first move of the solution.
    pub key: Move,
    /// Plies to the end of the game, including the winner's last move.
    pub plies: u32,
    /// The book's answer, reworded.
    pub answer: &'static str,
}

/// An error in the data of this program.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum PuzzleError {
    /// A line without the five columns.
    #[error("expected a number, a TPS, a move, plies and an answer, found {0:?}")]
    Columns(&'static str),
    /// An invalid position.
    #[error(transparent)]
    Tps(#[from] TpsError),
    /// A move that cannot be played.
    #[error(transparent)]
    Move(#[from] PlyError),
}

impl BookPuzzle {
    /// Number of the winner's moves.
    pub const fn moves(&self) -> u32 {
        self.plies.div_ceil(2)
    }

    fn read(line: &'static str) -> Result<Self, PuzzleError> {
        let columns: Vec<&str> = line.split('\t').collect();
        let &[number, tps, key, plies, answer] = &columns[..] else {
            return Err(PuzzleError::Columns(line));
        };
        let (Ok(number), Ok(plies)) = (number.parse(), plies.parse()) else {
            return Err(PuzzleError::Columns(line));
        };
        let position = parse_tps(tps)?.position(Rules::standard(SIZE))?;
        let key = read_move(key, &position)?;
        Ok(Self { number, tps, position, key, plies, answer })
    }
}

/// All puzzles in the order of the book.
///
/// # Errors
/// If the data of this program are invalid.
pub fn puzzles() -> Result<Vec<BookPuzzle>, PuzzleError> {
    DATA.lines().filter(|line| !line.starts_with('#')).skip(1).map(BookPuzzle::read).collect()
}
