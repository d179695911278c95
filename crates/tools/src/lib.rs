//! Tasks of the program above the engine: matches, self-play, tuning, books, puzzles, game databases, reports.

pub mod arguments;
pub mod date;
pub mod duration;
pub mod files;
pub mod games;
mod hash;
mod keys;
pub mod matches;
pub mod openings;
pub mod opponent;
pub mod perft;
pub mod playtak;
pub mod puzzles;
pub mod report;
pub mod resume;
pub mod selfplay;
pub mod tune;
pub mod version;
pub mod workers;
