//! The protocol that programs and people speak with the engine: TEI, the Tak Engine Interface. This is
//! all of it but the ways that lines come and go: text to command, command to engine, result to text.
//!
//! A [`Protocol`] is one conversation. It hears lines, and it is told what searches have to say; it
//! never waits for either. A [`Host`] is the program around it.

mod annotate;
mod command;
mod format;
mod go;
mod host;
mod network;
mod obey;
mod people;
mod protocol;
mod question;
mod reporter;
mod room;
mod set;

pub use annotate::GameToAnnotate;
pub use command::{Command, CommandError, Dialect, NewGame, parse};
pub use go::Go;
pub use host::{Errand, Host, Room, Sink};
pub use protocol::{DEFAULT_SIZE, Flow, Protocol};
pub use question::Question;
pub use reporter::Event;
