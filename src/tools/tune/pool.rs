//! Combines the shards of many machines.

use super::plan::{Aim, Parameter, TunePlan};
use super::screen::Screening;
use super::shard::{TuneShard, read};
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
    pub values: Vec<PooledValue>,
    /// The gain of each value, for a screening.
    pub screen: Option<Screening>,
}

/// A value tuned in several shards.
#[derive(Clone, PartialEq, Debug)]
pub struct PooledValue {
    /// The parameter.
    pub parameter: Parameter,
    /// Mean over the shards, weighted by their games.
    pub value: f64,
    /// Standard deviation of the mean if the value had no influence on the games.
    pub luck: f64,
    /// Standard error of the mean, estimated from the differences between shards; `None` for one shard.
    pub error: Option<f64>,
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
    let values = match &plan.aim {
        Aim::Versus(_) | Aim::Screen(_) => Vec::new(),
        Aim::Tune(schedule) => {
            let parameters = schedule.parameters.iter().enumerate();
            parameters.map(|(index, parameter)| value(&shards, index, parameter)).collect()
        }
    };
    let screen =
        shards.iter().filter_map(|shard| shard.state.screen.clone()).reduce(|mut all, shard| {
            all.add(&shard);
            all
        });
    Ok(Pooled { plan, shards: shards.len(), score, values, screen })
}

fn value(shards: &[TuneShard], index: usize, parameter: &Parameter) -> PooledValue {
    let moved = shards.iter().filter_map(|shard| {
        let moved = shard.state.tuner.as_ref()?.moved().nth(index)?;
        Some((f64::from(shard.state.pairs()), moved.value, moved.luck))
    });
    let moved: Vec<_> = moved.collect();
    let all: f64 = moved.iter().map(|(pairs, ..)| pairs).sum();
    let value = moved.iter().map(|(pairs, value, _)| pairs / all * value).sum();
    let squares = |of: &dyn Fn(f64, f64) -> f64| -> f64 {
        moved.iter().map(|&(pairs, value, luck)| (pairs / all * of(value, luck)).powi(2)).sum()
    };
    let count = moved.len() as f64;
    let between = squares(&|one, _| one - value) * count / (count - 1.0);
    PooledValue {
        parameter: parameter.clone(),
        value,
        luck: squares(&|_, luck| luck).sqrt(),
        error: (moved.len() > 1).then(|| between.sqrt()),
    }
}
