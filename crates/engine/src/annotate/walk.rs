//! Goes through a game from its end to its beginning.

use super::evaluate::{self, Effort, PositionEvaluator};
use super::judge::{self, GOOD, chance_of};
use super::{Annotation, EarlierAnnotation, JudgedMove, Plan};
use crate::game::Game;
use crate::notation::ptn_file::{Evaluation, GameError, PtnGame};
use crate::notation::{Judgement, ThreatMark};
use crate::search::proof::Answer;
use crate::stopper::Stopper;
use crate::types::Move;

/// Largest loss of a good move itself, for the noise of the search.
const SLACK: f64 = 0.02;
/// Smallest loss of a brilliant move in the shallow search.
const HIDDEN: f64 = 0.05;

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
        next: Option<&'a JudgedMove>,
    },
    /// A new state of the annotation, ready to be saved.
    State(&'a Annotation),
}

/// Annotates the main line of a game, except for earlier results. Returns the finished part if the stopper ends it.
///
/// # Errors
/// As [`Game::replay`].
pub fn annotate(
    text: &PtnGame,
    earlier: EarlierAnnotation,
    plan: &Plan,
    stopper: &Stopper,
    mut listen: impl FnMut(News<'_>),
) -> Result<Annotation, GameError> {
    let game = Game::replay(text, PtnGame::MAIN_LINE, None)?;
    let mut annotation = Annotation::unjudged(&game);
    earlier.fill(&mut annotation);
    let mut walk = Walk { evaluator: PositionEvaluator::new(plan, stopper), game, annotation };
    walk.run(&mut listen);
    Ok(walk.annotation)
}

/// An annotation in progress.
struct Walk<'a> {
    evaluator: PositionEvaluator<'a>,
    /// The game up to the move that is judged.
    game: Game,
    annotation: Annotation,
}

impl Walk<'_> {
    fn run(&mut self, listen: &mut dyn FnMut(News<'_>)) {
        let of = self.annotation.evaluations.len();
        let known: Vec<_> = self.annotation.evaluations.iter().map(Option::is_some).collect();
        for plies in (0..of).rev() {
            // The judgement of a move needs the positions before and after it.
            if known[plies] && known.get(plies + 1) != Some(&false) {
                continue;
            }
            while self.game.history().len() > plies {
                self.game.undo();
            }
            let next = self.annotation.moves.get(plies);
            listen(News::Position { done: self.annotation.done(), of, next });
            if self.visit(plies).is_none() {
                // Discard an incomplete result.
                if !known[plies] {
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
        let is_last = plies == self.annotation.moves.len();
        let game = &self.game;
        // In the middle of the game no player has claimed a draw.
        let outcome = if is_last { game.outcome_with_history() } else { game.outcome() };
        let evaluation = &mut self.annotation.evaluations[plies];
        if let Some(outcome) = outcome {
            *evaluation = Some(evaluate::ended(outcome));
            return Some(());
        }
        let answer = self.evaluator.prove(game);
        if evaluation.is_none() {
            *evaluation = Some(match answer.proof() {
                Some(proof) => {
                    let nodes = self.evaluator.proof_nodes();
                    evaluate::forced(proof.attacker, proof.moves(), proof.line(), nodes)
                }
                None => self.evaluator.search(game, &[], Effort::Full)?,
            });
        }
        if is_last { Some(()) } else { self.judge(plies, &answer) }
    }

    fn judge(&mut self, ply: usize, answer: &Answer) -> Option<()> {
        let mover = self.annotation.moves[ply].color;
        if let Some(tinue) = self.tinue(ply, answer) {
            self.annotation.moves[ply].threat = ThreatMark::Tinue;
            let after = &mut self.annotation.evaluations[ply + 1];
            // The search may not have found it.
            if after.as_ref().and_then(evaluate::winner) != Some(mover) {
                *after = Some(tinue);
            }
        }
        if self.evaluator.stopper.is_stopped() {
            return None;
        }
        self.check_mistake(ply)?;
        let judgement = match judge::mistake(self.annotation.loss(ply).unwrap_or(0.0)) {
            Some(mistake) => Some(mistake),
            None => self.praise(ply)?,
        };
        self.annotation.moves[ply].judgement = judgement;
        Some(())
    }

    /// The result of `look` in the position after a legal move.
    fn after<T>(
        &mut self,
        mv: Move,
        look: impl FnOnce(&mut PositionEvaluator<'_>, &mut Game) -> T,
    ) -> Option<T> {
        self.game.play(mv).ok()?;
        let result = look(&mut self.evaluator, &mut self.game);
        self.game.undo();
        Some(result)
    }

    /// The evaluation after a tak, if it forces a road.
    fn tinue(&mut self, ply: usize, answer: &Answer) -> Option<Evaluation> {
        let JudgedMove { mv, color, threat, .. } = self.annotation.moves[ply];
        let max_nodes = self.evaluator.plan.proof_nodes;
        match answer {
            _ if threat == ThreatMark::None => None,
            Answer::Proven(proof) if proof.line().first() == Some(&mv) => {
                Some(evaluate::forced(color, proof.moves() - 1, &proof.line()[1..], 0))
            }
            // No first move forces a road.
            Answer::Disproven(None) => None,
            _ if max_nodes == 0 => None,
            _ => self.after(mv, |evaluator, after| evaluator.tinue(after, max_nodes))?,
        }
    }

    /// Verifies a mistake: searches the position after the engine's move as deeply as the one after the played move. If
    /// the engine's move is worse than expected, corrects the evaluation before it.
    fn check_mistake(&mut self, ply: usize) -> Option<()> {
        let evaluations = &self.annotation.evaluations;
        let JudgedMove { mv, color: mover, .. } = self.annotation.moves[ply];
        let (Some(before), Some(own)) = (&evaluations[ply], &evaluations[ply + 1]) else {
            return Some(());
        };
        let Some(&best) = before.line_after.first() else { return Some(()) };
        let is_certain = evaluate::winner(before).is_some();
        if is_certain || judge::mistake(judge::loss(before, own, mv, mover)).is_none() {
            return Some(());
        }
        let (expected, own) = (chance_of(before, mover), own.clone());
        let other = self.after(best, |evaluator, after| match after.outcome_with_history() {
            Some(outcome) => Some(evaluate::ended(outcome)),
            None => evaluator.search(after, &[], Effort::Full),
        })??;
        let chance = chance_of(&other, mover);
        if chance < expected {
            let is_own = chance_of(&own, mover) >= chance;
            let (mv, after) = if is_own { (mv, own) } else { (best, other) };
            self.annotation.evaluations[ply] = Some(evaluate::before(mv, mover, after));
        }
        Some(())
    }

    /// The mark of a move that is not a mistake: `!` if every other move loses [`GOOD`] or more, `!!` if in addition a
    /// shallow search rejects it. Moves that end the game, answers to tak and opening plies get no mark. The outer `None`
    /// means: interrupted.
    fn praise(&mut self, ply: usize) -> Option<Option<Judgement>> {
        let JudgedMove { mv, color: mover, .. } = self.annotation.moves[ply];
        let after = self.annotation.evaluations[ply + 1].as_ref();
        let chance = after.map_or(0.0, |after| chance_of(after, mover));
        let is_obvious = chance < GOOD
            || self.annotation.loss(ply).is_some_and(|loss| loss > SLACK)
            || self.game.opening_plies() > 0
            || self.game.is_tak()
            || self.after(mv, |_, after| after.outcome().is_some())?;
        let mut others = self.game.moves();
        others.retain(|&other| other != mv);
        if is_obvious || others.is_empty() {
            return Some(None);
        }
        let (evaluator, game) = (&mut self.evaluator, &self.game);
        for effort in [Effort::Quarter, Effort::Full] {
            let other = evaluator.search(game, &others, effort)?;
            if chance - chance_of(&other, mover) < GOOD {
                return Some(None);
            }
        }
        let is_hidden = match (evaluator.shallow(game, &[]), evaluator.shallow(game, &[mv])) {
            (Some(best), Some(own)) => {
                best.line_after.first() != Some(&mv)
                    && chance_of(&best, mover) - chance_of(&own, mover) >= HIDDEN
            }
            _ => false,
        };
        Some(Some(if is_hidden { Judgement::Brilliant } else { Judgement::Good }))
    }
}
