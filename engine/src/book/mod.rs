//! Opening books to play from. The program around the engine provides them.

mod four;
mod own;

pub use four::FourFlats;
pub use own::{OwnBook, open_by_book};
