//! Whether the evaluation's chances come true, komi by komi.

use super::Spread;
use crate::records::{Game, RecordError};
use std::collections::BTreeMap;
use std::sync::Arc;
use stonefall_engine::board::Position;
use stonefall_engine::eval::net::Network;
use stonefall_engine::eval::weights::scale;
use stonefall_engine::eval::{Evaluator, Value};
use stonefall_engine::types::{Color, sized};

/// For each board size and komi in half flats, what was promised and what came.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Balances(pub BTreeMap<(usize, i32), Balance>);

/// Promises and results of some games, each of which counts once, however long it is.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Balance {
    /// Games with at least one position that could be judged.
    pub games: u64,
    /// Sums over the games: White's result, White's mean chance by the evaluation, and the square of the difference.
    result: f64,
    chance: f64,
    square: f64,
}

impl Balance {
    /// What White got of a game in the mean.
    #[must_use]
    pub fn result(&self) -> f64 {
        self.result / self.games.max(1) as f64
    }

    /// What the evaluation promised White in the mean over the positions of a game.
    #[must_use]
    pub fn chance(&self) -> f64 {
        self.chance / self.games.max(1) as f64
    }

    /// Half the width of the 95 % interval of the difference.
    #[must_use]
    pub fn error(&self) -> f64 {
        let games = self.games.max(2) as f64;
        let mean = (self.result - self.chance) / games;
        1.96 * ((self.square / games - mean * mean).max(0.0) / (games - 1.0)).sqrt()
    }

    fn add(&mut self, result: f64, chance: f64) {
        self.games += 1;
        self.result += result;
        self.chance += chance;
        self.square += (result - chance).powi(2);
    }
}

impl Balances {
    /// Counts a game by this network, or by the terms alone. Positions that were not searched, or are decided, in tak or
    /// won with the next move are left out; so is a game without a result.
    ///
    /// # Errors
    /// If one of its moves cannot be played.
    pub fn add(&mut self, game: &Game, network: Option<&Arc<Network>>) -> Result<(), RecordError> {
        let Some(outcome) = game.outcome else { return Ok(()) };
        let network = network.filter(|network| network.size() == game.size);
        // Every position of whole libraries is evaluated: the size is in the type.
        let chance = match sized!(game.size, N => mean_chance::<N>(game, network.cloned())) {
            Ok(chance) => chance?,
            // A game of no board has no position.
            Err(_) => None,
        };
        let result = match outcome.winner() {
            Some(Color::White) => 1.0,
            Some(Color::Black) => 0.0,
            None => 0.5,
        };
        if let Some(chance) = chance {
            let komi = game.rules.half_komi.half_flats();
            self.0.entry((game.size, komi)).or_default().add(result, chance);
        }
        Ok(())
    }
}

/// White's mean chance over the positions of a game.
fn mean_chance<const N: usize>(
    game: &Game,
    network: Option<Arc<Network>>,
) -> Result<Option<f64>, RecordError> {
    let mut evaluator = Evaluator::new(network);
    let spread = Spread(scale(N).spread as f32);
    let (mut sum, mut count) = (0.0, 0u32);
    game.replay::<N>(|_, replay, ply| {
        let position: &Position<N> = &replay.position;
        let roads = position.roads();
        if !matches!(ply.score, Some(Value::CentiFlats(_)))
            || position.winning_move().is_some()
            || !position.threats(&roads).is_empty()
        {
            return;
        }
        evaluator.set_root(position);
        let chance = f64::from(spread.chance(evaluator.value(position, &roads).0 as f32));
        sum += if position.to_move() == Color::White { chance } else { 1.0 - chance };
        count += 1;
    })?;
    Ok((count > 0).then(|| sum / f64::from(count)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_shrink_with_the_games() {
        let mut balance = Balance::default();
        for game in 0..400 {
            balance.add(f64::from(game % 2), 0.5);
        }
        assert_eq!((balance.result(), balance.chance()), (0.5, 0.5));
        // 1.96 times a half, divided by the square root of 400.
        assert!((balance.error() - 0.049).abs() < 0.001, "{}", balance.error());
    }
}
