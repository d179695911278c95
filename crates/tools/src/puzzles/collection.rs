//! Collects puzzles without duplicates.

use super::Puzzle;
use fxhash::FxHashMap;
use std::collections::hash_map::Entry;
use stonefall_engine::game::Game;

/// Puzzles of which no two are symmetric.
#[derive(Clone, Debug, Default)]
pub struct Collection {
    puzzles: Vec<Puzzle>,
    /// Places in `puzzles` by size, key and komi.
    seen: FxHashMap<(usize, u64, i32), usize>,
}

impl Collection {
    /// Adds a puzzle. Returns whether it is new, also up to symmetry. A known one gets the players who missed this one.
    pub fn add(&mut self, puzzle: Puzzle) -> bool {
        // A puzzle has a valid position.
        let Ok(game) = puzzle.game() else { return false };
        let key = (game.size(), least_key(&game), puzzle.half_komi.half_flats());
        match self.seen.entry(key) {
            Entry::Occupied(place) => {
                self.puzzles[*place.get()].misses.join(puzzle.misses);
                false
            }
            Entry::Vacant(place) => {
                place.insert(self.puzzles.len());
                self.puzzles.push(puzzle);
                true
            }
        }
    }

    /// The puzzles in the order of their addition.
    pub fn puzzles(&self) -> &[Puzzle] {
        &self.puzzles
    }

    /// The puzzles, the easiest first: the lowest mean rating of the players who missed them, then the shortest, then
    /// the least effort. Those that no rated player missed come first.
    pub fn into_sorted(mut self) -> Vec<Puzzle> {
        self.puzzles
            .sort_by_key(|it| (it.misses.rating(), it.aim.length, it.effort.unwrap_or(u64::MAX)));
        self.puzzles
    }
}

/// A key that is equal for symmetric positions.
fn least_key(game: &Game) -> u64 {
    game.image_keys().into_iter().min().unwrap_or_default()
}
