//! Results of a player, and means over moves, with their errors.

use serde::Serialize;

/// Fewer games than this say nothing about a player.
pub const ENOUGH_GAMES: u64 = 5;

/// Results from a player's view.
#[derive(Serialize, Clone, Copy, PartialEq, Debug, Default)]
pub struct PlayerScore {
    /// Games.
    pub games: u64,
    /// Games won.
    pub won: u64,
    /// Games drawn.
    pub drawn: u64,
    /// Games lost.
    pub lost: u64,
    /// Points per game, from 0 to 1; `None` without games.
    #[serde(rename = "score")]
    pub share: Option<f64>,
    /// Half the width of the 95 % interval of [`PlayerScore::share`].
    pub error: Option<f64>,
    /// Games in which both ratings are known.
    pub rated: u64,
    /// Points per rated game that the ratings predict; `None` without ratings.
    pub expected: Option<f64>,
    /// Points that the player lost in the rated games, compared with the prediction; negative if the player won some.
    #[serde(skip)]
    pub lost_points: Option<f64>,
}

impl PlayerScore {
    /// Whether there are enough games for a statement.
    pub const fn is_enough(&self) -> bool {
        self.games >= ENOUGH_GAMES
    }
}

impl FromIterator<(f64, Option<f64>)> for PlayerScore {
    /// Counts games: the player's points (1, 0.5 or 0), and the points that the ratings predict.
    fn from_iter<I: IntoIterator<Item = (f64, Option<f64>)>>(results: I) -> Self {
        let mut score = Self::default();
        let (mut rated_points, mut expected_points) = (0.0, 0.0);
        for (points, expected) in results {
            score.games += 1;
            if points > 0.75 {
                score.won += 1;
            } else if points < 0.25 {
                score.lost += 1;
            } else {
                score.drawn += 1;
            }
            if let Some(expected) = expected {
                score.rated += 1;
                rated_points += points;
                expected_points += expected;
            }
        }
        let [games, won, drawn] = [score.games, score.won, score.drawn].map(|count| count as f64);
        if score.games > 0 {
            score.share = Some((won + drawn / 2.0) / games);
            // Two wins and two losses are added (Agresti and Coull, 1998), because a few equal results do not make certain.
            let (won, games) = (won + 2.0, games + 4.0);
            let mean = (won + drawn / 2.0) / games;
            score.error = Some(error_of_mean((won + drawn / 4.0) / games - mean * mean, games));
        }
        if score.rated > 0 {
            score.expected = Some(expected_points / score.rated as f64);
            score.lost_points = Some(expected_points - rated_points);
        }
        score
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
#[derive(Serialize, Clone, Copy, PartialEq, Debug, Default)]
#[serde(into = "Option<Mean>")]
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

    /// Mean per move; `None` with too few moves or games.
    pub fn mean(&self) -> Option<Mean> {
        if self.moves < ENOUGH_MOVES || self.games < ENOUGH_GAMES as f64 {
            return None;
        }
        let mean = self.sum / self.moves;
        let squares = self.amount_squared - 2.0 * mean * self.amount_by_moves
            + mean * mean * self.moves_squared;
        let variance = squares.max(0.0) / (self.games - 1.0);
        let error = error_of_mean(variance, self.games) * self.games / self.moves;
        Some(Mean { mean, error })
    }
}

impl From<Rate> for Option<Mean> {
    fn from(rate: Rate) -> Self {
        rate.mean()
    }
}

/// A mean, and half the width of its 95 % interval.
#[derive(Serialize, Clone, Copy, PartialEq, Debug)]
pub struct Mean {
    /// The mean.
    pub mean: f64,
    /// Its error.
    pub error: f64,
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn a_score_counts_results_and_compares_them_with_ratings() {
        let results = [(1.0, Some(0.75)), (0.5, Some(0.5)), (0.0, None), (0.0, None)];
        let score = PlayerScore::from_iter(results);
        assert_eq!((score.won, score.drawn, score.lost, score.rated), (1, 1, 2, 2));
        assert_eq!((score.share, score.expected), (Some(0.375), Some(0.625)));
        assert_eq!(score.lost_points, Some(-0.25));
        assert!(!score.is_enough());
        assert_eq!(PlayerScore::from_iter([]), PlayerScore::default());
    }

    #[test]
    fn errors_shrink_with_games_and_are_never_zero() {
        let won = |games| PlayerScore::from_iter(vec![(1.0, None); games]).error.unwrap();
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
        assert_eq!(rate.mean(), None);
        rate.add(100, 50.0);
        assert_eq!(rate.mean(), Some(Mean { mean: 0.5, error: 0.0 }));
    }

    #[test]
    fn games_are_the_units_of_the_error() {
        let rate = |moves: u64| {
            let mut rate = Rate::default();
            for game in 0..100 {
                let share = if game % 2 == 0 { 0.25 } else { 0.75 };
                rate.add(moves, share * moves as f64);
            }
            rate.mean().unwrap()
        };
        // Longer games with the same difference say the same.
        let (short, long) = (rate(10), rate(40));
        assert_eq!(short.mean, long.mean);
        assert!((short.error - long.error).abs() < 1e-9);
        // The standard deviation of games is 0.25.
        assert!((short.error - 1.96 * 0.025).abs() < 0.001);
    }
}
