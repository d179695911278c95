//! Simplicity of a move.

use crate::board::Position;
use crate::types::{Bitboard, Move, MoveKind, Piece};

/// Effort of a move in points: none for a flat next to the mover's own road. Walls serve against the
/// opponent's plans; stacks are harder the farther they go and the more they carry; moves away from the own
/// road are seen last.
pub(super) fn effort<const N: usize>(position: &Position<N>, mv: Move) -> u32 {
    if position.opening_plies() > 0 {
        return 0;
    }
    let shape = match mv.kind() {
        MoveKind::Place(Piece::Flat) => 0,
        MoveKind::Place(Piece::Capstone) => 2,
        MoveKind::Place(Piece::Wall) => 3,
        MoveKind::Spread(_, pattern) => {
            let (distance, carried) = (pattern.distance() as u32, pattern.carried() as u32);
            1 + 2 * (distance - 1) + (carried - distance).min(2)
        }
    };
    let road = largest_group(position.road_stones(position.to_move()));
    let near = Position::<N>::touched(mv).meets(road | road.neighbors());
    shape + if near { 0 } else { 1 }
}

/// The largest connected group.
fn largest_group(stones: Bitboard) -> Bitboard {
    let mut rest = stones;
    let mut largest = Bitboard::EMPTY;
    while let Some(square) = rest.first() {
        let mut group = square.bitboard();
        loop {
            let grown = group | group.neighbors() & stones;
            if grown == group {
                break;
            }
            group = grown;
        }
        rest = rest - group;
        if group.len() > largest.len() {
            largest = group;
        }
    }
    largest
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{Direction, Pattern, Rules, Square};

    #[test]
    fn flats_near_the_road_are_simplest_and_long_spreads_hardest() {
        let mut position = Position::<5>::start(Rules::standard(5));
        // White has a1 and a2, Black e5 and e4.
        for (file, rank) in [(4, 4), (0, 0), (0, 1), (4, 3)] {
            position.play(Move::place(Square::new(file, rank), Piece::Flat), &mut ());
        }
        let place = |file, rank, piece| Move::place(Square::new(file, rank), piece);
        let spread = |drops: &[usize]| {
            let pattern = Pattern::from_drops(drops).unwrap_or(Pattern::SINGLE);
            Move::spread(Square::new(0, 1), Direction::North, pattern)
        };
        let efforts = [
            place(0, 2, Piece::Flat),
            place(3, 3, Piece::Flat),
            place(1, 0, Piece::Capstone),
            place(1, 0, Piece::Wall),
            place(3, 3, Piece::Wall),
        ]
        .map(|mv| effort(&position, mv));
        assert_eq!(efforts, [0, 1, 2, 3, 4]);
        let spreads = [spread(&[1]), spread(&[2]), spread(&[1, 1]), spread(&[2, 1, 1])];
        assert_eq!(spreads.map(|mv| effort(&position, mv)), [1, 2, 3, 6]);
        assert_eq!(largest_group(position.road_stones(position.to_move())).len(), 2);
    }
}
