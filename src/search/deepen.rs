//! Iterative deepening: depth 1, 2, 3 and so on, each with windows around the score before.

use super::clock::Progress;
use super::line;
use super::root::RootMove;
use super::tunables;
use super::worker::{Job, Worker};
use super::{Bound, Info, Reporter};
use crate::eval::{MAX_PLY, Score};
use crate::types::Move;

/// The deepest iteration.
const MAX_DEPTH: u32 = MAX_PLY as u32 - 10;

impl<const N: usize> Worker<N> {
    /// Searches deeper and deeper until a limit is reached, the position is solved or the search is
    /// stopped. The lines of every finished iteration go to the reporter.
    pub(super) fn deepen(&mut self, job: &Job, reporter: &mut dyn Reporter) {
        let last = job.limits.depth.filter(|_| !job.limits.infinite).unwrap_or(MAX_DEPTH);
        let lines = job.settings.multi_pv.clamp(1, self.root_moves.len());
        let mut stable = 0;
        let mut best_before: Option<(Move, Score)> = None;

        for depth in 1..=last.clamp(1, MAX_DEPTH) {
            // Helpers take different depths, so that they do not all search the same.
            if self.id % 2 == 1
                && depth > 1
                && depth < last
                && (depth + self.id as u32 / 2).is_multiple_of(3)
            {
                continue;
            }
            for root_move in &mut self.root_moves {
                root_move.previous = root_move.score.max(-Score::INFINITE);
            }
            let settled = self.root_moves.clone();
            for first in 0..lines {
                self.aspire(job, depth as i32, first);
                if self.aborted {
                    break;
                }
                self.root_moves[..=first].sort_by_key(|root_move| -root_move.score);
            }
            if self.aborted {
                self.keep_settled(settled, lines);
                return;
            }

            self.finished_depth = depth;
            self.tell_nodes(job);
            for info in self.infos(job, lines) {
                reporter.info(&info);
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
            if self.id == 0 && job.clock.is_ticking() {
                let effort = (best.nodes * 1000 / self.nodes.max(1)) as u32;
                let progress = Progress { stable, effort, drop };
                let lone = self.root_moves.len() == 1 && depth >= 4;
                if lone || job.clock.is_enough(job.limits.start.elapsed(), progress) {
                    return;
                }
            }
            if job.is_stopped() {
                return;
            }
        }
    }

    /// One line of one iteration: a narrow window first, wider ones until the score lies inside.
    fn aspire(&mut self, job: &Job, depth: i32, first: usize) {
        let guess = self.root_moves[first].previous;
        let mut delta = tunables::aspiration_delta();
        let (mut alpha, mut beta) = (-Score::INFINITE, Score::INFINITE);
        let narrow = depth >= tunables::aspiration_depth()
            && !guess.is_decided()
            && guess > -Score::INFINITE;
        if narrow {
            alpha = guess - delta;
            beta = guess + delta;
        }
        loop {
            let score = self.root(job, alpha, beta, depth, first);
            if self.aborted {
                return;
            }
            delta *= 3;
            if score <= alpha {
                alpha = widened(score - delta);
            } else if score >= beta {
                beta = -widened(-(score + delta));
            } else {
                return;
            }
        }
    }

    /// After an iteration that was broken off: a move that had already proved better than the best
    /// of the last iteration stays in front, everything else goes back to what was settled.
    fn keep_settled(&mut self, settled: Vec<RootMove>, lines: usize) {
        if lines == 1
            && let Some(better) = self.better_than(&settled[0]).cloned()
        {
            self.root_moves = settled;
            self.root_moves.retain(|root_move| root_move.mv != better.mv);
            self.root_moves.insert(0, better);
        } else {
            self.root_moves = settled;
        }
    }

    /// The best move of a broken iteration if it came after, and beat, a finished search of the
    /// move that was best before.
    fn better_than(&self, before: &RootMove) -> Option<&RootMove> {
        let same = self.root_moves.iter().find(|root_move| root_move.mv == before.mv)?;
        let searched = same.line != before.line || same.score != before.score;
        let best = self.root_moves.iter().max_by_key(|root_move| root_move.score)?;
        (searched && best.mv != before.mv && best.score > same.score && !best.score.is_loss())
            .then_some(best)
    }

    /// Whether every line that is asked for has a proven result that deeper iterations would not
    /// shorten.
    fn is_solved(&self, depth: u32, lines: usize) -> bool {
        self.root_moves[..lines].iter().all(|root_move| {
            let plies = if root_move.score.is_win() {
                Score::WIN - root_move.score
            } else if root_move.score.is_loss() {
                root_move.score - (-Score::WIN)
            } else {
                return false;
            };
            depth as i32 >= plies
        })
    }

    /// The state of all lines.
    pub(super) fn infos(&mut self, job: &Job, lines: usize) -> Vec<Info> {
        let nodes = job.nodes();
        let time = job.limits.start.elapsed();
        let hashfull = job.table.hashfull();
        (0..lines.min(self.root_moves.len()))
            .map(|index| {
                let root_move = &self.root_moves[index];
                let (pv, score) =
                    line::complete(&self.position, &job.table, &root_move.line, root_move.score);
                Info {
                    depth: self.finished_depth,
                    seldepth: (self.seldepth as u32 + 1).max(self.finished_depth),
                    line: index + 1,
                    lines,
                    value: score.value(N),
                    bound: Bound::Exact,
                    wdl: score.wdl(N),
                    nodes,
                    time,
                    hashfull,
                    pv,
                }
            })
            .collect()
    }
}

/// A bound of a window, opened to the end when it nears the scores of proven results.
fn widened(bound: Score) -> Score {
    if bound < -Score::MAX_ESTIMATE + 2000 { -Score::INFINITE } else { bound }
}
