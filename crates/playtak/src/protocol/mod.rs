//! The lines of PlayTak's protocol, as values: [`Notice`]s of the server and [`Request`]s of a client.
//!
//! A connection carries lines of text in both directions. The server writes some lines differently for each version
//! of the protocol, and some lines of a new version to clients of an old one. So the number of words, not the version
//! that a client asked for, tells the form of a line.
//!
//! (Forms: `Client.java`, `Seek.java` and `Game.java` of USTakAssociation/playtak-api at ba5092e and 930027e, and
//! playtak-ui at 9cdb17b for version 4.)

mod moves;
mod notice;
mod request;
mod setting;
mod words;

pub use moves::{read_move, write_move};
pub use notice::{GameEvent, GameStart, Notice, Seek, version_of};
pub use request::{Login, Request};
pub use setting::{Setting, SettingError};

/// The newest version of the protocol that this client asks for.
pub const VERSION: u32 = 4;

/// The longest text of a chat line, in bytes.
pub const MAX_TEXT: usize = 256;

#[cfg(test)]
mod tests;
