//! Settings of a tuning.

use crate::tools::selfplay::OpeningPlan;
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

/// Settings that decide the games of a shard. As one line of JSON it is the header of the shard's file.
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
pub struct TunePlan {
    /// Revision of the file format; its name identifies the format.
    #[serde(rename = "stonefall_tune")]
    pub revision: u32,
    /// Identity of the engine: equal texts mean equal play.
    pub engine: String,
    /// Board sizes; pairs alternate between them.
    pub sizes: Vec<usize>,
    /// Range of the random komi in half flats.
    pub half_komi: [i32; 2],
    /// Nodes per move.
    pub nodes: u32,
    /// Seed of all random choices.
    pub seed: u64,
    /// Number of the shard; shards of one seed have different games.
    pub shard: u32,
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
    /// The default plan. `engine` identifies the engine's play.
    #[must_use]
    pub fn standard(engine: &str, sizes: &[usize], aim: TuneAim) -> Self {
        Self {
            revision: REVISION,
            engine: engine.into(),
            sizes: sizes.into(),
            half_komi: [4, 4],
            nodes: 5000,
            seed: 1,
            shard: 0,
            aim,
        }
    }

    /// Whether this program can play the plan.
    pub(super) fn is_known(&self) -> bool {
        self.revision == REVISION && !self.sizes.is_empty()
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
