//! Playing moves and taking them back.

use super::{Head, Position, keys};
use crate::types::{
    Bitboard, Color, Direction, Move, MoveKind, Opening, Pattern, Piece, Square, Stack,
};

/// What lies on a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Contents {
    /// The top piece and its owner; `None` for an empty square.
    pub top: Option<(Color, Piece)>,
    /// The stones below it.
    pub captives: Stack,
}

/// Is told of every square that a move changes, with what lay there before and what lies there
/// after. A learned evaluation updates itself from this; `()` hears nothing and costs nothing.
///
/// (The idea of an observer is from the chess engine Reckless.)
pub trait Observer {
    /// One square has changed.
    fn changed(&mut self, square: Square, before: Contents, after: Contents);
}

impl Observer for () {
    #[inline(always)]
    fn changed(&mut self, _: Square, _: Contents, _: Contents) {}
}

/// What is needed to take a move back.
#[derive(Clone, Copy, Debug)]
pub struct Undo {
    head: Head,
    origin: Stack,
}

impl<const N: usize> Position<N> {
    /// What lies on a square.
    #[must_use]
    #[inline(always)]
    pub fn contents(&self, square: Square) -> Contents {
        Contents { top: self.top(square), captives: self.captives(square) }
    }

    /// Plays a legal move.
    ///
    /// # Panics
    /// In a debug build, if the move is not legal; otherwise the position is then worthless.
    #[inline]
    pub fn play(&mut self, mv: Move, observer: &mut impl Observer) -> Undo {
        debug_assert_eq!(self.check(mv), Ok(()), "{mv:?}");
        let square = mv.square();
        let undo = Undo { head: self.head, origin: self.stacks.get(square) };
        match mv.kind() {
            MoveKind::Place(_) if self.head.opening_plies > 0 => self.open(square, observer),
            MoveKind::Place(piece) => self.place(square, piece, observer),
            MoveKind::Spread(direction, pattern) => {
                self.spread(square, direction, pattern, observer);
            }
        }
        self.pass_turn();
        undo
    }

    /// Takes back the move played last.
    #[inline]
    pub fn undo(&mut self, mv: Move, undo: &Undo) {
        if let MoveKind::Spread(direction, pattern) = mv.kind() {
            let occupied = undo.head.owned[Color::White] | undo.head.owned[Color::Black];
            let mut square = mv.square();
            self.stacks.set(square, undo.origin);
            for drop in pattern.drops() {
                square = square.step(direction);
                // Dropped stones lie above the old top, which was no captive; an empty square is
                // left with the bare sentinel.
                let empty = u128::from(!occupied.has(square));
                let captives = self.stacks.get(square).0 >> drop | empty;
                self.stacks.set(square, Stack(captives));
            }
        } else if undo.head.opening_plies > 0 {
            self.stacks.set(mv.square(), undo.origin);
        }
        self.head = undo.head;
    }

    /// Gives the turn to the other player without a move.
    #[inline]
    pub fn play_null(&mut self) -> Undo {
        let undo = Undo { head: self.head, origin: Stack::NONE };
        self.head.reversible += 1;
        self.pass_turn();
        undo
    }

    /// Takes a null move back.
    #[inline]
    pub fn undo_null(&mut self, undo: &Undo) {
        self.head = undo.head;
    }

    #[inline(always)]
    fn pass_turn(&mut self) {
        self.head.to_move = !self.head.to_move;
        self.head.key ^= keys::black_to_move();
        self.head.ply += 1;
    }

    /// How many stones the opening ply to come puts down.
    pub(super) fn opening_stones(&self) -> usize {
        let double =
            self.rules.opening == Opening::DoubleBlackStack && self.head.opening_plies == 2;
        1 + usize::from(double)
    }

    #[cold]
    fn open(&mut self, square: Square, observer: &mut impl Observer) {
        let before = self.contents(square);
        let owner = self.rules.opening.owner(self.head.to_move);
        if self.opening_stones() == 2 {
            let captives = Stack::NONE.push(owner);
            self.stacks.set(square, captives);
            self.head.tall |= square.bitboard();
            self.head.key ^= keys::captives::<N>(square, captives);
        }
        self.head.owned[owner] |= square.bitboard();
        self.head.reserves[owner].stones -= self.opening_stones() as u8;
        self.head.key ^= keys::top(owner, Piece::Flat, square);
        self.head.opening_plies -= 1;
        self.head.reversible = 0;
        observer.changed(square, before, self.contents(square));
    }

    #[inline(always)]
    fn place(&mut self, square: Square, piece: Piece, observer: &mut impl Observer) {
        let mover = self.head.to_move;
        let before = self.contents(square);
        self.head.owned[mover] |= square.bitboard();
        match piece {
            Piece::Flat => self.head.reserves[mover].stones -= 1,
            Piece::Wall => {
                self.head.reserves[mover].stones -= 1;
                self.head.walls |= square.bitboard();
            }
            Piece::Capstone => {
                self.head.reserves[mover].capstones -= 1;
                self.head.capstones |= square.bitboard();
            }
        }
        self.head.key ^= keys::top(mover, piece, square);
        self.head.reversible = 0;
        observer.changed(square, before, self.contents(square));
    }

    #[inline(always)]
    fn spread(
        &mut self,
        origin: Square,
        direction: Direction,
        pattern: Pattern,
        observer: &mut impl Observer,
    ) {
        let mover = self.head.to_move;
        let piece = self.piece(origin);
        let hand = self.lift(origin, piece, pattern.carried(), observer);
        self.head.reversible += 1;

        let mut left = pattern.carried();
        let mut square = origin;
        for drop in pattern.drops() {
            square = square.step(direction);
            left -= drop;
            let stones = hand >> left & ((1 << drop) - 1);
            if left > 0 {
                self.drop_flats(square, stones, drop, observer);
            } else {
                self.drop_top(square, stones, drop, (mover, piece), observer);
            }
        }
    }

    /// Takes the `carried` top stones off a square; returns their colours, the top one in bit 0.
    #[inline(always)]
    fn lift(
        &mut self,
        square: Square,
        piece: Piece,
        carried: usize,
        observer: &mut impl Observer,
    ) -> u64 {
        let mover = self.head.to_move;
        let bit = square.bitboard();
        let before = self.contents(square);
        let captives = before.captives;
        let hand = (captives.0 as u64) << 1 | mover as u64;
        // The new top stone and what lies below it, or the bare sentinel if nothing stays.
        let rest = captives.0 >> (carried - 1);

        self.head.owned[mover] = self.head.owned[mover] - bit;
        self.head.walls = self.head.walls - bit;
        self.head.capstones = self.head.capstones - bit;
        self.head.tall = self.head.tall - bit;
        self.head.key ^= keys::top(mover, piece, square);
        self.head.key ^= keys::captives::<N>(square, captives);
        if rest == 1 {
            self.stacks.set(square, Stack::NONE);
        } else {
            let top = Color::from_bit(rest as u64);
            let below = Stack(rest >> 1);
            self.stacks.set(square, below);
            self.head.owned[top] |= bit;
            self.head.key ^= keys::top(top, Piece::Flat, square);
            if !below.is_empty() {
                self.head.tall |= bit;
                self.head.key ^= keys::captives::<N>(square, below);
            }
        }
        observer.changed(square, before, self.contents(square));
        hand
    }

    /// Drops flats on a square that is empty or has a flat on top.
    #[inline(always)]
    fn drop_flats(
        &mut self,
        square: Square,
        stones: u64,
        count: usize,
        observer: &mut impl Observer,
    ) {
        let before = self.contents(square);
        let top = Color::from_bit(stones);
        if let Some((owner, _)) = before.top {
            self.head.key ^= keys::top(owner, Piece::Flat, square);
        }
        self.bury(square, before, stones, count);
        self.put_on_top(square, top, Piece::Flat);
        observer.changed(square, before, self.contents(square));
    }

    /// Drops the last stones of a spread; the piece that led it lands on top and may flatten a wall.
    #[inline(always)]
    fn drop_top(
        &mut self,
        square: Square,
        stones: u64,
        count: usize,
        (mover, piece): (Color, Piece),
        observer: &mut impl Observer,
    ) {
        let bit = square.bitboard();
        let before = self.contents(square);
        if let Some((owner, target)) = before.top {
            self.head.key ^= keys::top(owner, target, square);
            if target == Piece::Wall {
                self.head.walls = self.head.walls - bit;
                self.head.reversible = 0;
            }
        }
        self.bury(square, before, stones, count);
        self.put_on_top(square, mover, piece);
        match piece {
            Piece::Flat => {}
            Piece::Wall => self.head.walls |= bit,
            Piece::Capstone => self.head.capstones |= bit,
        }
        observer.changed(square, before, self.contents(square));
    }

    /// Makes captives of the old top of a square and of all but the uppermost dropped stone.
    #[inline(always)]
    fn bury(&mut self, square: Square, before: Contents, stones: u64, count: usize) {
        let old = before.captives;
        let base = match before.top {
            Some((owner, _)) => old.0 << 1 | owner as u128,
            None => 1,
        };
        let captives = Stack(base << (count - 1) | u128::from(stones >> 1));
        self.stacks.set(square, captives);
        self.head.key ^= keys::captives::<N>(square, old) ^ keys::captives::<N>(square, captives);
        if !captives.is_empty() {
            self.head.tall |= square.bitboard();
        }
    }

    #[inline(always)]
    fn put_on_top(&mut self, square: Square, owner: Color, piece: Piece) {
        let bit: Bitboard = square.bitboard();
        self.head.owned[owner] |= bit;
        self.head.owned[!owner] = self.head.owned[!owner] - bit;
        self.head.key ^= keys::top(owner, piece, square);
    }
}
