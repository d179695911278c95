//! The built-in books.

use stonefall_engine::book::Book;

/// The books with scores, then those of balanced openings.
pub static BOOKS: [Book; 9] = [
    Book::new(5, 0, include_str!("5x5-komi0.book")),
    Book::new(5, 4, include_str!("5x5-komi2.book")),
    Book::new(6, 0, include_str!("6x6-komi0.book")),
    Book::new(6, 4, include_str!("6x6-komi2.book")),
    Book::new(4, 4, include_str!("4x4-komi2.txt")),
    Book::new(5, 4, include_str!("5x5-komi2.txt")),
    Book::new(6, 4, include_str!("6x6-komi2.txt")),
    Book::new(7, 4, include_str!("7x7-komi2.txt")),
    Book::new(8, 4, include_str!("8x8-komi2.txt")),
];
