//! Shuffles the positions of a training on a disk, so that any number of them needs little memory.
//!
//! The first pass reads the games once and appends each sample to one of many bucket files; a hash of its position
//! selects the file. Then each bucket is read, freed of repeated positions and written again. Training loads one
//! bucket at a time.

mod files;
mod first_pass;
mod settings;

pub use files::ShuffledGames;
pub use first_pass::{OpenedShuffle, ShuffleError, Shuffling, open};
pub use settings::{GamesFile, ShuffleSettings};

#[cfg(test)]
mod tests;
