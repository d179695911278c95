//! Data for programs that draw a board, serializable as JSON: positions with moves and threats, games read
//! and written, and annotations.
//!
//! A page that uses this data needs no rules of its own.

mod annotation;
mod game;
mod moves;
mod position;
mod text;
mod threats;

pub use annotation::{
    AnnotationFacts, Judged, MoveFacts, PlayerFacts, Score, annotation_facts, judged,
};
pub use game::{GameFacts, GameToRead, GameToWrite, ReadError, find_game, read_game, write_game};
pub use moves::{Placement, Spread};
pub use position::{Facts, facts};
pub use threats::{Threat, moves_that_win, threats, threats_of_other};
