//! The terms of a position with their counts, for people and for fits.

use super::Context;
use super::phase::Phase;
use super::score::Score;
use super::terms::Term;
use super::trace::Counts;
use super::weights::table;
use crate::board::Position;
use crate::types::Color;

/// The features of a position: `counts.value(weights, phase)` is its value for the side to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Features {
    /// The counts of all terms.
    pub counts: Counts,
    /// The shares of the phases' weights.
    pub phase: Phase,
}

/// Counts the terms of a position whose game is not over.
// Other packages would compile it again for every board size.
#[inline(never)]
pub fn features<const N: usize>(position: &Position<N>) -> Features {
    let mut counts = Counts::ZERO;
    let context = Context::new(position, &position.roads());
    context.count(&mut counts);
    Features { counts, phase: context.phase() }
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
    /// The weight in this phase, in inner units.
    pub weight: f64,
    /// The value of the term for White, in inner units.
    pub contribution: f64,
}

/// The parts of a position's value.
#[derive(Clone, PartialEq, Debug)]
pub struct Explanation {
    /// The phase of the game.
    pub phase: Phase,
    /// Every term with a count of either player.
    pub terms: Vec<TermValue>,
    /// The value for White: the sum of the contributions, rounded toward zero.
    pub white: Score,
}

/// Explains the value of a position whose game is not over.
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
