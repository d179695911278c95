//! Weaker play without random blunders.
//!
//! A level searches less deep and so misses long threats. It always plays a road in one and answers tak,
//! because the first iteration sees both. Among moves of similar value it chooses a simple one at random
//! (`choice`). Weaker levels tolerate larger differences.
//!
//! Each move starts with an empty table, so that earlier analysis does not make a level stronger, and the
//! same seed gives the same move again.

mod choice;
mod seed;

pub use seed::Seed;

use super::root_move::RootMove;
use super::shared::Shared;
use super::table::TranspositionTable;
use super::worker::Worker;
use super::{Info, Limits, Proofs, SearchResult, Settings};
use crate::board::{History, Position};
use crate::eval::Evaluator;
use std::fmt;
use std::sync::Arc;

/// Strength from 1 (knows the rules) to 10 (strong player). docs/levels.md has the steps in Elo.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Level(u8);

impl Level {
    /// The weakest level.
    pub const LOWEST: u8 = 1;
    /// The strongest level below full strength.
    pub const HIGHEST: u8 = MEASURES.len() as u8;

    /// The level of this number, if it exists.
    pub const fn new(number: u8) -> Option<Self> {
        match number {
            Self::LOWEST..=Self::HIGHEST => Some(Self(number)),
            _ => None,
        }
    }

    /// Its number.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Limits of a search at this level, sufficient without other limits.
    pub fn limits(self) -> Limits {
        let Measure { depth, nodes, .. } = *self.measure();
        Limits { depth: Some(depth), nodes: Some(nodes), ..Limits::default() }
    }

    const fn measure(self) -> &'static Measure {
        &MEASURES[self.0 as usize - 1]
    }
}

impl Default for Level {
    /// The middle level.
    fn default() -> Self {
        Self(5)
    }
}

impl fmt::Display for Level {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "level {}", self.0)
    }
}

/// Play below full strength.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Handicap {
    /// The level.
    pub level: Level,
    /// Seed of the choice among similar moves. A new seed per game makes games differ.
    pub seed: Seed,
}

/// Parameters of a level.
struct Measure {
    /// Maximum depth.
    depth: u32,
    /// Maximum number of positions; the first iteration is completed nevertheless.
    nodes: u64,
    /// Number of moves with a score.
    lines: usize,
    /// Maximum difference to the best move in centi-flats.
    window: i32,
}

const fn measure(depth: u32, nodes: u64, lines: usize, window: i32) -> Measure {
    Measure { depth, nodes, lines, window }
}

/// The levels, set by matches between neighbors: docs/levels.md.
const MEASURES: [Measure; 10] = [
    measure(2, 20_000, 16, 60),
    measure(3, 40_000, 12, 96),
    measure(3, 40_000, 12, 76),
    measure(3, 40_000, 12, 56),
    measure(3, 40_000, 12, 36),
    measure(4, 40_000, 10, 50),
    measure(5, 24_000, 8, 40),
    measure(5, 34_000, 8, 32),
    measure(6, 46_000, 7, 25),
    measure(7, 58_000, 5, 22),
];

/// Memory of a level's search in MiB.
const HASH_MIB: usize = 4;

/// The handicap of a search; none in analysis.
pub(super) fn handicap(shared: &Shared) -> Option<Handicap> {
    shared.settings.handicap.filter(|_| shared.limits.ask_for_a_move(&shared.settings))
}

/// The move of a level, with its line.
pub(super) fn play<const N: usize>(
    handicap: Handicap,
    shared: &Shared,
    root: &Position<N>,
    history: &History,
    moves: &[RootMove],
) -> SearchResult {
    let measure = handicap.level.measure();
    let limits = Limits {
        depth: Some(shared.limits.depth.map_or(measure.depth, |depth| depth.min(measure.depth))),
        nodes: Some(shared.limits.nodes.map_or(measure.nodes, |nodes| nodes.min(measure.nodes))),
        stopper: shared.stopper.clone(),
        ..shared.limits.clone()
    };
    // Proofs would show a level more than people see.
    let settings =
        Settings { threads: 1, multi_pv: measure.lines, proofs: Proofs::None, ..shared.settings };
    let table = Arc::new(TranspositionTable::new(HASH_MIB));
    let own = Shared::new(table, limits, settings, shared.clock);
    // Levels were measured with the terms, which err where beginners do.
    let mut worker = Worker::new(0, root.clone(), Evaluator::new(None));
    worker.prepare(root, history, moves);
    worker.deepen(&own, &mut ());
    worker.publish_nodes(&own);
    let lines = worker.infos(&own, measure.lines);
    let chosen = choice::choose(root, &lines, measure.window, handicap.seed);
    let line = lines.get(chosen).map(|info| Info { line: 1, lines: 1, ..info.clone() });
    SearchResult {
        best: line.as_ref().and_then(|info| info.pv.first().copied()),
        lines: line.into_iter().collect(),
        threat: None,
        nodes: own.nodes(),
    }
}
