//! What is found in games, whatever it is: a row of a table.

use std::fmt::Display;
use stonefall_engine::game::Game;
use stonefall_engine::notation::{Tps, TpsError};
use stonefall_engine::types::{HalfKomi, Rules};

/// A position that was found in a game. Its text is the line of a table.
pub trait Find: Display {
    /// The heads of the columns.
    const COLUMNS: &'static [&'static str];

    /// The position.
    fn tps(&self) -> &Tps;

    /// Komi.
    fn half_komi(&self) -> HalfKomi;

    /// The position on the board, played by the standard rules with the row's komi.
    ///
    /// # Errors
    /// If there are more stones on it than the players have.
    fn board(&self) -> Result<Game, TpsError> {
        let tps = self.tps();
        Game::from_tps(tps, Rules::standard(tps.size).with_komi(self.half_komi()))
    }

    /// What a table is ordered by: the easiest first.
    fn difficulty(&self) -> (u32, u64);

    /// Where the position comes from.
    fn source(&self) -> &str;

    /// Says where the position comes from.
    fn set_source(&mut self, source: String);

    /// The proof as PTN; empty if it is not known.
    fn ptn(&self) -> &str;
}
