//! Units of a tune job: the results of a pair, or of a batch of a tuning.

use super::plan::TunePlan;
use super::points::PairPoints;
use super::state::TuneState;

/// The results as text: `ww ld`.
pub(super) fn text(results: &[PairPoints]) -> String {
    results.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// Adds a unit to the state of its tuning or test.
///
/// # Errors
/// If its text is not the results of the next batch, or of a pair.
pub(super) fn add(
    plan: &TunePlan,
    state: &mut TuneState,
    number: u32,
    text: &str,
) -> Result<(), String> {
    let results: Option<Vec<_>> = text.split(' ').map(PairPoints::read).collect();
    let wrong = || format!("unit {number}: expected the results of its games, found other text");
    let results = results.ok_or_else(wrong)?;
    let (first, count) = match (&state.tuner, plan.batches()) {
        (Some(tuner), Some(batches)) => {
            let next = state.pairs().div_ceil(tuner.schedule().batch.max(1));
            if number % batches.max(1) != next {
                return Err(format!("unit {number}: expected batch {next} of the tuning"));
            }
            (state.pairs(), tuner.batch())
        }
        _ => (number, 1),
    };
    if results.len() != count as usize {
        return Err(wrong());
    }
    state.add(first, &results);
    Ok(())
}
