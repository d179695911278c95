//! The root node.

use super::history::Situation;
use super::kind::{Expect, Principal, Scout};
use super::picker::{Evasions, Picker};
use super::prune;
use super::root_move::{sort_by_place, sort_by_score};
use super::shared::Shared;
use super::worker::Worker;
use crate::eval::Score;
use fxhash::FxHashMap;

impl<const N: usize> Worker<N> {
    /// Sorts the root moves like those of a node, with the table's move first. A win in one is already first.
    pub(super) fn order_root(&mut self, shared: &Shared) {
        if self.position.winning_move().is_some() {
            return;
        }
        let roads = self.position.roads();
        let situation = Situation { color: self.position.to_move(), before: None, earlier: None };
        let known = shared.table.probe(self.position.key(), 0).and_then(|entry| entry.mv);
        let mut picker =
            Picker::new(known, self.frames.at(0), situation, Evasions::ANY, &self.lists);
        let mut places = FxHashMap::default();
        while let Some(mv) = self.next_move(&mut picker, &roads) {
            places.insert(mv, places.len());
        }
        picker.finish(&mut self.lists);
        sort_by_place(&mut self.root_moves, &places);
    }

    /// Searches the root moves from `first` on. The best one is first afterwards, unless the search was
    /// interrupted.
    pub(super) fn root(
        &mut self,
        shared: &Shared,
        mut alpha: Score,
        beta: Score,
        depth: i32,
        first: usize,
    ) -> Score {
        let mut best = -Score::INFINITE;
        for index in first..self.root_moves.len() {
            let mv = self.root_moves[index].mv;
            let count = index - first + 1;
            let proven =
                self.root_proofs.proven.as_ref().filter(|proven| proven.begins_with(mv)).cloned();
            let score = match &proven {
                Some(proven) => proven.score,
                None => self.root_move(shared, alpha, beta, depth, index, count),
            };
            if self.aborted {
                return best;
            }

            let root_move = &mut self.root_moves[index];
            root_move.searched = true;
            if count == 1 || score > alpha {
                self.has_move = true;
                root_move.score = score;
                root_move.completed = None;
                root_move.line = proven.map_or_else(
                    || [mv].into_iter().chain(self.frames.at(1).line.iter().copied()).collect(),
                    |proven| proven.line,
                );
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
        // Moves without a score keep their order.
        sort_by_score(&mut self.root_moves[first..]);
        best
    }

    /// Searches one root move, the `count`th of its line: the first with the full window, later ones only if
    /// they exceed alpha.
    fn root_move(
        &mut self,
        shared: &Shared,
        alpha: Score,
        beta: Score,
        depth: i32,
        index: usize,
        count: usize,
    ) -> Score {
        let mv = self.root_moves[index].mv;
        let nodes_before = self.nodes;
        let undo = self.play(shared, mv, 0);
        let full = depth - 1;
        let mut score = Score::DRAW;
        if count > 1 {
            let reduction =
                if depth >= 3 && count > 4 { prune::reduction(depth, count) / 1024 } else { 0 };
            let reduced = (full - reduction).clamp(1.min(full), full);
            score = -self.node::<Scout>(shared, -alpha - 1, -alpha, reduced, 1, Expect::Cut);
            if score > alpha && reduced < full && !self.aborted {
                score = -self.node::<Scout>(shared, -alpha - 1, -alpha, full, 1, Expect::Cut);
            }
        }
        if count == 1 || score > alpha && !self.aborted {
            score = -self.node::<Principal>(shared, -beta, -alpha, full, 1, Expect::All);
        }
        self.undo(mv, &undo);
        self.root_moves[index].nodes += self.nodes - nodes_before;
        score
    }
}
