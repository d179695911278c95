//! Collects puzzles without duplicates.

use super::Puzzle;
use fxhash::FxHashSet;
use stonefall_engine::board::Symmetry;
use stonefall_engine::game::Game;

/// Puzzles of which no two are symmetric.
#[derive(Clone, Debug, Default)]
pub struct Collection {
    puzzles: Vec<Puzzle>,
    seen: FxHashSet<(usize, u64, i32)>,
}

impl Collection {
    /// Adds a puzzle. Returns whether it is new, also up to symmetry.
    pub fn add(&mut self, puzzle: Puzzle) -> bool {
        // A puzzle has a valid position.
        let Ok(game) = puzzle.game() else { return false };
        let key = (game.size(), least_key(&game), puzzle.half_komi.half_flats());
        let is_new = self.seen.insert(key);
        if is_new {
            self.puzzles.push(puzzle);
        }
        is_new
    }

    /// The puzzles in the order of their addition.
    pub fn puzzles(&self) -> &[Puzzle] {
        &self.puzzles
    }

    /// The puzzles, the shortest and easiest first.
    pub fn into_sorted(mut self) -> Vec<Puzzle> {
        self.puzzles.sort_by_key(|it| (it.aim.length, it.effort.unwrap_or(u64::MAX)));
        self.puzzles
    }
}

/// A key that is equal for symmetric positions.
fn least_key(game: &Game) -> u64 {
    let image = |&symmetry: &Symmetry| game.image(symmetry).map(|image| image.key()).ok();
    Symmetry::ALL.iter().filter_map(image).min().unwrap_or_default()
}
