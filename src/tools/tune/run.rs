//! Batch after batch.

use super::arena;
use super::plan::Plan;
use super::points::PairPoints;
use super::standing::Standing;
use stonefall_engine::stopper::Stopper;

/// Pairs of a batch where values are tested and not moved: the games do not depend on it.
pub const VERSUS_BATCH: u32 = 32;

/// How a run has ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ended {
    /// All pairs are played.
    Complete,
    /// It was broken off; what was told of a batch can be gone on from.
    Halted,
}

/// What is told of a run.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum News<'a> {
    /// One more game is over.
    Game,
    /// A batch is whole, and has been added to the standing.
    Batch(&'a [PairPoints], &'a Standing),
}

/// Plays from where the standing is until there are so many pairs, so many games at a time. A true
/// `stopper` breaks it off within a move.
///
/// # Errors
/// Those of `hear`, which end it.
pub fn run<E>(
    plan: &Plan,
    standing: &mut Standing,
    pairs: u32,
    threads: usize,
    stopper: &Stopper,
    mut hear: impl FnMut(News<'_>) -> Result<(), E>,
) -> Result<Ended, E> {
    while standing.pairs() < pairs {
        let first = standing.pairs();
        let batch = standing.tuner.as_ref().map_or(VERSUS_BATCH, super::Tuner::batch);
        let count = batch.min(pairs - first);
        let sides: Vec<_> = (first..first + count).map(|pair| standing.sides(pair)).collect();
        let mut heard = Ok(());
        let results = arena::play(plan, first, &sides, threads, stopper, || {
            if heard.is_ok() {
                heard = hear(News::Game);
            }
            if heard.is_err() {
                stopper.stop();
            }
        });
        heard?;
        let Some(results) = results else { return Ok(Ended::Halted) };
        standing.add(&results);
        hear(News::Batch(&results, standing))?;
        if stopper.is_stopped() {
            break;
        }
    }
    Ok(if standing.pairs() < pairs { Ended::Halted } else { Ended::Complete })
}
