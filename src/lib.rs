//! The program around [`stonefall_engine`] without its command line.

pub mod page;
pub mod pictures;
pub mod table;
pub mod transport;
pub mod version;
