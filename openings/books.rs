//! The built-in books.

use stonefall_engine::book::{OwnBook, ScoredBook};

/// One book of balanced openings per board size.
pub static BOOKS: [OwnBook; 5] = [
    OwnBook::new(4, 4, include_str!("4x4-komi2.txt")),
    OwnBook::new(5, 4, include_str!("5x5-komi2.txt")),
    OwnBook::new(6, 4, include_str!("6x6-komi2.txt")),
    OwnBook::new(7, 4, include_str!("7x7-komi2.txt")),
    OwnBook::new(8, 4, include_str!("8x8-komi2.txt")),
];

/// Books from opening trees, with scores.
pub static SCORED_BOOKS: [ScoredBook; 4] = [
    ScoredBook::new(5, 0, include_str!("5x5-komi0.book")),
    ScoredBook::new(5, 4, include_str!("5x5-komi2.book")),
    ScoredBook::new(6, 0, include_str!("6x6-komi0.book")),
    ScoredBook::new(6, 4, include_str!("6x6-komi2.book")),
];
