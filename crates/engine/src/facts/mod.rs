//! JSON for programs that draw a board: positions with moves and threats, games read and written, and annotations.
//! `docs/tei.md` and `docs/json.md` describe its fields.
//!
//! A page that uses this data needs no rules of its own.

mod annotation;
mod game;
mod lines;
mod position;

pub use annotation::{
    AnnotationFacts, AnnotationScore, EvaluationFacts, MoveFacts, PlayerFacts, annotation_facts,
    evaluation_facts, move_facts, player_facts,
};
pub use game::{GameFacts, GameRequest, PtnRequest, find_game, read_game, write_game};
pub use lines::LineFacts;
pub use position::{PositionFacts, ThreatFacts, facts, threats};

use crate::notation::ptn_file::GameResult;
use crate::notation::{Ply, Tps};
use crate::types::{Bitboard, Move, Square};
use serde::{Serialize, Serializer};

/// Values that are text in JSON, in their usual spelling.
macro_rules! as_text {
    ($($value:ty)*) => {
        $(
            impl Serialize for $value {
                fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                    serializer.collect_str(self)
                }
            }
        )*
    };
}
as_text!(GameResult Move Ply Square Tps);

/// A list of squares.
impl Serialize for Bitboard {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(*self)
    }
}
