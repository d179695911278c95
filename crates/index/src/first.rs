//! The first games of an order.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use stonefall_engine::Move;

/// The games with the highest ranks, without keeping the others. Of equal ranks the later game comes first.
#[derive(Debug)]
pub struct First {
    limit: usize,
    /// The least rank that may be among the first.
    least: u32,
    games: BinaryHeap<Reverse<(u32, i64, Option<Move>)>>,
}

impl First {
    /// No games yet, and later at most `limit`.
    #[must_use]
    pub const fn new(limit: usize) -> Self {
        Self { limit, least: 0, games: BinaryHeap::new() }
    }

    /// The least rank that may be among the first.
    pub(crate) const fn least(&self) -> u32 {
        self.least
    }

    /// Adds a game with its identifier and its move.
    pub fn add(&mut self, rank: u32, id: i64, mv: Option<Move>) {
        // Most games are not among the first.
        if rank < self.least {
            return;
        }
        let game = Reverse((rank, id, mv));
        if self.games.len() < self.limit {
            self.games.push(game);
        } else if let Some(mut last) = self.games.peek_mut()
            && game < *last
        {
            *last = game;
        }
        if self.games.len() == self.limit {
            self.least = self.games.peek().map_or(u32::MAX, |Reverse((rank, ..))| *rank);
        }
    }

    /// Adds the first games of others.
    pub fn join(&mut self, other: Self) {
        for Reverse((rank, id, mv)) in other.games {
            self.add(rank, id, mv);
        }
    }

    /// The games in order: identifiers and moves.
    pub fn finish(self) -> impl Iterator<Item = (i64, Option<Move>)> {
        self.games.into_sorted_vec().into_iter().map(|Reverse((_, id, mv))| (id, mv))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn joined_they_are_the_first_of_all() {
        let rank = |id: i64| (id * 7 % 40) as u32;
        let first = |ids: &mut dyn Iterator<Item = i64>| {
            let mut first = First::new(5);
            ids.for_each(|id| first.add(rank(id), id, None));
            first
        };
        let all: Vec<_> = first(&mut (0..100)).finish().collect();
        for parts in [1, 2, 7, 50] {
            let mut joined = First::new(5);
            for part in 0..parts {
                joined.join(first(&mut (0..100).filter(|id| id % parts == part)));
            }
            assert_eq!(joined.finish().collect::<Vec<_>>(), all, "{parts}");
        }
    }
}
