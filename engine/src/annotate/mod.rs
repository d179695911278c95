//! Annotating a game: every position is searched, every move is judged, and both can be written into the
//! game's text, where PTN Ninja finds them.
//!
//! The walk goes from the last position to the first: what the search learns of a position is then
//! there when the position before it is searched, so that a move is not marked for what both searches
//! see, only one of them later. `docs/annotate.md` says what the marks mean.

mod good;
mod judge;
mod known;
mod look;
mod summary;
mod tinue;
mod walk;
mod write;

pub use judge::{BLUNDER, GOOD, MISTAKE, chance_of};
pub use known::{Known, Unlike};
pub use summary::{Player, Swing};
pub use walk::{News, annotate};
pub use write::{Variations, write};

use crate::notation::ptn_file::Evaluation;
use crate::notation::{Judgement, Marks, Threat};
use crate::types::{Color, Move};
use std::time::Duration;

/// Positions of each search if nothing limits it.
pub const USUAL_NODES: u64 = 400_000;
/// Positions that the solver may open for each question, if nobody says otherwise.
pub const USUAL_PROOF_NODES: u64 = 20_000;

/// The version that evaluations are signed with: engine and program have the same.
const VERSION: &str = env!("CARGO_PKG_VERSION");
/// The name that they are signed with.
const NAME: &str = "Stonefall";
/// How the note on the first position begins.
const NOTE: &str = "Annotated by Stonefall";

/// How thoroughly a game is looked at. Of several limits the first one reached ends a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    /// Iterations of each search.
    pub depth: Option<u32>,
    /// Positions of each search.
    pub nodes: Option<u64>,
    /// Time of each search.
    pub movetime: Option<Duration>,
    /// Positions that the solver opens for each question; 0 if it is not asked.
    pub proof_nodes: u64,
    /// Threads of the search.
    pub threads: usize,
    /// The table of the search in MiB.
    pub hash_mib: usize,
}

impl Plan {
    /// What the game says of how it was annotated. Annotations that agree in it can be put together.
    #[must_use]
    pub fn note(&self) -> String {
        // In words that nobody takes for an evaluation.
        let parts = [
            self.depth.map(|depth| format!("depth {depth}")),
            self.nodes.map(|nodes| format!("{nodes} positions")),
            self.movetime.map(|time| format!("{} seconds", time.as_secs_f64())),
            (self.proof_nodes > 0).then(|| format!("{} for proofs", self.proof_nodes)),
        ];
        let parts: Vec<_> = parts.into_iter().flatten().collect();
        format!("{NOTE} {VERSION} with {} a move", parts.join(" and "))
    }
}

/// A game and what is known of it. Chances and scores are White's.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Annotation {
    /// Of each position, by the number of plies before it; one more than there are moves.
    pub evaluations: Vec<Option<Evaluation>>,
    /// The moves of the main line.
    pub moves: Vec<Annotated>,
}

/// A move of the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Annotated {
    /// The move.
    pub mv: Move,
    /// The move as PTN has it, without marks.
    pub text: String,
    /// Number of the move.
    pub number: u32,
    /// Who played it.
    pub color: Color,
    /// What it threatens.
    pub threat: Threat,
    /// How good it is, if that is worth a mark.
    pub judgement: Option<Judgement>,
}

impl Annotated {
    /// The move with its number and marks: `12. c3'?`, `12... d4`.
    #[must_use]
    pub fn name(&self) -> String {
        let dots = if self.color == Color::White { "." } else { "..." };
        let marks = Marks { threat: self.threat, judgement: self.judgement };
        format!("{}{dots} {}{marks}", self.number, self.text)
    }
}

impl Annotation {
    /// Positions that are evaluated.
    #[must_use]
    pub fn done(&self) -> usize {
        self.evaluations.iter().flatten().count()
    }

    /// Whether there is nothing left to do.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.evaluations.iter().all(Option::is_some)
    }

    /// White's chance after so many plies, from 0 to 1: a draw counts half.
    #[must_use]
    pub fn white_chance(&self, plies: usize) -> Option<f64> {
        Some(chance_of(self.evaluations.get(plies)?.as_ref()?, Color::White))
    }

    /// What a move has lost of its player's chance, from 0 to 1; 0 for the move that the engine would
    /// have played.
    #[must_use]
    pub fn loss(&self, ply: usize) -> Option<f64> {
        let before = self.evaluations.get(ply)?.as_ref()?;
        let after = self.evaluations.get(ply + 1)?.as_ref()?;
        let played = self.moves.get(ply)?;
        Some(judge::loss(before, after, played))
    }
}
