//! The evaluation of a position.
//!
//! The terms are linear: a sum of counts times weights, blended by the phase of the game. One code path counts
//! them for any [`Trace`]: [`evaluate`] computes only the value, [`features`] keeps the counts.
//! `terms` lists the terms, [`weights`] has their weights. The network in [`net`] corrects the sum.

mod evaluator;
mod material;
pub mod net;
mod roads;
mod score;
mod terms;
pub mod weights;

use crate::board::{Position, Roads, Turn};
use crate::types::{Bitboard, Color};
use net::{Network, Summary, Sums};
use roads::Prospects;
use weights::Sum;

pub use crate::eval;
pub use evaluator::Evaluator;

pub use score::{MAX_PLY, Score, Value, Wdl};
pub use terms::{FLAT_AT, FLATS, KOMI, Term, WALL_AT};
pub use weights::{Counts, Trace};

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

    fn phase(&self) -> PhaseShares {
        PhaseShares::new(self.view.position, self.race)
    }

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

/// The top pieces of one player.
#[derive(Clone, Copy)]
pub(super) struct SideView {
    pub(super) turn: Turn,
    pub(super) color: Color,
    pub(super) all: Bitboard,
    pub(super) flats: Bitboard,
    pub(super) walls: Bitboard,
    pub(super) capstones: Bitboard,
    /// Flats and capstones.
    pub(super) road: Bitboard,
}

/// A position with the sets of squares that most terms use.
pub(super) struct View<'a, const N: usize> {
    pub(super) position: &'a Position<N>,
    pub(super) mover: SideView,
    pub(super) waiting: SideView,
    pub(super) empty: Bitboard,
    pub(super) tall: Bitboard,
    /// Walls and capstones of both sides.
    pub(super) blockers: Bitboard,
}

impl<'a, const N: usize> View<'a, N> {
    #[inline(always)]
    pub(super) fn new(position: &'a Position<N>) -> Self {
        let side = |turn, color| {
            let all = position.owned(color);
            SideView {
                turn,
                color,
                all,
                flats: all - position.blockers(),
                walls: all & position.walls(),
                capstones: all & position.capstones(),
                road: all - position.walls(),
            }
        };
        Self {
            position,
            mover: side(Turn::Mover, position.to_move()),
            waiting: side(Turn::Waiting, position.to_move().opponent()),
            empty: position.empty(),
            tall: position.tall(),
            blockers: position.blockers(),
        }
    }

    /// Counts a term for both sides. `count` receives the side and its opponent.
    #[inline(always)]
    pub(super) fn each(
        &self,
        trace: &mut impl Trace,
        term: Term,
        count: impl Fn(&SideView, &SideView) -> usize,
    ) {
        let mover = count(&self.mover, &self.waiting) as i32;
        let waiting = count(&self.waiting, &self.mover) as i32;
        trace.add(term, mover, waiting);
    }

    /// Counts a pair of terms: the first for the side to move, the second for the other side.
    #[inline(always)]
    pub(super) fn by_turn(
        &self,
        trace: &mut impl Trace,
        term: Term,
        count: impl Fn(&SideView, &SideView) -> usize,
    ) {
        let mover = count(&self.mover, &self.waiting) as i32;
        let waiting = count(&self.waiting, &self.mover) as i32;
        trace.add(term, mover, 0);
        trace.add(term.at(1), 0, waiting);
    }
}

/// The shares of opening, middle and end in a position. Their sum is [`PhaseShares::WHOLE`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PhaseShares {
    shares: [i32; 3],
}

impl PhaseShares {
    /// The sum of the three shares.
    pub const WHOLE: i32 = 64;

    /// The phase of a position.
    ///
    /// The share of the opening falls to zero while the players place pieces on half as many squares as the board
    /// has. The share of the end grows with fewer remaining plies. (Phases by reserves: Tiltak.)
    #[inline(always)]
    pub(super) fn new<const N: usize>(position: &Position<N>, race: Race) -> Self {
        let span = (N * N / 2) as i32;
        let pieces = &position.rules().pieces;
        let placed: i32 = Color::ALL
            .into_iter()
            .map(|color| pieces[color].total() as i32 - position.reserve(color).total() as i32)
            .sum();
        let end = Self::WHOLE * (span - race.plies).max(0) / span;
        let opening = (Self::WHOLE * (span - placed).max(0) / span).min(Self::WHOLE - end);
        Self { shares: [opening, Self::WHOLE - opening - end, end] }
    }

    /// The shares of opening, middle and end.
    pub const fn shares(self) -> [i32; 3] {
        self.shares
    }

    /// Blends three numbers into one. Rounds toward zero, so that opposite numbers give opposite values.
    #[inline(always)]
    pub(crate) const fn blend(self, [opening, middle, end]: [i32; 3]) -> i32 {
        let [first, second, third] = self.shares;
        (opening * first + middle * second + end * third) / Self::WHOLE
    }
}

/// The end of the game if both players place only flats.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Race {
    /// Plies until the board is full or a reserve is empty.
    pub(super) plies: i32,
    /// The lead of the side to move at that time, in half flats including komi.
    pub(super) lead: i32,
}

impl Race {
    /// The race in a position whose game is not over.
    #[inline(always)]
    pub(super) fn new<const N: usize>(position: &Position<N>) -> Self {
        let mover = position.to_move();
        let own = position.reserve(mover).total() as i32;
        let other = position.reserve(mover.opponent()).total() as i32;
        let empty = position.empty().len() as i32;
        let plies = (2 * own - 1).min(2 * other).min(empty).max(1);
        let last_is_own = plies & 1;
        Self { plies, lead: position.half_flats_ahead(mover) + 2 * last_is_own }
    }

    /// The index of the length in [`RACE`](super::terms::RACE).
    #[inline(always)]
    pub(super) const fn bucket(self) -> usize {
        match self.plies {
            ..=1 => 0,
            2 => 1,
            3..=4 => 2,
            5..=6 => 3,
            7..=10 => 4,
            11..=16 => 5,
            _ => 6,
        }
    }
}

/// The features of a position: `counts.value(weights, phase)` is its value for the side to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Features {
    /// The counts of all terms.
    pub counts: Counts,
    /// The shares of the phases' weights.
    pub phase: PhaseShares,
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{HalfKomi, Move, Piece, Rules, Square};

    #[test]
    fn blending_is_odd() {
        let phase = PhaseShares { shares: [10, 21, 33] };
        assert_eq!(phase.blend([100, -55, 7]), -phase.blend([-100, 55, -7]));
        assert_eq!(phase.blend([640, 640, 640]), 640);
    }

    #[test]
    fn the_start_is_opening_and_a_race_of_all_squares() -> Result<(), crate::types::RulesError> {
        let mut position = Position::<5>::start(Rules::standard(5).with_komi(HalfKomi::new(3)?));
        let race = Race::new(&position);
        assert_eq!(race, Race { plies: 25, lead: 2 - 3 });
        assert_eq!(race.bucket(), 6);
        assert_eq!(PhaseShares::new(&position, race).shares(), [64, 0, 0]);
        position.play(Move::place(Square::new(0, 0), Piece::Flat), &mut ());
        // A black flat, Black to move, komi for Black, and an even number of empty squares.
        assert_eq!(Race::new(&position), Race { plies: 24, lead: 2 + 3 });
        Ok(())
    }
}
