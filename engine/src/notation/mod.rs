//! The text of Tak: moves and games in Portable Tak Notation (PTN), positions in the Tak
//! Positional System (TPS).
//!
//! Reading is generous: every spelling that clients, servers and engines write is understood.
//! Writing is strict: one spelling, the one that all of them read. No text can make these
//! functions panic, and all take time and memory in proportion to its length. Errors say what was
//! expected, what was found and where; columns count characters from 1.
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

mod excerpt;
mod marks;
mod opening;
mod ptn;
pub mod ptn_file;
mod tps;

pub use excerpt::excerpt;
pub use marks::{Judgement, Marks, Threat};
pub use opening::{LineError, opening_lines, parse_line, play_line};
pub use ptn::{Found, MoveError, Ply, PlyError, parse_move, parse_ply, read_move, spelling};
pub use tps::{Tps, TpsError, parse_tps, tps};
