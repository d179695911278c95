//! TEI, the Tak Engine Interface: the protocol between programs or people and the engine. Text to command, command to
//! engine, result to text; the transport of lines is the host's.
//!
//! A [`Protocol`] is one session. It receives lines and the events of searches, and never waits for either. A [`Host`] is
//! the program around it.

mod command;
mod execute;
mod format;
mod host;
#[cfg(feature = "json")]
mod page;
mod protocol;
mod reporter;

pub use command::parse;
#[cfg(feature = "json")]
pub use command::{AnnotateRequest, PageRequest};
pub use command::{Command, CommandError, Dialect, LONGEST_LINE, NewGame};
pub use host::{Host, Job, Resources};
pub use protocol::{DEFAULT_SIZE, Flow, Protocol};
pub use reporter::{Event, EventSink};
