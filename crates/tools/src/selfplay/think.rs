//! Searches for the moves of self-play games.

use clap::Args;
use serde::Serialize;
use std::collections::VecDeque;
use stonefall_engine::eval::Value;
use stonefall_engine::game::{Game, Search};
use stonefall_engine::search::{Limits, Proofs, Settings};
use stonefall_engine::stopper::Stopper;
use stonefall_engine::types::Move;

/// Transposition table of each search, in MiB. The games depend on it.
pub const HASH_MIB: usize = 8;

/// Largest number of positions of a soft limit, as a multiple of it.
const SOFT_FACTOR: u64 = 5;

/// Size of a search, as arguments.
#[derive(Args, Serialize, Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// Positions to search per move
    #[arg(long, value_name = "N", default_value = "5000", value_parser = clap::value_parser!(u32).range(1..))]
    pub nodes: u32,
    /// Finish the iteration in which the positions run out, with at most five times as many
    #[arg(long)]
    pub soft: bool,
    /// With --soft, finish N iterations, also with at most five times as many positions
    #[arg(long, value_name = "N", default_value = "0", requires = "soft")]
    pub least_depth: u32,
}

impl Effort {
    /// Exactly this number of positions.
    pub(crate) const fn nodes(nodes: u32) -> Self {
        Self { nodes, soft: false, least_depth: 0 }
    }

    fn limits(self) -> Limits {
        let nodes = u64::from(self.nodes);
        if self.soft {
            let most = Limits::nodes(SOFT_FACTOR * nodes);
            Limits { soft_nodes: Some(nodes), soft_depth: self.least_depth, ..most }
        } else {
            Limits::nodes(nodes)
        }
    }
}

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
    /// Searches of this size, until the stopper ends them.
    pub(crate) fn new(effort: Effort, stopper: &Stopper) -> Self {
        let limits = Limits { stopper: stopper.clone(), ..effort.limits() };
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
