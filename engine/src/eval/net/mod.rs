//! The learned part of the evaluation: a small network that corrects what the terms say.
//!
//! The inputs ([`Inputs`]) are seen by both players with the same weights: each input that is on adds its row of
//! [`HIDDEN`] numbers to a sum. The sums of the side to move and of the other one, cut to 0 to 1 and squared, are weighed and
//! added up; which of [`OUTPUTS`] sets of weights does so depends on how many plies the race to the flat count still has. What
//! comes out is added to the value of the terms.
//!
//! Everything is integers, so that a network says the same on every machine.
//!
//! (Sums that are updated with each move: Y. Nasu's NNUE for shogi. The squares of sums that are cut off: the chess engines that
//! name it SCReLU. Stockfish, too, once had a hand-written value beside its network.)

mod explain;
mod file;
mod inputs;
mod sums;

pub use explain::Learned;
pub use file::{MOST_OUTPUT, NetworkError, Weights};
pub(super) use inputs::Situation;
pub use inputs::{CAPTIVES, Inputs, PILES, SEEN, TOPS, captive_bits};
pub(super) use sums::Change;
pub use sums::Sums;

use super::Look;
use crate::board::Position;
use crate::types::{Bitboard, Color, Square};
use arrayvec::ArrayVec;
use inputs::ROAD_SETS;
use std::sync::{Arc, OnceLock};

/// Neurons for each player.
pub const HIDDEN: usize = 128;
/// Sets of output weights, by the length of the race.
pub const OUTPUTS: usize = 8;
/// What 1 is in the sums.
pub const ONE: i32 = 255;
/// What 1 is in the output weights.
pub const OUTPUT_ONE: i32 = 512;
/// Inner units that an output of 1 is worth.
pub const UNITS: i32 = 400;

/// A row of the first layer.
type Row = [i16; HIDDEN];

/// As many numbers as registers hold while rows are added to them.
type Block = [i16; LANES];
const LANES: usize = if cfg!(target_feature = "avx2") { 128 } else { 64 };
/// Blocks of a player.
const BLOCKS: usize = HIDDEN / LANES;
const _: () = assert!(HIDDEN.is_multiple_of(LANES));

/// A number for each neuron of both players, in blocks: rows of two inputs, or sums. What a player's sums need stands beside
/// what the other's need at the same time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(align(64))]
pub(super) struct Pair([[Block; BLOCKS]; 2]);

/// The weights of a network for one board size.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Network {
    size: usize,
    bias: Row,
    /// For each pile as White sees it, White's row and Black's.
    piles: Vec<Pair>,
    /// As the side to move sees it, first its row: for each set of roads and each of 64 squares; behind these for the race
    /// and the capstones in hand.
    situation: Vec<Pair>,
    /// For each output, the weights of the neurons of the side to move and of the other one.
    outputs: [Pair; OUTPUTS],
    /// For each output, in the units of the sum over the neurons.
    output_bias: [i32; OUTPUTS],
}

/// The networks that come with the program.
const SHIPPED: [(usize, &[u8]); 5] = [
    (4, include_bytes!("../../../networks/4x4.net")),
    (5, include_bytes!("../../../networks/5x5.net")),
    (6, include_bytes!("../../../networks/6x6.net")),
    (7, include_bytes!("../../../networks/7x7.net")),
    (8, include_bytes!("../../../networks/8x8.net")),
];

impl Network {
    /// The network that comes with the program for boards of this size, if there is one.
    #[must_use]
    pub fn shipped(size: usize) -> Option<Arc<Self>> {
        static READ: [OnceLock<Option<Arc<Network>>>; 9] = [const { OnceLock::new() }; 9];
        let (_, bytes) = SHIPPED.iter().find(|&&(of, _)| of == size)?;
        READ.get(size)?.get_or_init(|| Self::read(bytes).ok().map(Arc::new)).clone()
    }

    /// Board size.
    #[must_use]
    pub const fn size(&self) -> usize {
        self.size
    }

    /// What the network adds to the value of the terms for the side to move, in inner units.
    #[inline(always)]
    pub(super) fn value(&self, Sums(sums): &Sums, to_move: Color, situation: &Situation) -> i32 {
        let mut on = ArrayVec::<u16, { 64 * ROAD_SETS + 2 }>::new();
        on.extend(Inputs::counts(situation).map(|count| (64 * ROAD_SETS + count) as u16));
        for (set, &squares) in situation.roads.iter().enumerate() {
            let mut left = squares;
            while left != 0 {
                on.push((64 * set) as u16 | left.trailing_zeros() as u16);
                left &= left - 1;
            }
        }
        let output = output(situation.race_plies, self.size);
        let sum = sums.weighed(to_move, &self.situation, &on, &self.outputs[output]);
        let sum = i64::from(sum) + i64::from(self.output_bias[output]);
        (sum * i64::from(UNITS) / i64::from(ONE * ONE * OUTPUT_ONE)) as i32
    }
}

/// The output that counts for a race of so many plies.
#[must_use]
#[inline(always)]
pub const fn output(race_plies: i32, size: usize) -> usize {
    let output = race_plies as usize * OUTPUTS / (size * size + 1);
    if output < OUTPUTS { output } else { OUTPUTS - 1 }
}

impl Pair {
    fn new(rows: [Row; 2]) -> Self {
        let mut pair = [[[0; _]; BLOCKS]; 2];
        for (player, row) in pair.iter_mut().zip(rows) {
            player.as_flattened_mut().copy_from_slice(&row);
        }
        Self(pair)
    }

    /// The row of the first player, and that of the other.
    fn rows(&self) -> [Row; 2] {
        self.0.map(|player| std::array::from_fn(|neuron| player.as_flattened()[neuron]))
    }

    #[inline(always)]
    fn add(&mut self, other: &Self) {
        for player in 0..2 {
            for block in 0..BLOCKS {
                add(&mut self.0[player][block], &other.0[player][block]);
            }
        }
    }

    /// Becomes other sums without some pairs and with others, by their numbers.
    ///
    /// Out of line: where it can see through the sums, the compiler takes them apart into single numbers.
    #[inline(never)]
    fn follow(&mut self, before: &Self, pairs: &[Self], off: &[u16], on: &[u16]) {
        for player in 0..2 {
            for block in 0..BLOCKS {
                let mut sums = before.0[player][block];
                for &number in off {
                    subtract(&mut sums, &pairs[usize::from(number)].0[player][block]);
                }
                for &number in on {
                    add(&mut sums, &pairs[usize::from(number)].0[player][block]);
                }
                self.0[player][block] = sums;
            }
        }
    }

    /// The sums of these and of the pairs with these numbers, cut to 0 to 1 and squared, times the weights. Here the first
    /// of the players is White; there it is the side to move.
    ///
    /// A weight times a sum fits 16 bits ([`Network::new`] sees to it), so that compilers find the instruction that multiplies
    /// and adds in pairs. (An idea of the chess engine Lizard.) Out of line as above.
    #[inline(never)]
    fn weighed(&self, to_move: Color, pairs: &[Self], on: &[u16], weights: &Self) -> i32 {
        let mut total = 0;
        for player in 0..2 {
            for block in 0..BLOCKS {
                let mut sums = self.0[player ^ to_move.index()][block];
                for &number in on {
                    add(&mut sums, &pairs[usize::from(number)].0[player][block]);
                }
                total += product(&sums, &weights.0[player][block]);
            }
        }
        total
    }
}

#[inline(always)]
fn add(sums: &mut Block, row: &Block) {
    for (sum, &weight) in sums.iter_mut().zip(row) {
        *sum = sum.wrapping_add(weight);
    }
}

#[inline(always)]
fn subtract(sums: &mut Block, row: &Block) {
    for (sum, &weight) in sums.iter_mut().zip(row) {
        *sum = sum.wrapping_sub(weight);
    }
}

/// What a block adds to the output. (By reference: where the arrays themselves go through the iterators, no vectors come out.)
#[inline(always)]
fn product(sums: &Block, weights: &Block) -> i32 {
    let mut total = 0;
    for (&sum, &weight) in sums.iter().zip(weights) {
        let cut = sum.clamp(0, ONE as i16);
        total += i32::from(cut.wrapping_mul(weight)) * i32::from(cut);
    }
    total
}

/// What a network for this size of board begins with: the inputs that are on in a position as the side to move sees it,
/// each shown once, and the output that counts.
pub fn seen<const N: usize>(position: &Position<N>, mut on: impl FnMut(usize)) -> usize {
    let inputs = Inputs::new(N);
    for square in Square::all(N) {
        inputs.pile(square, position.contents(square), position.to_move(), &mut on);
    }
    let situation = Look::new(position, &position.roads()).situation();
    for count in Inputs::counts(&situation) {
        on(inputs.piles() + count);
    }
    for (set, squares) in situation.roads.into_iter().enumerate() {
        for square in Bitboard(squares) {
            on(inputs.road(set, square));
        }
    }
    output(situation.race_plies, N)
}
