//! Means over moves, with errors.

use super::error_of_mean;

/// Fewer moves than this say nothing about a player.
const ENOUGH_MOVES: f64 = 50.0;
/// Moves of fewer games say little, because they depend on each other.
const ENOUGH_GAMES: f64 = 5.0;

/// A mean over the moves of several games.
///
/// The moves of a game depend on each other, so that games are the units of the error: that of a ratio of two sums
/// (Cochran, Sampling Techniques, 1977, section 6.4).
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Rate {
    games: f64,
    moves: f64,
    sum: f64,
    /// Sums of the squares and the products of a game's amount and its moves.
    amount_squared: f64,
    amount_by_moves: f64,
    moves_squared: f64,
}

impl Rate {
    /// Adds the moves of a game, and the sum of their amounts.
    pub(super) fn add(&mut self, moves: u64, amount: f64) {
        if moves == 0 {
            return;
        }
        let moves = moves as f64;
        self.games += 1.0;
        self.moves += moves;
        self.sum += amount;
        self.amount_squared += amount * amount;
        self.amount_by_moves += amount * moves;
        self.moves_squared += moves * moves;
    }

    /// Number of moves.
    #[must_use]
    pub const fn moves(&self) -> u64 {
        self.moves as u64
    }

    /// Number of games.
    #[must_use]
    pub const fn games(&self) -> u64 {
        self.games as u64
    }

    /// Mean per move; `None` with too few moves or games.
    #[must_use]
    pub fn mean(&self) -> Option<f64> {
        let is_enough = self.moves >= ENOUGH_MOVES && self.games >= ENOUGH_GAMES;
        is_enough.then(|| self.sum / self.moves)
    }

    /// Half the width of the 95 % interval of [`Rate::mean`]; `None` with too few moves or games.
    #[must_use]
    pub fn error(&self) -> Option<f64> {
        let mean = self.mean()?;
        let squares = self.amount_squared - 2.0 * mean * self.amount_by_moves
            + mean * mean * self.moves_squared;
        let variance = squares.max(0.0) / (self.games - 1.0);
        Some(error_of_mean(variance, self.games) * self.games / self.moves)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn few_moves_have_no_mean() {
        let mut rate = Rate::default();
        for _ in 0..4 {
            rate.add(100, 50.0);
        }
        rate.add(0, 0.0);
        assert_eq!((rate.mean(), rate.error(), rate.games(), rate.moves()), (None, None, 4, 400));
        rate.add(100, 50.0);
        assert_eq!((rate.mean(), rate.error()), (Some(0.5), Some(0.0)));
    }

    #[test]
    fn games_are_the_units_of_the_error() {
        let rate = |moves: u64| {
            let mut rate = Rate::default();
            for game in 0..100 {
                let share = if game % 2 == 0 { 0.25 } else { 0.75 };
                rate.add(moves, share * moves as f64);
            }
            rate
        };
        // Longer games with the same difference say the same.
        let (short, long) = (rate(10), rate(40));
        assert_eq!(short.mean(), long.mean());
        assert!((short.error().unwrap() - long.error().unwrap()).abs() < 1e-9);
        // The standard deviation of games is 0.25.
        assert!((short.error().unwrap() - 1.96 * 0.025).abs() < 0.001);
    }
}
