//! Going through a game, from its end to its beginning.

use super::good::judge_good;
use super::judge::{self, chance_of};
use super::look::{self, Effort, Looker};
use super::tinue::{self, Tinue};
use super::{Annotated, Annotation, Halt, Known, Plan};
use stonefall_engine::board::{History, Position};
use stonefall_engine::notation::game::{Evaluation, Game, GameError};
use stonefall_engine::notation::{Judgement, Threat, spelling};
use stonefall_engine::search::proof::{Answer, Proof};
use stonefall_engine::types::Move;

/// Hears how far an annotation is.
pub trait Watch {
    /// So many positions of so many are known; the next is that before this move (or the last one).
    fn looks_at(&mut self, done: usize, of: usize, next: Option<&Annotated>);

    /// Something new is known; it can be kept as it is.
    fn knows(&mut self, annotation: &Annotation);
}

/// Nobody listens.
impl Watch for () {
    fn looks_at(&mut self, _: usize, _: usize, _: Option<&Annotated>) {}

    fn knows(&mut self, _: &Annotation) {}
}

/// Annotates the main line of a game, but for what is known already. If it is broken off, what has been
/// found out by then comes back.
///
/// # Errors
/// If the game is of another size, or one of its moves cannot be understood or played.
pub fn annotate<const N: usize>(
    game: &Game,
    known: Known,
    plan: &Plan,
    halt: &Halt,
    watch: &mut dyn Watch,
) -> Result<Annotation, GameError> {
    let mut walk = Walk::<N>::new(game, known, plan, halt)?;
    walk.run(watch);
    Ok(walk.annotation)
}

/// A game that is being annotated.
pub(super) struct Walk<'a, const N: usize> {
    plan: &'a Plan,
    halt: &'a Halt,
    pub(super) looker: Looker<'a, N>,
    /// The positions of the game, and the keys of all.
    pub(super) positions: Vec<Position<N>>,
    keys: Vec<u64>,
    pub(super) annotation: Annotation,
}

impl<'a, const N: usize> Walk<'a, N> {
    fn new(game: &Game, known: Known, plan: &'a Plan, halt: &'a Halt) -> Result<Self, GameError> {
        let replay = game.replay::<N>(Game::MAIN_LINE, None)?;
        let mut position = replay.start;
        let (mut positions, mut moves) = (vec![position.clone()], Vec::new());
        for &mv in &replay.moves {
            let (number, color) = (position.move_number(), position.to_move());
            let text = spelling(mv, &position);
            position.play(mv, &mut ());
            let threat = tinue::threat(&position);
            moves.push(Annotated { mv, text, number, color, threat, judgement: None });
            positions.push(position.clone());
        }
        let mut annotation = Annotation { evaluations: vec![None; positions.len()], moves };
        known.fill(&mut annotation);
        let mut keys = replay.history.keys().to_vec();
        keys.push(position.key());
        Ok(Self { plan, halt, looker: Looker::new(plan, halt), positions, keys, annotation })
    }

    fn run(&mut self, watch: &mut dyn Watch) {
        let of = self.positions.len();
        let known: Vec<_> = self.annotation.evaluations.iter().map(Option::is_some).collect();
        for plies in (0..of).rev() {
            let is_known = known[plies];
            // A move is judged by the positions on both sides of it.
            if is_known && known.get(plies + 1) != Some(&false) {
                continue;
            }
            watch.looks_at(self.annotation.done(), of, self.annotation.moves.get(plies));
            if self.visit(plies).is_none() {
                // Half of what was found out about this position is nothing.
                if !is_known {
                    self.annotation.evaluations[plies] = None;
                }
                break;
            }
            watch.knows(&self.annotation);
        }
        // Who has begun a tinue goes on by necessity.
        for ply in 2..self.annotation.moves.len() {
            if self.annotation.moves[ply - 2].threat == Threat::Tinue {
                let judgement = &mut self.annotation.moves[ply].judgement;
                *judgement =
                    judgement.filter(|it| !matches!(it, Judgement::Good | Judgement::Brilliant));
            }
        }
        watch.knows(&self.annotation);
    }

    /// Evaluates a position and judges the move that was played in it. `None` if that is broken off.
    fn visit(&mut self, plies: usize) -> Option<()> {
        let (position, history) = (self.positions[plies].clone(), self.history(plies));
        let is_last = plies + 1 == self.positions.len();
        // In the middle of a game that went on, nobody has claimed a draw.
        let outcome = if is_last { position.outcome_with(&history) } else { position.outcome() };
        if let Some(outcome) = outcome {
            self.annotation.evaluations[plies] = Some(look::ended(outcome));
            return Some(());
        }
        let answer = self.looker.prove(&position, &history);
        if self.annotation.evaluations[plies].is_none() {
            let evaluation = match answer.proof() {
                Some(proof) => look::proven(proof, self.looker.proof_nodes()),
                None => self.looker.search(&position, &history, &[], Effort::Full)?,
            };
            self.annotation.evaluations[plies] = Some(evaluation);
        }
        if is_last { Some(()) } else { self.judge(plies, &answer) }
    }

    pub(super) fn history(&self, plies: usize) -> History {
        let mut history = History::new();
        self.keys[..plies].iter().for_each(|&key| history.push(key));
        history
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
        if self.halt.is_stopped() {
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
        let (after, history) = (self.positions[ply + 1].clone(), self.history(ply + 1));
        self.looker.tinue(&after, &history, self.plan.proof_nodes)
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
        let (mut position, mut history) = (self.positions[ply].clone(), self.history(ply));
        history.push(position.key());
        position.try_play(mv, &mut ()).ok()?;
        match position.outcome_with(&history) {
            Some(outcome) => Some(look::ended(outcome)),
            None => self.looker.search(&position, &history, &[], Effort::Full),
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
