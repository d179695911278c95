//! Choice among several lines at a level.

use super::super::Info;
use super::plan::effort;
use super::seed::Seed;
use crate::board::Position;
use crate::eval::Value;

/// Effort above this counts as this.
const MOST_EFFORT: u32 = 10;

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
    merit << (MOST_EFFORT - effort(root, mv).min(MOST_EFFORT))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Wdl;
    use crate::search::Bound;
    use crate::types::{Move, Piece, Rules, Square};
    use std::time::Duration;

    fn line(value: Value, mv: Move) -> Info {
        Info {
            depth: 2,
            seldepth: 2,
            line: 1,
            lines: 1,
            value,
            bound: Bound::Exact,
            wdl: Wdl { win: 500, draw: 0, loss: 500 },
            nodes: 10,
            time: Duration::ZERO,
            hashfull: 0,
            pv: vec![mv],
        }
    }

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
                line(value, Move::place(Square::from_index(2 + index), piece))
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
}
