//! What was found so far, nothing of it twice.

use super::{Find, Puzzle};
use fxhash::FxHashSet;
use stonefall_engine::board::Symmetry;
use stonefall_engine::game::Game;

/// Positions that are not images of each other: puzzles, or others that are found in games.
#[derive(Clone, Debug)]
pub struct Collection<T = Puzzle> {
    found: Vec<T>,
    seen: FxHashSet<(usize, u64, i32)>,
}

impl<T> Default for Collection<T> {
    fn default() -> Self {
        Self { found: Vec::new(), seen: FxHashSet::default() }
    }
}

impl<T: Find> Collection<T> {
    /// Takes a position in, unless it or an image of it is there already; says whether it has.
    pub fn add(&mut self, found: T) -> bool {
        let (size, half_komi) = (found.tps().size, found.half_komi());
        // Otherwise it is no position of any board.
        let Ok(board) = found.board() else { return false };
        let new = self.seen.insert((size, least_key(&board), half_komi.half_flats()));
        if new {
            self.found.push(found);
        }
        new
    }

    /// Number of positions.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.found.len()
    }

    /// Whether there is none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    /// The positions, the easiest first.
    #[must_use]
    pub fn into_sorted(mut self) -> Vec<T> {
        self.found.sort_by_key(Find::difficulty);
        self.found
    }
}

/// A key that is the same for all images of a position.
fn least_key(board: &Game) -> u64 {
    let image = |&symmetry: &Symmetry| board.image(symmetry).map(|image| image.key()).ok();
    Symmetry::ALL.iter().filter_map(image).min().unwrap_or_default()
}
