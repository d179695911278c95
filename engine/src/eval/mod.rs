//! What a position is worth.
//!
//! The evaluation is written by hand and linear: a sum of counts times weights, blended by the phase
//! of the game. The counting is written once, for any [`Trace`]: [`evaluate`] adds up the value and
//! nothing else, [`features`] and [`explain`] keep the counts. What is counted is listed in `terms`,
//! what it is worth in [`weights`].

mod contact;
mod evaluator;
mod explain;
mod material;
pub mod net;
mod phase;
mod roads;
mod score;
mod stacks;
mod terms;
mod trace;
mod view;
pub mod weights;

pub use evaluator::Evaluator;
pub use explain::{Explanation, Features, TermValue, explain, features};
pub use phase::Phase;
pub use score::{MAX_PLY, Score, Value, Wdl};
pub use terms::Term;
pub use trace::{Counts, Trace};

use crate::board::{Position, Roads};
use net::{Network, Situation, Sums};
use phase::Race;
use roads::Prospects;
use trace::Sum;
use view::View;

/// The worth of a position for the side to move by the terms alone. The game must not be over.
#[must_use]
pub fn evaluate<const N: usize>(position: &Position<N>) -> Score {
    evaluate_on(position, &position.roads(), None)
}

/// The same with a network, where the roads and the sums are known.
#[must_use]
pub(crate) fn evaluate_on<const N: usize>(
    position: &Position<N>,
    roads: &Roads,
    network: Option<(&Network, &Sums)>,
) -> Score {
    let look = Look::new(position, roads);
    let learned = network
        .map_or(0, |(network, sums)| network.value(sums, position.to_move(), &look.situation()));
    Score::estimate(look.terms() + learned)
}

/// A position with all that its evaluation begins with.
struct Look<'a, const N: usize> {
    view: View<'a, N>,
    race: Race,
    prospects: [Prospects; 2],
}

impl<'a, const N: usize> Look<'a, N> {
    #[inline(always)]
    fn new(position: &'a Position<N>, roads: &Roads) -> Self {
        let view = View::new(position);
        let prospects = view.prospects(roads);
        Self { view, race: Race::new(position), prospects }
    }

    fn phase(&self) -> Phase {
        Phase::new(self.view.position, self.race)
    }

    /// The value by the terms.
    #[inline(always)]
    fn terms(&self) -> i32 {
        let mut sum = Sum::<N>::ZERO;
        self.count(&mut sum);
        sum.value(self.phase())
    }

    /// Counts every term.
    #[inline(always)]
    fn count(&self, trace: &mut impl Trace) {
        let Self { view, race, prospects } = self;
        view.material(trace, *race);
        view.locations(trace);
        view.roads(trace, prospects);
        view.stacks(trace);
        view.capstones_and_walls(trace);
        view.control(trace);
    }

    /// What the network sees beside the piles.
    #[inline(always)]
    fn situation(&self) -> Situation {
        let [own, other] = &self.prospects;
        let View { position, mover, waiting, .. } = &self.view;
        Situation {
            race_plies: self.race.plies,
            race_lead: self.race.lead,
            capstones: [mover, waiting].map(|side| position.reserve(side.color).capstones),
            roads: [own.completing, other.completing, own.in_two, other.in_two].map(|set| set.0),
        }
    }
}
