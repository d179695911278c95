//! Queries to the solver: wins at the root, forced roads in the tree.
//!
//! A sequence of tak is long and narrow. Alpha-beta sees it late, because it searches everything to the
//! same depth; a proof search sees it within some tens of positions. (Compare threat-space search in
//! Gomoku, Allis 1994, and mate search in shogi.) The last plies before the flat count are short instead
//! of narrow.

use super::line::completion_budget;
use super::proof::{Budget, Goal, Probe, Proof, Question};
use super::root_move::put_first;
use super::root_proof::{Attempts, FLATS, NodeBudget, PASSING, Proven, ROAD, SOLUTION};
use super::shared::Shared;
use super::worker::Worker;
use super::{Proofs, Threat, tunables};
use crate::board::History;
use crate::eval::Score;
use crate::ponder::Deadline;
use crate::types::{Color, Move};
use std::time::Duration;

/// Longest time for a road in `go solved`.
const SOLUTION_TIME: Duration = Duration::from_secs(10);
/// Memory of the solver for that, in MiB.
const SOLUTION_MIB: usize = 64;

/// Maximum number of positions for a shorter road after the first one.
const SHORTER: u64 = 20_000;
/// Wins on flats are queried when the game can end within this number of placements.
const LATE: usize = 12;

impl<const N: usize> Worker<N> {
    /// A forced road of the side to move, as its score and first move, if a few positions prove it.
    #[inline(never)]
    pub(super) fn forced_road(
        &mut self,
        shared: &Shared,
        depth: i32,
        ply: usize,
    ) -> Option<(Move, Score)> {
        // The solver's answer would ignore the draw by a third occurrence.
        if self.history.has_repetition(&self.position) {
            return None;
        }
        let deeper = depth - tunables::proof_depth();
        let nodes = tunables::proof_base() + tunables::proof_step() * deeper;
        let nodes = nodes.max(1) as u64;
        let probe = self.solver.probe(&self.position, Goal::Road, nodes, &shared.budget);
        self.nodes += self.solver.nodes();
        match probe {
            Probe::Won { moves, mv } => Some((mv, Score::win_in(ply + 2 * moves as usize - 1))),
            Probe::Lost | Probe::Open => None,
        }
    }

    /// Takes a win of the side to move from the table: an earlier search announced it, and the time of this one may
    /// not suffice to find it again. Nodes of the principal variation do not use the table's scores.
    pub(super) fn recall_win(&mut self, shared: &Shared) {
        let Some(entry) = shared.table.probe(self.position.key(), 0) else { return };
        let Some(mv) = entry.mv.filter(|_| entry.is_proof() && entry.score.is_win()) else {
            return;
        };
        let budget = completion_budget(shared);
        let (line, score) = self.complete(shared, &[mv], entry.score, &budget);
        let proven = Proven { score, line };
        if score.is_win() && self.can_begin(&proven) {
            self.take_proof(proven);
        }
    }

    /// Whether the win begins with a move that the search may choose.
    fn can_begin(&self, proven: &Proven) -> bool {
        self.root_moves.iter().any(|root_move| proven.begins_with(root_move.mv))
    }

    /// Puts the first move of a proven win in front.
    fn take_proof(&mut self, proven: Proven) {
        put_first(&mut self.root_moves, |root_move| proven.begins_with(root_move.mv));
        self.root_proofs.proven = Some(proven);
    }

    /// Queries the root, with more positions as the search goes on.
    pub(super) fn query_root(&mut self, shared: &Shared) {
        // The search itself finds a win in one.
        let known = self.root_proofs.proven.is_some() || self.position.winning_move().is_some();
        if known || !shared.proves() {
            return;
        }
        let mut root_proofs = std::mem::take(&mut self.root_proofs);
        let budget = if shared.limits.until_solved { &SOLUTION } else { &ROAD };
        let proven = self
            .prove(shared, Goal::Road, &mut root_proofs.road, budget)
            .or_else(|| self.prove(shared, Goal::Win, &mut root_proofs.flats, &FLATS));
        if proven.is_none() && root_proofs.threat.is_none() {
            root_proofs.threat = self.threatened(shared, &mut root_proofs.passing);
        }
        self.root_proofs = root_proofs;
        if let Some(proven) = proven {
            self.take_proof(proven);
        }
    }

    /// Queries a win of the side to move. A win that begins with an excluded move does not count.
    fn prove(
        &mut self,
        shared: &Shared,
        goal: Goal,
        attempts: &mut Attempts,
        budget: &NodeBudget,
    ) -> Option<Proven> {
        if goal == Goal::Win && !self.is_late() {
            return None;
        }
        let is_known = self.solver.knows_win(&self.position, goal, &shared.budget);
        let allowed = attempts.next(shared, self.nodes, budget, is_known)?;
        if self.history.has_repetition(&self.position) {
            return None;
        }
        let history = self.history.clone();
        // A won position needs little more from a limit of positions.
        let left =
            shared.limits.nodes.map_or(0, |limit| limit.saturating_sub(self.nodes + allowed));
        let shorter = allowed.max((left / 2).min(SHORTER));
        let proof = self.demonstrate(shared, goal, &history, [allowed, shorter], attempts)?;
        let line = proof.line().to_vec();
        let proven = Proven { score: Score::win_in(line.len()), line };
        self.can_begin(&proven).then_some(proven)
    }

    /// Queries a road of the opponent as if the side to move passed. A road in one is obvious.
    fn threatened(&mut self, shared: &Shared, attempts: &mut Attempts) -> Option<Threat> {
        // Only an analysis shows the threat.
        let plays = shared.clock.is_of_a_game() || shared.settings.proofs == Proofs::Sparing;
        if plays || self.position.opening_plies() > 0 {
            return None;
        }
        let allowed = attempts.next(shared, self.nodes, &PASSING, false)?;
        let undo = self.position.play_null();
        let proof = match self.position.winning_road() {
            Some(_) => None,
            None => {
                let allowed = [allowed; 2];
                self.demonstrate(shared, Goal::Road, &History::new(), allowed, attempts)
            }
        };
        self.position.undo_null(&undo);
        proof.map(|proof| Threat { moves: proof.moves(), line: proof.line().to_vec() })
    }

    /// A replayed proof that the side to move reaches the goal; for roads the shortest one if that is
    /// cheap. `allowed` positions for any proof and for a shorter one.
    fn demonstrate(
        &mut self,
        shared: &Shared,
        goal: Goal,
        history: &History,
        [allowed, shorter]: [u64; 2],
        attempts: &mut Attempts,
    ) -> Option<Proof> {
        let budget = self.budget(shared);
        let probe = self.solver.probe(&self.position, goal, allowed, &budget);
        self.nodes += self.solver.nodes();
        attempts.settled = probe != Probe::Open;
        let Probe::Won { .. } = probe else { return None };
        let question = match goal {
            Goal::Road => Question::road().shortest(),
            Goal::Win => Question::win(),
        };
        let nodes = if shared.limits.until_solved { allowed } else { SHORTER.min(shorter) };
        let budget = Budget { nodes: Some(nodes), ..budget };
        let answer = self.solver.answer(&self.position, history, question, &budget, &mut |_| {});
        self.nodes += self.solver.nodes();
        answer.proof().cloned()
    }

    /// Further limits of a query at the root. `go solved` gets a quarter of the time, because most positions
    /// have no forced road.
    fn budget(&mut self, shared: &Shared) -> Budget {
        if !shared.limits.until_solved {
            return shared.budget.clone();
        }
        self.solver.allow(SOLUTION_MIB);
        let time =
            shared.clock.latest().map_or(SOLUTION_TIME, |latest| latest / 4).min(SOLUTION_TIME);
        Budget { deadline: Deadline::after(time), ..shared.budget.clone() }
    }

    /// Whether the game may end on flats soon.
    fn is_late(&self) -> bool {
        let position = &self.position;
        let pieces = Color::ALL.map(|color| 2 * position.reserve(color).total());
        position.opening_plies() == 0
            && pieces.into_iter().fold(position.empty().len(), usize::min) <= LATE
    }
}
