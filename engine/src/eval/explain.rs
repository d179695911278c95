//! The evaluation laid open: every term with its counts, for people and for fitting.

use super::Look;
use super::phase::Phase;
use super::score::Score;
use super::terms::Term;
use super::trace::Counts;
use super::weights::table;
use crate::board::Position;
use crate::types::Color;

/// The vector of a position: `counts.value(weights, phase)` is its value for the side to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Features {
    /// What was counted.
    pub counts: Counts,
    /// How the weights of the phases are blended.
    pub phase: Phase,
}

/// Counts the terms of a position whose game is not over.
#[must_use]
pub fn features<const N: usize>(position: &Position<N>) -> Features {
    let mut counts = Counts::ZERO;
    let look = Look::new(position, &position.roads());
    look.count(&mut counts);
    Features { counts, phase: look.phase() }
}

/// One term of an [`Explanation`].
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TermValue {
    /// The term.
    pub term: Term,
    /// Its count for White.
    pub white: i32,
    /// Its count for Black.
    pub black: i32,
    /// What one is worth in this phase, in inner units.
    pub weight: f64,
    /// What the term gives White, in inner units.
    pub contribution: f64,
}

/// Where the value of a position comes from.
#[derive(Clone, PartialEq, Debug)]
pub struct Explanation {
    /// The phase of the game.
    pub phase: Phase,
    /// Every term that was counted for either player.
    pub terms: Vec<TermValue>,
    /// The value from White's view: the sum of the contributions, rounded towards zero.
    pub white: Score,
}

/// Explains the value of a position whose game is not over.
#[must_use]
pub fn explain<const N: usize>(position: &Position<N>) -> Explanation {
    let Features { counts, phase } = features(position);
    let weights = table(N);
    let mut terms = Vec::new();
    for term in Term::all() {
        let [mover, waiting] = counts.terms[term.index()];
        let (white, black) = match position.to_move() {
            Color::White => (mover, waiting),
            Color::Black => (waiting, mover),
        };
        if (white, black) == (0, 0) {
            continue;
        }
        let shares = phase.shares();
        let [opening, middle, end] = weights[term.index()].map(i32::from);
        let scaled = opening * shares[0] + middle * shares[1] + end * shares[2];
        let whole = f64::from(Phase::WHOLE);
        terms.push(TermValue {
            term,
            white,
            black,
            weight: f64::from(scaled) / whole,
            contribution: f64::from(scaled * (white - black)) / whole,
        });
    }
    let value = Score::estimate(counts.value(weights, phase));
    let white = if position.to_move() == Color::White { value } else { -value };
    Explanation { phase, terms, white }
}
