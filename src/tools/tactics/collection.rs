//! Puzzles found so far, none of them twice.

use super::Puzzle;
use crate::board::{Position, Symmetry};
use crate::types::sized;
use fxhash::FxHashSet;

/// Puzzles that are not images of each other.
#[derive(Clone, Debug, Default)]
pub struct Collection {
    puzzles: Vec<Puzzle>,
    seen: FxHashSet<(usize, u64, i32)>,
}

impl Collection {
    /// Takes a puzzle in, unless it or an image of it is there already; says whether it has.
    pub fn add(&mut self, puzzle: Puzzle) -> bool {
        let size = puzzle.tps.size;
        let key = match sized!(size, N => puzzle.position::<N>().map(|found| least_key(&found))) {
            Ok(Ok(key)) => key,
            // No puzzle of any board.
            Ok(Err(_)) | Err(_) => return false,
        };
        let new = self.seen.insert((size, key, puzzle.half_komi.half_flats()));
        if new {
            self.puzzles.push(puzzle);
        }
        new
    }

    /// Number of puzzles.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.puzzles.len()
    }

    /// Whether there is none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.puzzles.is_empty()
    }

    /// The puzzles, the easiest first: those of fewer moves, then those that take a search less.
    #[must_use]
    pub fn into_sorted(mut self) -> Vec<Puzzle> {
        self.puzzles.sort_by_key(Puzzle::difficulty);
        self.puzzles
    }
}

/// A key that is the same for all images of a position.
fn least_key<const N: usize>(position: &Position<N>) -> u64 {
    let image = |&symmetry: &Symmetry| position.image(symmetry).map(|image| image.key()).ok();
    Symmetry::ALL.iter().filter_map(image).min().unwrap_or_default()
}
