//! The root: every legal move with its score, its line and what it cost.

use super::node::{Expect, Principal, Scout};
use super::prune;
use super::worker::{Job, Worker};
use crate::eval::Score;
use crate::types::Move;

/// A move of the root.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct RootMove {
    pub(super) mv: Move,
    /// The exact score if the move was best in the search that came last, else minus infinity.
    pub(super) score: Score,
    /// The score of the last finished iteration.
    pub(super) previous: Score,
    /// Positions visited below the move in this search.
    pub(super) nodes: u64,
    /// The line that the score stands for, beginning with the move.
    pub(super) line: Vec<Move>,
}

impl RootMove {
    pub(super) fn new(mv: Move) -> Self {
        let unknown = -Score::INFINITE;
        Self { mv, score: unknown, previous: unknown, nodes: 0, line: vec![mv] }
    }
}

impl<const N: usize> Worker<N> {
    /// Searches the root moves from `first` on. Afterwards the best of them stands first, unless
    /// the search was broken off.
    pub(super) fn root(
        &mut self,
        job: &Job,
        mut alpha: Score,
        beta: Score,
        depth: i32,
        first: usize,
    ) -> Score {
        let mut best = -Score::INFINITE;
        for index in first..self.root_moves.len() {
            let mv = self.root_moves[index].mv;
            let count = index - first + 1;
            let nodes_before = self.nodes;
            let undo = self.play(job, mv, 0);
            let full = depth - 1;
            let mut score = Score::DRAW;
            if count > 1 {
                let reduction =
                    if depth >= 3 && count > 4 { prune::reduction(depth, count) / 1024 } else { 0 };
                let reduced = (full - reduction).clamp(1.min(full), full);
                score = -self.node::<Scout>(job, -alpha - 1, -alpha, reduced, 1, Expect::Cut);
                if score > alpha && reduced < full && !self.aborted {
                    score = -self.node::<Scout>(job, -alpha - 1, -alpha, full, 1, Expect::Cut);
                }
            }
            if count == 1 || score > alpha && !self.aborted {
                score = -self.node::<Principal>(job, -beta, -alpha, full, 1, Expect::All);
            }
            self.undo(mv, &undo);
            let root_move = &mut self.root_moves[index];
            root_move.nodes += self.nodes - nodes_before;
            if self.aborted {
                return best;
            }

            if count == 1 || score > alpha {
                root_move.score = score;
                root_move.line.clear();
                root_move.line.push(mv);
                root_move.line.extend(&self.frames.at(1).line);
            } else {
                root_move.score = -Score::INFINITE;
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    if score >= beta {
                        break;
                    }
                }
            }
        }
        // Stable, so that moves of unknown score keep the order of earlier iterations.
        self.root_moves[first..].sort_by_key(|root_move| -root_move.score);
        best
    }
}
