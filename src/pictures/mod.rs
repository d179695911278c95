//! SVG pictures. Every function returns its text and writes nothing.

mod board;
mod graph;
mod losses;

pub use board::picture;
pub use graph::{Course, Mark, Weight, graph};
pub use losses::losses;
