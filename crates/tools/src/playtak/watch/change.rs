//! News for the program around a watcher.

use super::game::WatchedGame;
use std::time::Duration;
use stonefall_engine::{Color, Move};
use stonefall_playtak::protocol::ListedGame;

/// News of the server.
#[derive(Clone, Debug)]
pub enum Change {
    /// The running games: after the login, and whenever one begins or ends.
    Games(Vec<ListedGame>),
    /// No game with this number runs.
    NoGame(u32),
    /// No game of this player runs. The watcher waits for the next one.
    Waiting(String),
    /// Something has happened in the watched game; the game is as it is afterwards.
    Game(Box<WatchedGame>, WatchNews),
    /// A message of the server for people.
    Message(String),
    /// The connection is lost, or was not opened.
    Lost {
        /// The reason.
        reason: String,
        /// Time until the next attempt.
        wait: Duration,
    },
}

/// News of a watched game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WatchNews {
    /// The game so far: watching begins, or the connection is back.
    Whole,
    /// A move was played.
    Move(Move),
    /// The last move was taken back.
    Undo(Move),
    /// The clocks have changed, as before a move.
    Clocks,
    /// A player got time from the other one.
    GivenTime(Color, Duration),
    /// A player offers a draw. The server does not say who.
    DrawOffer,
    /// A player asks to take back the last move. The server does not say who.
    UndoRequest,
    /// The game is over.
    Over,
}
