//! News for the program around a watcher.

use stonefall_playtak::protocol::ListedGame;

/// News of the server.
#[derive(Clone, Debug)]
pub enum Change {
    /// The running games, after the login.
    Games(Vec<ListedGame>),
    /// The connection is lost, or was not opened, for this reason.
    Lost(String),
}
