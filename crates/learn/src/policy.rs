//! Fits the weights of the policy to the moves of games.

use crate::dataset::Sample;
use crate::random::{Passes, epochs};
use crate::settings::{positive, rate};
use stonefall_engine::search::policy::{NAT, WEIGHTS};

/// Positions of games: the features of every legal move, and the move that the search chose.
#[derive(Clone, Debug, Default)]
pub struct PolicySamples {
    /// The features of all moves.
    features: Vec<u16>,
    /// The end of the features of each move.
    moves: Vec<usize>,
    /// The end of the moves of each position, and the number of the chosen one.
    positions: Vec<(usize, usize)>,
}

/// The settings of a fit.
#[derive(clap::Args, Clone, Copy, PartialEq, Debug)]
pub struct PolicyPlan {
    /// Maximum number of positions per game, chosen at random; 2 KB of memory each
    #[arg(long, value_name = "N", default_value = "10", value_parser = positive)]
    pub per_game: usize,
    /// Epochs: passes over all positions
    #[arg(long, value_name = "N", default_value = "4", value_parser = positive)]
    pub epochs: usize,
    /// First step of a weight in nats; the steps fall to zero
    #[arg(long, value_name = "X", default_value = "0.05", value_parser = rate)]
    pub rate: f32,
    /// Seed of all random choices
    #[arg(long, value_name = "N", default_value = "1")]
    pub seed: u64,
}

/// How well weights predict the chosen moves. Means over all positions.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct PolicyQuality {
    /// The negative logarithm of the probability of the chosen move, in nats.
    pub loss: f64,
    /// The share of positions in which the chosen move is the first.
    pub first: f64,
    /// The share of positions in which it is among the first three.
    pub three: f64,
    /// The number of moves before it.
    pub before: f64,
}

impl PolicySamples {
    /// Number of positions.
    pub const fn len(&self) -> usize {
        self.positions.len()
    }

    /// Whether there are no positions.
    pub const fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// Adds a position, unless the search does not choose by the policy there: in the opening, with a win in one or a proven
    /// result, and in tak.
    pub fn add(&mut self, sample: Sample<'_>) {
        if sample.estimate().is_none() || sample.game.opening_plies() > 0 {
            return;
        }
        let (mut place, mut moves) = (0, 0);
        sample.game.policy_features(&mut |mv, features| {
            if mv == sample.mv {
                place = moves;
            }
            self.features.extend(features.iter().map(|&feature| feature as u16));
            self.moves.push(self.features.len());
            moves += 1;
        });
        self.positions.push((self.moves.len(), place));
    }

    /// The moves of a position, each with its features, and the number of the chosen one.
    fn position(&self, index: usize) -> (impl Iterator<Item = &[u16]>, usize) {
        let before = |index: usize| index.checked_sub(1);
        let first = before(index).map_or(0, |before| self.positions[before].0);
        let (end, chosen) = self.positions[index];
        let moves = (first..end).map(move |mv| {
            let start = before(mv).map_or(0, |before| self.moves[before]);
            &self.features[start..self.moves[mv]]
        });
        (moves, chosen)
    }

    /// How well weights predict the chosen moves.
    pub fn prediction(&self, weights: &[i8]) -> PolicyQuality {
        let mut sum = PolicyQuality::default();
        for index in 0..self.len() {
            let (moves, chosen) = self.position(index);
            let score = |features: &[u16]| -> f32 {
                let sum: i32 = features.iter().map(|&it| i32::from(weights[usize::from(it)])).sum();
                sum as f32 / NAT as f32
            };
            let scores: Vec<f32> = moves.map(score).collect();
            // Of equal moves the chosen one counts as the last.
            let before = scores.iter().filter(|&&score| score >= scores[chosen]).count() - 1;
            sum.loss -= f64::from(probabilities(scores)[chosen].ln());
            sum.first += f64::from(u8::from(before < 1));
            sum.three += f64::from(u8::from(before < 3));
            sum.before += before as f64;
        }
        let mean = |sum: f64| sum / self.len().max(1) as f64;
        PolicyQuality {
            loss: mean(sum.loss),
            first: mean(sum.first),
            three: mean(sum.three),
            before: mean(sum.before),
        }
    }
}

/// Turns scores into probabilities (softmax).
fn probabilities(mut scores: Vec<f32>) -> Vec<f32> {
    let most = scores.iter().copied().fold(f32::MIN, f32::max);
    scores.iter_mut().for_each(|score| *score = (*score - most).exp());
    let sum: f32 = scores.iter().sum();
    scores.iter_mut().for_each(|score| *score /= sum);
    scores
}

/// Fits weights from zero, in 1/16 nat. Calls `on_epoch` with the number of each epoch from 1 and its mean loss, and
/// ends early if it returns false.
///
/// The steps shrink with the squares of earlier gradients (AdaGrad: Duchi, Hazan and Singer, 2011), because most
/// features are rare.
pub fn fit_policy(
    training: &PolicySamples,
    plan: &PolicyPlan,
    on_epoch: impl FnMut(usize, f64) -> bool,
) -> Vec<i8> {
    let mut weights = vec![0f32; WEIGHTS];
    let mut squares = vec![1e-8f32; WEIGHTS];
    let step = |batch: &[usize], done: f32| {
        let rate = plan.rate * (1.0 - done);
        let (moves, chosen) = training.position(batch[0]);
        let moves: Vec<&[u16]> = moves.collect();
        let score = |features: &&[u16]| features.iter().map(|&it| weights[usize::from(it)]).sum();
        let mut slopes = probabilities(moves.iter().map(score).collect());
        let loss = -f64::from(slopes[chosen].ln());
        slopes[chosen] -= 1.0;
        for (features, slope) in moves.iter().zip(slopes) {
            // Moves without a chance change nothing, and are most of them.
            if slope.abs() < 1e-3 {
                continue;
            }
            for feature in features.iter().map(|&it| usize::from(it)) {
                squares[feature] += slope * slope;
                weights[feature] -= rate * slope / squares[feature].sqrt();
            }
        }
        loss
    };
    let &PolicyPlan { epochs: count, seed, .. } = plan;
    epochs(training.len(), Passes { epochs: count, batch: 1, seed }, step, on_epoch);
    weights.iter().map(|weight| (weight * NAT as f32).round() as i8).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dataset::SamplePlan;
    use crate::random::Random;
    use crate::records::{GameRecord, Ply};
    use stonefall_engine::board::{DrawReason, Outcome, Position};
    use stonefall_engine::eval::Value;
    use stonefall_engine::types::{MoveKind, Piece, Rules};

    /// Games of a player who places random walls when possible, and makes the first legal move otherwise.
    fn games() -> PolicySamples {
        let mut random = Random::new(3);
        let mut samples = PolicySamples::default();
        for number in 0..30 {
            let rules = Rules::standard(5);
            let mut game = GameRecord::new(5, rules);
            let mut position = Position::<5>::start(rules);
            while position.outcome().is_none() && game.plies.len() < 20 {
                let moves = position.moves();
                let is_wall = |mv| mv == MoveKind::Place(Piece::Wall);
                let walls: Vec<_> = moves.iter().filter(|mv| is_wall(mv.kind())).collect();
                let mv = **random.choose(&walls).unwrap_or(&&moves[0]);
                game.plies.push(Ply { mv, score: Some(Value::CentiFlats(0)) });
                position.play(mv, &mut ());
            }
            game.outcome = Some(Outcome::Draw(DrawReason::Flats));
            let plan = SamplePlan { per_game: Some(15), seed: 1, ..SamplePlan::default() };
            assert!(plan.sample(number, &game, |sample| samples.add(sample)).is_ok());
        }
        samples
    }

    #[test]
    fn a_habit_is_learned() {
        let samples = games();
        assert!(samples.len() > 300);
        let zeros = vec![0; WEIGHTS];
        let (mut epochs, mut losses) = (Vec::new(), Vec::new());
        let plan = PolicyPlan { per_game: 15, epochs: 3, rate: 0.1, seed: 1 };
        let weights = fit_policy(&samples, &plan, |epoch, loss| {
            epochs.push(epoch);
            losses.push(loss);
            true
        });
        assert_eq!(epochs, [1, 2, 3]);
        assert!(losses.is_sorted_by(|before, after| before > after), "{losses:?}");
        // A wall is on one of at most 23 squares; before, each of more than 60 moves was as likely.
        let [before, after] = [&zeros, &weights].map(|weights| samples.prediction(weights));
        assert!(before.loss > 3.8 && after.loss < 3.1, "{before:?} {after:?}");
        assert!(after.before < 12.0 && before.first < 0.1, "{before:?} {after:?}");

        let stopped = fit_policy(&samples, &plan, |_, _| false);
        assert_ne!(stopped, weights);
    }

    #[test]
    fn probabilities_follow_the_scores() {
        let found = probabilities(vec![1000.0, 1000.0, 1000.0 - 2f32.ln()]);
        for (found, expected) in found.into_iter().zip([0.4, 0.4, 0.2]) {
            assert!((found - expected).abs() < 1e-4, "{found}");
        }
    }
}
