//! The root: its moves, iterative deepening with aspiration windows, and the lines of a report.

use super::clock::Progress;
use super::history::Situation;
use super::picker::{Evasions, Picker};
use super::proofs::completion_budget;
use super::prune::{Expect, Principal, Scout};
use super::root_move::{RootMove, sort_by_place, sort_by_score};
use super::shared::SharedState;
use super::table::TableEntry;
use super::worker::{Worker, table_key};
use super::{Bound, Info, Reporter, prune, tunables};
use crate::eval::{MAX_PLY, Score, Value};
use crate::types::Move;
use fxhash::FxHashMap;
use std::time::Duration;

impl<const N: usize> Worker<N> {
    /// Sorts the root moves like those of a node, with the table's move first. A win in one is already first.
    pub(super) fn order_root(&mut self, shared: &SharedState) {
        if self.position.winning_move().is_some() {
            return;
        }
        let roads = self.position.roads();
        let situation = Situation { color: self.position.to_move(), before: None, earlier: None };
        let known = shared.table.probe(table_key(&self.position), 0).and_then(|entry| entry.mv);
        let mut picker = Picker::new(known, &self.frames[0], situation, Evasions::ANY, &self.lists);
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
        shared: &SharedState,
        mut alpha: Score,
        beta: Score,
        depth: i32,
        first: usize,
    ) -> Score {
        let mut best = -Score::INFINITE;
        let first_alpha = alpha;
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
                    || [mv].into_iter().chain(self.frames[1].line.iter().copied()).collect(),
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
        if first == 0 && shared.limits.search_moves.is_empty() {
            // A later search of this position begins with its best move.
            let bound = Bound::of(best, [first_alpha, beta]);
            let mv = (bound != Bound::Upper).then(|| self.root_moves[0].mv);
            let entry = TableEntry { mv, score: best, depth, bound };
            shared.table.store(table_key(&self.position), 0, entry);
        }
        best
    }

    /// Searches one root move, the `count`th of its line: the first with the full window, later ones only if
    /// they exceed alpha.
    fn root_move(
        &mut self,
        shared: &SharedState,
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

/// Bounds are reported after this time.
const NEWS: Duration = Duration::from_secs(1);

/// Plies below the depth of an iteration in which answers to tak cost no depth. Without a limit, flats
/// that make tak and stacks that move into the gap and leave another one continue until the stones run
/// out, with every answer to every flat.
const ANSWERS: usize = 8;

/// Maximum depth.
const MAX_DEPTH: u32 = MAX_PLY as u32 - 10;

impl<const N: usize> Worker<N> {
    /// Searches deeper until a limit is reached, the position is solved or the search is stopped. Reports
    /// the lines of every finished iteration.
    pub(super) fn deepen(&mut self, shared: &SharedState, reporter: &mut dyn Reporter) {
        let last = shared.limits.depth.filter(|_| !shared.limits.infinite).unwrap_or(MAX_DEPTH);
        let lines = shared.settings.multi_pv.clamp(1, self.root_moves.len());
        let mut stable = 0;
        let mut best_before: Option<(Move, Score)> = None;
        self.frames[0].eval = self.quiet_evaluation();
        self.order_root(shared);
        if self.id == 0 && shared.limits.ask_for_a_move(&shared.settings) {
            self.recall_win(shared);
        }
        self.ponders = shared.limits.is_pondering();

        for depth in 1..=last.clamp(1, MAX_DEPTH) {
            if self.id == 0 {
                self.query_root(shared);
            }
            // Helper threads skip depths, so that they do not all search the same tree.
            if self.id % 2 == 1
                && depth > 1
                && depth < last
                && (depth + self.id as u32 / 2).is_multiple_of(3)
            {
                continue;
            }
            for root_move in &mut self.root_moves {
                root_move.previous = root_move.score;
                root_move.searched = false;
            }
            self.horizon = depth as usize + ANSWERS;
            let settled = self.root_moves.clone();
            for first in 0..lines {
                self.aspire(shared, reporter, depth, first);
                if self.aborted {
                    break;
                }
                sort_by_score(&mut self.root_moves[..=first]);
                self.has_line = true;
            }
            if self.aborted {
                self.keep_settled(settled, lines);
                return;
            }

            self.finished_depth = depth;
            self.publish_nodes(shared);
            if self.id == 0 {
                for info in self.infos(shared, lines) {
                    reporter.info(&info);
                }
            }

            let best = &self.root_moves[0];
            let drop = best_before.map_or(0, |(_, score)| score - best.score);
            stable = match best_before {
                Some((mv, _)) if mv == best.mv => stable + 1,
                _ => 0,
            };
            best_before = Some((best.mv, best.score));
            if self.is_solved(depth, lines) {
                return;
            }
            // Without a wish for shorter wins, a proof ends the search.
            let is_enough =
                shared.limits.until_solved || shared.limits.ask_for_a_move(&shared.settings);
            if self.root_proofs.proven.is_some() && is_enough {
                return;
            }
            let has_used_up = |nodes| shared.nodes() >= nodes && depth >= shared.limits.soft_depth;
            if self.id == 0 && shared.limits.soft_nodes.is_some_and(has_used_up) {
                return;
            }
            if self.id == 0 && shared.clock.is_ticking() {
                let effort = (best.nodes * 1000 / self.nodes.max(1)) as u32;
                let progress = Progress { stable, effort, drop };
                let lone = self.root_moves.len() == 1 && depth >= 4;
                self.sufficient =
                    if lone { Some(Duration::ZERO) } else { shared.clock.sufficient(progress) };
                if self.has_enough(shared) || shared.is_out_of_time() {
                    return;
                }
            }
            if shared.end.is_stopped() {
                return;
            }
        }
    }

    /// Whether another iteration is not worth its time. A search that ponders has time.
    pub(super) fn has_enough(&self, shared: &SharedState) -> bool {
        let elapsed = shared.limits.start.elapsed();
        !shared.limits.is_pondering() && self.sufficient.is_some_and(|time| elapsed >= time)
    }

    /// One line of one iteration: a narrow window first, wider ones until the score is inside.
    fn aspire(
        &mut self,
        shared: &SharedState,
        reporter: &mut dyn Reporter,
        depth: u32,
        first: usize,
    ) {
        let guess = self.root_moves[first].previous;
        let mut delta = tunables::aspiration_delta();
        let (mut alpha, mut beta) = (-Score::INFINITE, Score::INFINITE);
        let narrow = depth as i32 >= tunables::aspiration_depth()
            && !guess.is_decided()
            && guess > -Score::INFINITE;
        if narrow {
            alpha = guess - delta;
            beta = guess + delta;
        }
        loop {
            let score = self.root(shared, alpha, beta, depth as i32, first);
            if self.aborted {
                return;
            }
            delta *= 3;
            if score <= alpha {
                self.report_bound(shared, reporter, first, Bound::Upper);
                alpha = widened(score - delta);
            } else if score >= beta {
                self.report_bound(shared, reporter, first, Bound::Lower);
                beta = -widened(-(score + delta));
            } else {
                return;
            }
        }
    }

    /// Reports a score outside its window after the first second. The depth is that of the last complete
    /// iteration: clients keep the deepest line of a move, and would never show the complete one again if
    /// this iteration is interrupted.
    fn report_bound(
        &mut self,
        shared: &SharedState,
        reporter: &mut dyn Reporter,
        first: usize,
        bound: Bound,
    ) {
        if self.id != 0 || shared.limits.start.elapsed() < NEWS {
            return;
        }
        let lines = shared.settings.multi_pv.clamp(1, self.root_moves.len());
        if let Some(info) = self.infos(shared, lines).into_iter().nth(first) {
            // A proven result is reported as exact after its iteration.
            if matches!(info.value, Value::CentiFlats(_)) {
                reporter.info(&Info { bound, ..info });
            }
        }
    }

    /// Cleans up after an interrupted iteration. A move that beat the best move of the previous iteration
    /// stays first; everything else reverts. Results of the first iteration stay.
    fn keep_settled(&mut self, settled: Vec<RootMove>, lines: usize) {
        if self.finished_depth == 0 {
            self.finished_depth = 1;
            sort_by_score(&mut self.root_moves);
        } else if lines == 1
            && let Some(better) = self.better_than(&settled[0]).cloned()
        {
            self.root_moves = settled;
            self.root_moves.retain(|root_move| root_move.mv != better.mv);
            self.root_moves.insert(0, better);
        } else {
            self.root_moves = settled;
        }
    }

    /// The best move of an interrupted iteration, if it beat the completely searched previous best move.
    fn better_than(&self, before: &RootMove) -> Option<&RootMove> {
        let same = self.root_moves.iter().find(|root_move| root_move.mv == before.mv)?;
        let best = self.root_moves.iter().max_by_key(|root_move| root_move.score)?;
        (same.searched && best.mv != before.mv && best.score > same.score && !best.score.is_loss())
            .then_some(best)
    }

    /// Whether every reported line has a proven result that deeper iterations cannot shorten.
    fn is_solved(&self, depth: u32, lines: usize) -> bool {
        let is_solved = |plies| depth as usize >= plies;
        let mut results = self.root_moves[..lines].iter().map(|it| it.score.decided_at());
        results.all(|end| end.is_some_and(is_solved))
    }

    pub(super) fn infos(&mut self, shared: &SharedState, lines: usize) -> Vec<Info> {
        let nodes = shared.nodes();
        let time = shared.limits.start.elapsed();
        let hashfull = shared.table.hashfull();
        let known = self.root_moves.iter().filter(|root_move| root_move.score > -Score::INFINITE);
        let lines = lines.min(known.count());
        let budget = completion_budget(shared);
        (0..lines)
            .map(|index| {
                let (pv, score) = self.completed(shared, index, &budget);
                Info {
                    depth: self.finished_depth,
                    seldepth: (self.seldepth as u32 + 1).max(self.finished_depth),
                    line: index + 1,
                    lines,
                    value: score.value(N),
                    bound: Bound::Exact,
                    wdl: score.wdl(N, self.position.rules().half_komi),
                    nodes,
                    time,
                    hashfull,
                    pv,
                }
            })
            .collect()
    }
}

/// A window bound, infinite near the scores of proven results.
fn widened(bound: Score) -> Score {
    if bound < -Score::MAX_ESTIMATE + 2000 { -Score::INFINITE } else { bound }
}
