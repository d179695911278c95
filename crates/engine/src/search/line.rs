//! Lines for reports: legal to the last move, and to the end of the game for a proven result.

use super::proof::{Budget, Goal, Probe, Question};
use super::shared::Shared;
use super::worker::Worker;
use crate::board::{History, Outcome, Position};
use crate::eval::{MAX_PLY, Score};
use crate::ponder::Deadline;
use crate::types::{Color, Move};
use std::time::Duration;

/// Maximum number of positions to repeat a proof.
const AGAIN: u64 = 5_000;

/// Time for all lines of a report after the end of the search.
const GRACE: Duration = Duration::from_millis(3);

/// Limits of completing the lines of one report. The clock and a stop from outside apply, but the last report
/// has a little time left for the line of its result. A search without them completes its lines whatever the
/// time, so that a limit of positions gives equal results on every machine.
pub(super) fn completion_budget(shared: &Shared) -> Budget {
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
        shared: &Shared,
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
        shared: &Shared,
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
    fn rest(&mut self, shared: &Shared, play: &Play<N>, budget: &Budget) -> Option<Vec<Move>> {
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
fn known<const N: usize>(shared: &Shared, position: &Position<N>) -> Option<Vec<Move>> {
    let entry = shared.table.probe(position.key(), 0)?;
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
    use crate::machine::Instant;
    use crate::search::clock::Clock;
    use crate::search::table::TranspositionTable;
    use crate::search::{Limits, Settings};
    use crate::types::Rules;
    use std::sync::Arc;

    fn budget(limits: Limits) -> Budget {
        let settings = Settings::default();
        let position = Position::<5>::start(Rules::standard(5));
        let clock = Clock::new(&limits, &position, settings.overhead);
        completion_budget(&Shared::new(
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
}
