//! What a board on a screen needs to know, as values that can be written as JSON: a position with
//! everything that can be done and seen in it, and games as their players read and write them.
//!
//! A page that draws Tak asks here, and so has no rules of its own.

mod game;
mod moves;
mod position;
mod threats;

pub use game::{GameFacts, GameToRead, GameToWrite, ReadError, read_game, write_game};
pub use moves::{Placement, Spread};
pub use position::{Facts, facts};
pub use threats::{Threat, moves_that_win, threats, threats_of_other};
