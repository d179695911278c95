//! Tasks that the bot leaves to the program around it.

use stonefall_engine::search::{Level, Seed};
use stonefall_engine::{Game, Limits};
use stonefall_playtak::protocol::Request;

/// A task of the program around the bot.
#[derive(Clone, Debug)]
pub enum Action {
    /// Send a line.
    Send(Request),
    /// Search a move; stop an earlier search. The result comes back with the number.
    Think(Box<MoveTask>),
    /// Stop the search. Its result is not needed.
    StopThinking,
    /// Keep a finished game.
    Archive(String),
    /// Replace the file of players with this text.
    KeepPlayers(String),
    /// Find out the rating of the player with this name.
    AskRating(String),
    /// Show a line to the operator.
    Report(String),
    /// Keep everything about a move that the server refused.
    Refused(String),
    /// Close the connection and open a new one.
    Reconnect(&'static str),
    /// End the program.
    Exit(Exit),
}

/// A search for a move of a game.
#[derive(Clone, Debug)]
pub struct MoveTask {
    /// Number that comes back with the result.
    pub id: u64,
    /// The position.
    pub game: Game,
    /// The clock.
    pub limits: Limits,
    /// Level; `None` is full strength.
    pub level: Option<Level>,
    /// Seed of random choices: one for each game, the same after a lost connection or a restart.
    pub seed: Seed,
}

/// Reasons for the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exit {
    /// All games are played, or the operator asked for the end.
    Done,
    /// Unknown name or wrong password.
    LoginRefused,
    /// Somebody logged in with the same name elsewhere.
    LoginElsewhere,
    /// The account is banned.
    Banned,
}
