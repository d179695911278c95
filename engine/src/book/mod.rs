//! Books of openings that the engine plays from. It has none itself: who makes a program of it brings them.

mod four;
mod own;

pub use four::FourFlats;
pub use own::{OwnBook, open_by_book};
