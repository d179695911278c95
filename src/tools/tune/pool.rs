//! Combines the shards of many machines.

use super::plan::TunePlan;
use super::screen::Screening;
use super::shard::{TuneShard, read};
use super::spsa::{Tuned, Tuner};
use crate::tools::matches::Score;
use std::path::PathBuf;

/// Combined results of shards.
#[derive(Clone, PartialEq, Debug)]
pub struct Pooled {
    /// The common plan, with the number of the first shard.
    pub plan: TunePlan,
    /// Number of shards.
    pub shards: usize,
    /// Score of all games.
    pub score: Score,
    /// The tuned values; empty for tests of given values.
    pub values: Vec<Tuned>,
    /// The gain of each value, for a screening.
    pub screen: Option<Screening>,
}

/// Reads and combines shards. Values are averaged with the numbers of games as weights; scores are added.
///
/// # Errors
/// If a file cannot be read, the shards do not belong together, or there are no games.
pub fn pool(paths: &[PathBuf]) -> Result<Pooled, String> {
    let mut shards: Vec<TuneShard> = Vec::new();
    for (index, path) in paths.iter().enumerate() {
        let shard = read(path).map_err(|error| error.to_string())?;
        for (other, other_path) in shards.iter().zip(&paths[..index]) {
            let (path, other_path) = (path.display(), other_path.display());
            if (TunePlan { shard: other.plan.shard, ..shard.plan.clone() }) != other.plan {
                return Err(format!(
                    "{path}: expected the plan of {other_path}, found another one"
                ));
            }
            if shard.plan.shard == other.plan.shard {
                return Err(format!(
                    "{path}: expected a shard other than that of {other_path}, found the same one (give each machine \
                     its own --shard)"
                ));
            }
        }
        shards.push(shard);
    }
    let mut score = Score::default();
    for shard in &shards {
        score += shard.state.score;
    }
    let first = shards.first().filter(|_| score.games() > 0);
    let plan = first.ok_or("expected shards with games, found none")?.plan.clone();
    let tuned = |shard: &TuneShard| {
        Some((f64::from(shard.state.pairs()), shard.state.tuner.as_ref().map(Tuner::values)?))
    };
    let values = mean(&shards.iter().filter_map(tuned).collect::<Vec<_>>());
    let screen =
        shards.iter().filter_map(|shard| shard.state.screen.clone()).reduce(|mut all, shard| {
            all.add(&shard);
            all
        });
    Ok(Pooled { plan, shards: shards.len(), score, values, screen })
}

/// The mean of the shards' values, each with the number of its pairs.
fn mean(shards: &[(f64, Vec<Tuned>)]) -> Vec<Tuned> {
    let all: f64 = shards.iter().map(|(pairs, _)| pairs).sum();
    let count = shards.len() as f64;
    let first = shards.first().map_or(&[][..], |(_, values)| values).iter().enumerate();
    let means = first.map(|(index, Tuned { parameter, .. })| {
        let shares = || shards.iter().map(|(pairs, values)| (pairs / all, &values[index]));
        let value: f64 = shares().map(|(share, tuned)| share * tuned.value).sum();
        let luck: f64 = shares().map(|(share, tuned)| (share * tuned.luck).powi(2)).sum();
        let squares = shares().map(|(share, tuned)| (share * (tuned.value - value)).powi(2));
        let between = squares.sum::<f64>() * count / (count - 1.0);
        let spread = (shards.len() > 1).then(|| between.sqrt());
        Tuned { parameter: parameter.clone(), value, luck: luck.sqrt(), spread }
    });
    means.collect()
}
