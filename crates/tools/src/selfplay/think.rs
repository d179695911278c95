//! Searches for the moves of self-play games.

use super::plan::SOFT_FACTOR;
use std::collections::VecDeque;
use stonefall_engine::eval::Value;
use stonefall_engine::game::{Game, Search};
use stonefall_engine::search::{Limits, Proofs, Settings};
use stonefall_engine::stopper::Stopper;
use stonefall_engine::types::Move;

/// Transposition table of each search, in MiB. The games depend on it.
pub const HASH_MIB: usize = 8;

/// Searches one position after another with the same limits.
pub struct Thinker {
    searcher: Search,
    limits: Limits,
}

/// Result of a search.
pub(crate) struct Thought {
    pub(crate) mv: Move,
    pub(crate) value: Value,
    /// The line after the move, to the end of the game if the value is proven.
    pub(super) rest: VecDeque<Move>,
}

impl Thinker {
    /// With `soft` a search finishes the iteration in which it reaches the limit.
    pub(crate) fn new(nodes: u32, soft: bool, stopper: &Stopper) -> Self {
        let nodes = u64::from(nodes);
        let limits = if soft {
            Limits { soft_nodes: Some(nodes), ..Limits::nodes(SOFT_FACTOR * nodes) }
        } else {
            Limits::nodes(nodes)
        };
        let limits = Limits { stopper: stopper.clone(), ..limits };
        Self { searcher: Search::new(HASH_MIB), limits }
    }

    /// Forgets everything learned from earlier positions, before another game.
    pub(crate) fn forget(&mut self) {
        self.searcher.clear();
    }

    /// Searches a position of a game that is not over; returns `None` if the stopper ends the search.
    pub(crate) fn think(&mut self, game: &Game) -> Option<Thought> {
        let settings = Settings { proofs: Proofs::Sparing, ..Settings::default() };
        let result = self.searcher.run(game, self.limits.clone(), settings, &mut ());
        if self.limits.stopper.is_stopped() {
            return None;
        }
        let info = result.lines.into_iter().next()?;
        let mut rest = VecDeque::from(info.pv);
        let mv = rest.pop_front()?;
        Some(Thought { mv, value: info.value, rest })
    }
}
