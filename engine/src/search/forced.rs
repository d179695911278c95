//! What the proof search says to the search: wins at the root, roads by force in the tree.
//!
//! A sequence of tak is long and narrow. Alpha-beta sees it late, because it looks at everything to the
//! same depth; a proof search sees it within some tens of positions, because it looks at nothing
//! else. (Other games' engines live by the same: threat-space search in Gomoku, Allis 1994; mate
//! search in shogi.) The last plies before the flats are counted are not narrow, but short.

use super::proof::{Budget, Goal, Probe, Proof, Question};
use super::worker::{Job, Worker};
use super::{Proofs, Threat, tunables};
use crate::board::History;
use crate::eval::Score;
use crate::machine::Instant;
use crate::types::{Color, Move};
use std::time::Duration;

/// A win that was proved at the root, and replayed by the rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Proven {
    pub(super) score: Score,
    /// To the end of the game.
    pub(super) line: Vec<Move>,
}

impl Proven {
    /// Whether the win begins with this move.
    pub(super) fn begins_with(&self, mv: Move) -> bool {
        self.line.first() == Some(&mv)
    }
}

/// What has been asked at the root.
#[derive(Clone, Default, Debug)]
pub(super) struct Inquiry {
    /// A win of the side to move.
    pub(super) proven: Option<Proven>,
    /// A road that the other side could force if the side to move passed.
    pub(super) threat: Option<Threat>,
    road: Attempts,
    passing: Attempts,
    flats: Attempts,
}

/// How often, and how thoroughly, one question was asked.
#[derive(Clone, Default, Debug)]
struct Attempts {
    /// Positions that were allowed the last time.
    allowed: u64,
    /// Whether there is nothing more to find out.
    settled: bool,
}

/// What a question may cost, in positions. Parts are one in so many.
struct Price {
    /// The first attempt of a search that has no limit of positions.
    first: u64,
    /// Which part of such a limit the first attempt gets.
    first_part: u64,
    /// Which part of it the second one gets; there is no third.
    second_part: u64,
    /// Without a limit later attempts get this part of what the search has visited by then.
    later_part: u64,
}

/// A road: a few hundred positions are nearly always enough.
const ROAD: Price = Price { first: 100, first_part: 20, second_part: 3, later_part: 512 };
/// The same for the other side.
const PASSING: Price = Price { first: 50, first_part: 40, second_part: 40, later_part: 1024 };
/// A win of any kind, which takes far more, and more time for each position.
const FLATS: Price = Price { first: 20, first_part: 50, second_part: 2, later_part: 1024 };

/// A road where nothing but the solution is wanted: as much as the time allows, and half of a limit
/// of positions.
const SOLUTION: Price =
    Price { first: u64::MAX, first_part: 2, second_part: 2, later_part: u64::MAX };
/// The longest time for that.
const SOLUTION_TIME: Duration = Duration::from_secs(10);
/// Memory for it, in MiB.
const SOLUTION_MIB: usize = 64;

/// The second attempt comes when one part in so many of a limit of positions is used up.
const SECOND_TIME: u64 = 32;
/// What [`Proofs::Sparing`] gives to a question: one part in so many of the limit.
const SPARING: u64 = 100;
/// The most positions that are spent on a shorter road once there is one.
const SHORTER: u64 = 20_000;
/// Wins on flats are looked for when the game can end within so many plies of placements.
const LATE: usize = 12;

impl Attempts {
    /// The positions for another attempt, if it is time for one: each gets at least twice what the one
    /// before had.
    fn next(&mut self, job: &Job, visited: u64, price: &Price) -> Option<u64> {
        let first = self.allowed == 0;
        let allowed = match job.limits.nodes {
            Some(limit) if job.settings.proofs == Proofs::Sparing => limit / SPARING,
            Some(limit) if first => limit / price.first_part,
            Some(limit) if visited >= limit / SECOND_TIME => limit / price.second_part,
            Some(_) => 0,
            None if first => price.first,
            None => visited / price.later_part,
        };
        if self.settled || allowed < self.allowed.saturating_mul(2).max(1) {
            return None;
        }
        self.allowed = allowed;
        Some(allowed)
    }
}

impl<const N: usize> Worker<N> {
    /// The score of a road that the side to move at a node can force, and its first move, if few
    /// positions show it.
    #[inline(never)]
    pub(super) fn forced_road(
        &mut self,
        job: &Job,
        depth: i32,
        ply: usize,
    ) -> Option<(Move, Score)> {
        // The answer would not know of the draw that a third occurrence is.
        if self.history.has_repetition(&self.position) {
            return None;
        }
        let deeper = depth - tunables::proof_depth();
        let nodes = tunables::proof_base() + tunables::proof_step() * deeper;
        let nodes = nodes.max(1) as u64;
        let probe = self.solver.probe(&self.position, Goal::Road, nodes, &job.budget);
        self.nodes += self.solver.nodes();
        match probe {
            Probe::Won { moves, mv } => Some((mv, Score::win_in(ply + 2 * moves as usize - 1))),
            Probe::Lost | Probe::Open => None,
        }
    }

    /// Asks at the root what can be forced, with more positions each time as the search goes on.
    pub(super) fn inquire(&mut self, job: &Job) {
        // A win in one is found by the search itself.
        let known = self.inquiry.proven.is_some() || self.position.winning_move().is_some();
        if known || !job.proves() {
            return;
        }
        let mut inquiry = std::mem::take(&mut self.inquiry);
        let price = if job.limits.until_solved { &SOLUTION } else { &ROAD };
        inquiry.proven = self
            .prove(job, Goal::Road, &mut inquiry.road, price)
            .or_else(|| self.prove(job, Goal::Win, &mut inquiry.flats, &FLATS));
        if let Some(proven) = &inquiry.proven {
            self.root_moves.sort_by_key(|root_move| !proven.begins_with(root_move.mv));
        } else if inquiry.threat.is_none() {
            inquiry.threat = self.threatened(job, &mut inquiry.passing);
        }
        self.inquiry = inquiry;
    }

    /// Asks for a win of the side to move. One that begins with a move that is not to be searched
    /// does not count.
    fn prove(
        &mut self,
        job: &Job,
        goal: Goal,
        attempts: &mut Attempts,
        price: &Price,
    ) -> Option<Proven> {
        if goal == Goal::Win && !self.is_late() {
            return None;
        }
        let allowed = attempts.next(job, self.nodes, price)?;
        if self.history.has_repetition(&self.position) {
            return None;
        }
        let history = self.history.clone();
        let line = self.demonstrate(job, goal, &history, allowed, attempts)?.line().to_vec();
        let proven = Proven { score: Score::win_in(line.len()), line };
        self.root_moves.iter().any(|root_move| proven.begins_with(root_move.mv)).then_some(proven)
    }

    /// Asks what the other side could force if the side to move passed. A road in one is no secret.
    fn threatened(&mut self, job: &Job, attempts: &mut Attempts) -> Option<Threat> {
        // Whom nobody analyses with need not be told.
        if self.position.opening_plies() > 0 || job.settings.proofs == Proofs::Sparing {
            return None;
        }
        let allowed = attempts.next(job, self.nodes, &PASSING)?;
        let undo = self.position.play_null();
        let proof = match self.position.winning_road() {
            Some(_) => None,
            None => self.demonstrate(job, Goal::Road, &History::new(), allowed, attempts),
        };
        self.position.undo_null(&undo);
        proof.map(|proof| Threat { moves: proof.moves(), line: proof.line().to_vec() })
    }

    /// A proof that the side to move reaches the goal from the position on the board, replayed; the
    /// shortest if it is a road and that does not take long.
    fn demonstrate(
        &mut self,
        job: &Job,
        goal: Goal,
        history: &History,
        allowed: u64,
        attempts: &mut Attempts,
    ) -> Option<Proof> {
        let budget = self.budget(job);
        let probe = self.solver.probe(&self.position, goal, allowed, &budget);
        self.nodes += self.solver.nodes();
        attempts.settled = probe != Probe::Open;
        let Probe::Won { .. } = probe else { return None };
        let question = match goal {
            Goal::Road => Question::road().shortest(),
            Goal::Win => Question::win(),
        };
        let nodes = if job.limits.until_solved { allowed } else { SHORTER.min(allowed) };
        let budget = Budget { nodes: Some(nodes), ..budget };
        let answer = self.solver.answer(&self.position, history, question, &budget, &mut |_| {});
        self.nodes += self.solver.nodes();
        answer.proof().cloned()
    }

    /// What a question at the root may use beside its positions: of the time for a solution one part
    /// in four, since most positions hold no forced road.
    fn budget(&mut self, job: &Job) -> Budget {
        if !job.limits.until_solved {
            return job.budget.clone();
        }
        self.solver.allow(SOLUTION_MIB);
        let time = job.clock.latest().map_or(SOLUTION_TIME, |latest| latest / 4).min(SOLUTION_TIME);
        Budget { deadline: Instant::now().checked_add(time), ..job.budget.clone() }
    }

    /// Whether the game may soon end on flats.
    fn is_late(&self) -> bool {
        let position = &self.position;
        let pieces = Color::ALL.map(|color| 2 * position.reserve(color).total());
        position.opening_plies() == 0
            && pieces.into_iter().fold(position.empty().len(), usize::min) <= LATE
    }
}
