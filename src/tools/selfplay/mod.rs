//! Games of the engine against itself, as data to learn from.
//!
//! A part of the data is named by seed and shard: game `i` of shard `s` depends on the seed, `s`,
//! `i` and the settings, and on nothing else; the table and all that the search has learned is
//! forgotten before every game, and each game is played on one thread. Any number of machines can
//! make a part each.
//!
//! A game begins with plies drawn at random (or an opening from the books and then such plies), as
//! long as a short search finds them balanced enough; then both sides search so many positions for
//! each move, but for a few moves of the first plies that are drawn at random too. Every game is
//! played to its end by the rules: a proven win is played out, so that every result is exact.

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
