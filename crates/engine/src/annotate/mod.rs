//! Annotates a game: searches every position, judges every move, and writes both into the game's text in PTN Ninja's
//! form.
//!
//! The order is from the last position to the first. The transposition table then has the result of a position when the
//! search reaches the position before it, so that a move gets no mark merely because one of the two searches saw more.
//! `docs/annotate.md` defines the marks.

mod evaluate;
mod judge;
mod phase;
mod text;
mod walk;

pub use judge::{BLUNDER, GOOD, MISTAKE, accuracy, chance_of};
pub use phase::Phase;
pub use text::{EarlierAnnotation, Unlike, Variations, write};
pub use walk::{News, annotate};

use crate::game::Game;
use crate::notation::ptn_file::Evaluation;
use crate::notation::{Judgement, Marks, ThreatMark};
use crate::types::{ByColor, Color, Move};
use std::time::Duration;

/// Positions of each search without another limit.
const USUAL_NODES: u64 = 400_000;
/// Default of the positions of each proof.
pub const USUAL_PROOF_NODES: u64 = 20_000;

/// The version in evaluations: engine and program have the same.
const VERSION: &str = env!("CARGO_PKG_VERSION");
/// The name in evaluations.
const NAME: &str = "Stonefall";
/// Beginning of the note on the first position.
const NOTE: &str = "Annotated by Stonefall";

/// Limits of an annotation. The first limit reached ends a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    /// Depth of each search.
    pub depth: Option<u32>,
    /// Positions of each search; 400,000 without another limit.
    pub nodes: Option<u64>,
    /// Time of each search.
    pub movetime: Option<Duration>,
    /// Positions of each proof; 0 for no proofs.
    pub proof_nodes: u64,
    /// Threads of the search.
    pub threads: usize,
    /// Size of the transposition table in MiB.
    pub hash_mib: usize,
}

impl Plan {
    fn nodes(&self) -> Option<u64> {
        let usual = self.depth.is_none() && self.movetime.is_none();
        self.nodes.or(usual.then_some(USUAL_NODES))
    }

    /// The note in the annotated game. An annotation with the same note can be resumed.
    pub fn note(&self) -> String {
        // Words that no reader takes for an evaluation.
        let parts = [
            self.depth.map(|depth| format!("depth {depth}")),
            self.nodes().map(|nodes| format!("{nodes} positions")),
            self.movetime.map(|time| format!("{} seconds", time.as_secs_f64())),
            (self.proof_nodes > 0).then(|| format!("{} for proofs", self.proof_nodes)),
        ];
        let parts: Vec<_> = parts.into_iter().flatten().collect();
        format!("{NOTE} {VERSION} with {} a move", parts.join(" and "))
    }
}

/// An annotation, complete or not. Chances and scores are from White's view.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Annotation {
    /// Evaluation of each position, indexed by the number of plies before it.
    pub evaluations: Vec<Option<Evaluation>>,
    /// The moves of the main line.
    pub moves: Vec<JudgedMove>,
}

/// A move of the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct JudgedMove {
    /// The move.
    pub mv: Move,
    /// The move in PTN, without marks.
    pub text: String,
    /// Move number.
    pub number: u32,
    /// Player of the move.
    pub color: Color,
    /// Phase of the game before it.
    pub phase: Phase,
    /// Its threat.
    pub threat: ThreatMark,
    /// Its mark.
    pub judgement: Option<Judgement>,
}

impl JudgedMove {
    /// The move with its number and marks: `12. c3'?`, `12... d4`.
    pub fn name(&self) -> String {
        let dots = if self.color == Color::White { "." } else { "..." };
        let marks = Marks { threat: self.threat, judgement: self.judgement };
        format!("{}{dots} {}{marks}", self.number, self.text)
    }
}

/// Summary of a player's moves.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Player {
    /// All moves.
    pub all: Figures,
    /// The moves of each phase, in the order of [`Phase::ALL`].
    pub phases: [Figures; 3],
    /// The move with the largest loss; `None` without a loss.
    pub worst: Option<MoveLoss>,
}

/// Figures of some moves of a player.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Figures {
    /// Judged moves.
    pub moves: usize,
    /// Mean accuracy of the moves, 0 to 100; `None` without a move.
    pub accuracy: Option<f64>,
    /// Moves marked `!!`.
    pub brilliant: usize,
    /// Moves marked `!`.
    pub good: usize,
    /// Moves marked `?`.
    pub mistakes: usize,
    /// Moves marked `??`.
    pub blunders: usize,
}

impl Figures {
    /// Adds a move with its accuracy.
    fn add(&mut self, accuracy: f64, judgement: Option<Judgement>) {
        let sum = self.accuracy.unwrap_or(0.0) * self.moves as f64 + accuracy;
        self.moves += 1;
        self.accuracy = Some(sum / self.moves as f64);
        match judgement {
            Some(Judgement::Brilliant) => self.brilliant += 1,
            Some(Judgement::Good) => self.good += 1,
            Some(Judgement::Bad) => self.mistakes += 1,
            Some(Judgement::Blunder) => self.blunders += 1,
            Some(Judgement::Interesting | Judgement::Dubious) | None => {}
        }
    }
}

/// A move and its loss.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MoveLoss {
    /// Index of the move in [`Annotation::moves`].
    pub ply: usize,
    /// Loss of the player's chance, 0 to 1.
    pub loss: f64,
}

impl Annotation {
    /// The moves of a game, with nothing evaluated.
    fn unjudged(end: &Game) -> Self {
        let mut game = end.back_to(0);
        let mut moves = Vec::new();
        for mv in end.played() {
            let (number, color, text) = (game.move_number(), game.to_move(), game.spelling(mv));
            let phase = Phase::of(&game);
            // The moves are legal, because they have been played.
            let _ = game.play(mv);
            let threat = if game.is_tak() { ThreatMark::Tak } else { ThreatMark::None };
            moves.push(JudgedMove { mv, text, number, color, phase, threat, judgement: None });
        }
        Self { evaluations: vec![None; moves.len() + 1], moves }
    }

    /// Number of evaluated positions.
    pub fn done(&self) -> usize {
        self.evaluations.iter().flatten().count()
    }

    /// Whether every position is evaluated.
    pub fn is_complete(&self) -> bool {
        self.evaluations.iter().all(Option::is_some)
    }

    /// White's chance after `plies` plies, from 0 to 1. A draw counts half.
    pub fn white_chance(&self, plies: usize) -> Option<f64> {
        Some(chance_of(self.evaluations.get(plies)?.as_ref()?, Color::White))
    }

    /// Loss of the mover's chance by a move, from 0 to 1; 0 for the engine's move.
    pub fn loss(&self, ply: usize) -> Option<f64> {
        let before = self.evaluations.get(ply)?.as_ref()?;
        let after = self.evaluations.get(ply + 1)?.as_ref()?;
        let played = self.moves.get(ply)?;
        Some(judge::loss(before, after, played.mv, played.color))
    }

    /// Summary of each player from the judged moves.
    pub fn players(&self) -> ByColor<Player> {
        let mut players = ByColor::<Player>::default();
        for (ply, played) in self.moves.iter().enumerate() {
            let Some(loss) = self.loss(ply) else { continue };
            let player = &mut players[played.color];
            let accuracy = judge::accuracy(loss);
            player.all.add(accuracy, played.judgement);
            player.phases[played.phase as usize].add(accuracy, played.judgement);
            if loss > player.worst.map_or(0.0, |worst| worst.loss) {
                player.worst = Some(MoveLoss { ply, loss });
            }
        }
        players
    }
}
