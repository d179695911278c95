//! Results of a player, and means over moves, with their errors.

/// Fewer games than this say nothing about a player.
pub const ENOUGH_GAMES: u64 = 5;

/// Results from a player's view.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Score {
    /// Games won.
    pub won: u64,
    /// Games drawn.
    pub drawn: u64,
    /// Games lost.
    pub lost: u64,
    /// Games in which both ratings are known.
    pub rated: u64,
    /// Points in the rated games.
    rated_points: f64,
    /// Points in the rated games that the ratings predict.
    expected_points: f64,
}

impl Score {
    /// Adds a game: the player's points (1, 0.5 or 0), and the points that the ratings predict.
    pub(super) fn add(&mut self, points: f64, expected: Option<f64>) {
        if points > 0.75 {
            self.won += 1;
        } else if points < 0.25 {
            self.lost += 1;
        } else {
            self.drawn += 1;
        }
        if let Some(expected) = expected {
            self.rated += 1;
            self.rated_points += points;
            self.expected_points += expected;
        }
    }

    /// Games.
    #[must_use]
    pub const fn games(&self) -> u64 {
        self.won + self.drawn + self.lost
    }

    /// Whether there are enough games for a statement.
    #[must_use]
    pub const fn is_enough(&self) -> bool {
        self.games() >= ENOUGH_GAMES
    }

    /// Points per game, from 0 to 1; `None` without games.
    #[must_use]
    pub fn share(&self) -> Option<f64> {
        let games = self.games();
        (games > 0).then(|| (self.won as f64 + self.drawn as f64 / 2.0) / games as f64)
    }

    /// Half the width of the 95 % interval of [`Score::share`]. Two wins and two losses are added (Agresti and
    /// Coull, 1998), because a few equal results do not make certain.
    #[must_use]
    pub fn error(&self) -> f64 {
        let (won, drawn) = (self.won as f64 + 2.0, self.drawn as f64);
        let games = self.games() as f64 + 4.0;
        let mean = (won + drawn / 2.0) / games;
        error_of_mean((won + drawn / 4.0) / games - mean * mean, games)
    }

    /// Points per rated game that the ratings predict; `None` without ratings.
    #[must_use]
    pub fn expected(&self) -> Option<f64> {
        (self.rated > 0).then(|| self.expected_points / self.rated as f64)
    }

    /// Points that the player lost in the rated games, compared with the prediction; negative if the player won some.
    #[must_use]
    pub fn lost_points(&self) -> Option<f64> {
        (self.rated > 0).then_some(self.expected_points - self.rated_points)
    }
}

/// Half the width of the 95 % interval of a mean of `count` values with this variance.
fn error_of_mean(variance: f64, count: f64) -> f64 {
    1.96 * (variance / count).sqrt()
}

/// Points that Elo's formula predicts.
pub(super) fn expected(own: u16, other: u16) -> f64 {
    1.0 / (1.0 + 10_f64.powf((f64::from(other) - f64::from(own)) / 400.0))
}

/// Fewer moves than this say nothing about a player.
const ENOUGH_MOVES: f64 = 50.0;

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
        let is_enough = self.moves >= ENOUGH_MOVES && self.games() >= ENOUGH_GAMES;
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
    fn a_score_counts_results_and_compares_them_with_ratings() {
        let mut score = Score::default();
        assert_eq!((score.share(), score.expected(), score.lost_points()), (None, None, None));
        for (points, expected) in [(1.0, Some(0.75)), (0.5, Some(0.5)), (0.0, None), (0.0, None)] {
            score.add(points, expected);
        }
        assert_eq!((score.won, score.drawn, score.lost, score.rated), (1, 1, 2, 2));
        assert_eq!((score.share(), score.expected()), (Some(0.375), Some(0.625)));
        assert_eq!(score.lost_points(), Some(-0.25));
        assert!(!score.is_enough());
    }

    #[test]
    fn errors_shrink_with_games_and_are_never_zero() {
        let won = |won| Score { won, ..Score::default() }.error();
        assert!(won(1) > won(10) && won(10) > won(1000) && won(1000) > 0.0);
        assert!((expected(1500, 1500) - 0.5).abs() < 1e-9);
        assert!((expected(1900, 1500) - 10.0 / 11.0).abs() < 1e-9);
    }

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
