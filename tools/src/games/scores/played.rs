//! The openings that most games played.

use super::walk::Walk;
use crate::games::filter::Filter;
use crate::games::{Database, DatabaseError};
use stonefall_engine::Game;

/// A walk that does not find enough openings is repeated with a smaller number of games, divided by this.
const STEP: u64 = 4;

impl Database {
    /// The positions after `plies` plies that most games visited, at most `count` of them and most games first. The games
    /// have the size, komi, opening and pieces of `start`, the empty board.
    ///
    /// # Errors
    /// If the file cannot be read, or is damaged.
    pub fn most_played(
        &self,
        start: &Game,
        plies: u32,
        count: usize,
    ) -> Result<Vec<Game>, DatabaseError> {
        let (size, half_komi) = (Some(start.size()), Some(start.rules().half_komi));
        let filter = Filter { size, half_komi, ..Filter::default() };
        let mut least = self.explore(start, &filter, 0)?.total.games;
        loop {
            least /= STEP;
            let mut walk = Walk::new(self, size, half_komi, least)?;
            let mut openings = Vec::new();
            while openings.len() < count
                && let Some(found) = walk.next()?
            {
                let (rules, wanted) = (found.game.rules(), start.rules());
                let is_equal = rules.pieces == wanted.pieces && rules.opening == wanted.opening;
                if found.game.ply() == plies && is_equal {
                    openings.push(found.game);
                }
            }
            if openings.len() >= count || least <= 1 {
                return Ok(openings);
            }
        }
    }
}
