//! Scores go backward.
//!
//! A position is as good as its best move. The score of a move comes from the position after it, if that has one: it was
//! searched one ply deeper in the game. The best move of the position's own search counts with the score of that search
//! until the position after it has one.

use super::table::{Key, KnownScore, Searched};
use super::walk::Opening;
use fxhash::FxHashMap;
use stonefall_engine::Move;

/// The positions of a database and their scores.
#[derive(Default)]
pub(super) struct Lines {
    positions: FxHashMap<Key, Position>,
    /// The positions before a position.
    before: FxHashMap<Key, Vec<Key>>,
}

struct Position {
    /// Plies before it. Scores go back over moves that lead one ply further, so that they go in no circle.
    ply: u32,
    moves: Vec<(Move, Key)>,
    search: Option<Searched>,
    line: Option<KnownScore>,
}

impl Lines {
    /// Adds a position without a score.
    pub(super) fn add(&mut self, opening: &Opening) {
        let Opening { game, key, moves, .. } = opening;
        for &(_, after) in moves {
            self.before.entry(after).or_default().push(*key);
        }
        let (ply, moves) = (game.ply(), moves.clone());
        self.positions.insert(*key, Position { ply, moves, search: None, line: None });
    }

    /// Gives a position the result of its search, whose best move leads to the position `after`. Returns all positions
    /// whose scores change.
    pub(super) fn set(&mut self, key: Key, search: Searched, after: Key) -> Vec<(Key, KnownScore)> {
        let Some(position) = self.positions.get_mut(&key) else { return Vec::new() };
        position.search = Some(search);
        if position.moves.iter().all(|&(mv, _)| mv != search.mv) {
            position.moves.push((search.mv, after));
            self.before.entry(after).or_default().push(key);
        }
        let mut changed = Vec::new();
        let mut open = vec![key];
        while let Some(key) = open.pop() {
            let line = self.line(key);
            let Some(position) = self.positions.get_mut(&key) else { continue };
            if position.line == line {
                continue;
            }
            position.line = line;
            changed.extend(line.map(|line| (key, line)));
            open.extend(self.before.get(&key).into_iter().flatten());
        }
        changed
    }

    /// The score of a position, if it was searched.
    fn line(&self, key: Key) -> Option<KnownScore> {
        let position = self.positions.get(&key)?;
        let search = position.search?;
        let of_move = |&(mv, after): &(Move, Key)| {
            let after = self.positions.get(&after).filter(|after| after.ply == position.ply + 1);
            let searched = after.and_then(|after| after.line).map(KnownScore::of_move);
            searched.or((mv == search.mv).then_some(search.line))
        };
        position.moves.iter().filter_map(of_move).max_by_key(|line| line.score)
    }
}
