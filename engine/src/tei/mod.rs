//! The protocol that programs and people speak with the engine: TEI, the Tak Engine Interface. This is
//! all of it but the ways that lines come and go: text to command, command to engine, result to text.
//!
//! A [`Protocol`] is one conversation. It hears lines, and it is told what searches have to say; it
//! never waits for either. A [`Host`] is the program around it.

mod annotate;
mod command;
mod display;
mod execute;
mod format;
mod go;
mod host;
mod network;
mod page_request;
mod player;
mod protocol;
mod reporter;
mod resources;
mod set;

pub use annotate::GameToAnnotate;
pub use command::{Command, CommandError, Dialect, LONGEST_LINE, NewGame, parse};
pub use go::Go;
pub use host::{EventSink, Host, Job, Resources};
pub use page_request::PageRequest;
pub use protocol::{DEFAULT_SIZE, Flow, Protocol};
pub use reporter::Event;
