//! The one table of options: what `tei` announces, `setoption` sets, the command line's flags are
//! made from and the README lists.

mod flags;
mod memory;
mod parse;
mod table;
mod values;

pub use flags::Flags;
pub use memory::available_mib;
pub(crate) use parse::parse_number;
pub use parse::{Applied, Effect, OptionError};
pub use table::{Action, Kind, Spec, TABLE, find};
pub use values::{Count, Options};
