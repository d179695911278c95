//! Choice among several lines at a level. Simple moves are more likely.

use super::super::Info;
use super::seed::Seed;
use crate::board::{Position, touched};
use crate::eval::Value;
use crate::types::{Bitboard, Move, MoveKind, Piece};

/// Maximum effort that matters.
const MAX_EFFORT: u32 = 10;

/// Index of the line to play: a random one of those at most `window` centi-flats below the best. Better
/// lines are more likely, and each point of effort halves the likelihood. Visible wins and losses are
/// played as well as possible.
pub(super) fn choose<const N: usize>(
    root: &Position<N>,
    lines: &[Info],
    window: i32,
    seed: Seed,
) -> usize {
    let Some(Value::CentiFlats(best)) = lines.first().map(|line| line.value) else { return 0 };
    let weights: Vec<u64> = lines.iter().map(|line| weight(root, line, best - window)).collect();
    let mut rest = seed.below(root.key(), weights.iter().sum());
    let chosen = weights.iter().position(|&weight| {
        let hit = rest < weight;
        rest = rest.saturating_sub(weight);
        hit
    });
    chosen.unwrap_or_default()
}

/// Likelihood of a line, 0 for one outside the window.
fn weight<const N: usize>(root: &Position<N>, line: &Info, worst: i32) -> u64 {
    let (Value::CentiFlats(flats), Some(&mv)) = (line.value, line.pv.first()) else { return 0 };
    let merit = u64::try_from(flats - worst + 1).unwrap_or_default();
    merit << (MAX_EFFORT - effort(root, mv).min(MAX_EFFORT))
}

/// Effort of finding a move, in points: none for a flat next to the mover's road. Walls cost points because they
/// answer the opponent's plans, spreads by distance and carried stones, and all moves away from the road one more.
fn effort<const N: usize>(position: &Position<N>, mv: Move) -> u32 {
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
    let near = touched(mv).meets(road | road.neighbors());
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

    /// Frequency of each line in 1000 games.
    fn counts(values: &[(Value, Piece)]) -> Vec<usize> {
        let mut root = Position::<5>::start(Rules::standard(5));
        for index in [0, 36] {
            root.play(Move::place(Square::from_index(index), Piece::Flat), &mut ());
        }
        let lines: Vec<_> = values
            .iter()
            .enumerate()
            // All of them far from the stones.
            .map(|(index, &(value, piece))| {
                let mv = Move::place(Square::from_index(2 + index), piece);
                Info { value, ..Info::unexplored(mv) }
            })
            .collect();
        let mut counts = vec![0; values.len()];
        for seed in 0..1000 {
            counts[choose(&root, &lines, 30, Seed::new(seed))] += 1;
        }
        counts
    }

    #[test]
    fn chooses_simple_moves_of_similar_value() {
        use Piece::{Flat, Wall};
        use Value::CentiFlats;
        let counts = counts(&[
            (CentiFlats(50), Wall),
            (CentiFlats(40), Flat),
            (CentiFlats(30), Flat),
            (CentiFlats(19), Flat),
        ]);
        assert!(counts[1] > counts[2] && counts[2] > counts[0] && counts[0] > 0, "{counts:?}");
        assert_eq!(counts[3], 0, "31 centi-flats worse");
    }

    #[test]
    fn decided_positions_are_not_random() {
        use Piece::{Flat, Wall};
        let win = (Value::Win { plies: 3 }, Wall);
        assert_eq!(counts(&[win, (Value::Win { plies: 5 }, Flat)]), [1000, 0]);
        assert_eq!(counts(&[win, (Value::CentiFlats(20), Flat)]), [1000, 0]);
        let lost = (Value::Loss { plies: 2 }, Flat);
        assert_eq!(counts(&[(Value::CentiFlats(-3000), Wall), lost]), [1000, 0]);
        assert_eq!(counts(&[lost, lost]), [1000, 0]);
    }

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
