//! Opening books with scores that the engine grows, from any position.
//!
//! A book is a tree. A node is a position with the engine's best moves and their scores. The tree grows at the leaf that
//! matters most: [`Tree::take`] chooses it by drop-out expansion (Thomas Lincke, "Strategies for the Automatic
//! Construction of Opening Books", Computers and Games 2000). [`grow`] searches leaves on several threads and appends
//! every node to the file of the book, so that a killed program loses only the positions in work. docs/openings.md
//! describes the file.
//!
//! Images of a position and transpositions are one node.

mod file;
mod grow;
mod nodes;
mod ptn;

pub use file::{BookFile, to_text};
pub use grow::{Growth, grow};
pub use nodes::{Choices, Leaf, Tree};
pub use ptn::to_ptn;
