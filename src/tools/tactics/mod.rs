//! Puzzles out of games: positions that are won by force in a few moves, with one first move only.
//!
//! A [`Puzzle`] is a position in which
//!
//! - the side to move can force a road by threats in so many moves, and in no fewer: both proved by
//!   the solver;
//! - it cannot win at once;
//! - every other first move is proved not to force a road by threats in as many moves;
//! - and a search of all other first moves together finds no win of any kind either, however long
//!   and however quiet. (This is no proof, but what is left is beyond most solvers of puzzles.)
//!
//! Of the positions of one combination only the first is taken, and of positions that are images of
//! each other only one.
//!
//! An [`Endgame`] is a late position of a game that ended on flats. Its winner is to move, five to nine
//! plies before the end, and the solver proves that it wins: by any moves, not at once, and not by a
//! road that threats alone force. Of each game one position is taken, the earliest.
//!
//! Tables of either kind are read as [`Exercise`]s, for a search to try.

mod collection;
mod endgame;
mod endings;
mod exercise;
mod find;
mod games;
mod miner;
mod row;
mod trial;

pub use collection::Collection;
pub use endgame::Endgame;
pub use endings::EndgameMiner;
pub use exercise::{Aim, Exercise, Problem, TableError, read_exercises};
pub use find::Find;
pub use games::{FoundGame, Games, GamesError};
pub use miner::{Mine, Miner, Wanted};
pub use row::{Puzzle, RowError};
pub use trial::{TRIAL_MIB, Trial, try_exercises};
