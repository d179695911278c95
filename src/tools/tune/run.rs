//! Plays batches of games.

use super::game::PairGame;
use super::plan::TunePlan;
use super::points::PairPoints;
use super::state::TuneState;
use crate::tools::workers::{self, Ended};
use stonefall_engine::search::Tuning;
use stonefall_engine::stopper::Stopper;
use stonefall_engine::types::Color;

/// Pairs of a batch without tuning; the games do not depend on it.
pub const VERSUS_BATCH: u32 = 32;

/// Event of a run.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum TuneEvent<'a> {
    /// A game ended.
    Game,
    /// A batch is complete; the state contains it.
    Batch(&'a [PairPoints], &'a TuneState),
}

/// Plays from a state on until it has `pairs` pairs, with `threads` games at the same time. The stopper ends
/// the work within a move.
///
/// # Errors
/// Those of `on_event`, which end the work.
pub fn run<E>(
    plan: &TunePlan,
    state: &mut TuneState,
    pairs: u32,
    threads: usize,
    stopper: &Stopper,
    mut on_event: impl FnMut(TuneEvent<'_>) -> Result<(), E>,
) -> Result<Ended, E> {
    while state.pairs() < pairs {
        let first = state.pairs();
        let batch = state.tuner.as_ref().map_or(VERSUS_BATCH, super::Tuner::batch);
        let count = batch.min(pairs - first);
        let sides: Vec<_> = (first..first + count).map(|pair| state.sides(pair)).collect();
        let mut heard = Ok(());
        let results = play_pairs(plan, first, &sides, threads, stopper, || {
            if heard.is_ok() {
                heard = on_event(TuneEvent::Game);
            }
            if heard.is_err() {
                stopper.stop();
            }
        });
        heard?;
        let Some(results) = results else { return Ok(Ended::Interrupted) };
        state.add(&results);
        on_event(TuneEvent::Batch(&results, state))?;
        if stopper.is_stopped() {
            break;
        }
    }
    Ok(if state.pairs() < pairs { Ended::Interrupted } else { Ended::Complete })
}

/// Plays a pair of games for each two of `sides`, from pair number `first` on, and calls `on_game` after
/// each game. Returns `None` if the stopper ended it.
fn play_pairs(
    plan: &TunePlan,
    first: u32,
    sides: &[[Tuning; 2]],
    threads: usize,
    stopper: &Stopper,
    mut on_game: impl FnMut(),
) -> Option<Vec<PairPoints>> {
    let mut points = vec![[None; 2]; sides.len()];
    let play = |(): &mut (), game: usize| {
        let pair = first + (game / 2) as u32;
        PairGame { plan, pair, first: Color::ALL[game % 2], sides: &sides[game / 2] }.play(stopper)
    };
    workers::run(
        0..2 * sides.len(),
        threads,
        || (),
        play,
        |game, result| {
            points[game / 2][game % 2] = Some(result);
            on_game();
        },
    );
    points.into_iter().map(|[one, other]| Some(PairPoints([one?, other?]))).collect()
}
