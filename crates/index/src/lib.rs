//! The index of a game database: which games visited a position, and the facts of games that filters need.
//!
//! The index has *segments* of up to 65,536 consecutive games. The bytes come from a file, which `stonefall-tools` reads.
//! docs/games.md describes them.
//!
//! - [`write()`] turns the visits of a segment into buckets of bits, [`find`] finds a position in its bucket.
//! - [`Columns`] are the facts of the games, one column for each kind. [`Conditions::select`] tests a filter for all
//!   games of a segment, without branches, so that the compiler can use vectors.
//! - [`Group::count`] counts the selected games of a list.
//!
//! It is a package of its own because the compiler optimizes it for speed. A query may read millions of numbers here.

mod bits;
mod columns;
mod count;
mod cut;
mod facts;
mod first;
mod read;
mod select;
mod summary;
mod write;

pub use columns::{Column, Columns};
pub use count::{Part, Tally};
pub use cut::Cut;
pub use facts::{Facts, class};
pub use first::First;
pub use read::{Coded, Found, Games, Group, find};
pub use select::{Bits, Conditions, People};
pub use summary::{BEST, Summary};
pub use write::{Entry, write};

#[cfg(test)]
mod tests;
