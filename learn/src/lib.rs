//! What Stonefall learns: records of games, and the weights and networks that come from them.
//!
//! A [`records::GameRecord`] is what self-play writes; a [`Lesson`] is made of many of them. [`fit`] finds the weights of the terms,
//! and [`train`] the network that corrects what they say.

pub mod fit;
mod lesson;
pub mod random;
pub mod records;
pub mod train;

pub use lesson::{Gather, Lesson};
