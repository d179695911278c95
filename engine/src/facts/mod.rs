//! What a board on a screen needs to know, as values that can be written as JSON: a position with
//! everything that can be done and seen in it, games as their players read and write them, and what an
//! annotation has found out about them.
//!
//! A page that draws Tak asks here, and so has no rules of its own.

mod annotation;
mod game;
mod moves;
mod position;
mod threats;

pub use annotation::{
    AnnotationFacts, Judged, MoveFacts, PlayerFacts, Score, annotation_facts, judged,
};
pub use game::{GameFacts, GameToRead, GameToWrite, ReadError, find_game, read_game, write_game};
pub use moves::{Placement, Spread};
pub use position::{Facts, facts};
pub use threats::{Threat, moves_that_win, threats, threats_of_other};
