//! Scores of positions by the engine.
//!
//! [`Evaluator`] searches the positions that many games visited, most visited first, and writes each result into the
//! table `scores`. The scores go backward from a position to the positions before it (`lines`), and
//! [`Database::explore`] shows them. [`Tasks`] are the positions of a part, which only reads the database;
//! [`Evaluator::merge`] writes their scores.

mod evaluate;
mod lines;
mod played;
mod table;
mod tasks;
mod walk;

pub use evaluate::{Evaluation, Evaluator, Progress};
pub use table::{KnownScore, ScoreRow};
pub use tasks::Tasks;
