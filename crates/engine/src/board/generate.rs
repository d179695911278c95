//! Generation of all legal moves.

use super::{Position, slide};
use crate::cpu::versions;
use crate::types::{Bitboard, Color, Direction, Move, Pattern, Piece, Square};

impl<const N: usize> Position<N> {
    /// Appends every legal move to `moves`, even after the end of the game; see [`Position::outcome`].
    #[inline]
    pub fn generate(&self, moves: &mut Vec<Move>) {
        self.generate_placements(moves);
        self.generate_spreads(moves);
    }

    /// A list of every legal move, even after the end of the game.
    pub fn moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        self.generate(&mut moves);
        moves
    }

    versions! {
        /// Appends every legal placement to `moves`.
        pub(crate) fn generate_placements(&self, moves: &mut Vec<Move>) -> ()
            = placements_body as [placements_basic, placements_v3];
    }

    #[inline(always)]
    fn placements_body(&self, moves: &mut Vec<Move>) {
        push_placements(moves, self.empty(), self.placeable());
    }

    /// The pieces that the mover may place on an empty square.
    #[inline(always)]
    pub(crate) fn placeable(&self) -> &'static [Piece] {
        if self.head.opening_plies > 0 {
            return if self.can_open() { &[Piece::Flat] } else { &[] };
        }
        let reserve = self.reserve(self.to_move());
        match (reserve.stones > 0, reserve.capstones > 0) {
            (true, true) => &Piece::ALL,
            (true, false) => &[Piece::Flat, Piece::Wall],
            (false, true) => &[Piece::Capstone],
            (false, false) => &[],
        }
    }

    /// Whether the reserve has the flats of the next opening ply.
    pub(super) fn can_open(&self) -> bool {
        let owner = self.rules.opening.owner(self.to_move());
        self.reserve(owner).stones as usize >= self.opening_stones()
    }

    versions! {
        /// Appends every legal spread to `moves`.
        pub fn generate_spreads(&self, moves: &mut Vec<Move>) -> ()
            = spreads_body as [spreads_basic, spreads_v3];
    }

    #[inline(always)]
    fn spreads_body(&self, moves: &mut Vec<Move>) {
        if self.head.opening_plies > 0 {
            return;
        }
        let own = self.owned(self.to_move());
        let single = own - self.tall();
        for direction in Direction::ALL {
            push_steps(moves, self.single_targets(single, direction), direction);
        }
        self.generate_stack_spreads(own & self.tall(), moves);
    }

    versions! {
        /// Appends every legal spread of own stacks of two or more stones.
        pub(crate) fn generate_stack_spreads(&self, stacks: Bitboard, moves: &mut Vec<Move>) -> ()
            = stack_spreads_body as [stack_spreads_basic, stack_spreads_v3];
    }

    /// The own stacks whose spreads may win two flats or more. Without an own captive, which a spread uncovers, only the
    /// piece on top can win a flat.
    #[inline(always)]
    pub(crate) fn winning_stacks(&self) -> Bitboard {
        let white = self.to_move() == Color::White;
        let has_own = |&square: &Square| {
            let captives = self.captives(square);
            let black = captives.0 as u64;
            // The captive below all that a spread carries becomes the top of the first square.
            let uncovered = (1 << captives.len().min(N)) - 1;
            (if white { !black } else { black }) & uncovered != 0
        };
        (self.owned(self.to_move()) & self.tall()).filter(has_own).collect()
    }

    #[inline(always)]
    fn stack_spreads_body(&self, stacks: Bitboard, moves: &mut Vec<Move>) {
        for square in stacks {
            let carry = self.carry(square);
            for direction in Direction::ALL {
                let (distance, crush) = self.slide(square, direction);
                push_spreads(moves, square, direction, slide::spreads(carry, distance));
                if crush {
                    push_spreads(moves, square, direction, slide::crushes(carry, distance));
                }
            }
        }
    }

    /// Number of legal moves, computed without a list.
    #[inline]
    pub fn count_moves(&self) -> usize {
        let empty = self.empty().len();
        if self.head.opening_plies > 0 {
            return if self.can_open() { empty } else { 0 };
        }
        let reserve = self.reserve(self.to_move());
        let kinds = 2 * usize::from(reserve.stones > 0) + usize::from(reserve.capstones > 0);
        let own = self.owned(self.to_move());
        let single = own - self.tall();
        let mut count = kinds * empty;
        for direction in Direction::ALL {
            count += self.single_targets(single, direction).len();
        }
        for square in own & self.tall() {
            let carry = self.carry(square);
            for direction in Direction::ALL {
                let (distance, crush) = self.slide(square, direction);
                count += slide::spread_count(carry, distance);
                if crush {
                    count += slide::crush_count(carry, distance);
                }
            }
        }
        count
    }

    /// Targets of the pieces in `single`, each alone on its square, in a direction.
    #[inline(always)]
    pub(super) fn single_targets(&self, single: Bitboard, direction: Direction) -> Bitboard {
        let step = |pieces: Bitboard| match direction {
            Direction::North => pieces.north(),
            Direction::East => pieces.east(),
            Direction::South => pieces.south(),
            Direction::West => pieces.west(),
        };
        let onto_flats = step(single) - self.blockers();
        let onto_walls = step(single & self.capstones()) & self.walls();
        (onto_flats | onto_walls) & Self::BOARD
    }

    /// Maximum number of stones to carry from an occupied square.
    #[inline(always)]
    pub(super) fn carry(&self, square: Square) -> usize {
        (self.captives(square).len() + 1).min(N)
    }

    /// Number of squares that the stack on a square can slide, and whether its capstone could flatten the wall
    /// after them.
    #[inline(always)]
    pub(super) fn slide(&self, square: Square, direction: Direction) -> (usize, bool) {
        let distance = slide::distance::<N>(square, direction, self.blockers());
        let crush = self.capstones().has(square)
            && square
                .neighbor(direction, distance + 1, N)
                .is_some_and(|behind| self.walls().has(behind));
        (distance, crush)
    }
}

/// Appends placements from a list of known length, so that `moves` checks its capacity only once.
#[inline(always)]
fn push_placements(moves: &mut Vec<Move>, squares: Bitboard, pieces: &[Piece]) {
    let mut list = [Square::from_index(0); Square::COUNT];
    for (slot, square) in list.iter_mut().zip(squares) {
        *slot = square;
    }
    for &piece in pieces {
        moves.extend(list[..squares.len()].iter().map(|&square| Move::place(square, piece)));
    }
}

/// Appends the moves of single stones to these targets.
#[inline(always)]
pub(super) fn push_steps(moves: &mut Vec<Move>, targets: Bitboard, direction: Direction) {
    for target in targets {
        let origin = target.step(direction.opposite());
        moves.push(Move::spread(origin, direction, Pattern::SINGLE));
    }
}

#[inline(always)]
fn push_spreads(moves: &mut Vec<Move>, square: Square, direction: Direction, patterns: &[Pattern]) {
    moves.extend(patterns.iter().map(|&pattern| Move::spread(square, direction, pattern)));
}
