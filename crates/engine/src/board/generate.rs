//! Generation of all legal moves, and perft: the number of leaves of the game tree.

use super::{Position, spread};
use crate::cpu::versions;
use crate::stopper::Stopper;
use crate::types::{Bitboard, Color, Direction, Move, Pattern, Piece, Square};
use std::hint::black_box;

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

    /// Appends every legal placement to `moves`.
    #[inline(always)]
    pub(crate) fn generate_placements(&self, moves: &mut Vec<Move>) {
        versions!({
            push_placements(moves, self.empty(), self.placeable());
        })
    }

    /// The pieces that the mover may place on an empty square.
    #[inline(always)]
    pub(crate) fn placeable(&self) -> &'static [Piece] {
        if self.head.opening_plies > 0 {
            return &[Piece::Flat];
        }
        let reserve = self.reserve(self.to_move());
        match (reserve.stones > 0, reserve.capstones > 0) {
            (true, true) => &Piece::ALL,
            (true, false) => &[Piece::Flat, Piece::Wall],
            (false, true) => &[Piece::Capstone],
            (false, false) => &[],
        }
    }

    /// Appends every legal spread to `moves`.
    #[inline(always)]
    pub fn generate_spreads(&self, moves: &mut Vec<Move>) {
        versions!({
            if self.head.opening_plies > 0 {
                return;
            }
            let own = self.owned(self.to_move());
            let single = own - self.tall();
            for direction in Direction::ALL {
                push_steps(moves, self.single_targets(single, direction), direction);
            }
            self.generate_stack_spreads(own & self.tall(), moves);
        })
    }

    /// The own stacks whose spreads may win two flats or more. Without an own captive, which a spread uncovers, only the
    /// piece on top can win a flat. None in the opening.
    #[inline(always)]
    pub(crate) fn winning_stacks(&self) -> Bitboard {
        if self.head.opening_plies > 0 {
            return Bitboard::EMPTY;
        }
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

    /// Appends every legal spread of own stacks of two or more stones.
    #[inline(always)]
    pub(crate) fn generate_stack_spreads(&self, stacks: Bitboard, moves: &mut Vec<Move>) {
        versions!({
            for square in stacks {
                let carry = self.carry(square);
                for direction in Direction::ALL {
                    let (distance, crush) = self.slide(square, direction);
                    push_spreads(moves, square, direction, spread::spreads(carry, distance));
                    if crush {
                        push_spreads(moves, square, direction, spread::crushes(carry, distance));
                    }
                }
            }
        })
    }

    /// Number of legal moves, computed without a list.
    #[inline]
    pub fn count_moves(&self) -> usize {
        let empty = self.empty().len();
        if self.head.opening_plies > 0 {
            return empty;
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
                count += spread::spread_count(carry, distance);
                if crush {
                    count += spread::crush_count(carry, distance);
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
        let distance = spread::distance::<N>(square, direction, self.blockers());
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

/// Method of counting the last ply.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PerftMode {
    /// Counts the moves of the last ply without playing them.
    Bulk,
    /// Plays and undoes every move.
    EveryMove,
}

/// Maximum depth that the program and TEI accept, in plies. The count recurses once per ply.
pub const MAX_PERFT_DEPTH: u32 = 64;

/// Depth below which the count does not check the stopper.
const UNCHECKED: u32 = 2;

impl<const N: usize> Position<N> {
    /// Number of sequences of `depth` plies. A finished game has no successors.
    pub fn perft(&mut self, depth: u32, mode: PerftMode) -> u64 {
        self.perft_until(depth, mode, &Stopper::default()).unwrap_or_default()
    }

    /// Like [`Position::perft`]; `None` if the count was stopped.
    pub(crate) fn perft_until(
        &mut self,
        depth: u32,
        mode: PerftMode,
        stopper: &Stopper,
    ) -> Option<u64> {
        let nodes = match (depth, mode) {
            (0, _) => 1,
            (_, PerftMode::Bulk) => self.bulk(depth, &mut Vec::new(), stopper),
            (_, PerftMode::EveryMove) => self.every_move(depth, &mut Vec::new(), stopper),
        };
        (!stopper.is_stopped()).then_some(nodes)
    }

    /// Counts in bulk. All move lists share one buffer, with a range for each ply.
    fn bulk(&mut self, depth: u32, moves: &mut Vec<Move>, stopper: &Stopper) -> u64 {
        if self.outcome().is_some() || depth > UNCHECKED && stopper.is_stopped() {
            return 0;
        }
        if depth == 1 {
            return self.count_moves() as u64;
        }
        let start = moves.len();
        self.generate(moves);
        let mut nodes = 0;
        for index in start..moves.len() {
            let mv = moves[index];
            let undo = self.play(mv, &mut ());
            nodes += self.bulk(depth - 1, moves, stopper);
            self.undo(mv, &undo);
        }
        moves.truncate(start);
        nodes
    }

    /// Counts by playing the last ply. (One function with a const parameter for both methods slows the bulk count.)
    fn every_move(&mut self, depth: u32, moves: &mut Vec<Move>, stopper: &Stopper) -> u64 {
        if self.outcome().is_some() || depth > UNCHECKED && stopper.is_stopped() {
            return 0;
        }
        let start = moves.len();
        self.generate(moves);
        let mut nodes = 0;
        for index in start..moves.len() {
            let mv = moves[index];
            let undo = self.play(mv, &mut ());
            nodes += if depth == 1 {
                // Observe the whole position, so that the compiler removes no part of the move.
                black_box(&*self);
                1
            } else {
                self.every_move(depth - 1, moves, stopper)
            };
            self.undo(mv, &undo);
        }
        moves.truncate(start);
        nodes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::Rules;

    #[test]
    fn a_stopped_count_is_none() {
        let mut position = Position::<5>::start(Rules::standard(5));
        let before = position.clone();
        let stopper = Stopper::default();
        stopper.stop();
        assert_eq!(position.perft_until(4, PerftMode::Bulk, &stopper), None);
        assert!(position == before);
    }
}
