//! Playing and undoing moves, and checks of untrusted ones.

use super::{Head, Position, Stacks, keys};
use crate::cpu::versions;
use crate::types::{ByColor, Color, Direction, Move, MoveKind, Pattern, Piece, Square, Stack};
use thiserror::Error;

/// The contents of a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Contents {
    /// The top piece and its owner; `None` for an empty square.
    pub top: Option<(Color, Piece)>,
    /// The stones below it.
    pub captives: Stack,
}

impl Contents {
    /// Number of stones.
    pub fn height(&self) -> usize {
        self.captives.len() + usize::from(self.top.is_some())
    }
}

/// Receives every square that a move changes, with its contents before and after. A network updates its sums with
/// it; `()` ignores the changes at no cost.
///
/// (The observer is an idea from the chess engine Reckless.)
pub trait Observer {
    /// Receives the change of a square.
    fn changed(&mut self, square: Square, before: Contents, after: Contents);
}

impl Observer for () {
    #[inline(always)]
    fn changed(&mut self, _: Square, _: Contents, _: Contents) {}
}

/// The state that undoes a move.
#[derive(Clone, Copy, Debug)]
pub struct Undo {
    head: Head,
    origin: Stack,
}

impl<const N: usize> Position<N> {
    /// The contents of a square.
    #[inline(always)]
    pub fn contents(&self, square: Square) -> Contents {
        Contents { top: self.top(square), captives: self.captives(square) }
    }

    /// Plays a legal move.
    ///
    /// # Panics
    /// In a debug build, if the move is not legal. In a release build the position becomes invalid.
    #[inline(always)]
    pub fn play(&mut self, mv: Move, observer: &mut impl Observer) -> Undo {
        debug_assert_eq!(self.check(mv), Ok(()), "{mv:?}");
        let mut undo = Undo { head: self.head, origin: Stack::NONE };
        let square = mv.square();
        match mv.kind() {
            MoveKind::Place(_) if self.head.opening_plies > 0 => self.open(square, observer),
            MoveKind::Place(piece) => self.place(square, piece, observer),
            MoveKind::Spread(direction, pattern) => {
                undo.origin = self.spread(square, direction, pattern, observer);
            }
        }
        self.pass_turn();
        undo
    }

    /// Undoes the last move.
    #[inline(always)]
    pub fn undo(&mut self, mv: Move, undo: &Undo) {
        if !mv.is_placement() {
            self.undo_spread(mv, undo);
        } else if self.head.opening_plies == 1 {
            // The first ply may have placed two stones.
            self.stacks.set(mv.square(), Stack::NONE);
        }
        self.head = undo.head;
    }

    /// Undoes the changes of a spread to the captives.
    ///
    /// Not inlined: if parts of the saved head are read next to its copy, the compiler splits the copy into pieces
    /// that stall on recent stores.
    #[inline(always)]
    fn undo_spread(&mut self, mv: Move, undo: &Undo) {
        versions!({
            let mut square = mv.square();
            self.stacks.set(square, undo.origin);
            let MoveKind::Spread(direction, pattern) = mv.kind() else { return };
            let occupied = undo.head.owned[Color::White] | undo.head.owned[Color::Black];
            for drop in pattern.drops() {
                square = square.step(direction);
                // The dropped stones lie above the old top, which was not a captive. An empty square keeps only
                // the sentinel.
                let below = Stacks::<N>::dig(self.stacks.get(square), drop);
                let bare = u128::from(!occupied.has(square));
                self.stacks.set(square, Stack(below.0 | bare));
            }
        })
    }

    /// The position after a legal move.
    #[must_use]
    pub fn after(&self, mv: Move) -> Self {
        let mut after = self.clone();
        after.play(mv, &mut ());
        after
    }

    /// Plays a legal move, looks at the position, and undoes the move.
    #[inline(always)]
    pub fn look_after<T>(&mut self, mv: Move, look: impl FnOnce(&mut Self) -> T) -> T {
        let undo = self.play(mv, &mut ());
        let found = look(self);
        self.undo(mv, &undo);
        found
    }

    /// Passes, looks at the position, and undoes the pass.
    #[inline(always)]
    pub fn look_after_pass<T>(&mut self, look: impl FnOnce(&mut Self) -> T) -> T {
        let undo = self.play_null();
        let found = look(self);
        self.undo_null(&undo);
        found
    }

    /// Passes the turn to the other player without a move.
    #[inline]
    pub fn play_null(&mut self) -> Undo {
        let undo = Undo { head: self.head, origin: Stack::NONE };
        self.head.reversible += 1;
        if self.head.opening_plies > 0 {
            self.end_opening_ply();
        }
        self.pass_turn();
        undo
    }

    /// Undoes a null move.
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

    /// Counts a ply of the opening.
    #[cold]
    fn end_opening_ply(&mut self) {
        self.head.opening_plies -= 1;
        if self.head.opening_plies == 0 {
            self.head.key ^= keys::OPENING;
        }
    }

    #[cold]
    fn open(&mut self, square: Square, observer: &mut impl Observer) {
        let before = self.contents(square);
        let opening = self.rules.opening;
        let (owner, stones) = (opening.owner(self.head.to_move), opening.stones(self.head.ply));
        if stones == 2 {
            let captives = Stack::NONE.push(owner);
            self.stacks.set(square, captives);
            self.head.tall |= square.bitboard();
            self.head.key ^= keys::captives::<N>(square, captives);
        }
        self.head.owned[owner] |= square.bitboard();
        self.head.reserves[owner].stones -= stones;
        self.head.key ^= keys::top(owner, Piece::Flat, square);
        self.end_opening_ply();
        self.head.reversible = 0;
        observer.changed(square, before, self.contents(square));
    }

    #[inline(always)]
    fn place(&mut self, square: Square, piece: Piece, observer: &mut impl Observer) {
        let mover = self.head.to_move;
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
        observer.changed(square, Contents::default(), self.contents(square));
    }

    /// Returns the previous captives of the origin.
    ///
    /// Collects the changes in local variables to store each only once, and avoids branches, because the contents
    /// of the path are unpredictable.
    #[inline(always)]
    fn spread<O: Observer>(
        &mut self,
        origin: Square,
        direction: Direction,
        pattern: Pattern,
        observer: &mut O,
    ) -> Stack {
        versions!({
            let mover = self.head.to_move;
            let piece = self.piece(origin);
            let mut occupied = self.occupied();
            let mut black = self.head.owned[Color::Black];
            let mut tall = self.head.tall;
            let mut key = self.head.key;

            // The origin: the carried stones as bits, the top one in bit 0, and the remaining stones.
            let lifted = self.stacks.get(origin);
            let mut left = pattern.carried();
            let hand = (lifted.0 as u64) << 1 | mover as u64;
            let rest = Stacks::<N>::dig(lifted, left - 1);
            let stays = rest.0 != 1;
            let below = if stays { Stacks::<N>::dig(rest, 1) } else { Stack::NONE };
            let uncovered = Color::from_bit(rest.0 as u64);
            key ^= keys::top(mover, piece, origin);
            key ^= keys::captives::<N>(origin, lifted) ^ keys::captives::<N>(origin, below);
            key ^= keys::top(uncovered, Piece::Flat, origin) & mask(stays);
            occupied.assign(origin, stays);
            black.assign(origin, stays & (uncovered == Color::Black));
            tall.assign(origin, !below.is_empty());
            self.stacks.set(origin, below);
            let after =
                Contents { top: stays.then_some((uncovered, Piece::Flat)), captives: below };
            observer.changed(
                origin,
                Contents { top: Some((mover, piece)), captives: lifted },
                after,
            );

            // Each square of the path: its old top becomes a captive, like all dropped stones except the last. Every
            // new top counts as a flat here; `lead` corrects the leading piece.
            let mut square = origin;
            for drop in pattern.drops() {
                square = square.step(direction);
                left -= drop;
                let stones = hand >> left & ((1 << drop) - 1);
                let (old_top, top) =
                    (Color::from_bit(u64::from(black.has(square))), Color::from_bit(stones));
                let was_occupied = occupied.has(square);
                let old = self.stacks.get(square);
                // Without an old top, only the sentinel remains.
                let base = Stacks::<N>::lift(old, usize::from(was_occupied)).0 | old_top as u128;
                let captives =
                    Stack(Stacks::<N>::lift(Stack(base), drop - 1).0 | u128::from(stones >> 1));
                key ^= keys::top(old_top, Piece::Flat, square) & mask(was_occupied);
                key ^= keys::top(top, Piece::Flat, square);
                key ^= keys::captives::<N>(square, old) ^ keys::captives::<N>(square, captives);
                occupied |= square.bitboard();
                black.assign(square, top == Color::Black);
                tall.assign(square, !captives.is_empty());
                self.stacks.set(square, captives);
                let before = was_occupied.then(|| (old_top, self.piece(square)));
                let after = (top, if left == 0 { piece } else { Piece::Flat });
                observer.changed(
                    square,
                    Contents { top: before, captives: old },
                    Contents { top: Some(after), captives },
                );
            }

            self.head.reversible += 1;
            if piece != Piece::Flat {
                key ^= self.lead(origin, square, piece);
            }
            self.head.owned = ByColor::new(occupied - black, black);
            self.head.tall = tall;
            self.head.key = key;
            lifted
        })
    }

    /// Moves the wall or capstone that leads a spread and flattens the wall that it lands on. Returns the
    /// difference of the key to a spread of a flat onto a flat.
    fn lead(&mut self, origin: Square, target: Square, piece: Piece) -> u64 {
        let mover = self.head.to_move;
        let mut change = keys::top(mover, Piece::Flat, target) ^ keys::top(mover, piece, target);
        if self.head.walls.has(target) {
            let (owner, _) = self.top(target).unwrap_or((mover, piece));
            change ^= keys::top(owner, Piece::Flat, target) ^ keys::top(owner, Piece::Wall, target);
            self.head.walls.assign(target, false);
            self.head.reversible = 0;
        }
        let pieces = match piece {
            Piece::Wall => &mut self.head.walls,
            Piece::Flat | Piece::Capstone => &mut self.head.capstones,
        };
        pieces.assign(origin, false);
        pieces.assign(target, true);
        change
    }
}

/// All bits set if `condition` is true, otherwise zero.
#[inline(always)]
const fn mask(condition: bool) -> u64 {
    (condition as u64).wrapping_neg()
}

/// The reason why a move is illegal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum IllegalMove {
    /// The stones on the board have ended the game. [`Game`](crate::game::Game) checks this, a position does not.
    #[error("the game is over")]
    GameOver,
    /// The square is not on a board of this size.
    #[error("{square} is not on a {size}x{size} board")]
    OffBoard {
        /// The square.
        square: Square,
        /// The size of the board.
        size: usize,
    },
    /// Something other than a flat in the opening.
    #[error("each player's first move must place a flat")]
    Opening,
    /// A placement on a stone.
    #[error("{0} is not empty")]
    Occupied(Square),
    /// The player has no such piece left.
    #[error("{} has no {} left", .0.name(), if matches!(.1, Piece::Capstone) { "capstone" } else { "stone" })]
    NoneLeft(Color, Piece),
    /// A spread from an empty square.
    #[error("{0} is empty")]
    Empty(Square),
    /// A spread of the opponent's stack.
    #[error("the stack on {0} belongs to {name}", name = .1.name())]
    NotYours(Square, Color),
    /// More stones than the stack has or the carry limit allows.
    #[error("expected at most {limit} stones to carry from {square}, found {found}")]
    Carry {
        /// Start of the spread.
        square: Square,
        /// Maximum number of stones.
        limit: usize,
        /// Number of stones in the move.
        found: usize,
    },
    /// The spread leaves the board.
    #[error("the spread from {0} leaves the board")]
    LeavesBoard(Square),
    /// A wall or capstone blocks the spread.
    #[error("the spread from {0} is blocked on {1}")]
    Blocked(Square, Square),
}

impl<const N: usize> Position<N> {
    /// Whether a move is legal.
    pub fn is_legal(&self, mv: Move) -> bool {
        self.check(mv).is_ok()
    }

    /// Checks that a move is legal.
    ///
    /// # Errors
    /// The first rule that the move breaks.
    pub fn check(&self, mv: Move) -> Result<(), IllegalMove> {
        let square = mv.square();
        if !square.is_on(N) {
            return Err(IllegalMove::OffBoard { square, size: N });
        }
        match mv.kind() {
            MoveKind::Place(piece) => self.check_placement(square, piece),
            MoveKind::Spread(direction, pattern) => self.check_spread(square, direction, pattern),
        }
    }

    fn check_placement(&self, square: Square, piece: Piece) -> Result<(), IllegalMove> {
        if self.occupied().has(square) {
            return Err(IllegalMove::Occupied(square));
        }
        if self.opening_plies() > 0 {
            return match piece {
                Piece::Flat => Ok(()),
                Piece::Wall | Piece::Capstone => Err(IllegalMove::Opening),
            };
        }
        let reserve = self.reserve(self.to_move());
        let left = match piece {
            Piece::Flat | Piece::Wall => reserve.stones,
            Piece::Capstone => reserve.capstones,
        };
        if left == 0 {
            return Err(IllegalMove::NoneLeft(self.to_move(), piece));
        }
        Ok(())
    }

    fn check_spread(
        &self,
        square: Square,
        direction: Direction,
        pattern: Pattern,
    ) -> Result<(), IllegalMove> {
        if self.opening_plies() > 0 {
            return Err(IllegalMove::Opening);
        }
        match self.top(square) {
            None => return Err(IllegalMove::Empty(square)),
            Some((owner, _)) if owner != self.to_move() => {
                return Err(IllegalMove::NotYours(square, owner));
            }
            Some(_) => {}
        }
        let (limit, found) = (self.carry(square), pattern.carried());
        if found > limit {
            return Err(IllegalMove::Carry { square, limit, found });
        }
        let (distance, crush) = self.slide(square, direction);
        let reach = pattern.distance();
        if reach <= distance || crush && reach == distance + 1 && pattern.last_drop() == 1 {
            return Ok(());
        }
        match square.neighbor(direction, distance + 1, N) {
            None => Err(IllegalMove::LeavesBoard(square)),
            Some(stop) => Err(IllegalMove::Blocked(square, stop)),
        }
    }
}
