//! Stonefall, a Tak engine: the program around [`stonefall_engine`].

pub mod cli;
pub mod page;
pub mod pictures;
mod processor;
pub mod table;
pub mod transport;
pub mod version;
