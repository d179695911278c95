//! Results of merged parts.

use super::plan::TunePlan;
use super::screen::Screening;
use super::spsa::{Tuned, Tuner};
use super::state::TuneState;
use super::unit;
use crate::matches::Score;
use crate::parts::Head;
use std::collections::BTreeMap;

/// Results of a test, or of tunings.
#[derive(Clone, PartialEq, Debug)]
pub struct TuneResults {
    /// The plan.
    pub plan: TunePlan,
    /// Number of merged tunings; 0 for a test, and for a run of one tuning.
    pub tunings: usize,
    /// Score of all games.
    pub score: Score,
    /// The tuned values; empty for tests of given values.
    pub values: Vec<Tuned>,
    /// The gain of each value, for a screening.
    pub screen: Option<Screening>,
}

impl TuneResults {
    /// The results of a single run.
    #[must_use]
    pub fn of_run(plan: TunePlan, state: &TuneState) -> Self {
        let values = state.tuner.as_ref().map_or_else(Vec::new, Tuner::values);
        Self { plan, tunings: 0, score: state.score, values, screen: state.screen.clone() }
    }
}

/// Reads units, given as numbers, times and texts. The pairs of a test make one test. Each part of a tuning is a tuning
/// of its own; their values are averaged with the numbers of games as weights.
///
/// # Errors
/// If the head is none of a tune job, or a unit is not its result.
pub fn pool(head: &Head, units: &[(u32, u64, String)]) -> Result<TuneResults, String> {
    let plan = TunePlan::of(head).ok_or("expected the settings of stonefall tune, found others")?;
    let plan = TunePlan { seed: head.seed.unwrap_or(plan.seed), ..plan };
    let mut states = BTreeMap::new();
    for (number, _, text) in units {
        let series = plan.batches().map_or(0, |batches| number / batches.max(1));
        let plan = TunePlan { series, ..plan.clone() };
        let state = states.entry(series).or_insert_with(|| TuneState::new(&plan));
        unit::add(&plan, state, *number, text)?;
    }
    let mut score = Score::default();
    states.values().for_each(|state| score += state.score);
    let tuned = |state: &TuneState| {
        Some((f64::from(state.pairs()), state.tuner.as_ref().map(Tuner::values)?))
    };
    let values = mean(&states.values().filter_map(tuned).collect::<Vec<_>>());
    let tunings = if values.is_empty() { 0 } else { states.len() };
    let screen = states.into_values().next().and_then(|state| state.screen);
    Ok(TuneResults { plan, tunings, score, values, screen })
}

/// The mean of the tunings' values, each with the number of its pairs.
fn mean(tunings: &[(f64, Vec<Tuned>)]) -> Vec<Tuned> {
    let all: f64 = tunings.iter().map(|(pairs, _)| pairs).sum();
    let count = tunings.len() as f64;
    let first = tunings.first().map_or(&[][..], |(_, values)| values).iter().enumerate();
    let means = first.map(|(index, Tuned { parameter, .. })| {
        let shares = || tunings.iter().map(|(pairs, values)| (pairs / all, &values[index]));
        let value: f64 = shares().map(|(share, tuned)| share * tuned.value).sum();
        let luck: f64 = shares().map(|(share, tuned)| (share * tuned.luck).powi(2)).sum();
        let squares = shares().map(|(share, tuned)| (share * (tuned.value - value)).powi(2));
        let between = squares.sum::<f64>() * count / (count - 1.0);
        let spread = (tunings.len() > 1).then(|| between.sqrt());
        Tuned { parameter: parameter.clone(), value, luck: luck.sqrt(), spread }
    });
    means.collect()
}
