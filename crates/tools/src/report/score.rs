//! Results of a player.

use super::error_of_mean;

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

/// Points that Elo's formula predicts.
pub(super) fn expected(own: u16, other: u16) -> f64 {
    1.0 / (1.0 + 10_f64.powf((f64::from(other) - f64::from(own)) / 400.0))
}

#[cfg(test)]
mod tests {
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
}
