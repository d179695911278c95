//! The rules of Tak: positions, moves and results. Independent of text and evaluation.

mod generate;
mod keys;
mod play;
pub mod roads;
mod setup;
mod spread;
mod threaten;
mod wins;

use crate::types::{Bitboard, ByColor, Color, Piece, Reserve, Rules, Square, Stack};

pub(crate) use spread::{SpreadResult, touched};

pub use generate::{MAX_PERFT_DEPTH, PerftMode};
pub use play::IllegalMove;
pub use play::{Contents, Observer, Undo};
pub use roads::{Roads, Turn};
pub use setup::Symmetry;
pub use setup::{SetupError, SquareSetup};
pub use wins::RoadThreat;
pub use wins::{DrawReason, Outcome, WinReason};

/// A position on a board of `N` by `N` squares, with the rules of its game.
///
/// It has no history; see [`History`] for repetitions.
#[derive(Clone, PartialEq, Eq)]
pub struct Position<const N: usize> {
    head: Head,
    stacks: Stacks<N>,
    rules: Rules,
}

/// Everything except the captives. Small enough to save and restore as a whole for every move. The alignment lets
/// two vectors copy it without crossing a cache line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(align(32))]
struct Head {
    /// Squares by the owner of their top piece.
    owned: ByColor<Bitboard>,
    /// Squares with a wall on top.
    walls: Bitboard,
    /// Squares with a capstone on top.
    capstones: Bitboard,
    /// Squares with captives.
    tall: Bitboard,
    /// Hash of the stones, the side to move and whether the opening lasts.
    key: u64,
    /// Plies played since the first move of the numbering.
    ply: u32,
    /// Plies since the last placement or flattened wall.
    reversible: u32,
    reserves: ByColor<Reserve>,
    to_move: Color,
    /// Remaining opening plies: 2, 1 or 0.
    opening_plies: u8,
}

const _: () = assert!(size_of::<Head>() == 64);

impl<const N: usize> Position<N> {
    /// All squares of the board.
    pub const BOARD: Bitboard = Bitboard::board(N);

    /// The empty board with White to move.
    pub fn start(rules: Rules) -> Self {
        let mut position = Self {
            head: Head {
                owned: ByColor::default(),
                walls: Bitboard::EMPTY,
                capstones: Bitboard::EMPTY,
                tall: Bitboard::EMPTY,
                key: 0,
                ply: 0,
                reversible: 0,
                reserves: rules.pieces,
                to_move: Color::White,
                opening_plies: 0,
            },
            stacks: Stacks::default(),
            rules,
        };
        position.head.opening_plies = position.plies_to_open();
        position.head.key = position.key_from_scratch();
        position
    }

    /// The side to move.
    #[inline(always)]
    pub const fn to_move(&self) -> Color {
        self.head.to_move
    }

    /// The move number as in TPS: 1 for the first move of both players.
    pub const fn move_number(&self) -> u32 {
        self.head.ply / 2 + 1
    }

    /// Plies since White's first move, by the move number.
    pub const fn ply(&self) -> u32 {
        self.head.ply
    }

    /// Remaining opening plies: 2, 1 or 0. They are the plies of move 1. Each places a flat.
    #[inline(always)]
    pub const fn opening_plies(&self) -> u8 {
        self.head.opening_plies
    }

    /// Plies since the last placement or flattened wall.
    #[inline(always)]
    pub const fn reversible_plies(&self) -> usize {
        self.head.reversible as usize
    }

    /// The rules of the game.
    #[inline]
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Hash of the stones, the side to move and whether the opening lasts, independent of komi and other rules.
    #[inline(always)]
    pub const fn key(&self) -> u64 {
        self.head.key
    }

    /// The pieces that a player has not placed yet.
    #[inline(always)]
    pub fn reserve(&self, color: Color) -> Reserve {
        self.head.reserves[color]
    }

    /// Squares whose top piece belongs to a player.
    #[inline(always)]
    pub fn owned(&self, color: Color) -> Bitboard {
        self.head.owned[color]
    }

    /// Squares with at least one stone.
    #[inline(always)]
    pub fn occupied(&self) -> Bitboard {
        self.head.owned[Color::White] | self.head.owned[Color::Black]
    }

    /// Squares without a stone.
    #[inline(always)]
    pub fn empty(&self) -> Bitboard {
        Self::BOARD - self.occupied()
    }

    /// Squares with a wall on top, of either player.
    #[inline(always)]
    pub const fn walls(&self) -> Bitboard {
        self.head.walls
    }

    /// Squares with a capstone on top, of either player.
    #[inline(always)]
    pub const fn capstones(&self) -> Bitboard {
        self.head.capstones
    }

    /// Walls and capstones: squares that no stack can move onto, unless a capstone flattens the wall.
    #[inline(always)]
    pub(crate) fn blockers(&self) -> Bitboard {
        self.head.walls | self.head.capstones
    }

    /// Squares with two or more stones.
    #[inline(always)]
    pub const fn tall(&self) -> Bitboard {
        self.head.tall
    }

    /// Squares with a player's flat on top.
    #[inline(always)]
    pub fn flats(&self, color: Color) -> Bitboard {
        self.head.owned[color] - self.blockers()
    }

    /// Squares with a player's road stones: flats and capstones on top.
    #[inline(always)]
    pub fn road_stones(&self, color: Color) -> Bitboard {
        self.head.owned[color] - self.head.walls
    }

    /// The captives of a square: all stones below the top one.
    #[inline(always)]
    pub fn captives(&self, square: Square) -> Stack {
        self.stacks.get(square)
    }

    /// Number of stones on a square.
    #[inline(always)]
    pub fn height(&self, square: Square) -> usize {
        if self.occupied().has(square) { self.stacks.get(square).len() + 1 } else { 0 }
    }

    /// The top piece of a square and its owner.
    #[inline(always)]
    pub fn top(&self, square: Square) -> Option<(Color, Piece)> {
        let color = if self.head.owned[Color::White].has(square) {
            Color::White
        } else if self.head.owned[Color::Black].has(square) {
            Color::Black
        } else {
            return None;
        };
        Some((color, self.piece(square)))
    }

    /// The top piece of an occupied square.
    #[inline(always)]
    fn piece(&self, square: Square) -> Piece {
        if self.head.walls.has(square) {
            Piece::Wall
        } else if self.head.capstones.has(square) {
            Piece::Capstone
        } else {
            Piece::Flat
        }
    }

    /// A player's flat count, without komi.
    #[inline(always)]
    pub fn flat_count(&self, color: Color) -> usize {
        self.flats(color).len()
    }

    /// White's flat count minus Black's and the komi, in half flats.
    #[inline(always)]
    pub fn half_flat_lead(&self) -> i32 {
        let white = self.flat_count(Color::White) as i32;
        let black = self.flat_count(Color::Black) as i32;
        2 * (white - black) - self.rules.half_komi.half_flats()
    }
}

/// The captives of every square.
///
/// Sizes 3 to 6 never access `high`: the compiler evaluates the tests of `N` and narrows the arithmetic on
/// [`Stack`] to one word.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Stacks<const N: usize> {
    low: [u64; 64],
    high: [u64; 64],
}

impl<const N: usize> Default for Stacks<N> {
    fn default() -> Self {
        Self { low: [1; 64], high: [0; 64] }
    }
}

impl<const N: usize> Stacks<N> {
    #[inline(always)]
    pub(super) fn get(&self, square: Square) -> Stack {
        let low = u128::from(self.low[square]);
        if N <= 6 { Stack(low) } else { Stack(u128::from(self.high[square]) << 64 | low) }
    }

    #[inline(always)]
    pub(super) fn set(&mut self, square: Square, captives: Stack) {
        self.low[square] = captives.0 as u64;
        if N > 6 {
            self.high[square] = (captives.0 >> 64) as u64;
        }
    }

    /// A stack without its top `count` stones, at most eight.
    #[inline(always)]
    pub(super) fn dig(stack: Stack, count: usize) -> Stack {
        if N <= 6 {
            Stack(u128::from(stack.0 as u64 >> (count & 15)))
        } else {
            Stack(stack.0 >> (count & 15))
        }
    }

    /// A stack with space for `count` more stones, at most eight, on top.
    #[inline(always)]
    pub(super) fn lift(stack: Stack, count: usize) -> Stack {
        if N <= 6 {
            Stack(u128::from((stack.0 as u64) << (count & 15)))
        } else {
            Stack(stack.0 << (count & 15))
        }
    }
}

/// Keys of earlier positions, oldest first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct History {
    keys: Vec<u64>,
}

impl History {
    /// An empty history.
    pub const fn new() -> Self {
        Self { keys: Vec::new() }
    }

    /// Appends the key of a position before a move.
    #[inline]
    pub fn push(&mut self, key: u64) {
        self.keys.push(key);
    }

    /// Removes the newest position.
    #[inline]
    pub fn pop(&mut self) {
        self.keys.pop();
    }

    /// The keys, oldest first.
    pub fn keys(&self) -> &[u64] {
        &self.keys
    }

    /// Number of positions.
    pub const fn len(&self) -> usize {
        self.keys.len()
    }

    /// Whether the history is empty.
    pub const fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// Number of earlier occurrences of `position`. Only positions since the last placement or flattened wall, with
    /// the same side to move, can be equal.
    #[inline]
    pub fn repetitions<const N: usize>(&self, position: &Position<N>) -> usize {
        let key = position.key();
        self.keys
            .iter()
            .rev()
            .take(position.reversible_plies())
            .skip(1)
            .step_by(2)
            .filter(|&&earlier| earlier == key)
            .count()
    }

    /// Whether any position since the last placement or flattened wall, including `position`, occurred twice.
    #[inline]
    pub(crate) fn has_repetition<const N: usize>(&self, position: &Position<N>) -> bool {
        let reversible = position.reversible_plies().min(self.keys.len());
        if reversible < 4 {
            return false;
        }
        let keys = &self.keys[self.keys.len() - reversible..];
        let repeats = |index: usize, key: u64| {
            keys[..index].iter().rev().skip(1).step_by(2).any(|&earlier| earlier == key)
        };
        repeats(keys.len(), position.key())
            || keys.iter().enumerate().any(|(index, &key)| repeats(index, key))
    }

    /// Whether a search should treat `position`, `plies` after its root, as a draw: it occurred once since the root,
    /// or twice in the game.
    #[inline]
    pub fn is_repetition<const N: usize>(&self, position: &Position<N>, plies: usize) -> bool {
        let key = position.key();
        let mut before_root = 0;
        for distance in (2..=position.reversible_plies().min(self.keys.len())).step_by(2) {
            if self.keys[self.keys.len() - distance] == key {
                if distance <= plies || before_root == 1 {
                    return true;
                }
                before_root += 1;
            }
        }
        false
    }
}
