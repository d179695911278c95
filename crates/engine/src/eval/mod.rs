//! The evaluation of a position.
//!
//! The terms are linear: a sum of counts times weights, blended by the phase of the game. One code path counts
//! them for any [`Trace`]: [`evaluate`] computes only the value, [`features`] and [`explain`] keep the counts.
//! `terms` lists the terms, [`weights`] has their weights. The network in [`net`] corrects the sum.

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
use net::{Network, Summary, Sums};
use phase::Race;
use roads::Prospects;
use trace::Sum;
use view::View;

/// The value of a position for the side to move by only the terms. The game must not be over.
pub fn evaluate<const N: usize>(position: &Position<N>) -> Score {
    evaluate_on(position, &position.roads(), None)
}

/// Like [`evaluate`], with known roads, and with a network and its sums.
#[inline(always)]
pub(crate) fn evaluate_on<const N: usize>(
    position: &Position<N>,
    roads: &Roads,
    network: Option<(&Network, &Sums)>,
) -> Score {
    let context = Context::new(position, roads);
    let learned = match network {
        Some((network, sums)) => network.value(sums, position.to_move(), &context.summary()),
        None => 0,
    };
    Score::estimate(context.terms() + learned)
}

/// The network's inputs besides the piles.
// Not inlined, because each copy contains the reach of all roads for every board size.
#[inline(never)]
fn summary<const N: usize>(position: &Position<N>) -> Summary {
    Context::new(position, &position.roads()).summary()
}

/// A position with the data that terms and network share.
struct Context<'a, const N: usize> {
    view: View<'a, N>,
    race: Race,
    prospects: [Prospects; 2],
}

impl<'a, const N: usize> Context<'a, N> {
    #[inline(always)]
    fn new(position: &'a Position<N>, roads: &Roads) -> Self {
        let view = View::new(position);
        let prospects = view.prospects(roads);
        Self { view, race: Race::new(position), prospects }
    }

    fn phase(&self) -> Phase {
        Phase::new(self.view.position, self.race)
    }

    /// The value of the terms.
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

    /// The network's inputs besides the piles.
    #[inline(always)]
    fn summary(&self) -> Summary {
        let [own, other] = &self.prospects;
        let View { position, mover, waiting, .. } = &self.view;
        Summary {
            race_plies: self.race.plies,
            race_lead: self.race.lead,
            capstones: [mover, waiting].map(|side| position.reserve(side.color).capstones),
            roads: [own.completing, other.completing, own.in_two, other.in_two].map(|set| set.0),
        }
    }
}
