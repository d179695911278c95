//! What the proof search says to the search: wins at the root, roads by force in the tree.
//!
//! A sequence of tak is long and narrow. Alpha-beta sees it late, because it looks at everything to the
//! same depth; a proof search sees it within some tens of positions, because it looks at nothing
//! else. (Other games' engines live by the same: threat-space search in Gomoku, Allis 1994; mate
//! search in shogi.) The last plies before the flats are counted are not narrow, but short.

use super::proof::{Budget, Goal, Probe, Question};
use super::worker::{Job, Worker};
use super::{Proofs, Threat, tunables};
use crate::board::History;
use crate::eval::Score;
use crate::types::{Color, Move};

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
        if self.settled || allowed < (2 * self.allowed).max(1) {
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
        let deeper = depth - tunables::proof_depth();
        let nodes = tunables::proof_base() + tunables::proof_step() * deeper;
        match self.probe(job, Goal::Road, nodes.max(1) as u64) {
            Probe::Won { moves, mv } => Some((mv, Score::win_in(ply + 2 * moves as usize - 1))),
            Probe::Lost | Probe::Open => None,
        }
    }

    /// Asks about the position on the board; what that takes counts as positions of the search.
    fn probe(&mut self, job: &Job, goal: Goal, nodes: u64) -> Probe {
        // The answer would not know of the draw that a third occurrence is.
        if self.history.has_repetition(&self.position) {
            return Probe::Open;
        }
        let probe = self.solver.probe(&self.position, goal, nodes, &job.budget);
        self.nodes += self.solver.nodes();
        probe
    }

    /// Asks at the root what can be forced, with more positions each time as the search goes on.
    pub(super) fn inquire(&mut self, job: &Job) {
        // A win in one is found by the search itself.
        let known = self.inquiry.proven.is_some() || self.position.winning_move().is_some();
        if known || !job.proves() {
            return;
        }
        let mut inquiry = std::mem::take(&mut self.inquiry);
        inquiry.proven = self
            .prove(job, Goal::Road, &mut inquiry.road, &ROAD)
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
        let probe = self.probe(job, goal, allowed);
        attempts.settled = probe != Probe::Open;
        let Probe::Won { .. } = probe else { return None };
        let question = match goal {
            Goal::Road => Question::road().shortest(),
            Goal::Win => Question::win(),
        };
        let budget = Budget { nodes: Some(SHORTER.min(allowed)), ..job.budget.clone() };
        let proof = self.solver.again(&self.position, &self.history, question, &budget);
        self.nodes += self.solver.nodes();
        let line = proof?.line().to_vec();
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
        let mut line = None;
        if self.position.winning_road().is_some() {
            attempts.settled = true;
        } else {
            let probe = self.solver.probe(&self.position, Goal::Road, allowed, &job.budget);
            self.nodes += self.solver.nodes();
            attempts.settled = probe != Probe::Open;
            if let Probe::Won { .. } = probe {
                let budget = Budget { nodes: Some(SHORTER.min(allowed)), ..job.budget.clone() };
                let question = Question::road().shortest();
                line = self.solver.again(&self.position, &History::new(), question, &budget);
                self.nodes += self.solver.nodes();
            }
        }
        self.position.undo_null(&undo);
        line.map(|proof| Threat { moves: proof.moves(), line: proof.line().to_vec() })
    }

    /// Whether the game may soon end on flats.
    fn is_late(&self) -> bool {
        let position = &self.position;
        let pieces = Color::ALL.map(|color| 2 * position.reserve(color).total());
        position.opening_plies() == 0
            && pieces.into_iter().fold(position.empty().len(), usize::min) <= LATE
    }
}
