//! Going through a game, from its end to its beginning.

use super::good::judge_good;
use super::judge::{self, chance_of};
use super::look::{self, Effort, Looker};
use super::tinue::Tinue;
use super::{Annotated, Annotation, Known, Plan};
use crate::game::Game;
use crate::notation::ptn_file::{Evaluation, GameError, PtnGame};
use crate::notation::{Judgement, Threat};
use crate::search::proof::{Answer, Proof};
use crate::stopper::Stopper;
use crate::types::Move;

/// What is told of an annotation while it is made.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum News<'a> {
    /// A position is looked at.
    Looks {
        /// Positions that are known.
        done: usize,
        /// Positions in all.
        of: usize,
        /// The move before which the position stands; none if it is the last one.
        next: Option<&'a Annotated>,
    },
    /// Something new is known; it can be kept as it is.
    Knows(&'a Annotation),
}

/// Annotates the main line of a game, but for what is known already. If it is broken off, what has been
/// found out by then comes back.
///
/// # Errors
/// If the game's size is not known, or one of its moves cannot be understood or played.
pub fn annotate(
    game: &PtnGame,
    known: Known,
    plan: &Plan,
    stopper: &Stopper,
    mut hear: impl FnMut(News<'_>),
) -> Result<Annotation, GameError> {
    let mut walk = Walk::new(game, known, plan, stopper)?;
    walk.run(&mut hear);
    Ok(walk.annotation)
}

/// A game that is being annotated.
pub(super) struct Walk<'a> {
    plan: &'a Plan,
    stopper: &'a Stopper,
    pub(super) looker: Looker<'a>,
    /// The game, played to its end.
    end: Game,
    pub(super) annotation: Annotation,
}

impl<'a> Walk<'a> {
    fn new(
        game: &PtnGame,
        known: Known,
        plan: &'a Plan,
        stopper: &'a Stopper,
    ) -> Result<Self, GameError> {
        let end = Game::replay(game, PtnGame::MAIN_LINE, None)?;
        let mut board = end.back_to(0);
        let mut moves = Vec::new();
        for mv in end.played() {
            let (number, color) = (board.move_number(), board.to_move());
            let text = board.spelling(mv);
            // The game has been replayed: its moves are legal.
            let _ = board.play(mv);
            let threat = if board.is_tak() { Threat::Tak } else { Threat::None };
            moves.push(Annotated { mv, text, number, color, threat, judgement: None });
        }
        let mut annotation = Annotation { evaluations: vec![None; moves.len() + 1], moves };
        known.fill(&mut annotation);
        Ok(Self { plan, stopper, looker: Looker::new(plan, stopper), end, annotation })
    }

    fn run(&mut self, hear: &mut dyn FnMut(News<'_>)) {
        let of = self.annotation.evaluations.len();
        let known: Vec<_> = self.annotation.evaluations.iter().map(Option::is_some).collect();
        for plies in (0..of).rev() {
            let is_known = known[plies];
            // A move is judged by the positions on both sides of it.
            if is_known && known.get(plies + 1) != Some(&false) {
                continue;
            }
            let next = self.annotation.moves.get(plies);
            hear(News::Looks { done: self.annotation.done(), of, next });
            if self.visit(plies).is_none() {
                // Half of what was found out about this position is nothing.
                if !is_known {
                    self.annotation.evaluations[plies] = None;
                }
                break;
            }
            hear(News::Knows(&self.annotation));
        }
        // Who has begun a tinue goes on by necessity.
        for ply in 2..self.annotation.moves.len() {
            if self.annotation.moves[ply - 2].threat == Threat::Tinue {
                let judgement = &mut self.annotation.moves[ply].judgement;
                *judgement =
                    judgement.filter(|it| !matches!(it, Judgement::Good | Judgement::Brilliant));
            }
        }
        hear(News::Knows(&self.annotation));
    }

    /// Evaluates a position and judges the move that was played in it. `None` if that is broken off.
    fn visit(&mut self, plies: usize) -> Option<()> {
        let board = self.board(plies);
        let is_last = plies == self.annotation.moves.len();
        // In the middle of a game that went on, nobody has claimed a draw.
        let outcome = if is_last { board.outcome_with_history() } else { board.outcome() };
        if let Some(outcome) = outcome {
            self.annotation.evaluations[plies] = Some(look::ended(outcome));
            return Some(());
        }
        let answer = self.looker.prove(&board);
        if self.annotation.evaluations[plies].is_none() {
            let evaluation = match answer.proof() {
                Some(proof) => look::proven(proof, self.looker.proof_nodes()),
                None => self.looker.search(&board, &[], Effort::Full)?,
            };
            self.annotation.evaluations[plies] = Some(evaluation);
        }
        if is_last { Some(()) } else { self.judge(plies, &answer) }
    }

    /// The game after so many plies.
    pub(super) fn board(&self, plies: usize) -> Game {
        self.end.back_to(plies)
    }

    fn judge(&mut self, ply: usize, answer: &Answer) -> Option<()> {
        if self.annotation.moves[ply].threat != Threat::None
            && let Some(tinue) = self.prove_tinue(ply, answer)
        {
            let mover = self.annotation.moves[ply].color;
            self.annotation.moves[ply].threat = Threat::Tinue;
            let after = &mut self.annotation.evaluations[ply + 1];
            // The search may not have seen so far.
            if after.as_ref().and_then(look::winner) != Some(mover) {
                *after = Some(look::forced(mover, tinue.moves, &tinue.line, tinue.nodes));
            }
        }
        if self.stopper.is_stopped() {
            return None;
        }
        self.check_mistake(ply)?;
        let judgement = match judge::mistake(self.annotation.loss(ply).unwrap_or(0.0)) {
            Some(mistake) => Some(mistake),
            None => judge_good(self, ply)?,
        };
        self.annotation.moves[ply].judgement = judgement;
        Some(())
    }

    /// Whether the move, which is tak, forces a road.
    fn prove_tinue(&mut self, ply: usize, answer: &Answer) -> Option<Tinue> {
        let mv = self.annotation.moves[ply].mv;
        match answer {
            Answer::Proven(proof) if proof.line().first() == Some(&mv) => {
                return Some(rest(proof));
            }
            // No first move does it.
            Answer::Disproven(None) => return None,
            _ if self.plan.proof_nodes == 0 => return None,
            _ => {}
        }
        let after = self.board(ply + 1);
        self.looker.tinue(&after, self.plan.proof_nodes)
    }

    /// Looks twice before a move is marked: what the engine would have played is searched as deeply as
    /// what was played. If it is not as good as it looked, the position before it is not either.
    fn check_mistake(&mut self, ply: usize) -> Option<()> {
        let evaluations = &self.annotation.evaluations;
        let played = &self.annotation.moves[ply];
        let (Some(before), Some(after)) = (&evaluations[ply], &evaluations[ply + 1]) else {
            return Some(());
        };
        let mover = played.color;
        let Some(&best) = before.line_after.first() else { return Some(()) };
        let is_certain = look::winner(before).is_some();
        if is_certain || judge::mistake(judge::loss(before, after, played)).is_none() {
            return Some(());
        }
        let other = self.after(ply, best)?;
        let (before, after) = (before_chance(&self.annotation, ply), chance_of(&other, mover));
        if after < before {
            let played = &self.annotation.moves[ply];
            let own = self.annotation.evaluations[ply + 1].as_ref();
            let revised = match own {
                Some(own) if chance_of(own, mover) >= after => look::before(played.mv, mover, own),
                _ => look::before(best, mover, &other),
            };
            self.annotation.evaluations[ply] = Some(revised);
        }
        Some(())
    }

    /// The evaluation of the position that another move would have led to.
    fn after(&mut self, ply: usize, mv: Move) -> Option<Evaluation> {
        let after = self.board(ply).after(mv).ok()?;
        match after.outcome_with_history() {
            Some(outcome) => Some(look::ended(outcome)),
            None => self.looker.search(&after, &[], Effort::Full),
        }
    }
}

fn before_chance(annotation: &Annotation, ply: usize) -> f64 {
    let color = annotation.moves[ply].color;
    annotation.evaluations[ply].as_ref().map_or(0.5, |before| chance_of(before, color))
}

/// What a proof says of the position after its first move.
fn rest(proof: &Proof) -> Tinue {
    Tinue {
        moves: proof.moves().saturating_sub(1),
        line: proof.line().get(1..).unwrap_or_default().to_vec(),
        nodes: 0,
    }
}
