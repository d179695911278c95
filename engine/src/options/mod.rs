//! The table of options for the answer to `tei`, `setoption`, the flags of the command line and docs/options.md.

mod memory;
mod parse;
mod table;
mod values;

pub use memory::available_mib;
pub use parse::{Applied, Effect, OptionError, parse_number};
pub use table::{Action, Kind, Spec, TABLE, find};
pub use values::{Count, Options};
