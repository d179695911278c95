//! State of a run, counted from its results.

use super::plan::{TuneAim, TunePlan};
use super::points::PairPoints;
use super::screen::Screening;
use super::spsa::Tuner;
use crate::matches::Score;
use stonefall_engine::search::Tuning;

/// State of a run.
#[derive(Clone, PartialEq, Debug)]
pub struct TuneState {
    /// The tuning; `None` for other aims.
    pub tuner: Option<Tuner>,
    /// The screening; `None` for other aims.
    pub screen: Option<Screening>,
    /// The first side's score: that of the given values against the defaults. Meaningless for other aims, because
    /// the sides change with every pair.
    pub score: Score,
    /// The given values, and the defaults.
    sides: [Tuning; 2],
}

impl TuneState {
    /// Before the first game.
    #[must_use]
    pub fn new(plan: &TunePlan) -> Self {
        let mut sides = [Tuning::default(), Tuning::default()];
        let (mut tuner, mut screen) = (None, None);
        match &plan.aim {
            TuneAim::Tune(schedule) => tuner = Some(Tuner::new(schedule, plan.seed, plan.series)),
            TuneAim::Screen(values) => screen = Some(Screening::new(values, plan.seed)),
            TuneAim::Versus(values) => {
                for (name, &value) in values {
                    sides[0].set(name, value);
                }
            }
        }
        Self { tuner, screen, score: Score::default(), sides }
    }

    /// Pairs played.
    #[must_use]
    pub fn pairs(&self) -> u32 {
        self.score.pairs.total()
    }

    /// The values of both sides in a pair.
    #[must_use]
    pub fn sides(&self, pair: u32) -> [Tuning; 2] {
        match (&self.tuner, &self.screen) {
            (Some(tuner), _) => tuner.sides(pair),
            (None, Some(screen)) => screen.sides(pair),
            (None, None) => self.sides.clone(),
        }
    }

    /// Adds the results of pairs with numbers from `first` on. A tuning needs the next batch.
    pub fn add(&mut self, first: u32, results: &[PairPoints]) {
        for result in results {
            self.score.pairs.count(result.half_points());
            for points in result.0 {
                self.score.add(points);
            }
        }
        if let Some(tuner) = &mut self.tuner {
            tuner.learn(results);
        }
        if let Some(screen) = &mut self.screen {
            for (pair, &points) in (first..).zip(results) {
                screen.learn(pair, points);
            }
        }
    }
}
