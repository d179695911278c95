//! Going through a game, from its end to its beginning.

use super::good::judge_good;
use super::judge::{self, chance_of};
use super::look::{self, Effort, PositionEvaluator};
use super::tinue::Tinue;
use super::{Annotated, Annotation, Known, Plan};
use crate::game::Game;
use crate::notation::ptn_file::{Evaluation, GameError, PtnGame};
use crate::notation::{Judgement, ThreatMark};
use crate::search::proof::{Answer, Proof};
use crate::stopper::Stopper;
use crate::types::Move;

/// Progress of an annotation.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum News<'a> {
    /// The next position.
    Position {
        /// Number of evaluated positions.
        done: usize,
        /// Number of positions.
        of: usize,
        /// The move in the position; `None` for the last position.
        next: Option<&'a Annotated>,
    },
    /// A new state of the annotation, ready to be saved.
    State(&'a Annotation),
}

/// Annotates the main line of a game, except for its known positions. Returns the finished part if the stopper ends it.
///
/// # Errors
/// As [`Game::replay`].
pub fn annotate(
    text: &PtnGame,
    known: Known,
    plan: &Plan,
    stopper: &Stopper,
    mut listen: impl FnMut(News<'_>),
) -> Result<Annotation, GameError> {
    let mut walk = Walk::new(text, known, plan, stopper)?;
    walk.run(&mut listen);
    Ok(walk.annotation)
}

/// An annotation in progress.
struct Walk<'a> {
    plan: &'a Plan,
    stopper: &'a Stopper,
    evaluator: PositionEvaluator<'a>,
    /// The game to its end, or up to the move that is judged.
    end: Game,
    annotation: Annotation,
}

impl<'a> Walk<'a> {
    fn new(
        text: &PtnGame,
        known: Known,
        plan: &'a Plan,
        stopper: &'a Stopper,
    ) -> Result<Self, GameError> {
        let end = Game::replay(text, PtnGame::MAIN_LINE, None)?;
        let mut game = end.back_to(0);
        let mut moves = Vec::new();
        for mv in end.played() {
            let (number, color) = (game.move_number(), game.to_move());
            let text = game.spelling(mv);
            // The moves are legal, because they have been replayed.
            let _ = game.play(mv);
            let threat = if game.is_tak() { ThreatMark::Tak } else { ThreatMark::None };
            moves.push(Annotated { mv, text, number, color, threat, judgement: None });
        }
        let mut annotation = Annotation { evaluations: vec![None; moves.len() + 1], moves };
        known.fill(&mut annotation);
        Ok(Self {
            plan,
            stopper,
            evaluator: PositionEvaluator::new(plan, stopper),
            end,
            annotation,
        })
    }

    fn run(&mut self, listen: &mut dyn FnMut(News<'_>)) {
        let of = self.annotation.evaluations.len();
        let known: Vec<_> = self.annotation.evaluations.iter().map(Option::is_some).collect();
        for plies in (0..of).rev() {
            let is_known = known[plies];
            // The judgement of a move needs the positions before and after it.
            if is_known && known.get(plies + 1) != Some(&false) {
                continue;
            }
            while self.end.history().len() > plies + 1 {
                self.end.undo();
            }
            let next = self.annotation.moves.get(plies);
            listen(News::Position { done: self.annotation.done(), of, next });
            if self.visit(plies).is_none() {
                // Discard an incomplete result.
                if !is_known {
                    self.annotation.evaluations[plies] = None;
                }
                break;
            }
            listen(News::State(&self.annotation));
        }
        // Inside a tinue the next moves are forced and get no praise.
        for ply in 2..self.annotation.moves.len() {
            if self.annotation.moves[ply - 2].threat == ThreatMark::Tinue {
                let judgement = &mut self.annotation.moves[ply].judgement;
                *judgement =
                    judgement.filter(|it| !matches!(it, Judgement::Good | Judgement::Brilliant));
            }
        }
        listen(News::State(&self.annotation));
    }

    /// Evaluates a position and judges the move in it. `None` if interrupted.
    fn visit(&mut self, plies: usize) -> Option<()> {
        let game = self.game(plies);
        let is_last = plies == self.annotation.moves.len();
        // In the middle of the game no player has claimed a draw.
        let outcome = if is_last { game.outcome_with_history() } else { game.outcome() };
        if let Some(outcome) = outcome {
            self.annotation.evaluations[plies] = Some(look::ended(outcome));
            return Some(());
        }
        let answer = self.evaluator.prove(&game);
        if self.annotation.evaluations[plies].is_none() {
            let evaluation = match answer.proof() {
                Some(proof) => look::proven(proof, self.evaluator.proof_nodes()),
                None => self.evaluator.search(&game, &[], Effort::Full)?,
            };
            self.annotation.evaluations[plies] = Some(evaluation);
        }
        if is_last { Some(()) } else { self.judge(plies, &answer) }
    }

    /// The game after `plies` plies.
    fn game(&self, plies: usize) -> Game {
        self.end.back_to(plies)
    }

    fn judge(&mut self, ply: usize, answer: &Answer) -> Option<()> {
        if self.annotation.moves[ply].threat != ThreatMark::None
            && let Some(tinue) = self.prove_tinue(ply, answer)
        {
            let mover = self.annotation.moves[ply].color;
            self.annotation.moves[ply].threat = ThreatMark::Tinue;
            let after = &mut self.annotation.evaluations[ply + 1];
            // The search may not have found it.
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
            None => {
                let games = [self.game(ply), self.game(ply + 1)];
                judge_good(&self.annotation, &mut self.evaluator, ply, &games)?
            }
        };
        self.annotation.moves[ply].judgement = judgement;
        Some(())
    }

    /// Proves that a tak forces a road.
    fn prove_tinue(&mut self, ply: usize, answer: &Answer) -> Option<Tinue> {
        let mv = self.annotation.moves[ply].mv;
        match answer {
            Answer::Proven(proof) if proof.line().first() == Some(&mv) => {
                return Some(rest(proof));
            }
            // No first move forces a road.
            Answer::Disproven(None) => return None,
            _ if self.plan.proof_nodes == 0 => return None,
            _ => {}
        }
        let after = self.game(ply + 1);
        self.evaluator.tinue(&after, self.plan.proof_nodes)
    }

    /// Verifies a mistake: searches the position after the engine's move as deeply as the one after the played move. If
    /// the engine's move is worse than expected, corrects the evaluation before it.
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

    /// The evaluation of the position after another move.
    fn after(&mut self, ply: usize, mv: Move) -> Option<Evaluation> {
        let after = self.game(ply).after(mv).ok()?;
        match after.outcome_with_history() {
            Some(outcome) => Some(look::ended(outcome)),
            None => self.evaluator.search(&after, &[], Effort::Full),
        }
    }
}

fn before_chance(annotation: &Annotation, ply: usize) -> f64 {
    let color = annotation.moves[ply].color;
    annotation.evaluations[ply].as_ref().map_or(0.5, |before| chance_of(before, color))
}

/// The rest of a proof after its first move.
fn rest(proof: &Proof) -> Tinue {
    Tinue {
        moves: proof.moves().saturating_sub(1),
        line: proof.line().get(1..).unwrap_or_default().to_vec(),
        nodes: 0,
    }
}
