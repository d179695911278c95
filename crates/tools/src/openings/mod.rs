//! Opening books: those with scores that the engine grows from any position, and those of balanced openings for matches.
//!
//! A book with scores is a tree. A node is a position with the engine's best moves and their scores. The tree grows at the
//! leaf that matters most: [`Tree::take`] chooses it by drop-out expansion (Thomas Lincke, "Strategies for the Automatic
//! Construction of Opening Books", Computers and Games 2000). [`grow`] searches leaves on several threads and appends
//! every node to the file of the book, so that a killed program loses only the positions in work. docs/openings.md
//! describes the file. Images of a position and transpositions are one node.

mod balanced;
#[path = "../../../../openings/books.rs"]
mod books;
mod file;
mod grow;
mod ptn;
mod score;
mod tree;

pub use balanced::{BalancePlan, BalancedBook, candidates};
pub use books::BOOKS;
pub use file::{BookFile, to_text};
pub use grow::{Growth, grow};
pub use ptn::to_ptn;
pub use score::BookScore;
pub use tree::{Choices, Leaf, Tree};

use stonefall_engine::{Game, Move};

/// Transposition table of each search, in MiB. The scores depend on it.
const HASH_MIB: usize = 16;

/// The score of a move in the built-in books with scores.
pub fn book_score(position: &Game, mv: Move) -> Option<BookScore> {
    let mut scored = BOOKS.iter().filter(|book| book.has_scores());
    scored.find_map(|book| book.score(position, mv)).and_then(BookScore::read)
}
