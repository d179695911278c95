//! Puzzles: positions in games that the side to move wins by force.
//!
//! A puzzle of the kind [`Kind::Road`] has these properties:
//!
//! - The side to move can force a road by threats in N moves, and not in fewer. The solver proves both.
//! - Every other first move is proved not to force a road by threats in N moves.
//! - A search of all other first moves finds no win of any kind. (This is no proof.)
//!
//! Only the first position of a combination is a puzzle, and only one of several symmetric positions.
//!
//! A puzzle of the kind [`Kind::Flats`] is a late position of a game that ended on flats, three to nine plies
//! before the end. The winner of the game is to move. The solver proves its win, and that no other first move wins
//! as fast as the game did. The win takes more than one move, and threats of a road alone do not force it. Each game gives
//! at most one such position, the earliest.
//!
//! [`missed_win`] makes puzzles of both kinds from positions in which a player missed a win. The solver proves them, but
//! several first moves may win.

mod file;
mod games;
mod miner;
mod puzzle;
mod table;
mod theme;

pub use file::PuzzleFiles;
pub use games::{NamedGame, read_games};
pub use miner::{Miner, missed_win};
pub use puzzle::{Aim, Collection, Grade, Kind, Misses, Puzzle};
pub use table::{read_puzzles, sorted_table, write_puzzles};
pub use theme::Theme;
