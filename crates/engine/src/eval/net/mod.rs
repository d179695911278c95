//! The network that evaluates positions.
//!
//! Both players have the same inputs ([`Inputs`]) and weights. Each active input adds its row of [`HIDDEN`] numbers
//! to a player's sums. The network clamps the sums of both players to 0 to 1, squares them and multiplies them with
//! output weights; the length of the race to the flat count selects one of [`OUTPUTS`] sets of weights. Each set also has a
//! weight for each of the [`DIFFERENCES`], which the output adds.
//!
//! All numbers are integers, so that a network gives the same value on every machine.
//!
//! (Sums updated by moves: Y. Nasu's NNUE for shogi. Squares of clamped sums: SCReLU in chess engines. Inputs with a
//! direct weight in the output: Stockfish.)

mod block;
mod file;
mod inputs;

use super::{DIFFERENCES, summary};
use crate::board::{Contents, Observer, Position};
use crate::cpu::versions;
use crate::memory::Array;
use crate::types::{Bitboard, Color, MAX_SIZE, Square};
use arrayvec::ArrayVec;
use block::{BLOCKS, Block};
use inputs::ROAD_SETS;
use std::sync::{Arc, OnceLock};

pub use file::{MAX_OUTPUT_WEIGHT, NetworkError, Weights};
pub use inputs::{CAPTIVES, Inputs, PILES, SEEN, Summary, TOPS, captive_bits};

/// Neurons for each player.
pub const HIDDEN: usize = 128;
/// Sets of output weights, by the length of the race.
pub const OUTPUTS: usize = 8;
/// Representation of 1 in the sums.
pub const ONE: i32 = 255;
/// Representation of 1 in the output weights.
pub const OUTPUT_ONE: i32 = 512;
/// Inner units of an output of 1.
pub const UNITS: i32 = 400;
/// Representation of an inner unit in the weights of the differences.
pub const DIFFERENCE_ONE: i32 = 32;

/// A row of the first layer.
type Row = [i16; HIDDEN];

/// A number for each neuron of both players, in blocks: rows of two inputs, or sums. Numbers that the sums of both
/// players need at the same time are adjacent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(align(64))]
pub(super) struct Pair([[Block; BLOCKS]; 2]);

/// The weights of a network for one board size.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Network {
    size: usize,
    bias: Row,
    /// White's row and Black's row for each pile from White's view.
    piles: Array<Pair>,
    /// The rows of the side to move and of the other side for each set of roads and each of 64 squares, then for the
    /// race and the reserves.
    summary: Array<Pair>,
    /// The weights of each output for the neurons of the side to move and of the other side.
    outputs: [Pair; OUTPUTS],
    /// The weights of each output for the differences.
    differences: [[i16; DIFFERENCES.len()]; OUTPUTS],
    /// The initial value of each output, in the units of the sum over the neurons.
    output_bias: [i32; OUTPUTS],
}

/// The included networks: board size and file.
#[cfg(not(feature = "networks"))]
const SHIPPED: [(usize, &[u8]); 0] = [];
#[cfg(feature = "networks")]
const SHIPPED: [(usize, &[u8]); 6] = [
    (3, include_bytes!("../../../networks/3x3.net")),
    (4, include_bytes!("../../../networks/4x4.net")),
    (5, include_bytes!("../../../networks/5x5.net")),
    (6, include_bytes!("../../../networks/6x6.net")),
    (7, include_bytes!("../../../networks/7x7.net")),
    (8, include_bytes!("../../../networks/8x8.net")),
];

/// The networks in use, by board size: included ones after their first use, and supplied ones.
static KNOWN: [OnceLock<Arc<Network>>; MAX_SIZE + 1] = [const { OnceLock::new() }; MAX_SIZE + 1];

impl Network {
    /// The included or supplied network for boards of this size. Without the feature `networks` none is included.
    pub fn shipped(size: usize) -> Option<Arc<Self>> {
        let known = KNOWN.get(size)?;
        if known.get().is_none()
            && let Some((_, bytes)) = SHIPPED.iter().find(|&&(of, _)| of == size)
            && let Ok(network) = Self::read(bytes)
        {
            known.get_or_init(|| Arc::new(network));
        }
        known.get().cloned()
    }

    /// The included or supplied network for boards of this size, from 3 to 8; otherwise one without neurons, by which
    /// only the [`DIFFERENCES`] count.
    ///
    /// # Panics
    /// If the board size is none.
    pub fn for_size(size: usize) -> Arc<Self> {
        Self::shipped(size)
            .unwrap_or_else(|| Arc::new(Self::from_weights(size, &Weights::plain(size))))
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
            known.get_or_init(|| Arc::new(network));
        }
        Ok(size)
    }

    /// Board size.
    pub const fn size(&self) -> usize {
        self.size
    }

    /// The value for the side to move, in inner units.
    #[inline(always)]
    pub(super) fn value(&self, Sums(sums): &Sums, to_move: Color, summary: &Summary) -> i32 {
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
        let sum = sums.weighed(to_move, &self.summary, &on, &self.outputs[output]);
        let sum = sum + i64::from(self.output_bias[output]);
        let learned = (sum * i64::from(UNITS) / i64::from(ONE * ONE * OUTPUT_ONE)) as i32;
        let weighed = summary.differences.iter().zip(&self.differences[output]);
        let direct: i32 = weighed.map(|(count, &weight)| count * i32::from(weight)).sum();
        learned + direct / DIFFERENCE_ONE
    }

    /// The weights of the differences in a position, in inner units.
    pub(crate) fn difference_weights(&self, summary: &Summary) -> [f64; DIFFERENCES.len()] {
        let weights = self.differences[output(summary.race_plies, self.size)];
        weights.map(|weight| f64::from(weight) / f64::from(DIFFERENCE_ONE))
    }
}

/// Index of the output for a race of this length.
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

    /// The rows of the first and the second player.
    fn rows(&self) -> [Row; 2] {
        self.0.map(|player| std::array::from_fn(|neuron| player.as_flattened()[neuron]))
    }

    #[inline(always)]
    fn add(&mut self, other: &Self) {
        for player in 0..2 {
            for block in 0..BLOCKS {
                let mut sums = block::load(&self.0[player][block]);
                block::add(&mut sums, &other.0[player][block]);
                block::store(sums, &mut self.0[player][block]);
            }
        }
    }

    /// Becomes `before` without the pairs `off` and with the pairs `on`.
    ///
    /// Not inlined, because the compiler would split the sums into single numbers.
    #[inline(always)]
    fn follow(&mut self, before: &Self, pairs: &[Self], off: &[u16], on: &[u16]) {
        versions!({
            for player in 0..2 {
                for block in 0..BLOCKS {
                    let mut sums = block::load(&before.0[player][block]);
                    for &number in off {
                        block::subtract(&mut sums, &pairs[usize::from(number)].0[player][block]);
                    }
                    for &number in on {
                        block::add(&mut sums, &pairs[usize::from(number)].0[player][block]);
                    }
                    block::store(sums, &mut self.0[player][block]);
                }
            }
        })
    }

    /// The sums of `self` and the pairs `on`, clamped to 0 to 1, squared and multiplied with the weights. The first
    /// player is White in `self` and the side to move in the pairs and weights.
    ///
    /// A weight times a sum fits 16 bits ([`Network::new`] checks this), so that compilers use the instruction that
    /// multiplies and adds in pairs. (An idea of the chess engine Lizard.) Not inlined, as above.
    #[inline(always)]
    fn weighed(&self, to_move: Color, pairs: &[Self], on: &[u16], weights: &Self) -> i64 {
        versions!({
            let mut total = 0;
            for player in 0..2 {
                for block in 0..BLOCKS {
                    let mut sums = block::load(&self.0[player ^ to_move.index()][block]);
                    for &number in on {
                        block::add(&mut sums, &pairs[usize::from(number)].0[player][block]);
                    }
                    total += i64::from(block::product(&sums, &weights.0[player][block]));
                }
            }
            total
        })
    }
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

/// The sums of both players for one position, White's first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sums(pub(super) Pair);

impl Sums {
    /// Computes the sums of a position from scratch.
    pub fn new<const N: usize>(network: &Network, position: &Position<N>) -> Self {
        let mut sums = Pair::new([network.bias; 2]);
        for square in position.occupied() {
            for input in inputs(network, square, position.contents(square)) {
                sums.add(&network.piles[usize::from(input)]);
            }
        }
        Self(sums)
    }

    /// Becomes the sums after a move.
    #[inline(always)]
    pub(in crate::eval) fn follow(&mut self, before: &Self, network: &Network, change: &Change) {
        self.0.follow(&before.0, &network.piles, &change.off, &change.on);
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
