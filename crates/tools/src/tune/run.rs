//! Plays the games of a tuning or a test.

use super::game::PairGame;
use super::plan::TunePlan;
use super::points::PairPoints;
use super::state::TuneState;
use super::unit;
use crate::parts::{FoundUnits, Head};
use crate::workers::{self, Ended, Jobs, Order};
use stonefall_engine::search::Tuning;
use stonefall_engine::stopper::Stopper;
use stonefall_engine::types::Color;

/// Event of a run.
#[derive(Clone, PartialEq, Debug)]
pub enum TuneEvent<'a> {
    /// A game ended.
    Game,
    /// A unit is complete: its number, its text, and the state with it.
    Unit(u32, String, &'a TuneState),
}

/// A part of a tune job with its results so far.
#[derive(Clone, PartialEq, Debug)]
pub struct TuneRun {
    plan: TunePlan,
    /// The results so far.
    pub state: TuneState,
    /// Units to play.
    missing: Vec<u32>,
}

impl TuneRun {
    /// The run of a part, with the units that its file has.
    ///
    /// # Errors
    /// If the units are not results of the plan.
    pub fn new(plan: &TunePlan, head: &Head, found: &FoundUnits) -> Result<Self, String> {
        let mut state = TuneState::new(plan);
        for (&number, content) in &found.units {
            unit::add(plan, &mut state, number, &String::from_utf8_lossy(content))?;
        }
        Ok(Self { plan: plan.clone(), state, missing: found.missing(head) })
    }

    /// Number of pairs at the end.
    #[must_use]
    pub fn pairs(&self) -> u32 {
        match &self.state.tuner {
            Some(tuner) => tuner.schedule().pairs,
            None => self.state.pairs() + self.missing.len() as u32,
        }
    }

    /// Plays the missing units, with `threads` games at the same time. Batches of a tuning depend on each other. The
    /// stopper ends the work within a move.
    ///
    /// # Errors
    /// Those of `on_event`, which end the work.
    pub fn play<E>(
        &mut self,
        threads: usize,
        stopper: &Stopper,
        mut on_event: impl FnMut(TuneEvent<'_>) -> Result<(), E>,
    ) -> Result<Ended, E> {
        if self.plan.batches().is_none() {
            return self.play_pairs(threads, stopper, on_event);
        }
        let Self { plan, state, missing } = self;
        for &number in missing.iter() {
            let first = state.pairs();
            let count = state.tuner.as_ref().map_or(0, super::Tuner::batch);
            let sides: Vec<_> = (first..first + count).map(|pair| state.sides(pair)).collect();
            let mut heard = Ok(());
            let results = play_batch(plan, first, &sides, threads, stopper, || {
                if heard.is_ok() {
                    heard = on_event(TuneEvent::Game);
                }
                if heard.is_err() {
                    stopper.stop();
                }
            });
            heard?;
            let Some(results) = results else { return Ok(Ended::Interrupted) };
            state.add(first, &results);
            on_event(TuneEvent::Unit(number, unit::text(&results), state))?;
        }
        Ok(Ended::Complete)
    }

    /// Plays the pairs of a test. They do not depend on each other.
    fn play_pairs<E>(
        &mut self,
        threads: usize,
        stopper: &Stopper,
        mut on_event: impl FnMut(TuneEvent<'_>) -> Result<(), E>,
    ) -> Result<Ended, E> {
        let Self { plan, state, missing } = self;
        let start = state.clone();
        let pair = |(): &mut (), pair: u32| {
            let sides = start.sides(pair);
            let game = |first| PairGame { plan, pair, first, sides: &sides }.play(stopper);
            let [one, other] = Color::ALL.map(game);
            Some(PairPoints([one?, other?]))
        };
        // In order, so that a sequential test decides alike on every machine.
        let jobs = Jobs { numbers: missing, order: Order::Listed };
        workers::run_listed(
            jobs,
            threads,
            stopper,
            || (),
            pair,
            |number, points| {
                state.add(number, &[points]);
                on_event(TuneEvent::Game)?;
                on_event(TuneEvent::Game)?;
                on_event(TuneEvent::Unit(number, unit::text(&[points]), state))
            },
        )
    }
}

/// Plays a pair of games for each two of `sides`, from pair number `first` on, and calls `on_game` after
/// each game. Returns `None` if the stopper ended it.
fn play_batch(
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
