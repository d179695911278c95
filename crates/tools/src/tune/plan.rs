//! Settings of a tuning.

use crate::parts::{Head, Job, Part, Work};
use crate::selfplay::OpeningPlan;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use stonefall_engine::search::{TUNABLES, Tunable};
use stonefall_engine::types::{HalfKomi, Rules};

/// Increased when equal plans give other games.
const REVISION: u32 = 1;

/// PlayTak's draw rule: plies without a placement or a flattened wall.
const REVERSIBLE_PLIES: u16 = 50;

/// Largest score of either side after the opening, in hundredths of a flat.
const MAX_SCORE: i32 = 150;

/// Settings that decide the games. Parts keep them as JSON.
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
pub struct TunePlan {
    /// Revision of plans.
    pub revision: u32,
    /// Board sizes; pairs alternate between them.
    pub sizes: Vec<usize>,
    /// Range of the random komi in half flats.
    pub half_komi: [i32; 2],
    /// Nodes per move.
    pub nodes: u32,
    /// Seed of all random choices.
    pub seed: u64,
    /// Number of the tuning, from 0; tunings of one seed have different games. Each part of a tuning is one.
    #[serde(skip)]
    pub series: u32,
    /// Purpose of the games.
    #[serde(flatten)]
    pub aim: TuneAim,
}

/// Purpose of the games.
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
#[serde(rename_all = "snake_case")]
pub enum TuneAim {
    /// Find better values.
    Tune(Schedule),
    /// Measure the strength of these values against the defaults.
    Versus(BTreeMap<String, i32>),
    /// Measure the gain of each of these values.
    Screen(BTreeMap<String, i32>),
}

/// The constants of SPSA, with the names in Spall's paper and in fishtest.
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
pub struct Schedule {
    /// Number of pairs of games.
    pub pairs: u32,
    /// Pairs between two moves of the values.
    pub batch: u32,
    /// Step of a value at the end per game won more than lost, as a share of its `c_end`.
    pub r_end: f64,
    /// The parameters to tune.
    pub parameters: Vec<Parameter>,
}

/// A tuned parameter.
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
pub struct Parameter {
    /// Its name.
    pub name: String,
    /// The start value.
    pub start: i32,
    /// The smallest value.
    pub min: i32,
    /// The largest value.
    pub max: i32,
    /// Distance of both sides' values from the middle at the end.
    pub c_end: f64,
}

impl Parameter {
    /// A parameter with the default distance: a twentieth of its range, and at least 0.5, so that both sides get
    /// different integers.
    #[must_use]
    pub fn new(tunable: &Tunable) -> Self {
        let &Tunable { name, min, max, default, .. } = tunable;
        let c_end = (f64::from(max - min) / 20.0).max(0.5);
        Self { name: name.into(), start: default, min, max, c_end }
    }
}

impl Schedule {
    /// The default schedule for all parameters.
    #[must_use]
    pub fn standard(pairs: u32) -> Self {
        let parameters = TUNABLES.iter().map(Parameter::new).collect();
        Self { pairs, batch: 16, r_end: 0.002, parameters }
    }
}

impl TunePlan {
    /// The default plan.
    #[must_use]
    pub fn standard(sizes: &[usize], aim: TuneAim) -> Self {
        Self {
            revision: REVISION,
            sizes: sizes.into(),
            half_komi: [4, 4],
            nodes: 5000,
            seed: 1,
            series: 0,
            aim,
        }
    }

    /// The games as a job for several processes. Its units are the pairs of a test, or the batches of a tuning, of
    /// which every part has its own.
    #[must_use]
    pub fn job(&self, pairs: u32, part: Part) -> Job {
        let (units, group) = match self.batches() {
            Some(batches) => (batches.saturating_mul(part.of()), batches),
            None => (pairs, 1),
        };
        // JSON can represent all values of this type.
        let settings = serde_json::to_value(self).unwrap_or_default();
        Job { work: Work::Tune, units, group, seed: Some(self.seed), settings }
    }

    /// The plan of a job.
    pub(super) fn of(head: &Head) -> Option<Self> {
        let plan: Self = serde_json::from_value(head.settings.clone()).ok()?;
        let is_known = plan.revision == REVISION && !plan.sizes.is_empty();
        is_known.then_some(plan)
    }

    /// Number of batches of a tuning.
    pub(super) fn batches(&self) -> Option<u32> {
        match &self.aim {
            TuneAim::Tune(schedule) => Some(schedule.pairs.div_ceil(schedule.batch.max(1))),
            TuneAim::Versus(_) | TuneAim::Screen(_) => None,
        }
    }

    /// Board size of a pair.
    pub(super) fn size(&self, pair: u32) -> usize {
        self.sizes[pair as usize % self.sizes.len().max(1)]
    }

    pub(super) fn rules(&self, size: usize, half_komi: i32) -> Rules {
        let half_komi = HalfKomi::new(half_komi).unwrap_or_default();
        Rules { half_komi, reversible_plies: REVERSIBLE_PLIES, ..Rules::standard(size) }
    }

    /// Openings: enough random plies that no game occurs twice, without a book, which is finite.
    pub(super) fn opening(size: usize) -> OpeningPlan {
        let plies = match size {
            3 => 2..=4,
            4 => 4..=6,
            _ => 6..=8,
        };
        OpeningPlan { plies, book_per_mille: 0, max_score: MAX_SCORE }
    }
}
