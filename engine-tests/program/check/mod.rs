//! `stonefall check`: this engine passes; an engine with one violation fails that point only. Tests
//! do not assert deadlines, which the check only measures.

mod command;
mod own;
pub mod tampered;
mod violations;
