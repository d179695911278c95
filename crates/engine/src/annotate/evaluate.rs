//! Evaluates positions, with the solver first, then with the search.

use super::{NAME, Plan, VERSION, chance_of};
use crate::board::{Outcome, WinReason};
use crate::game::{Game, Search, Solver};
use crate::machine::Instant;
use crate::notation::ptn_file::{Evaluation, Label, LabelKind};
use crate::report::Verdict;
use crate::search::proof::{Answer, Budget, GAME_MIB, Question};
use crate::search::{Limits, SearchResult, Settings};
use crate::stopper::Stopper;
use crate::types::{Color, Move};
use std::time::Duration;

const SHALLOW_MIB: usize = 1;
const SHALLOW_DEPTH: u32 = 3;

/// Share of the plan's limits for a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Effort {
    Full,
    /// A quarter, to decide whether a full search is worthwhile.
    Quarter,
}

/// Searches and the solver, with their tables.
pub(super) struct PositionEvaluator<'a> {
    pub(super) plan: &'a Plan,
    pub(super) stopper: &'a Stopper,
    search: Search,
    shallow: Search,
    solver: Solver,
}

impl<'a> PositionEvaluator<'a> {
    pub(super) fn new(plan: &'a Plan, stopper: &'a Stopper) -> Self {
        let search = Search::new(plan.hash_mib);
        let (shallow, solver) = (Search::new(SHALLOW_MIB), Solver::new(GAME_MIB));
        Self { plan, stopper, search, shallow, solver }
    }

    /// Proves a road of the player to move. `Open` in the opening and in plans without proofs.
    pub(super) fn prove(&mut self, game: &Game) -> Answer {
        if self.plan.proof_nodes == 0 || game.opening_plies() > 0 {
            return Answer::Open { not_within: 0 };
        }
        let stopper = self.stopper.clone();
        let budget = Budget { stopper, ..Budget::nodes(self.plan.proof_nodes) };
        self.solver.solve(game, Question::road().shortest(), &budget, &mut |_| {})
    }

    /// Positions of the last proof.
    pub(super) fn proof_nodes(&self) -> u64 {
        self.solver.nodes()
    }

    /// Searches a position among some of its moves, or all moves if `moves` is empty. `None` if interrupted.
    pub(super) fn search(
        &mut self,
        game: &Game,
        moves: &[Move],
        effort: Effort,
    ) -> Option<Evaluation> {
        let plan = self.plan;
        let (less, share) = match effort {
            Effort::Full => (0, 1),
            Effort::Quarter => (2, 4),
        };
        let stopper = self.stopper.clone();
        let limits = Limits {
            depth: plan.depth.map(|depth| depth.saturating_sub(less).max(1)),
            nodes: plan.nodes().map(|nodes| (nodes / share).max(1)),
            movetime: plan.movetime.map(|time| time / share as u32),
            search_moves: moves.to_vec(),
            stopper,
            ..Limits::default()
        };
        let overhead = Duration::ZERO;
        let settings =
            Settings { threads: plan.threads, multi_pv: 1, overhead, ..Settings::default() };
        let start = Instant::now();
        let result = self.search.run(game, limits, settings, &mut ());
        if self.stopper.is_stopped() {
            return None;
        }
        evaluation(game, &result, start.elapsed())
    }

    /// Searches a position to a low depth, like a beginner, among some of its moves or all.
    pub(super) fn shallow(&mut self, game: &Game, moves: &[Move]) -> Option<Evaluation> {
        // Results of deeper searches must not remain.
        self.shallow.clear();
        let limits = Limits { search_moves: moves.to_vec(), ..Limits::depth(SHALLOW_DEPTH) };
        let result = self.shallow.run(game, limits, Settings::default(), &mut ());
        evaluation(game, &result, Duration::ZERO)
    }

    /// The evaluation after a tak that wins against every legal answer: a road at once, or a proof of the solver. `None` if
    /// that fails or takes more than `max_nodes` positions.
    pub(super) fn tinue(&mut self, game: &mut Game, max_nodes: u64) -> Option<Evaluation> {
        let attacker = !game.to_move();
        let (mut moves, mut line, mut nodes) = (0, Vec::new(), 0);
        // Most answers do not stop the threat, and need no proof.
        let mut hard = Vec::new();
        for mv in game.moves() {
            game.play(mv).ok()?;
            let outcome = game.outcome_with_history();
            let road = outcome.is_none().then(|| game.winning_road()).flatten();
            game.undo();
            match (outcome, road) {
                (Some(Outcome::Win(winner, WinReason::Road)), _) if winner == attacker => {}
                (Some(_), _) => return None,
                (None, Some(road)) if moves == 0 => (moves, line) = (1, vec![mv, road]),
                (None, Some(_)) => {}
                (None, None) => hard.push(mv),
            }
        }
        for mv in hard {
            game.play(mv).ok()?;
            let answer = self.prove(game);
            game.undo();
            nodes += self.proof_nodes();
            let proof = answer.proof()?;
            if proof.moves() > moves {
                (moves, line) = (proof.moves(), [&[mv], proof.line()].concat());
            }
            if nodes > max_nodes {
                return None;
            }
        }
        Some(forced(attacker, moves, &line, nodes))
    }
}

/// An evaluation with only the name of the program.
fn signed() -> Evaluation {
    Evaluation { name: Some(format!("{NAME} {VERSION}")), ..Evaluation::default() }
}

fn evaluation(game: &Game, result: &SearchResult, time: Duration) -> Option<Evaluation> {
    let info = result.lines.first()?;
    let verdict = Verdict::new(game, info);
    let (win, loss) = match game.to_move() {
        Color::White => (info.wdl.win, info.wdl.loss),
        Color::Black => (info.wdl.loss, info.wdl.win),
    };
    let label = verdict.winning_moves().map(|moves| Label {
        kind: match verdict.reason {
            Some(WinReason::Road) => LabelKind::Road,
            Some(WinReason::Flats) => LabelKind::Flats,
            None => LabelKind::Win,
        },
        number: Some(moves),
    });
    Some(Evaluation {
        wdl: Some([win.into(), info.wdl.draw.into(), loss.into()]),
        centi_flats: verdict.white_centi_flats(),
        label,
        value: Some((f64::from(win) - f64::from(loss)) / 1000.0),
        depth: Some(info.depth),
        nodes: Some(result.nodes),
        milliseconds: Some(u64::try_from(time.as_millis()).unwrap_or(u64::MAX)),
        line_after: info.pv.clone(),
        ..signed()
    })
}

/// The evaluation of a finished game.
pub(super) fn ended(outcome: Outcome) -> Evaluation {
    let wdl = match outcome.winner() {
        Some(Color::White) => [1000, 0, 0],
        None => [0, 1000, 0],
        Some(Color::Black) => [0, 0, 1000],
    };
    let value = (f64::from(wdl[0]) - f64::from(wdl[2])) / 1000.0;
    Evaluation { wdl: Some(wdl), value: Some(value), ..signed() }
}

/// The evaluation of a position in which a player forces a road in `moves` own moves.
pub(super) fn forced(winner: Color, moves: u32, line: &[Move], nodes: u64) -> Evaluation {
    Evaluation {
        label: Some(Label { kind: LabelKind::Road, number: Some(moves) }),
        nodes: Some(nodes).filter(|&nodes| nodes > 0),
        line_after: line.to_vec(),
        ..ended(Outcome::Win(winner, WinReason::Road))
    }
}

/// The player with a proven win.
pub(super) fn winner(evaluation: &Evaluation) -> Option<Color> {
    evaluation.label?;
    match evaluation.value {
        Some(value) if value > 0.0 => Some(Color::White),
        Some(value) if value < 0.0 => Some(Color::Black),
        _ => None,
    }
}

/// The evaluation of the position before a move, from the evaluation after it.
pub(super) fn before(mv: Move, mover: Color, after: Evaluation) -> Evaluation {
    let is_over = after.label.is_none() && after.centi_flats.is_none();
    let label = match after.label {
        _ if is_over && chance_of(&after, mover) > 0.5 => {
            Some(Label { kind: LabelKind::Win, number: Some(1) })
        }
        // The number counts moves of the winner, and this is one.
        Some(Label { kind, number: Some(moves) }) if winner(&after) == Some(mover) => {
            Some(Label { kind, number: Some(moves + 1) })
        }
        label => label,
    };
    let line_after = [&[mv], &*after.line_after].concat();
    Evaluation { label, line_after, ..after }
}
