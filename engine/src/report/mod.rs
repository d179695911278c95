//! Values turned into what people look at: boards and sentences. Nothing is
//! printed here: every function returns its text.

mod board;
mod diagram;
mod paint;
mod proof;
mod score;
mod status;

pub use board::{Style, board, letter};
pub use diagram::{Diagram, Pile};
pub use proof::proof_tree;
pub use score::{Verdict, book_score, grouped, outcome_words, result_code};
pub use status::{key, status};
