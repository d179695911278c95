//! Weaker play that looks like that of people: no move is thrown away at random.
//!
//! A level looks less far ahead than the whole search, so that long threats are missed; but a road
//! in one is always played and tak always answered, because the first iteration sees both. Of the
//! moves that it finds about equally good it takes one whose plan is simple, at random ([`choice`]
//! and [`plan`] say how). The weaker the level, the wider is "about".
//!
//! Each move is thought of afresh, with memory of its own: what an analysis at full strength has
//! found before does not make a level stronger, and the same seed gives the same move again.

mod choice;
mod plan;
mod seed;

pub use seed::Seed;

use super::root::RootMove;
use super::table::Table;
use super::worker::{Job, Worker};
use super::{Info, Limits, Proofs, SearchResult, Settings};
use crate::board::{History, Position};
use crate::eval::Evaluator;
use std::fmt;
use std::sync::Arc;

/// How strong a player is, from 1 for somebody who has just learned the rules to 10 for a strong
/// one. Steps are about equal; docs/levels.md has them in Elo.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Level(u8);

impl Level {
    /// The weakest level.
    pub const LOWEST: u8 = 1;
    /// The strongest level below full strength.
    pub const HIGHEST: u8 = MEASURES.len() as u8;

    /// The level of this number, if there is one.
    #[must_use]
    pub const fn new(number: u8) -> Option<Self> {
        match number {
            Self::LOWEST..=Self::HIGHEST => Some(Self(number)),
            _ => None,
        }
    }

    /// Its number.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// What a search for a move of this level may use: enough of a limit where there is no other.
    #[must_use]
    pub fn limits(self) -> Limits {
        let Measure { depth, nodes, .. } = *self.measure();
        Limits { depth: Some(depth), nodes: Some(nodes), ..Limits::default() }
    }

    const fn measure(self) -> &'static Measure {
        &MEASURES[self.0 as usize - 1]
    }
}

impl Default for Level {
    /// The one in the middle.
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
    /// How far below.
    pub level: Level,
    /// What decides between moves that are about as good and as simple. One for each game makes
    /// games differ.
    pub seed: Seed,
}

/// What makes a level.
struct Measure {
    /// Iterations at most.
    depth: u32,
    /// Positions at most; the first iteration is finished all the same.
    nodes: u64,
    /// Moves of which the score is found.
    lines: usize,
    /// How far below the best a move may be, in centi-flats.
    window: i32,
}

const fn measure(depth: u32, nodes: u64, lines: usize, window: i32) -> Measure {
    Measure { depth, nodes, lines, window }
}

/// The levels, found by matches of neighbours: docs/levels.md.
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

/// Memory of a level's search, in MiB: room for all that it visits.
const HASH_MIB: usize = 4;

/// The handicap that a search is to be played with: none in analysis.
pub(super) fn handicap(job: &Job) -> Option<Handicap> {
    job.settings.handicap.filter(|_| job.limits.ask_for_a_move(&job.settings))
}

/// The move of a level, with the line that it is played for.
pub(super) fn play<const N: usize>(
    handicap: Handicap,
    job: &Job,
    root: &Position<N>,
    history: &History,
    moves: &[RootMove],
) -> SearchResult {
    let measure = handicap.level.measure();
    let limits = Limits {
        depth: Some(job.limits.depth.map_or(measure.depth, |depth| depth.min(measure.depth))),
        nodes: Some(job.limits.nodes.map_or(measure.nodes, |nodes| nodes.min(measure.nodes))),
        stopper: job.stopper.clone(),
        ..job.limits.clone()
    };
    // A level that saw all that can be proved would be no level.
    let settings =
        Settings { threads: 1, multi_pv: measure.lines, proofs: Proofs::None, ..job.settings };
    let table = Arc::new(Table::new(HASH_MIB));
    let own = Job::new(table, limits, settings, job.clock);
    // Levels are measured with the terms alone, which err where beginners do.
    let mut worker = Worker::new(0, root.clone(), Evaluator::new(None));
    worker.prepare(root, history, moves);
    worker.deepen(&own, &mut ());
    worker.tell_nodes(&own);
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
