//! The openings that most games played.

use super::walk::Walk;
use crate::games::filter::Filter;
use crate::games::{Database, DatabaseError};
use stonefall_engine::Game;

/// A walk that does not find enough openings is repeated with a smaller number of games, divided by this.
const STEP: u64 = 4;

impl Database {
    /// The positions after `plies` plies that most games visited, at most `count` of them and most games first. The games
    /// have the size, opening and pieces of `start`, the empty board, and any komi.
    ///
    /// # Errors
    /// If the file cannot be read, or is damaged.
    pub fn most_played(
        &self,
        start: &Game,
        plies: u32,
        count: usize,
    ) -> Result<Vec<Game>, DatabaseError> {
        let filter = Filter { size: Some(start.size()), ..Filter::default() };
        let mut least = self.explore(start, &filter, 0)?.total.games;
        loop {
            least /= STEP;
            let mut walk = Walk::from_start(self, start, least)?;
            let mut openings = Vec::new();
            while openings.len() < count
                && let Some(found) = walk.next()?
            {
                if found.game.ply() == plies {
                    openings.push(found.game);
                }
            }
            if openings.len() >= count || least <= 1 {
                return Ok(openings);
            }
        }
    }

    /// The positions that at least `least` games visited, most games first. The games have the size, opening and pieces of
    /// `start`, the empty board, and any komi.
    ///
    /// # Errors
    /// If the file cannot be read, or is damaged.
    pub fn visited_by(&self, start: &Game, least: u64) -> Result<Vec<Game>, DatabaseError> {
        let mut walk = Walk::from_start(self, start, least)?;
        let mut positions = Vec::new();
        while let Some(found) = walk.next()? {
            positions.push(found.game);
        }
        Ok(positions)
    }
}
