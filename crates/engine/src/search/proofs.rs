//! Queries to the solver: wins at the root, forced roads in the tree.
//!
//! A sequence of tak is long and narrow. Alpha-beta sees it late, because it searches everything to the
//! same depth; a proof search sees it within some tens of positions. (Compare threat-space search in
//! Gomoku, Allis 1994, and mate search in shogi.) The last plies before the flat count are short instead
//! of narrow.

use super::proof::{Budget, Goal, Probe, Proof, Question, SOLUTION_MIB};
use super::root_move::{Attempts, FLATS, NodeBudget, PASSING, ROAD, RootWin, SOLUTION, put_first};
use super::shared::SharedState;
use super::worker::{Worker, table_key};
use super::{Proofs, Threat, tunables};
use crate::board::{History, Outcome, Position};
use crate::eval::{MAX_PLY, Score};
use crate::ponder::Deadline;
use crate::types::{Color, Move};
use std::time::Duration;

/// Longest time for a road in `go solved`.
const SOLUTION_TIME: Duration = Duration::from_secs(10);

/// Maximum number of positions for a known win after the end of the time or a stop, so that an announced win is not lost.
const REPETITION: u64 = 100;

/// Maximum number of positions for a shorter road after the first one.
const SHORTER: u64 = 20_000;
/// Wins on flats are queried when the game can end within this number of placements.
const LATE: usize = 12;

impl<const N: usize> Worker<N> {
    /// A forced road of the side to move, as its score and first move, if a few positions prove it.
    #[inline(never)]
    pub(super) fn forced_road(
        &mut self,
        shared: &SharedState,
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
    pub(super) fn recall_win(&mut self, shared: &SharedState) {
        // The table ignores the draw by a third occurrence.
        if self.history.has_repetition(&self.position) {
            return;
        }
        let Some(entry) = shared.table.probe(table_key(&self.position), 0) else { return };
        let Some(mv) = entry.mv.filter(|_| entry.is_proof() && entry.score.is_win()) else {
            return;
        };
        let budget = completion_budget(shared);
        let (line, score) = self.complete(shared, &[mv], entry.score, &budget);
        let found = RootWin { score, line }.among(&self.root_moves, &self.position);
        if let Some(proven) = found.filter(|_| score.is_win()) {
            self.take_proof(proven);
        }
    }

    /// Puts the first move of a proven win in front.
    fn take_proof(&mut self, proven: RootWin) {
        put_first(&mut self.root_moves, |root_move| proven.begins_with(root_move.mv));
        self.root_proofs.proven = Some(proven);
    }

    /// Queries the root, with more positions as the search goes on.
    pub(super) fn query_root(&mut self, shared: &SharedState) {
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
        shared: &SharedState,
        goal: Goal,
        attempts: &mut Attempts,
        budget: &NodeBudget,
    ) -> Option<RootWin> {
        // A query of any win begins with all moves of the root, more positions than a sparing limit.
        let sparing = shared.settings.proofs == Proofs::Sparing;
        if goal == Goal::Win && (sparing || !self.is_late()) {
            return None;
        }
        let known = self.solver.probe(&self.position, goal, 0, &shared.budget);
        let is_known = matches!(known, Probe::Won { .. });
        let allowed = attempts.next(shared, self.nodes, budget, is_known)?;
        if self.history.has_repetition(&self.position) {
            return None;
        }
        let history = self.history.clone();
        // A won position needs little more from a limit of positions.
        let left =
            shared.limits.nodes.map_or(0, |limit| limit.saturating_sub(self.nodes + allowed));
        let shorter = allowed.max((left / 2).min(SHORTER));
        let (budget, allowed) = (self.budget(shared), [allowed, shorter]);
        let mut proof = self.demonstrate(shared, goal, &history, budget, allowed, attempts);
        if proof.is_none() && is_known && shared.budget.is_stopped() {
            let (budget, allowed) = (Budget::default(), [REPETITION; 2]);
            proof = self.demonstrate(shared, goal, &history, budget, allowed, attempts);
        }
        let proof = proof?;
        let line = proof.line().to_vec();
        let proven = RootWin { score: Score::win_in(line.len()), line };
        proven.among(&self.root_moves, &self.position)
    }

    /// Queries a road of the opponent as if the side to move passed. A road in one is obvious.
    fn threatened(&mut self, shared: &SharedState, attempts: &mut Attempts) -> Option<Threat> {
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
                let (budget, allowed) = (self.budget(shared), [allowed; 2]);
                self.demonstrate(shared, Goal::Road, &History::new(), budget, allowed, attempts)
            }
        };
        self.position.undo_null(&undo);
        proof.map(|proof| Threat { moves: proof.moves(), line: proof.line().to_vec() })
    }

    /// A replayed proof that the side to move reaches the goal; for roads the shortest one if that is
    /// cheap. `allowed` positions for any proof and for a shorter one.
    fn demonstrate(
        &mut self,
        shared: &SharedState,
        goal: Goal,
        history: &History,
        budget: Budget,
        [allowed, shorter]: [u64; 2],
        attempts: &mut Attempts,
    ) -> Option<Proof> {
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
    fn budget(&mut self, shared: &SharedState) -> Budget {
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

/// Maximum number of positions to repeat a proof.
const AGAIN: u64 = 5_000;

/// Time for all lines of a report after the end of the search.
const GRACE: Duration = Duration::from_millis(3);

/// Limits of completing the lines of one report. The clock and a stop from outside apply, but the last report
/// has a little time left for the line of its result. A search without them completes its lines whatever the
/// time, so that a limit of positions gives equal results on every machine.
pub(super) fn completion_budget(shared: &SharedState) -> Budget {
    let budget = Budget::nodes(AGAIN);
    let deadline = shared.budget.deadline.clone();
    if shared.limits.stopper.is_stopped() || shared.is_out_of_time() {
        return Budget { deadline: Deadline::after(GRACE), ..budget };
    }
    Budget { deadline, stopper: shared.limits.stopper.clone(), ..budget }
}

impl<const N: usize> Worker<N> {
    /// The line and score of a root move for a report. A completed line is kept.
    pub(super) fn completed(
        &mut self,
        shared: &SharedState,
        index: usize,
        budget: &Budget,
    ) -> (Vec<Move>, Score) {
        let root_move = &self.root_moves[index];
        if let Some(completed) = &root_move.completed {
            return completed.clone();
        }
        let (line, score) = (root_move.line.clone(), root_move.score);
        let completed = self.complete(shared, &line, score, budget);
        if completed.1.is_decided() {
            self.root_moves[index].completed = Some(completed.clone());
        }
        completed
    }

    /// The line, completed to the end of the game if the score is a proven result, and the score that it
    /// justifies.
    ///
    /// Where a line stops early (at a result from the table or the solver), the solver, the table and the rules
    /// complete it. If they fail, the score becomes an estimate, because a proven result needs its line.
    pub(super) fn complete(
        &mut self,
        shared: &SharedState,
        line: &[Move],
        score: Score,
        budget: &Budget,
    ) -> (Vec<Move>, Score) {
        let mut play = Play::new(&self.position, &self.history);
        for &mv in line {
            if !play.play(mv) {
                break;
            }
        }
        if !score.is_decided() {
            return (play.line, score);
        }
        let root = self.position.to_move();
        let winner = if score.is_win() { root } else { root.opponent() };
        while play.goes_on() && play.line.len() < MAX_PLY {
            let next = match play.position.winning_move() {
                Some(mv) => Some(vec![mv]),
                None if play.position.to_move() == winner => self.rest(shared, &play, budget),
                None => None,
            };
            let Some(next) = next.or_else(|| known(shared, &play.position)) else { break };
            if !next.into_iter().all(|mv| play.play(mv)) {
                break;
            }
        }
        let proven = play.winner() == Some(winner);
        let plies = play.line.len();
        // The length of the line is the claimed distance.
        let score = match (proven, score.is_win()) {
            (true, true) => Score::win_in(plies),
            (true, false) => Score::loss_in(plies),
            (false, true) => Score::MAX_ESTIMATE,
            (false, false) => -Score::MAX_ESTIMATE,
        };
        (play.line, score)
    }

    /// The rest of the game if the side to move can force a road.
    fn rest(&mut self, shared: &SharedState, play: &Play<N>, budget: &Budget) -> Option<Vec<Move>> {
        if !shared.proves() || play.history.has_repetition(&play.position) {
            return None;
        }
        let probe = self.solver.probe(&play.position, Goal::Road, 1, budget);
        let Probe::Won { moves, .. } = probe else { return None };
        let question = Question { moves: Some(moves), ..Question::road() };
        let (position, history) = (&play.position, &play.history);
        let answer = self.solver.answer(position, history, question, budget, &mut |_| {});
        Some(answer.proof()?.line().to_vec())
    }
}

/// The table's best move of a decided position.
fn known<const N: usize>(shared: &SharedState, position: &Position<N>) -> Option<Vec<Move>> {
    let entry = shared.table.probe(table_key(position), 0)?;
    entry.mv.filter(|&mv| entry.score.is_decided() && position.is_legal(mv)).map(|mv| vec![mv])
}

/// A line with the game before it.
struct Play<const N: usize> {
    position: Position<N>,
    history: History,
    line: Vec<Move>,
    /// Whether the line is drawn by repetition or reversible plies. A draw at the first position is ignored,
    /// because the search was requested there.
    drawn: bool,
}

impl<const N: usize> Play<N> {
    fn new(position: &Position<N>, history: &History) -> Self {
        Self {
            position: position.clone(),
            history: history.clone(),
            line: Vec::new(),
            drawn: false,
        }
    }

    /// Whether the game continues.
    fn goes_on(&self) -> bool {
        !self.drawn && self.position.outcome().is_none()
    }

    /// The winner at the end of the game.
    fn winner(&self) -> Option<Color> {
        self.position.outcome().and_then(Outcome::winner).filter(|_| !self.drawn)
    }

    /// Plays a move, unless the game is over or the move is illegal.
    fn play(&mut self, mv: Move) -> bool {
        if !self.goes_on() || !self.position.is_legal(mv) {
            return false;
        }
        self.history.push(self.position.key());
        self.position.play(mv, &mut ());
        self.line.push(mv);
        let outcome = self.position.outcome_with(&self.history);
        self.drawn = outcome.is_some() && self.position.outcome().is_none();
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Position;
    use crate::eval::Evaluator;
    use crate::eval::net::Network;
    use crate::machine::Instant;
    use crate::search::clock::Clock;
    use crate::search::proof::{QUERY_MIB, SizedSolver};
    use crate::search::root_move::root_moves;
    use crate::search::table::TranspositionTable;
    use crate::search::{Limits, Settings};
    use crate::types::{Piece, Rules, Square};
    use std::sync::Arc;
    use std::time::Duration;

    fn budget(limits: Limits) -> Budget {
        let settings = Settings::default();
        let position = Position::<5>::start(Rules::standard(5));
        let clock = Clock::new(&limits, &position, settings.overhead);
        completion_budget(&SharedState::new(
            Arc::new(TranspositionTable::new(1)),
            limits,
            settings,
            clock,
        ))
    }

    /// Whether a deadline leaves more time than a stopped search has.
    fn is_later(deadline: &Deadline) -> bool {
        matches!(deadline, Deadline::At(end) if *end > Instant::now() + GRACE)
    }

    #[test]
    fn lines_are_completed_within_the_limits_of_the_search() {
        let free = budget(Limits::nodes(1000));
        assert!(free.deadline.is_none());

        let timed = budget(Limits::movetime(Duration::from_secs(1000)));
        assert!(timed.deadline.is_some_and(|deadline| is_later(&deadline)));

        let stopped = Limits { infinite: true, ..Limits::default() };
        stopped.stopper.stop();
        let late = Limits::movetime(Duration::ZERO);
        for limits in [stopped, late] {
            let last = budget(limits);
            assert!(last.deadline.is_some_and(|deadline| !is_later(&deadline)));
            assert!(!last.stopper.is_stopped(), "the last report still completes its lines");
        }
    }

    #[test]
    fn sparing_searches_query_only_roads() {
        // White wins on 3x3, but not by threats alone.
        let mut root = Position::<3>::start(Rules::standard(3));
        for corner in [0, 2] {
            root.play(Move::place(Square::new(corner, corner), Piece::Flat), &mut ());
        }
        let query = |proofs| {
            let limits = Limits::nodes(2_000_000);
            let settings = Settings { proofs, ..Settings::default() };
            let moves = root_moves(&root, &limits, &settings);
            let clock = Clock::new(&limits, &root, settings.overhead);
            let shared =
                SharedState::new(Arc::new(TranspositionTable::new(1)), limits, settings, clock);
            let mut worker = Worker::new(0, root.clone(), Evaluator::new(Network::for_size(3)));
            worker.prepare(&root, &History::new(), &moves);
            worker.query_root(&shared);
            (worker.root_proofs.road.settled, worker.root_proofs.proven.is_some())
        };
        assert_eq!(query(Proofs::Full), (true, true));
        assert_eq!(query(Proofs::Sparing), (true, false));
    }

    #[test]
    fn a_query_of_any_win_ends_where_no_win_is_near() {
        let mut rules = Rules::standard(6);
        for color in Color::ALL {
            rules.pieces[color].stones = 8;
        }
        let root = Position::<6>::start(rules);
        let mut solver = SizedSolver::new(QUERY_MIB);
        let probe = solver.probe(&root, Goal::Win, 100_000, &Budget::default());
        assert_eq!(probe, Probe::Open);
        assert!(solver.nodes() < 20_000, "{} positions", solver.nodes());
    }
}
