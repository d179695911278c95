//! The table of options for the answer to `tei`, `setoption`, the flags of the command line and docs/options.md.

mod error;
mod memory;
mod parse;
mod table;
mod values;

pub use error::OptionError;
pub use memory::available_mib;
pub use parse::{Applied, Effect, parse_number};
pub use table::{Action, Kind, Spec, TABLE, find};
pub use values::{Count, Options};
