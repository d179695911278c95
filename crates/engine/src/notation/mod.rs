//! Moves and games in Portable Tak Notation (PTN), positions in the Tak Positional System (TPS).
//!
//! Functions read every spelling of clients, servers and engines, and write the one spelling that all of them read.
//! They never panic, and take time and memory in proportion to the length of the text. Errors name the expected text,
//! the found text and its place; columns count characters from 1.
//!
//! ```
//! use stonefall_engine::notation::{parse_move, parse_tps, tps};
//! use stonefall_engine::types::Rules;
//!
//! let position = parse_tps("x3/x,1,x/2,x2 1 2")?.position::<3>(Rules::standard(3))?;
//! let mv = parse_move("1b2>1'")?;
//! assert_eq!(mv.to_string(), "b2>");
//! assert!(position.is_legal(mv));
//! assert_eq!(tps(&position), "x3/x,1,x/2,x2 1 2");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod cursor;
mod ptn;
pub mod ptn_file;
mod text;
mod tps;

pub use cursor::TextError;
pub(crate) use ptn::at_word;
pub use ptn::{
    Judgement, Marks, Ply, ThreatMark, opening_lines, parse_line, parse_move, parse_ply, read_move,
};
pub use text::{decode, excerpt, printable};
pub use tps::{Tps, parse_tps, tps};
