//! Parts of many machines put together.

use super::plan::{Aim, Parameter, TunePlan};
use super::screen::Screen;
use super::shard::{TuneShard, read};
use crate::tools::matches::Score;
use crate::tools::resume::ResumeError;
use std::path::PathBuf;
use thiserror::Error;

/// What parts come to.
#[derive(Clone, PartialEq, Debug)]
pub struct Pooled {
    /// What they have in common; the shard is the first part's.
    pub plan: TunePlan,
    /// Number of parts.
    pub parts: usize,
    /// All games together.
    pub score: Score,
    /// The values; none where given values were tested.
    pub values: Vec<PooledValue>,
    /// What each value gains, if that was asked.
    pub screen: Option<Screen>,
}

/// A value that several tunings have come to.
#[derive(Clone, PartialEq, Debug)]
pub struct PooledValue {
    /// What it is.
    pub parameter: Parameter,
    /// The mean of the parts, each counted by its games.
    pub value: f64,
    /// The standard deviation that the mean would have by luck alone, if the value had no influence on
    /// the games.
    pub luck: f64,
    /// The standard error of the mean as the differences between the parts show it; nothing of one
    /// part.
    pub error: Option<f64>,
}

/// Parts that cannot be put together.
#[derive(Debug, Error)]
pub enum PoolError {
    /// One cannot be read.
    #[error(transparent)]
    File(#[from] ResumeError),
    /// They were made in different ways.
    #[error("{0} and {1} are of different plans")]
    Differs(PathBuf, PathBuf),
    /// They have the same games.
    #[error("{0} and {1} are the same part: each machine has to have a --shard of its own")]
    Twice(PathBuf, PathBuf),
    /// There is nothing to put together.
    #[error("expected parts with games, found none")]
    Empty,
}

/// Reads parts and puts them together. Values are averaged, each part counted by its games; scores are
/// added.
///
/// # Errors
/// If a part cannot be read, or they do not belong together.
pub fn pool(paths: &[PathBuf]) -> Result<Pooled, PoolError> {
    let mut parts: Vec<TuneShard> = Vec::new();
    for (index, path) in paths.iter().enumerate() {
        let part = read(path)?;
        for (other, other_path) in parts.iter().zip(&paths[..index]) {
            if (TunePlan { shard: other.plan.shard, ..part.plan.clone() }) != other.plan {
                return Err(PoolError::Differs(other_path.clone(), path.clone()));
            }
            if part.plan.shard == other.plan.shard {
                return Err(PoolError::Twice(other_path.clone(), path.clone()));
            }
        }
        parts.push(part);
    }
    let mut score = Score::default();
    for part in &parts {
        let more = &part.state.score;
        score.wins += more.wins;
        score.draws += more.draws;
        score.losses += more.losses;
        score.pairs += more.pairs;
    }
    let plan = parts.first().filter(|_| score.games() > 0).ok_or(PoolError::Empty)?.plan.clone();
    let values = match &plan.aim {
        Aim::Versus(_) | Aim::Screen(_) => Vec::new(),
        Aim::Tune(schedule) => {
            let parameters = schedule.parameters.iter().enumerate();
            parameters.map(|(index, parameter)| value(&parts, index, parameter)).collect()
        }
    };
    let screen =
        parts.iter().filter_map(|part| part.state.screen.clone()).reduce(|mut all, part| {
            all.add(&part);
            all
        });
    Ok(Pooled { plan, parts: parts.len(), score, values, screen })
}

fn value(parts: &[TuneShard], index: usize, parameter: &Parameter) -> PooledValue {
    let moved = parts.iter().filter_map(|part| {
        let moved = part.state.tuner.as_ref()?.moved().nth(index)?;
        Some((f64::from(part.state.pairs()), moved.value, moved.luck))
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
