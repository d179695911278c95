//! Scores of positions that files keep, in an order from the worst to the best.

use stonefall_engine::report::Verdict;
use stonefall_engine::search::Bound;
use stonefall_engine::{Color, Value};

/// A score of the side to move: hundredths of a flat, or a proven win or loss in a number of plies. Larger is better.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct BookScore(i32);

/// The score of a win in 0 plies.
const WIN: i32 = 30_000;
/// The longest proven win, in plies.
const LONGEST: i32 = 1000;
/// The largest estimate.
const MAX_ESTIMATE: i32 = WIN - LONGEST - 1;

impl BookScore {
    /// Worse than all scores.
    pub(super) const WORST: Self = Self(-WIN - 1);

    /// The score of a value.
    pub fn of(value: Value) -> Self {
        let plies = |plies: u32| plies.min(LONGEST as u32) as i32;
        Self(match value {
            Value::CentiFlats(flats) => flats.clamp(-MAX_ESTIMATE, MAX_ESTIMATE),
            Value::Win { plies: count } => WIN - plies(count),
            Value::Loss { plies: count } => plies(count) - WIN,
        })
    }

    /// The value.
    pub const fn value(self) -> Value {
        match self.0 {
            flats if flats.abs() <= MAX_ESTIMATE => Value::CentiFlats(flats),
            0.. => Value::Win { plies: (WIN - self.0).unsigned_abs() },
            _ => Value::Loss { plies: (self.0 + WIN).unsigned_abs() },
        }
    }

    /// The score as a number, for a file.
    pub const fn stored(self) -> i32 {
        self.0
    }

    /// The score of a number in a file, if it is one.
    pub fn read(stored: i32) -> Option<Self> {
        (-WIN..=WIN).contains(&stored).then_some(Self(stored))
    }

    /// Whether it is a proven win or loss.
    pub const fn is_proven(self) -> bool {
        self.0.abs() > MAX_ESTIMATE
    }

    /// The score of a move that leads to a position with this score.
    pub fn of_move(self) -> Self {
        Self::of(match self.value() {
            Value::CentiFlats(flats) => Value::CentiFlats(-flats),
            // The end is one ply further away.
            Value::Win { plies } => Value::Loss { plies: plies + 1 },
            Value::Loss { plies } => Value::Win { plies: plies + 1 },
        })
    }

    /// The score in words, from White's view: `+0.12`, `White: win in 3`.
    pub fn words(self, mover: Color) -> String {
        self.verdict(mover).to_string()
    }

    /// The score for people and for JSON.
    pub const fn verdict(self, mover: Color) -> Verdict {
        Verdict { value: self.value(), bound: Bound::Exact, mover, reason: None }
    }

    /// The difference to a score that is not worse.
    pub const fn drop_from(self, best: Self) -> u32 {
        best.0.saturating_sub(self.0).unsigned_abs()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ORDERED: [Value; 7] = [
        Value::Loss { plies: 2 },
        Value::Loss { plies: 100 },
        Value::CentiFlats(-7),
        Value::CentiFlats(0),
        Value::CentiFlats(130),
        Value::Win { plies: 101 },
        Value::Win { plies: 1 },
    ];

    #[test]
    fn scores_are_ordered_and_read_back() {
        let scores = ORDERED.map(BookScore::of);
        assert!(scores.is_sorted());
        for (score, value) in scores.into_iter().zip(ORDERED) {
            assert_eq!(score.value(), value);
            assert_eq!(BookScore::read(score.stored()), Some(score));
            assert_eq!(score.is_proven(), !matches!(value, Value::CentiFlats(_)));
        }
        assert_eq!(BookScore::of(Value::Win { plies: 9999 }).value(), Value::Win { plies: 1000 });
        assert!(!BookScore::of(Value::CentiFlats(i32::MAX)).is_proven());
        assert_eq!(BookScore::read(i32::MAX), None);
    }

    #[test]
    fn a_move_has_the_opposite_score_one_ply_later() {
        let of_move = |value| BookScore::of(value).of_move().value();
        assert_eq!(of_move(Value::Win { plies: 3 }), Value::Loss { plies: 4 });
        assert_eq!(of_move(Value::Loss { plies: 4 }), Value::Win { plies: 5 });
        assert_eq!(of_move(Value::CentiFlats(12)), Value::CentiFlats(-12));
        let best = BookScore::of(Value::CentiFlats(12));
        assert_eq!(BookScore::of(Value::CentiFlats(-8)).drop_from(best), 20);
        assert!(BookScore::WORST < BookScore::of(Value::Loss { plies: 0 }));
    }
}
