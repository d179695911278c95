//! Lists of games.

use super::stored::{self, StoredGame};
use super::visits::Visited;
use super::{DatabaseError, facts::Facts};
use rusqlite::Connection;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use stonefall_engine::Move;

/// A game of a list.
#[derive(Clone, Debug)]
pub struct Listed {
    /// The game.
    pub game: StoredGame,
    /// The move that it played in the position, in PTN; `None` without a position, and if the game ended there.
    pub next_move: Option<String>,
}

/// The order of a list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Order {
    /// Highest mean rating first, then the newest.
    Rating,
    /// The newest first.
    Date,
}

/// The first games of an order, without keeping the others.
pub(super) struct First {
    order: Order,
    limit: usize,
    /// The least rank that may be among the first.
    least: u32,
    games: BinaryHeap<Reverse<(u32, i64, Option<Move>)>>,
}

impl First {
    pub(super) const fn new(order: Order, limit: usize) -> Self {
        Self { order, limit, least: 0, games: BinaryHeap::new() }
    }

    #[inline(always)]
    pub(super) fn add(&mut self, visited: &Visited) {
        let rank = self.rank(&visited.facts);
        // Most games are not among the first.
        if rank >= self.least {
            self.insert((rank, visited.id, visited.mv));
        }
    }

    fn insert(&mut self, game: (u32, i64, Option<Move>)) {
        let rank = Reverse(game);
        if self.games.len() < self.limit {
            self.games.push(rank);
        } else if let Some(mut last) = self.games.peek_mut()
            && rank < *last
        {
            *last = rank;
        }
        if self.games.len() == self.limit {
            self.least = self.games.peek().map_or(u32::MAX, |Reverse((rank, ..))| *rank);
        }
    }

    #[inline(always)]
    fn rank(&self, facts: &Facts) -> u32 {
        match self.order {
            Order::Rating => facts.rank(),
            Order::Date => facts.day.into(),
        }
    }

    /// The games in order, with the spelling of their moves.
    pub(super) fn list(
        self,
        connection: &Connection,
        spell: impl Fn(Move) -> Option<String>,
    ) -> Result<Vec<Listed>, DatabaseError> {
        let mut statement = stored::prepare(connection)?;
        let games = self.games.into_sorted_vec().into_iter();
        games
            .map(|Reverse((_, id, mv))| {
                let game = stored::read_one(&mut statement, id)?;
                Ok(Listed { game, next_move: mv.and_then(&spell) })
            })
            .collect()
    }
}
