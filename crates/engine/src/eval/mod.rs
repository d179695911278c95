//! The evaluation of a position.
//!
//! The [network](net) has learned it from games. Its inputs are the piles of all squares, the race to the flat count, the
//! capstones in reserve, the roads that lack few stones, and [`DIFFERENCES`]: counts for the side to move minus those for
//! the other side.

mod differences;
mod evaluator;
pub mod net;
mod roads;
mod score;

use crate::board::{Position, Roads};
use crate::types::{Bitboard, Color};
use net::{Network, Summary, Sums};

pub use crate::eval;
pub use differences::DIFFERENCES;
pub use evaluator::Evaluator;
pub use score::{MAX_PLY, Scale, Score, Value, Wdl, scale};

/// The value of a position for the side to move. The game must not be over.
///
/// # Panics
/// If the network is for another board size.
pub fn evaluate<const N: usize>(position: &Position<N>, network: &Network) -> Score {
    assert_eq!(network.size(), N, "board size of the network");
    let value =
        network.value(&Sums::new(network, position), position.to_move(), &summary(position));
    Score::estimate(value)
}

/// The network's inputs besides the piles.
// Not inlined, because each copy contains the reach of all roads for every board size.
#[inline(never)]
pub fn summary<const N: usize>(position: &Position<N>) -> Summary {
    View::new(position).summary(&position.roads())
}

/// The top pieces of one player.
#[derive(Clone, Copy)]
struct SideView {
    color: Color,
    all: Bitboard,
    flats: Bitboard,
    walls: Bitboard,
    capstones: Bitboard,
    /// Flats and capstones.
    road: Bitboard,
}

/// A position with the sets of squares that the inputs need.
struct View<'a, const N: usize> {
    position: &'a Position<N>,
    mover: SideView,
    waiting: SideView,
}

impl<'a, const N: usize> View<'a, N> {
    #[inline(always)]
    fn new(position: &'a Position<N>) -> Self {
        let side = |color| {
            let all = position.owned(color);
            SideView {
                color,
                all,
                flats: all - position.blockers(),
                walls: all & position.walls(),
                capstones: all & position.capstones(),
                road: all - position.walls(),
            }
        };
        let mover = position.to_move();
        Self { position, mover: side(mover), waiting: side(mover.opponent()) }
    }

    /// The network's inputs besides the piles.
    #[inline(always)]
    fn summary(&self, roads: &Roads) -> Summary {
        let race = Race::new(self.position);
        let [own, other] = self.prospects(roads);
        Summary {
            race_plies: race.plies,
            race_lead: race.lead,
            capstones: [self.mover, self.waiting]
                .map(|side| self.position.reserve(side.color).capstones),
            roads: [own.completing, other.completing, own.in_two, other.in_two].map(|set| set.0),
            differences: self.differences(),
        }
    }
}

/// The end of the game if both players place only flats.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Race {
    /// Plies until the board is full or a reserve is empty.
    plies: i32,
    /// The lead of the side to move at that time, in half flats including komi.
    lead: i32,
}

impl Race {
    /// The race in a position whose game is not over.
    #[inline(always)]
    fn new<const N: usize>(position: &Position<N>) -> Self {
        let mover = position.to_move();
        let own = position.reserve(mover).total() as i32;
        let other = position.reserve(mover.opponent()).total() as i32;
        let empty = position.empty().len() as i32;
        let plies = (2 * own - 1).min(2 * other).min(empty).max(1);
        let last_is_own = plies & 1;
        Self { plies, lead: position.half_flats_ahead(mover) + 2 * last_is_own }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{HalfKomi, Move, Piece, Rules, RulesError, Square};

    #[test]
    fn the_start_is_a_race_of_all_squares() -> Result<(), RulesError> {
        let mut position = Position::<5>::start(Rules::standard(5).with_komi(HalfKomi::new(3)?));
        assert_eq!(Race::new(&position), Race { plies: 25, lead: 2 - 3 });
        position.play(Move::place(Square::new(0, 0), Piece::Flat), &mut ());
        // A black flat, Black to move, komi for Black, and an even number of empty squares.
        assert_eq!(Race::new(&position), Race { plies: 24, lead: 2 + 3 });
        Ok(())
    }
}
