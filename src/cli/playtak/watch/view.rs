//! The output of a watched game.

use crate::cli::Error;
use stonefall_engine::game::Game;
use stonefall_engine::search::Info;
use stonefall_tools::playtak::watch::{Change, WatchedGame};

/// A searched position and its best line.
pub(super) type Found<'a> = Option<(&'a Game, &'a Info)>;

/// A form of the output: a screen, lines of text, or JSON.
pub(super) trait View {
    /// Shows news. `found` is about the position before them.
    fn show(&mut self, change: &Change, found: Found<'_>) -> Result<(), Error>;

    /// Shows the time and a deeper search, several times per second.
    fn refresh(&mut self, _watched: &WatchedGame, _found: Found<'_>) {}

    /// Shows the end of a search.
    fn searched(&mut self, _found: Found<'_>) -> Result<(), Error> {
        Ok(())
    }
}
