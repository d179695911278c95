//! The terms of the game: small `Copy` values that all layers share.

mod bitboard;
mod color;
mod direction;
mod moves;
mod piece;
mod rules;
mod ruleset;
mod size;
mod square;
mod stack;

pub use bitboard::Bitboard;
pub use color::{ByColor, Color};
pub use direction::Direction;
pub use moves::{Move, MoveKind, Pattern};
pub use piece::Piece;
pub use rules::{HalfKomi, Opening, Rules, RulesError};
pub use ruleset::RuleSet;
pub use size::{MAX_SIZE, MIN_SIZE, Reserve, SizeError, check_size, sized, stone_limit};
pub use square::Square;
pub use stack::Stack;
