//! What a position is worth.
//!
//! The evaluation is written by hand and linear: a sum of counts times weights, blended by the phase
//! of the game. The counting is written once, for any [`Trace`]: [`evaluate`] adds up the value and
//! nothing else, [`features`] and [`explain`] keep the counts. What is counted is listed in `terms`,
//! what it is worth in [`weights`].

mod contact;
mod explain;
mod material;
mod phase;
mod roads;
mod score;
mod stacks;
mod terms;
mod trace;
mod view;
pub mod weights;

pub use explain::{Explanation, Features, TermValue, explain, features};
pub use phase::Phase;
pub use score::{MAX_PLY, Score, Value, Wdl};
pub use terms::Term;
pub use trace::{Counts, Trace};

use crate::board::{Position, Roads};
use phase::Race;
use trace::Sum;
use view::View;

/// The worth of a position for the side to move. The game must not be over.
#[must_use]
#[inline]
pub fn evaluate<const N: usize>(position: &Position<N>) -> Score {
    evaluate_on(position, &position.roads())
}

/// The same where the roads are known.
#[must_use]
#[inline]
pub fn evaluate_on<const N: usize>(position: &Position<N>, roads: &Roads) -> Score {
    let mut sum = Sum::<N>::ZERO;
    let race = Race::new(position);
    count(position, roads, race, &mut sum);
    Score::estimate(sum.value(Phase::new(position, race)))
}

/// Counts every term.
#[inline(always)]
fn count<const N: usize>(
    position: &Position<N>,
    roads: &Roads,
    race: Race,
    trace: &mut impl Trace,
) {
    let view = View::new(position);
    view.material(trace, race);
    view.locations(trace);
    view.roads(trace, roads);
    view.stacks(trace);
    view.capstones_and_walls(trace);
    view.control(trace);
}
