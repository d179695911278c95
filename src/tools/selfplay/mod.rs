//! Games of the engine against itself, as training data.
//!
//! Seed and shard name a part of the data: game `i` of shard `s` depends on the seed, `s`, `i` and the
//! settings only. Every game starts with an empty table and no learned values, and runs on one thread.
//! So any number of machines can play a part each.
//!
//! A game starts with random plies, or with a book opening and random plies, that a short search finds
//! balanced. Then both sides search a fixed number of nodes per move, except for a few random moves
//! early in the game. Games end by the rules; proven wins are played out, so that every result is
//! exact.

pub(super) mod opening;
mod part;
mod plan;
mod play;
mod relabel;
mod table;
mod think;

pub use part::{Due, Part, PartError, Resumed};
pub use plan::{OpeningPlan, Plan};
pub use relabel::{Labels, relabel};
pub use table::{Ended, Made, make};
pub use think::HASH_MIB;
