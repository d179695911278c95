//! A move in 16 bits, and the stones of one square.

use super::{Color, Direction, Piece, Square};
use std::fmt;
use std::num::NonZeroU16;

/// How a spread drops its stones, in one byte.
///
/// The lowest set bit is bit `8 - carried`; each further set bit ends one drop. From low to high, the distances
/// between set bits (with bit 8 as the last) are the drops, nearest square first. The 255 non-zero bytes are
/// exactly the ways to drop one to eight stones.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Pattern(u8);

impl Pattern {
    /// One stone, one square.
    pub const SINGLE: Self = Self(0x80);

    /// The pattern with these bits, or `None` for zero.
    #[inline]
    pub const fn from_bits(bits: u8) -> Option<Self> {
        if bits == 0 { None } else { Some(Self(bits)) }
    }

    /// The pattern of a list of drops, nearest square first; `None` if the list is empty, a drop is zero, or
    /// the sum exceeds eight.
    pub fn from_drops(drops: &[usize]) -> Option<Self> {
        let carried: usize = drops.iter().sum();
        if carried == 0 || carried > 8 || drops.contains(&0) {
            return None;
        }
        let mut bits = 0u8;
        let mut start = 8 - carried;
        for drop in drops {
            bits |= 1 << start;
            start += drop;
        }
        Some(Self(bits))
    }

    /// The byte itself.
    #[inline(always)]
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// Number of stones carried away from the square, 1 to 8.
    #[inline(always)]
    pub const fn carried(self) -> usize {
        8 - self.0.trailing_zeros() as usize
    }

    /// Number of squares the spread reaches, 1 to 8.
    #[inline(always)]
    pub const fn distance(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Number of stones dropped on the last square.
    #[inline(always)]
    pub const fn last_drop(self) -> usize {
        self.0.leading_zeros() as usize + 1
    }

    /// The drops, nearest square first; each at least one stone.
    #[inline]
    pub fn drops(self) -> Drops {
        Drops(u32::from(self.0) | 1 << 8)
    }
}

/// Iterator over the drops of a [`Pattern`].
#[derive(Clone, Debug)]
pub struct Drops(u32);

impl Iterator for Drops {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        let start = self.0.trailing_zeros();
        if start >= 8 {
            return None;
        }
        self.0 &= self.0 - 1;
        Some((self.0.trailing_zeros() - start) as usize)
    }
}

/// A move: a placement or a spread, independent of the board size.
///
/// Bits 0-5 hold the square, bits 6-13 the drop pattern (zero for a placement), bits 14-15 the piece plus one
/// or the direction. Zero never occurs, so `Option<Move>` has two bytes as well.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move(NonZeroU16);

const _: () = assert!(size_of::<Option<Move>>() == 2);

/// The parts of a [`Move`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MoveKind {
    /// A piece placed on an empty square.
    Place(Piece),
    /// A stack, or the top of one, moved in a direction.
    Spread(Direction, Pattern),
}

impl Move {
    const fn from_parts(square: Square, pattern: u8, tag: u16) -> Self {
        let bits = square.index() as u16 | (pattern as u16) << 6 | tag << 14;
        match NonZeroU16::new(bits) {
            Some(bits) => Self(bits),
            // Unreachable: a placement has a tag of 1 to 3, a spread a pattern of 1 to 255.
            None => Self(NonZeroU16::MIN),
        }
    }

    /// The placement of a piece.
    #[inline(always)]
    pub const fn place(square: Square, piece: Piece) -> Self {
        Self::from_parts(square, 0, piece as u16 + 1)
    }

    /// The spread of a stack.
    #[inline(always)]
    pub const fn spread(square: Square, direction: Direction, pattern: Pattern) -> Self {
        Self::from_parts(square, pattern.bits(), direction as u16)
    }

    /// The move with these bits, or `None` if they encode no move of any board.
    #[inline]
    pub const fn from_bits(bits: u16) -> Option<Self> {
        if bits >> 6 == 0 {
            return None;
        }
        match NonZeroU16::new(bits) {
            Some(bits) => Some(Self(bits)),
            None => None,
        }
    }

    /// The 16 bits, never zero.
    #[inline(always)]
    pub const fn bits(self) -> u16 {
        self.0.get()
    }

    /// The square of the placement, or the square that the spread starts from.
    #[inline(always)]
    pub const fn square(self) -> Square {
        Square::from_index((self.bits() & 63) as usize)
    }

    /// The kind of the move.
    #[inline(always)]
    pub const fn kind(self) -> MoveKind {
        let tag = (self.bits() >> 14) as usize;
        match Pattern::from_bits((self.bits() >> 6) as u8) {
            Some(pattern) => MoveKind::Spread(Direction::from_index(tag), pattern),
            None if tag == 1 => MoveKind::Place(Piece::Flat),
            None if tag == 2 => MoveKind::Place(Piece::Wall),
            None => MoveKind::Place(Piece::Capstone),
        }
    }

    /// Whether the move is a placement.
    #[inline(always)]
    pub const fn is_placement(self) -> bool {
        self.bits() >> 6 & 0xff == 0
    }

    /// The placed piece, or `None` for a spread.
    #[inline(always)]
    pub const fn piece(self) -> Option<Piece> {
        match self.kind() {
            MoveKind::Place(piece) => Some(piece),
            MoveKind::Spread(..) => None,
        }
    }
}

/// The shortest PTN: `a1`, `Sa1`, `Ca1`, `a1>`, `3c3>`, `3c3>12`; without the mark for a flattened wall.
impl fmt::Display for Move {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let square = self.square();
        match self.kind() {
            MoveKind::Place(Piece::Flat) => write!(out, "{square}"),
            MoveKind::Place(Piece::Wall) => write!(out, "S{square}"),
            MoveKind::Place(Piece::Capstone) => write!(out, "C{square}"),
            MoveKind::Spread(direction, pattern) => {
                if pattern.carried() > 1 {
                    write!(out, "{}", pattern.carried())?;
                }
                write!(out, "{square}{}", direction.symbol())?;
                if pattern.distance() > 1 {
                    for drop in pattern.drops() {
                        write!(out, "{drop}")?;
                    }
                }
                Ok(())
            }
        }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, out)
    }
}

/// The colors of a stack's *captives*: every stone below the top one.
///
/// The position's bitboards hold the top stone, so that a placement changes no stack. Bit 0 is the stone just
/// below the top, 0 for White and 1 for Black; a sentinel 1 follows the bit of the lowest stone. Therefore the
/// value 1 means no captives, and 127 captives fill the word.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Stack(pub(crate) u128);

impl Default for Stack {
    fn default() -> Self {
        Self::NONE
    }
}

impl Stack {
    /// No captives.
    pub const NONE: Self = Self(1);

    /// Number of captives.
    #[inline(always)]
    pub const fn len(self) -> usize {
        127 - self.0.leading_zeros() as usize
    }

    /// Whether there are no captives.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 1
    }

    /// Number of Black's captives in the stack.
    #[inline(always)]
    pub const fn black(self) -> usize {
        self.0.count_ones() as usize - 1
    }

    /// Number of captives that belong to a player.
    #[inline(always)]
    pub const fn count(self, color: Color) -> usize {
        match color {
            Color::Black => self.black(),
            Color::White => self.len() - self.black(),
        }
    }

    /// Adds a stone just below the top.
    #[must_use]
    #[inline(always)]
    pub const fn push(self, color: Color) -> Self {
        Self(self.0 << 1 | color as u128)
    }

    /// The captives from top to bottom.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Color> {
        (0..self.len()).map(move |depth| Color::from_bit((self.0 >> depth) as u64))
    }
}
