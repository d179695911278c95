//! The positions that most games visited.

use super::filter::Filter;
use super::{Database, DatabaseError};
use crate::keys::Images;
use fxhash::{FxHashMap, FxHashSet};
use std::cmp::Reverse;
use std::collections::VecDeque;
use stonefall_engine::Game;

impl Database {
    /// The positions that at least `least` games visited, most games first. The games have the size, opening and pieces of
    /// `start`, the empty board, and any komi. The search follows the moves of the games from there.
    ///
    /// # Errors
    /// If the file cannot be read, or is damaged.
    pub fn visited_by(&self, start: &Game, least: u64) -> Result<Vec<Game>, DatabaseError> {
        let mut queue = VecDeque::from([start.clone()]);
        // Games that came to a position over the known moves.
        let mut arrived = FxHashMap::<u64, u64>::default();
        let mut queued = FxHashSet::default();
        let mut found = Vec::new();
        while let Some(game) = queue.pop_front() {
            let played = self.explore(&game, &Filter::default(), 0)?;
            if played.total.games < least.max(1) {
                continue;
            }
            for choice in &played.moves {
                let Ok(after) = game.after(choice.mv) else { continue };
                let key = Images::new(&after).key();
                let games = arrived.entry(key).or_default();
                *games += choice.tally.games;
                if *games >= least && after.outcome().is_none() && queued.insert(key) {
                    queue.push_back(after);
                }
            }
            found.push((played.total.games, game));
        }
        found.sort_by_key(|(games, _)| Reverse(*games));
        Ok(found.into_iter().map(|(_, game)| game).collect())
    }
}
