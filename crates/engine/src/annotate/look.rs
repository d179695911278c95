//! Evaluates positions, with the solver first, then with the search.

use super::{NAME, Plan, VERSION, chance_of};
use crate::board::{Outcome, WinReason};
use crate::game::{Game, Search, Solver};
use crate::machine::Instant;
use crate::notation::ptn_file::{Evaluation, Label, LabelKind};
use crate::search::proof::{Answer, Budget, Proof, Question};
use crate::search::{Info, Limits, SearchResult, Settings};
use crate::stopper::Stopper;
use crate::types::{Color, Move};
use std::time::Duration;

/// The table of the solver in MiB.
const SOLVER_MIB: usize = 32;
/// The table of shallow searches in MiB.
const SHALLOW_MIB: usize = 1;
/// Depth of shallow searches.
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
    plan: &'a Plan,
    stopper: &'a Stopper,
    search: Search,
    shallow: Search,
    solver: Solver,
}

impl<'a> PositionEvaluator<'a> {
    pub(super) fn new(plan: &'a Plan, stopper: &'a Stopper) -> Self {
        let search = Search::new(plan.hash_mib);
        let (shallow, solver) = (Search::new(SHALLOW_MIB), Solver::new(SOLVER_MIB));
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
        let limits = match effort {
            Effort::Full => Limits {
                depth: plan.depth,
                nodes: plan.nodes,
                movetime: plan.movetime,
                ..Limits::default()
            },
            Effort::Quarter => Limits {
                depth: plan.depth.map(|depth| depth.saturating_sub(2).max(1)),
                nodes: plan.nodes.map(|nodes| (nodes / 4).max(1)),
                movetime: plan.movetime.map(|time| time / 4),
                ..Limits::default()
            },
        };
        let stopper = self.stopper.clone();
        let limits = Limits { search_moves: moves.to_vec(), stopper, ..limits };
        let settings = Settings {
            threads: plan.threads,
            multi_pv: 1,
            overhead: Duration::ZERO,
            ..Settings::default()
        };
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
}

/// An evaluation with only the name of the program.
fn signed() -> Evaluation {
    Evaluation { name: Some(format!("{NAME} {VERSION}")), ..Evaluation::default() }
}

fn evaluation(game: &Game, result: &SearchResult, time: Duration) -> Option<Evaluation> {
    let info: &Info = result.lines.first()?;
    let verdict = game.verdict(info);
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
pub(super) fn before(mv: Move, mover: Color, after: &Evaluation) -> Evaluation {
    let mut before = after.clone();
    before.line_after.insert(0, mv);
    let is_over = after.label.is_none() && after.centi_flats.is_none();
    if is_over && chance_of(after, mover) > 0.5 {
        before.label = Some(Label { kind: LabelKind::Win, number: Some(1) });
    } else if winner(after) == Some(mover)
        && let Some(label) = &mut before.label
    {
        // The number counts moves of the winner, and this is one.
        label.number = label.number.map(|moves| moves + 1);
    }
    before
}

/// The evaluation of the first position of a proof.
pub(super) fn proven(proof: &Proof, nodes: u64) -> Evaluation {
    forced(proof.attacker, proof.moves(), proof.line(), nodes)
}
