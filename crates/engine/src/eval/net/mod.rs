//! The learned part of the evaluation: a small network that corrects the value of the terms.
//!
//! Both players have the same inputs ([`Inputs`]) and weights. Each active input adds its row, a number for each neuron,
//! to a player's sums. The network clamps the sums of both players to 0 to 1, squares them and multiplies them with
//! output weights; the length of the race to the flat count selects one of [`OUTPUTS`] sets of weights. The result is
//! added to the value of the terms.
//!
//! All numbers are integers, so that a network gives the same value on every machine.
//!
//! (Sums updated by moves: Y. Nasu's NNUE for shogi. Squares of clamped sums: SCReLU in chess engines. A hand-written
//! value beside the network: earlier versions of Stockfish.)

mod block;
mod file;
mod inputs;

use super::summary;
use crate::board::{Contents, Observer, Position};
use crate::cpu::versions;
use crate::types::{Bitboard, Color, MAX_SIZE, Square};
use arrayvec::ArrayVec;
use block::{Block, LANES};
use inputs::ROAD_SETS;
use std::sync::{Arc, OnceLock};

pub use file::{MAX_OUTPUT_WEIGHT, NetworkError, Weights};
pub(super) use inputs::Summary;
pub use inputs::{CAPTIVES, Inputs, PILES, SEEN, TOPS, captive_bits};

/// Possible numbers of neurons for each player.
pub const NEURONS: [usize; 2] = [128, 256];
/// Sets of output weights, by the length of the race.
pub const OUTPUTS: usize = 8;
/// Representation of 1 in the sums.
pub const ONE: i32 = 255;
/// Representation of 1 in the output weights.
pub const OUTPUT_ONE: i32 = 512;
/// Inner units of an output of 1.
pub const UNITS: i32 = 400;

/// Possible numbers of blocks of a player.
const MIN_BLOCKS: usize = NEURONS[0] / LANES;
const MAX_BLOCKS: usize = NEURONS[1] / LANES;

/// A block of both players: of the rows of two inputs, or of sums. Numbers that the sums of both players need at the same
/// time are adjacent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(align(64))]
struct Pair([Block; 2]);

/// The weights of a network for one board size.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Network {
    size: usize,
    /// Number of blocks of a player: the tables have as many pairs for each entry.
    blocks: usize,
    /// The initial sums.
    bias: Vec<Pair>,
    /// White's row and Black's row for each pile from White's view.
    piles: Vec<Pair>,
    /// The rows of the side to move and of the other side for each set of roads and each of 64 squares, then for the
    /// race and the reserves.
    summary: Vec<Pair>,
    /// The weights of each output for the neurons of the side to move and of the other side.
    outputs: Vec<Pair>,
    /// The initial value of each output, in the units of the sum over the neurons.
    output_bias: [i32; OUTPUTS],
}

/// The included networks: board size and file.
#[cfg(not(feature = "networks"))]
const SHIPPED: [(usize, &[u8]); 0] = [];
#[cfg(feature = "networks")]
const SHIPPED: [(usize, &[u8]); 5] = [
    (4, include_bytes!("../../../networks/4x4.net")),
    (5, include_bytes!("../../../networks/5x5.net")),
    (6, include_bytes!("../../../networks/6x6.net")),
    (7, include_bytes!("../../../networks/7x7.net")),
    (8, include_bytes!("../../../networks/8x8.net")),
];

/// The networks in use, by board size: included ones after their first use, and supplied ones.
static KNOWN: [OnceLock<Option<Arc<Network>>>; 9] = [const { OnceLock::new() }; 9];

impl Network {
    /// The included or supplied network for boards of this size, if any. Without the feature `networks` none is
    /// included.
    pub fn shipped(size: usize) -> Option<Arc<Self>> {
        let known = KNOWN.get(size)?;
        let Some((_, bytes)) = SHIPPED.iter().find(|&&(of, _)| of == size) else {
            return known.get()?.clone();
        };
        known.get_or_init(|| Self::read(bytes).ok().map(Arc::new)).clone()
    }

    /// Makes the network of a file the one for its board size, unless there is one: for programs without the feature
    /// `networks`, which load networks when they need them. Returns the board size.
    ///
    /// # Errors
    /// If the bytes are not a valid network.
    pub fn supply(bytes: &[u8]) -> Result<usize, NetworkError> {
        let network = Self::read(bytes)?;
        let size = network.size;
        if Self::shipped(size).is_none()
            && let Some(known) = KNOWN.get(size)
        {
            known.get_or_init(|| Some(Arc::new(network)));
        }
        Ok(size)
    }

    /// Whether networks exist for boards of this size.
    pub const fn exists_for(size: usize) -> bool {
        matches!(size, 4..=8)
    }

    /// Board size.
    pub const fn size(&self) -> usize {
        self.size
    }

    /// The correction of the terms' value for the side to move, in inner units.
    #[inline(always)]
    pub(super) fn value(&self, sums: &Sums, to_move: Color, summary: &Summary) -> i32 {
        let mut on = ArrayVec::<u16, { 64 * ROAD_SETS + 2 }>::new();
        on.extend(Inputs::counts(summary).map(|count| (64 * ROAD_SETS + count) as u16));
        for (set, &squares) in summary.roads.iter().enumerate() {
            let mut left = squares;
            while left != 0 {
                on.push((64 * set) as u16 | left.trailing_zeros() as u16);
                left &= left - 1;
            }
        }
        let output = output(summary.race_plies, self.size);
        let sum = sums.weighed(self, to_move, &on, output);
        let sum = sum + i64::from(self.output_bias[output]);
        (sum * i64::from(UNITS) / i64::from(ONE * ONE * OUTPUT_ONE)) as i32
    }
}

/// Index of the output for a race of this length.
#[inline(always)]
pub const fn output(race_plies: i32, size: usize) -> usize {
    let output = race_plies as usize * OUTPUTS / (size * size + 1);
    if output < OUTPUTS { output } else { OUTPUTS - 1 }
}

/// Calls `on` once for each active input of a position from the view of the side to move. Returns the index of the
/// output.
pub fn active_inputs<const N: usize>(position: &Position<N>, mut on: impl FnMut(usize)) -> usize {
    let inputs = Inputs::new(N);
    for square in Square::all(N) {
        inputs.pile(square, position.contents(square), position.to_move(), &mut on);
    }
    let summary = summary(position);
    for count in Inputs::counts(&summary) {
        on(inputs.piles() + count);
    }
    for (set, squares) in summary.roads.into_iter().enumerate() {
        for square in Bitboard(squares) {
            on(inputs.road(set, square));
        }
    }
    output(summary.race_plies, N)
}

/// The sums of both players for one position, White's first. A small network uses only the first blocks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sums([Pair; MAX_BLOCKS]);

impl Sums {
    /// Computes the sums of a position from scratch.
    pub fn new<const N: usize>(network: &Network, position: &Position<N>) -> Self {
        let mut empty = Self([Pair([[0; LANES]; 2]); MAX_BLOCKS]);
        empty.0[..network.blocks].copy_from_slice(&network.bias);
        let piles = position.occupied().into_iter();
        let on: Vec<_> = piles.flat_map(|at| inputs(network, at, position.contents(at))).collect();
        let mut sums = empty;
        sums.change(&empty, network, &[], &on);
        sums
    }

    /// Becomes the sums after a move.
    #[inline(always)]
    pub(in crate::eval) fn follow(&mut self, before: &Self, network: &Network, change: &Change) {
        self.change(before, network, &change.off, &change.on);
    }

    /// Becomes `before` without the piles `off` and with the piles `on`.
    #[inline(always)]
    fn change(&mut self, before: &Self, network: &Network, off: &[u16], on: &[u16]) {
        if network.blocks == MIN_BLOCKS {
            self.change_blocks::<MIN_BLOCKS>(before, &network.piles, off, on);
        } else {
            self.change_blocks::<MAX_BLOCKS>(before, &network.piles, off, on);
        }
    }

    /// The same for a number of blocks.
    ///
    /// Not inlined, because the compiler would split the sums into single numbers.
    #[inline(always)]
    fn change_blocks<const BLOCKS: usize>(
        &mut self,
        before: &Self,
        piles: &[Pair],
        off: &[u16],
        on: &[u16],
    ) {
        versions!({
            for block in 0..BLOCKS {
                for player in 0..2 {
                    let mut sums = block::load(&before.0[block].0[player]);
                    for &number in off {
                        let row = &piles[usize::from(number) * BLOCKS + block];
                        block::subtract(&mut sums, &row.0[player]);
                    }
                    for &number in on {
                        let row = &piles[usize::from(number) * BLOCKS + block];
                        block::add(&mut sums, &row.0[player]);
                    }
                    block::store(sums, &mut self.0[block].0[player]);
                }
            }
        })
    }

    /// The sums with the rows `on` of the summary, clamped to 0 to 1, squared and multiplied with the weights of an output.
    /// The first player is White in `self` and the side to move in the tables.
    #[inline(always)]
    fn weighed(&self, network: &Network, to_move: Color, on: &[u16], output: usize) -> i64 {
        let Network { blocks, ref summary, ref outputs, .. } = *network;
        let weights = &outputs[output * blocks..];
        if blocks == MIN_BLOCKS {
            self.weighed_blocks::<MIN_BLOCKS>(to_move, summary, on, weights)
        } else {
            self.weighed_blocks::<MAX_BLOCKS>(to_move, summary, on, weights)
        }
    }

    /// The same for a number of blocks.
    ///
    /// A weight times a sum fits 16 bits ([`Network::new`] checks this), so that compilers use the instruction that
    /// multiplies and adds in pairs. (An idea of the chess engine Lizard.) Not inlined, as above.
    #[inline(always)]
    fn weighed_blocks<const BLOCKS: usize>(
        &self,
        to_move: Color,
        summary: &[Pair],
        on: &[u16],
        weights: &[Pair],
    ) -> i64 {
        versions!({
            let mut total = 0;
            for block in 0..BLOCKS {
                for player in 0..2 {
                    let mut sums = block::load(&self.0[block].0[player ^ to_move.index()]);
                    for &number in on {
                        let row = &summary[usize::from(number) * BLOCKS + block];
                        block::add(&mut sums, &row.0[player]);
                    }
                    total += i64::from(block::product(&sums, &weights[block].0[player]));
                }
            }
            total
        })
    }
}

/// White's active inputs of a square.
fn inputs(network: &Network, square: Square, contents: Contents) -> ArrayVec<u16, 3> {
    let mut on = ArrayVec::new();
    let inputs = Inputs::new(network.size);
    inputs.pile(square, contents, Color::White, |input| on.push(input as u16));
    on
}

/// The inputs, from White's view, that a move turns off and on.
#[derive(Clone, Debug)]
pub(in crate::eval) struct Change {
    inputs: Inputs,
    off: ArrayVec<u16, MAX_CHANGED>,
    on: ArrayVec<u16, MAX_CHANGED>,
}

/// Maximum number of inputs that a move turns on or off: a pile and two numbers of deeper captives for each square of
/// the longest line.
const MAX_CHANGED: usize = 3 * MAX_SIZE;

impl Change {
    /// No change on a board of this size.
    #[inline(always)]
    pub(in crate::eval) const fn new(size: usize) -> Self {
        Self { inputs: Inputs::new(size), off: ArrayVec::new_const(), on: ArrayVec::new_const() }
    }

    #[inline(always)]
    pub(in crate::eval) fn clear(&mut self) {
        self.off.clear();
        self.on.clear();
    }
}

impl Observer for Change {
    #[inline(always)]
    fn changed(&mut self, square: Square, before: Contents, after: Contents) {
        let Self { inputs, off, on } = self;
        inputs.pile(square, before, Color::White, |input| off.push(input as u16));
        inputs.pile(square, after, Color::White, |input| on.push(input as u16));
    }
}

impl Network {
    /// The correction of a position's value for the side to move, in inner units. The game must not be over.
    ///
    /// # Panics
    /// If the network is for another board size.
    pub(crate) fn correction<const N: usize>(&self, position: &Position<N>) -> i32 {
        assert_eq!(self.size, N, "board size of the network");
        self.value(&Sums::new(self, position), position.to_move(), &summary(position))
    }
}
