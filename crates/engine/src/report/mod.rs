//! Drawings of boards, results and scores in words. Functions return text and print nothing.

mod board;
mod points;
mod proof;
mod score;

pub use board::{Style, draw, key, letter, status};
pub use points::{Points, ScoringRule};
pub use proof::proof_tree;
pub use score::{Verdict, grouped, outcome_words, result_code};
