//! JSON for programs that draw a board: positions with moves and threats, games read and written, and annotations.
//! `docs/tei.md` and `docs/json.md` describe its fields.
//!
//! A page that uses this data needs no rules of its own.

mod annotation;
mod game;
mod moves;
mod position;
mod text;
mod threats;

pub use annotation::{AnnotationScore, annotation_facts, judged};
pub use game::{GameToRead, GameToWrite, ReadError, find_game, read_game, write_game};
pub use position::facts;
pub use threats::{ThreatFacts, moves_that_win, threats, threats_of_other};
