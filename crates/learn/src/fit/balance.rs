//! Compares the chances predicted by the evaluation and the search with the results.

use super::{Bucket, Chances, Spread};
use crate::records::{GameRecord, RecordError};
use std::collections::BTreeMap;
use stonefall_engine::eval::Value;
use stonefall_engine::eval::net::Network;
use stonefall_engine::eval::weights::{Scale, scale};
use stonefall_engine::types::Color;

/// Predictions and results by board size, komi and score.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Balances {
    komis: BTreeMap<(usize, i32), Balance>,
    scores: BTreeMap<usize, Vec<(f32, f32)>>,
}

/// Predictions and results of games. Every game has the same weight.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Balance {
    /// Number of games with at least one judged position.
    pub games: u64,
    result: f64,
    evaluation: Sums,
    search: Sums,
}

/// Sums over the games: White's mean chance, and the squared difference between it and the result.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
struct Sums {
    chance: f64,
    square: f64,
}

/// White's mean predicted chance.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MeanChance {
    /// White's chance; a draw counts half.
    pub chance: f64,
    /// Half the width of the 95 % interval of the difference between White's score and the chance.
    pub error: f64,
}

/// Fit of search scores to results on one board size. Only games with a komi of whole flats count, because
/// others cannot end in a draw on flats.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Reading {
    /// The curves in use.
    pub used: Chances,
    /// The curves that fit these games best.
    pub best: Chances,
    /// Mean chance of a draw by the curves in use.
    pub draws_predicted: f64,
    /// Share of positions whose game was drawn.
    pub draws_found: f64,
    /// Mean results of the positions by predicted chance.
    pub buckets: [Bucket; 10],
}

impl Balance {
    /// White's mean score, from 0 to 1.
    #[must_use]
    pub fn result(&self) -> f64 {
        self.result / self.games.max(1) as f64
    }

    /// White's chance by the evaluation without search.
    #[must_use]
    pub fn evaluation(&self) -> MeanChance {
        self.prediction(self.evaluation)
    }

    /// White's chance by the search scores.
    #[must_use]
    pub fn search(&self) -> MeanChance {
        self.prediction(self.search)
    }

    fn prediction(&self, Sums { chance, square }: Sums) -> MeanChance {
        let games = self.games.max(2) as f64;
        let mean = (self.result - chance) / games;
        let error = 1.96 * ((square / games - mean * mean).max(0.0) / (games - 1.0)).sqrt();
        MeanChance { chance: chance / self.games.max(1) as f64, error }
    }

    fn add(&mut self, result: f64, evaluation: f64, search: f64) {
        self.games += 1;
        self.result += result;
        for (sums, chance) in [(&mut self.evaluation, evaluation), (&mut self.search, search)] {
            sums.chance += chance;
            sums.square += (result - chance).powi(2);
        }
    }
}

impl Balances {
    /// Adds a game, evaluated by this network or by the terms alone. Skips positions that are unsearched,
    /// proven, in tak, or won in one, and games without a result.
    ///
    /// # Errors
    /// If a move is illegal.
    pub fn add(&mut self, game: &GameRecord, network: Option<&Network>) -> Result<(), RecordError> {
        let Some(outcome) = game.outcome else { return Ok(()) };
        let network = network.filter(|network| network.size() == game.size);
        let judged = judged(game, network)?;
        if judged.is_empty() {
            return Ok(());
        }
        let points = |color: Color| match outcome.winner() {
            Some(winner) if winner == color => 1.0,
            Some(_) => 0.0,
            None => 0.5,
        };
        let curves = curves(game.size);
        let mean = |chance: &dyn Fn(&PositionValues) -> f64| {
            let of_white = |judged: &PositionValues| match judged.mover {
                Color::White => chance(judged),
                Color::Black => 1.0 - chance(judged),
            };
            judged.iter().map(of_white).sum::<f64>() / judged.len() as f64
        };
        let evaluation = mean(&|judged| curves.chance(judged.evaluation));
        let search = mean(&|judged| curves.chance(judged.search));
        let komi = game.rules.half_komi.half_flats();
        let balance = self.komis.entry((game.size, komi)).or_default();
        balance.add(points(Color::White), evaluation, search);
        if komi % 2 == 0 {
            let scored = judged.iter().map(|judged| (judged.search, points(judged.mover) as f32));
            self.scores.entry(game.size).or_default().extend(scored);
        }
        Ok(())
    }

    /// Board size, komi in half flats and balance of each group.
    pub fn komis(&self) -> impl Iterator<Item = (usize, i32, &Balance)> {
        self.komis.iter().map(|(&(size, half_komi), balance)| (size, half_komi, balance))
    }

    /// Board sizes with the fit of their search scores.
    pub fn readings(&self) -> impl Iterator<Item = (usize, Reading)> {
        self.scores.iter().map(|(&size, scores)| (size, Reading::of(curves(size), scores)))
    }
}

impl Reading {
    /// Fits scores in inner units to the mover's results.
    fn of(used: Chances, scores: &[(f32, f32)]) -> Self {
        let share = |sum: f64| sum / scores.len().max(1) as f64;
        let drawn = |value| {
            let [win, loss] = used.of(value);
            f64::from(1.0 - win - loss)
        };
        Self {
            used,
            best: Chances::fitted(|| scores.iter().copied()),
            draws_predicted: share(scores.iter().map(|&(value, _)| drawn(value)).sum()),
            draws_found: share(scores.iter().filter(|score| score.1 == 0.5).count() as f64),
            buckets: Bucket::all(used.spread, scores.iter().copied()),
        }
    }
}

/// The curves in use for a board size.
fn curves(size: usize) -> Chances {
    let Scale { spread, draw, .. } = scale(size);
    Chances { spread: Spread(spread as f32), draw: draw as f32 }
}

/// Values of a position in inner units from the mover's view.
struct PositionValues {
    mover: Color,
    evaluation: f32,
    search: f32,
}

/// The judged positions of a game.
fn judged(
    game: &GameRecord,
    network: Option<&Network>,
) -> Result<Vec<PositionValues>, RecordError> {
    let mut all = Vec::new();
    game.follow(|game, ply| {
        let Some(Value::CentiFlats(score)) = ply.score else { return };
        if !game.is_forced() {
            let flat = scale(game.size()).flat as f32;
            all.push(PositionValues {
                mover: game.to_move(),
                evaluation: game.value(network).0 as f32,
                search: score as f32 * flat / 100.0,
            });
        }
    })?;
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_shrink_with_the_games() {
        let mut balance = Balance::default();
        for game in 0..400 {
            balance.add(f64::from(game % 2), 0.5, 0.75);
        }
        let (evaluation, search) = (balance.evaluation(), balance.search());
        assert_eq!((balance.result(), evaluation.chance, search.chance), (0.5, 0.5, 0.75));
        // 1.96 times a half, divided by the square root of 400; the same around another mean.
        assert!((evaluation.error - 0.049).abs() < 0.001, "{evaluation:?}");
        assert!((search.error - 0.049).abs() < 0.001, "{search:?}");
    }

    #[test]
    fn scores_are_compared_with_results() {
        // 100 units win three games of four; a fifth of the even games is drawn.
        let (mut scores, count) = (Vec::new(), 1000);
        for index in 0..count {
            let won = index % 4 != 0;
            scores.extend([(100.0, f32::from(won)), (-100.0, f32::from(!won))]);
            scores.push((0.0, [0.5, 0.0, 1.0, 0.0, 1.0][index % 5]));
        }
        let used = Chances { spread: Spread(100.0), draw: 10.0 };
        let reading = Reading::of(used, &scores);
        assert!((reading.draws_found - 1.0 / 15.0).abs() < 1e-9, "{reading:?}");
        assert!(reading.best.draw > 10.0 && reading.best.spread.0 < 110.0, "{reading:?}");
        let bucket = reading.buckets[7];
        assert_eq!((bucket.count, bucket.found), (count, 0.75));
    }
}
