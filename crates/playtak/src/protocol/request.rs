//! The lines of a client.

use super::moves::write_move;
use super::setting::Setting;
use super::{MAX_TEXT, VERSION};
use std::fmt;
use stonefall_engine::{Color, Move};

/// A line of a client. Names and texts must not contain line ends; [`Request::line`] replaces them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Request {
    /// The name of the program.
    Client(String),
    /// The version of the protocol that the client asks for.
    Protocol,
    /// A login.
    Login(Login),
    /// Seeks a game; takes the place of an earlier seek. The version tells how many words the server expects.
    Seek {
        /// The game to play.
        setting: Setting,
        /// Own color; `None` leaves it to chance.
        color: Option<Color>,
        /// The only player who may accept.
        opponent: Option<String>,
        /// Version of the protocol.
        version: u32,
    },
    /// Accepts the seek with this number.
    Accept(u32),
    /// Plays a move in the game with this number.
    Play(u32, Move),
    /// Accepts a draw.
    OfferDraw(u32),
    /// Grants an undo of the last ply.
    RequestUndo(u32),
    /// Resigns.
    Resign(u32),
    /// Enters a chat room.
    JoinRoom(String),
    /// Leaves a chat room.
    LeaveRoom(String),
    /// Writes to a chat room.
    ShoutRoom {
        /// The room.
        room: String,
        /// The text.
        text: String,
    },
    /// Writes to a player.
    Tell {
        /// The player.
        to: String,
        /// The text.
        text: String,
    },
    /// Keeps the connection alive.
    Ping,
    /// Ends the connection.
    Quit,
}

/// A player who logs in.
#[derive(Clone, PartialEq, Eq)]
pub enum Login {
    /// A player with an account.
    Account {
        /// The name.
        name: String,
        /// The password.
        password: String,
    },
    /// A guest. The same token of twenty small letters brings the same guest back for four hours.
    Guest(String),
}

/// Never shows the password or the token.
impl fmt::Debug for Login {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Account { name, .. } => write!(out, "Account({name})"),
            Self::Guest(_) => out.write_str("Guest"),
        }
    }
}

impl Request {
    /// The line, without its end.
    #[must_use]
    pub fn line(&self) -> String {
        match self {
            Self::Client(name) => format!("Client {name}"),
            Self::Protocol => format!("Protocol {VERSION}"),
            Self::Login(Login::Account { name, password }) => format!("Login {name} {password}"),
            Self::Login(Login::Guest(token)) => format!("Login Guest {token}"),
            Self::Seek { setting, color, opponent, version } => {
                let opponent = opponent.as_deref().unwrap_or_default();
                format!("Seek {} {opponent}", setting.write(*color, *version))
            }
            Self::Accept(seek) => format!("Accept {seek}"),
            Self::Play(game, mv) => format!("Game#{game} {}", write_move(*mv)),
            Self::OfferDraw(game) => format!("Game#{game} OfferDraw"),
            Self::RequestUndo(game) => format!("Game#{game} RequestUndo"),
            Self::Resign(game) => format!("Game#{game} Resign"),
            Self::JoinRoom(room) => format!("JoinRoom {room}"),
            Self::LeaveRoom(room) => format!("LeaveRoom {room}"),
            Self::ShoutRoom { room, text } => format!("ShoutRoom {room} {}", one_line(text)),
            Self::Tell { to, text } => format!("Tell {to} {}", one_line(text)),
            Self::Ping => "PING".to_owned(),
            Self::Quit => "quit".to_owned(),
        }
    }
}

/// A chat text without line ends and control characters, cut to the length that the server accepts.
fn one_line(text: &str) -> String {
    let printable = |letter: char| if letter.is_control() { ' ' } else { letter };
    let mut line: String = text.chars().map(printable).collect();
    let mut ends = (0..=line.len().min(MAX_TEXT)).rev();
    line.truncate(ends.find(|&end| line.is_char_boundary(end)).unwrap_or_default());
    line
}
