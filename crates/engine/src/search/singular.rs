//! Singular extensions: a move that is much better than all others is searched deeper.
//!
//! (From the chess engines Deep Blue and Stockfish.)

use super::Bound;
use super::kind::{Expect, NodeKind, Scout};
use super::shared::Shared;
use super::table::Entry;
use super::tunables;
use super::worker::Worker;
use crate::eval::Score;

/// Result of a search without the table's move.
pub(super) enum Singular {
    /// Search the move deeper by this number of plies, or less deep if negative.
    Extend(i32),
    /// Another move also exceeds beta: the node is worth at least this.
    Cut(Score),
}

impl<const N: usize> Worker<N> {
    /// Whether the table's entry qualifies: deep, recent, and a lower bound.
    pub(super) fn may_be_singular(&self, entry: &Entry, depth: i32, ply: usize) -> bool {
        depth >= tunables::singular_depth()
            && self.frames.at(ply).excluded.is_none()
            // Limits the sum of extensions.
            && ply < 2 * (self.finished_depth as usize + 1)
            && entry.depth >= depth - tunables::singular_behind()
            && entry.bound != Bound::Upper
            && !entry.score.is_decided()
    }

    /// Searches the node without the table's move, at half the depth, against a bound slightly below the
    /// move's score.
    pub(super) fn singular<K: NodeKind>(
        &mut self,
        shared: &Shared,
        entry: &Entry,
        beta: Score,
        depth: i32,
        ply: usize,
        expect: Expect,
    ) -> Singular {
        let bound = entry.score - tunables::singular_margin() * depth;
        let eval = self.frames.at(ply).eval;
        self.frames.at_mut(ply).excluded = entry.mv;
        let others = self.node::<Scout>(shared, bound - 1, bound, (depth - 1) / 2, ply, expect);
        let frame = self.frames.at_mut(ply);
        frame.excluded = None;
        frame.eval = eval;

        if others < bound {
            let far = !K::PV && others < bound - tunables::singular_double();
            Singular::Extend(if far { 2 } else { 1 })
        } else if !K::PV && bound >= beta {
            Singular::Cut(bound)
        } else if entry.score >= beta {
            Singular::Extend(-1)
        } else {
            Singular::Extend(0)
        }
    }
}
