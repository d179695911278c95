//! Opening trees that the engine grows, from any position.
//!
//! A node is a position with the engine's best moves and their scores. The tree grows at the leaf that matters most:
//! [`Tree::take`] chooses it by drop-out expansion (Thomas Lincke, "Strategies for the Automatic Construction of
//! Opening Books", Computers and Games 2000). [`grow`] searches leaves on several threads and writes every node to a
//! file, so that a killed program loses only the positions in work. docs/openings.md describes the file.
//!
//! Images of a position and transpositions are one node.

mod book;
mod file;
mod grow;
mod growth;
mod nodes;
mod ptn;
mod root;
mod take;
mod visited;

pub use book::to_book;
pub use file::{Header, TreeFile};
pub use grow::grow;
pub use growth::Growth;
pub use nodes::{Found, Known, Leaf, Tree};
pub use ptn::to_ptn;
pub use visited::add_visited;
