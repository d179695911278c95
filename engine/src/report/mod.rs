//! Values turned into what people look at: boards and sentences. Nothing is
//! printed here: every function returns its text.

mod board;
mod diagram;
mod paint;
mod points;
mod proof;
mod score;
mod status;

pub use board::{Style, board, letter};
pub use diagram::{Diagram, Pile};
pub use points::{Points, Scoring};
pub use proof::proof_tree;
pub use score::{Verdict, grouped, outcome_words, result_code};
pub use status::{key, status};
