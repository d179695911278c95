//! Opening books to play from. The program around the engine provides them.

mod four;
mod own;
mod scored;

pub use four::FourFlats;
pub use own::OwnBook;
pub use scored::ScoredBook;

use crate::game::Game;
use crate::search::{Limits, Seed};

/// Positions to search for the score and the line of a book move.
const NODES: u64 = 10_000;

/// The books that a program has.
#[derive(Clone, Copy, Default)]
pub struct Books {
    /// Books with scores.
    pub scored: &'static [ScoredBook],
    /// Books of balanced openings, for positions without a move in the former.
    pub balanced: &'static [OwnBook],
}

impl Books {
    /// Reads the books for games with the board and rules of this one, so that [`Self::open`] takes no time later.
    pub(crate) fn read(self, game: &Game) {
        self.scored.iter().for_each(|book| book.read(game));
        self.balanced.iter().for_each(|book| book.read(game));
    }

    /// Restricts a search to a random book move of this position, so that the search returns that move with a score and
    /// a line. Changes nothing if the books have no move.
    pub fn open(self, limits: &mut Limits, game: &Game, seed: Seed) {
        let scored = self.scored.iter().find_map(|book| book.choose(game, seed));
        let balanced = || self.balanced.iter().find_map(|book| book.choose(game, seed));
        let Some(mv) = scored.or_else(balanced) else { return };
        limits.search_moves = vec![mv];
        limits.nodes = Some(limits.nodes.map_or(NODES, |nodes| nodes.min(NODES)));
    }
}
