//! Values turned into what people look at: boards, pictures, tables and sentences. Nothing is
//! printed here: every function returns its text.

mod board;
mod diagram;
mod graph;
mod paint;
mod proof;
mod score;
mod status;
mod svg;
mod table;
mod version;

pub use board::{Style, board};
pub use diagram::{Diagram, Pile};
pub use graph::{Course, Mark, Weight, graph};
pub use proof::proof_tree;
pub use score::{Verdict, book_score, grouped, outcome_words, result_code};
pub use status::{key, status};
pub use svg::picture;
pub use table::{Row, grid, lines};
pub use version::{VERSION, long_version, short_version};
