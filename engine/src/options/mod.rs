//! The one table of options: what `tei` announces, `setoption` sets, the command line's flags are
//! made from and docs/options.md lists.

mod memory;
mod parse;
mod table;
mod values;

pub use memory::available_mib;
pub use parse::{Applied, Effect, OptionError, parse_number};
pub use table::{Action, Kind, Spec, TABLE, find};
pub use values::{Count, Options};
