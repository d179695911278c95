//! Games of the engine against itself, as training data.
//!
//! Game `i` depends on the seed, `i` and the settings only. Every game starts with an empty table and no learned
//! values, and runs on one thread. So any number of machines can play a part each.
//!
//! A game starts with random plies, or with a book opening and random plies, that a short search finds
//! balanced. Then both sides search a fixed number of nodes per move, except for a few random moves
//! early in the game. Games end by the rules; proven wins are played out, so that every result is
//! exact.

mod games_file;
pub(super) mod opening;
mod plan;
mod play;
mod relabel;
pub(super) mod think;

pub use games_file::{GameKey, open_games};
pub use plan::{OpeningPlan, SelfplayPlan};
pub use play::SelfPlayer;
pub use relabel::Labels;
pub use think::{Effort, HASH_MIB, Thinker};
